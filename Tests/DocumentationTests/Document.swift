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
      "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "Plugins/Mock/README.md", "Plugins/MPV/README.md",
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

  /// The path, from the package's folder, of what a link of this page's leads to.
  func path(of link: some StringProtocol) -> String {
    var folders = path.split(separator: "/").dropLast().map(String.init)
    for part in link.split(separator: "/") where part != "." {
      if part == ".." { folders = folders.dropLast() } else { folders.append(String(part)) }
    }
    return folders.joined(separator: "/")
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

  /// The page's headings, without their marks.
  func headings() throws -> [String] {
    var isCode = false
    var headings: [String] = []
    for line in try text().split(separator: "\n") {
      if line.hasPrefix("```") { isCode.toggle() }
      if !isCode && line.hasPrefix("#") { headings.append(String(line.drop { $0 == "#" || $0 == " " })) }
    }
    return headings
  }

  /// The names that GitHub gives the page's headings.
  func anchors() throws -> Set<String> {
    Set(try headings().map(Self.anchor))
  }

  /// The name that GitHub gives a heading.
  static func anchor(of heading: String) -> String {
    heading.lowercased()
      .filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_" }
      .replacingOccurrences(of: " ", with: "-")
  }
}
