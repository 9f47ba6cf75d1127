/// Cuts a stream of bytes, in whatever pieces it arrives, into lines.
///
/// A line ends with LF or with CR LF; neither is part of it. It never holds more than the greatest length of
/// a line, whatever arrives: a longer line is reported once and its bytes are dropped up to its end.
///
/// ```swift
/// var reader = JSONLineReader()
/// for line in reader.append(chunk) { take(line) }
/// if let last = reader.finish() { take(last) }
/// ```
public struct JSONLineReader: Sendable {
  /// What was read.
  public enum Line: Sendable, Hashable {
    /// A line without its end; it may be empty.
    case line([UInt8])
    /// A line of more bytes than are allowed, which was dropped.
    case tooLong
  }

  /// The greatest length of a line in bytes, without its end.
  public let maximumLength: Int
  private var pending: [UInt8] = []
  private var isSkipping = false

  /// A reader of lines of at most so many bytes.
  public init(maximumLength: Int = JSONLine.maximumLength) {
    self.maximumLength = max(maximumLength, 0)
  }

  /// Takes the next piece and returns the lines that it completes, in order.
  public mutating func append(_ chunk: [UInt8]) -> [Line] {
    chunk.withUnsafeBytes { append($0) }
  }

  /// Takes the next piece and returns the lines that it completes, in order.
  public mutating func append(_ chunk: UnsafeRawBufferPointer) -> [Line] {
    var lines: [Line] = []
    var rest = chunk[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      take(rest[..<end], &lines)
      if !isSkipping { lines.append(endLine()) }
      isSkipping = false
      pending = []
      rest = rest[(end + 1)...]
    }
    take(rest, &lines)
    return lines
  }

  /// Returns the last line where the stream ended without a line's end, and starts anew.
  public mutating func finish() -> Line? {
    defer { self = JSONLineReader(maximumLength: maximumLength) }
    return pending.isEmpty ? nil : endLine()
  }

  private mutating func take(_ bytes: Slice<UnsafeRawBufferPointer>, _ lines: inout [Line]) {
    guard !isSkipping else { return }
    // One byte more, since a CR may yet turn out to be a part of the line's end.
    let room = maximumLength + 1 - pending.count
    if bytes.count <= room {
      pending += bytes
      if pending.count <= maximumLength || pending.last == UInt8(ascii: "\r") { return }
    }
    lines.append(.tooLong)
    isSkipping = true
    pending = []
  }

  /// What is pending, as a line; a CR that is one byte too many is its end and not a part of it.
  private mutating func endLine() -> Line {
    if pending.last == UInt8(ascii: "\r") { pending.removeLast() }
    return .line(pending)
  }
}
