/// A configuration as it is written: `name = value`, `[section]` and `# comment` lines.
///
/// A pure reading of bytes, in one pass, whatever they are. What the names mean is not looked at.
struct ConfigurationText: Sendable {
  /// One `name = value`.
  struct Entry: Equatable, Sendable {
    /// The section that it stands in; nil above the first.
    let section: String?
    let name: String
    /// A file's name need not be text.
    let value: [UInt8]
    /// Counted from 1.
    let line: Int
  }

  /// Something that can't be read.
  struct Problem: Equatable, Sendable {
    /// Counted from 1; nil where it is the whole file.
    let line: Int?
    /// A sentence.
    let message: String
  }

  private(set) var entries: [Entry] = []
  /// The sections, in order.
  private(set) var sections: [(name: String, line: Int)] = []
  private(set) var problems: [Problem] = []

  /// Reads the bytes of a file.
  init(_ bytes: [UInt8]) {
    var bytes = bytes[...]
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      problems = [Problem(line: nil, message: "The file is UTF-16; save it as UTF-8.")]
      return
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    // Old Macs end lines with CR alone.
    let end = bytes.contains(UInt8(ascii: "\n")) ? UInt8(ascii: "\n") : UInt8(ascii: "\r")
    let lines = bytes.split(separator: end, omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      do throws(UsageError) {
        try read(line.trimmed, index + 1)
      } catch {
        problems.append(Problem(line: index + 1, message: error.description))
      }
    }
  }

  private mutating func read(_ line: ArraySlice<UInt8>, _ number: Int) throws(UsageError) {
    guard let first = line.first, first != UInt8(ascii: "#") else { return }
    if line.contains(0) { throw UsageError("The line holds a NUL, so this is no text file.") }
    if line.contains(where: { $0 < 0x20 && $0 != UInt8(ascii: "\t") || $0 == 0x7F }) {
      throw UsageError("The line holds a control character.")
    }
    if first == UInt8(ascii: "[") { return try readSection(line, number) }
    let parts = line.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let name = String(validating: parts[0].trimmed, as: UTF8.self), !name.isEmpty
    else {
      let isComment = first == UInt8(ascii: ";") || line.starts(with: "//".utf8)
      throw UsageError(
        isComment
          ? "The line is not NAME = VALUE; a comment begins with #." : "The line is not NAME = VALUE.")
    }
    let value = try Self.value(parts[1].trimmed)
    entries.append(Entry(section: sections.last?.name, name: name, value: value, line: number))
  }

  private mutating func readSection(_ line: ArraySlice<UInt8>, _ number: Int) throws(UsageError) {
    guard line.last == UInt8(ascii: "]"),
      let name = String(validating: line.dropFirst().dropLast().trimmed, as: UTF8.self), !name.isEmpty
    else {
      // What follows belongs to whatever was meant.
      sections.append(("", number))
      throw UsageError("A section is a line of its own: [mpv].")
    }
    sections.append((name, number))
  }

  /// A value with its quotes taken off. Where it might be followed by a comment, nobody is to guess.
  private static func value(_ written: ArraySlice<UInt8>) throws(UsageError) -> [UInt8] {
    let quote = UInt8(ascii: "\"")
    if written.first == quote {
      guard written.count > 1, written.last == quote else {
        throw UsageError("The value begins with a quote that does not end it.")
      }
      return Array(written.dropFirst().dropLast())
    }
    for (index, byte) in written.enumerated().dropFirst() where byte == UInt8(ascii: "#") {
      if written[written.startIndex + index - 1].isBlank {
        throw UsageError(
          "A comment is a line of its own; where # belongs to the value, put the value in quotes.")
      }
    }
    return Array(written)
  }
}

extension ArraySlice<UInt8> {
  /// Without spaces and tabs at both ends.
  fileprivate var trimmed: Self {
    let start = drop(while: \.isBlank)
    return start.dropLast(start.reversed().prefix(while: \.isBlank).count)
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}
