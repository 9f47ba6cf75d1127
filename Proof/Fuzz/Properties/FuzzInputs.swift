import Foundation

/// The inputs that lie beside the sources: seeds, and what was found.
///
/// `Seeds/TARGET/` and `Found/TARGET/` hold an input a file; in one whose name ends in `.lines` each line is one. A seed is
/// well-formed and shows what can be written; of what was found some property did not hold once.
struct FuzzInputs {
  /// The folder of the project.
  private static let project = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// By the names of their files, in order.
  let named: [(name: String, bytes: [UInt8])]

  /// All seeds and all that was found, of a target.
  init(of target: FuzzTarget) throws {
    var named = try Self.files("Proof/Fuzz/Seeds/\(target)") + Self.files("Proof/Fuzz/Found/\(target)")
    if target == .source {
      // Its tests have a table of links in all forms.
      let table = Self.project.appending(path: "Tests/PlayerKitTests/Resources/youtube-urls.tsv")
      for (index, row) in try Self.lines(table).dropFirst().enumerated() {
        named.append(("table-\(index + 2)", Array(row.prefix { $0 != UInt8(ascii: "\t") })))
      }
    }
    self.named = named
  }

  private static func files(_ folder: String) throws -> [(name: String, bytes: [UInt8])] {
    let folder = project.appending(path: folder)
    // Of many a target nothing was found yet.
    guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    return try names.flatMap { name -> [(name: String, bytes: [UInt8])] in
      let file = folder.appending(path: name)
      guard name.hasSuffix(".lines") else { return [(name, Array(try Data(contentsOf: file)))] }
      return try lines(file).enumerated().map { ("\(name)-\($0.offset + 1)", $0.element) }
    }
  }

  private static func lines(_ file: URL) throws -> [[UInt8]] {
    let bytes = Array(try Data(contentsOf: file))
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
    return lines.last?.isEmpty == true ? lines.dropLast() : lines
  }
}
