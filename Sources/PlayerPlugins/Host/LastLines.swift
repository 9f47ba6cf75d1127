import PlayerKit

/// The last lines of what a program writes, in whatever pieces and bytes they come.
struct LastLines {
  private static let count = 20
  private static let longest = 1000
  private(set) var lines: [String] = []
  private var reader = JSONLineReader(maximumLength: 64 << 10)

  /// Takes the next piece, and returns the lines that it completes.
  mutating func append(_ bytes: UnsafeRawBufferPointer) -> [String] {
    reader.append(bytes).compactMap { take($0) }
  }

  /// Returns the last line where the stream ended without a line's end.
  mutating func finish() -> String? {
    reader.finish().flatMap { take($0) }
  }

  /// Adds a line that was written elsewhere.
  mutating func add(_ text: String) {
    if lines.count == Self.count { lines.removeFirst() }
    lines.append(text)
  }

  private mutating func take(_ line: JSONLineReader.Line) -> String? {
    guard case .line(let bytes) = line else { return nil }
    let text = Self.readable(bytes)
    if text.isEmpty { return nil }
    add(text)
    return text
  }

  /// Bytes as text that a terminal can be shown: nothing in it moves a cursor or changes a color.
  static func readable(_ bytes: [UInt8]) -> String {
    let text = String(decoding: bytes.prefix(longest), as: UTF8.self)
    return String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { $0.properties.generalCategory == .control && $0 != "\t" ? " " : $0 }))
  }
}

extension LastLines {
  /// The library for the lack of which a program could not even begin, by the words of the dynamic linker (glibc):
  /// `PROGRAM: error while loading shared libraries: LIBRARY: cannot open …`.
  var missingLibrary: String? {
    guard let last = lines.last else { return nil }
    let parts = last.split(separator: ": ").map(String.init)
    guard let place = parts.firstIndex(of: "error while loading shared libraries"), place + 1 < parts.count
    else { return nil }
    return parts[place + 1]
  }
}
