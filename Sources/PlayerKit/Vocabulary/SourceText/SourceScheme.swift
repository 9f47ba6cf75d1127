/// The schemes that the source parser tells apart.
enum SourceScheme {
  case http
  case https
  case file
  /// YouTube's app links: `vnd.youtube:` and `vnd.youtube.launch:`.
  case youTubeApp
  /// Schemes that name no media: scripts, data, pages of the browser's own, mail, …
  case refused
  /// Anything else.
  case other

  /// The scheme of this name, without its colon.
  init(_ name: ByteRun) {
    if name.equalsFolded("https") {
      self = .https
    } else if name.equalsFolded("http") {
      self = .http
    } else if name.equalsFolded("file") {
      self = .file
    } else if name.equalsFolded("vnd.youtube") || name.equalsFolded("vnd.youtube.launch") {
      self = .youTubeApp
    } else {
      self = Self.isRefused(name) ? .refused : .other
    }
  }

  /// The port that a URL of this scheme need not name.
  var ownPort: Int? {
    switch self {
    case .http: 80
    case .https: 443
    case .file, .youTubeApp, .refused, .other: nil
    }
  }

  /// The length of the scheme's name at the text's beginning; nil where no `letters:` stands there.
  static func length(in text: ByteRun) -> Int? {
    guard let first = text.first, first.asciiLowercased &- UInt8(ascii: "a") < 26 else { return nil }
    let end = text.end(from: 1) { !$0.isSchemeByte }
    return end < text.count && text[end] == UInt8(ascii: ":") ? end : nil
  }

  /// Whether a URL has nothing that could stand neither in a line nor in XML: control characters, U+FFFE and U+FFFF.
  static func isFit(_ url: ByteRun) -> Bool {
    var mayBeUnfit = false
    for byte in url.buffer {
      if byte.isASCIIControl { return false }
      // How U+FFFE and U+FFFF begin, and nothing that is usual in a URL.
      if byte == 0xEF { mayBeUnfit = true }
    }
    guard mayBeUnfit else { return true }
    return !(0..<url.count).contains { index in
      url.starts(with: "\u{FFFE}", at: index) || url.starts(with: "\u{FFFF}", at: index)
    }
  }

  /// The URL with that as `%` escapes.
  static func fit(_ url: String) -> String {
    var bytes: [UInt8] = []
    for scalar in url.unicodeScalars {
      let isFit = scalar.value >= 0x20 && ![0x7F, 0xFFFE, 0xFFFF].contains(scalar.value)
      for byte in String(scalar).utf8 { bytes.append(byte, percentEncodedUnless: isFit) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether the text begins with a scheme that could name media, and holds nothing that no line and no XML can have.
  static func names(_ url: String) -> Bool {
    var url = url
    return url.withUTF8 { buffer in
      guard let text = ByteRun(buffer), isFit(text), let length = length(in: text) else { return false }
      return !isRefused(text.upTo(length))
    }
  }

  private static func isRefused(_ name: ByteRun) -> Bool {
    switch name.count {
    case 3:
      name.equalsFolded("geo") || name.equalsFolded("sms") || name.equalsFolded("tel")
        || name.equalsFolded("urn")
    case 4: name.equalsFolded("blob") || name.equalsFolded("data") || name.equalsFolded("edge")
    case 5: name.equalsFolded("about")
    case 6:
      name.equalsFolded("chrome") || name.equalsFolded("intent") || name.equalsFolded("magnet")
        || name.equalsFolded("mailto") || name.equalsFolded("market")
    case 8: name.equalsFolded("vbscript")
    case 10: name.equalsFolded("javascript")
    case 11: name.equalsFolded("view-source")
    case 13: name.equalsFolded("moz-extension")
    case 16: name.equalsFolded("chrome-extension")
    default: false
    }
  }
}

extension UInt8 {
  /// Whether the byte may stand in a scheme's name (RFC 3986, section 3.1).
  fileprivate var isSchemeByte: Bool {
    switch self {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}
