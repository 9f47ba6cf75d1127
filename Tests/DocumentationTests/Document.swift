import Foundation
import Testing

/// A page of the documentation, or any other text file of this package.
struct Document: CustomTestStringConvertible {
  /// The package's folder.
  static let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../..").standardizedFileURL

  /// The READMEs, the changelog, and the pages in `docs`.
  static let pages: [Document] = {
    let pages = ["docs", "docs/backends"].flatMap { folder in
      let names = try? FileManager.default.contentsOfDirectory(
        atPath: root.appendingPathComponent(folder).path)
      return (names ?? []).filter { $0.hasSuffix(".md") }.sorted().map { "\(folder)/\($0)" }
    }
    let others = [
      "README.md", "CHANGELOG.md", "Plugins/Mock/README.md", "Plugins/MPV/README.md",
      "Plugins/IFrame/README.md",
      "Examples/plugins/c/README.md", "Examples/plugins/python/README.md",
    ]
    return (others + pages)
      .map(Document.init)
  }()

  /// The path from the package's folder.
  let path: String

  var testDescription: String { path }

  var url: URL { Self.root.appendingPathComponent(path) }

  func text() throws -> String {
    try String(contentsOf: url, encoding: .utf8)
  }

  /// A block of code between fences.
  struct Fence {
    /// The first word behind the opening fence.
    let language: String
    /// The second: the file that the code stands in.
    let file: String?
    let text: String
  }

  /// The page's blocks of code, in order.
  func fences() throws -> [Fence] {
    var fences: [Fence] = []
    var open: (words: [Substring], lines: [Substring])?
    for line in try text().split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        if let (words, lines) = open {
          fences.append(
            Fence(
              language: words.first.map(String.init) ?? "", file: words.dropFirst().first.map(String.init),
              text: lines.joined(separator: "\n")))
          open = nil
        } else {
          open = (line.dropFirst(3).split(separator: " "), [])
        }
      } else {
        open?.lines.append(line)
      }
    }
    #expect(open == nil, "\(path): a block of code is not closed")
    return fences
  }

  /// The names that GitHub gives the page's headings.
  func anchors() throws -> Set<String> {
    let headings = try text().split(separator: "\n").filter { $0.hasPrefix("#") }
    return Set(
      headings.map { heading in
        heading.drop { $0 == "#" || $0 == " " }.lowercased()
          .filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_" }
          .replacingOccurrences(of: " ", with: "-")
      })
  }
}
