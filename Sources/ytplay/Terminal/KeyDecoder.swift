/// Makes keys of the bytes that a terminal sends.
///
/// Total: any bytes may come, cut anywhere. What it does not know is swallowed whole, so that the end of an unknown
/// escape sequence is never taken for keys. So is what is pasted: a text with a `q` in it must not end the program.
/// The sequences are those of ECMA-48 and of xterm's ctlseqs.
struct KeyDecoder: Sendable {
  private enum Mode {
    case ground
    /// Behind ESC, which may be the key of that name.
    case escape
    /// Behind ESC O: the arrow keys of application mode, and function keys.
    case singleShift
    /// Behind ESC [ [: the function keys of Linux's console.
    case consoleFunction
    /// Behind ESC [: parameters, and then a final byte.
    case control
    /// Inside a string that ends with ST or BEL: an answer of the terminal's to a question.
    case string
    /// Behind ESC in such a string.
    case stringEscape
    /// In a paste, with so many bytes of its end.
    case paste(matched: Int)
    /// In a character of several bytes.
    case character(value: UInt32, left: Int, least: UInt32)
  }

  private static let pasteEnd = Array("\u{1B}[201~".utf8)
  /// No sequence that a key sends is longer.
  private static let longestParameters = 32

  private var mode = Mode.ground
  private var parameters: [UInt8] = []

  /// Whether it depends on time what has come so far: a lone ESC is a key when nothing follows.
  var isPending: Bool {
    if case .ground = mode { false } else { true }
  }

  /// Takes bytes, and returns the keys that they complete.
  mutating func decode(_ bytes: some Sequence<UInt8>) -> [Key] {
    var keys: [Key] = []
    for byte in bytes { take(byte, &keys) }
    return keys
  }

  /// Nothing has come for a while: what is unfinished will not be finished, but for a paste, which may be slow.
  mutating func pause() -> [Key] {
    switch mode {
    case .paste: return []
    case .escape:
      mode = .ground
      return [.escape]
    default:
      mode = .ground
      return []
    }
  }

  /// Nothing has come for so long that the end of a paste has been lost too.
  mutating func giveUpPaste() {
    if case .paste = mode { mode = .ground }
  }

  private mutating func take(_ byte: UInt8, _ keys: inout [Key]) {
    switch mode {
    case .ground: takeFirst(byte, &keys)
    case .escape: takeAfterEscape(byte, &keys)
    case .singleShift:
      mode = .ground
      if byte == 0x1B { mode = .escape } else if let key = Self.arrow(byte) { keys.append(key) }
    case .consoleFunction: mode = byte == 0x1B ? .escape : .ground
    case .control: takeControl(byte, &keys)
    case .string:
      if byte == 0x1B { mode = .stringEscape } else if byte == 0x07 { mode = .ground }
    case .stringEscape:
      // ST; whatever else it is, the string is over.
      mode = .ground
      if byte != UInt8(ascii: "\\") { takeAfterEscape(byte, &keys) }
    case .paste(let matched):
      let next = byte == Self.pasteEnd[matched] ? matched + 1 : byte == 0x1B ? 1 : 0
      mode = next == Self.pasteEnd.count ? .ground : .paste(matched: next)
    case .character(let value, let left, let least):
      guard byte & 0xC0 == 0x80 else {
        mode = .ground
        return takeFirst(byte, &keys)
      }
      let value = value << 6 | UInt32(byte & 0x3F)
      mode = left > 1 ? .character(value: value, left: left - 1, least: least) : .ground
      if left == 1, value >= least, let scalar = Unicode.Scalar(value) { keys.append(.character(scalar)) }
    }
  }

  private mutating func takeFirst(_ byte: UInt8, _ keys: inout [Key]) {
    switch byte {
    case 0x1B: mode = .escape
    case 0x0D, 0x0A: keys.append(.enter)
    case 0x08, 0x7F: keys.append(.backspace)
    case 0x20...0x7E: keys.append(.character(Unicode.Scalar(byte)))
    case 0xC2...0xDF: mode = .character(value: UInt32(byte & 0x1F), left: 1, least: 0x80)
    case 0xE0...0xEF: mode = .character(value: UInt32(byte & 0x0F), left: 2, least: 0x800)
    case 0xF0...0xF4: mode = .character(value: UInt32(byte & 0x07), left: 3, least: 0x10000)
    // Other control characters, and bytes that begin nothing.
    default: break
    }
  }

  private mutating func takeAfterEscape(_ byte: UInt8, _ keys: inout [Key]) {
    switch byte {
    case UInt8(ascii: "["):
      mode = .control
      parameters = []
    case UInt8(ascii: "O"): mode = .singleShift
    // DCS, SOS, OSC, PM, APC.
    case UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "]"), UInt8(ascii: "^"), UInt8(ascii: "_"):
      mode = .string
    case 0x1B: keys.append(.escape)
    // With Alt held: none of the keys that mean something.
    default: mode = .ground
    }
  }

  private mutating func takeControl(_ byte: UInt8, _ keys: inout [Key]) {
    switch byte {
    case 0x1B: mode = .escape
    case 0x20...0x3F:
      if parameters.count < Self.longestParameters { parameters.append(byte) }
    case 0x40...0x7E:
      mode = .ground
      if byte == UInt8(ascii: "~"), parameters == Array("200".utf8) {
        mode = .paste(matched: 0)
      } else if parameters.isEmpty, byte == UInt8(ascii: "[") {
        mode = .consoleFunction
      } else if parameters.isEmpty || parameters == Array("1".utf8), let key = Self.arrow(byte) {
        keys.append(key)
      }
    // A control character ends what is no sequence.
    default: mode = .ground
    }
  }

  private static func arrow(_ byte: UInt8) -> Key? {
    switch byte {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    default: nil
    }
  }
}
