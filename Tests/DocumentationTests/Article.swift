import Foundation
import Testing

/// A guide of `docs` as an article of a module's DocC catalogue: the same words, with the links that DocC knows.
struct Article: CustomTestStringConvertible {
  /// Every guide that is in a catalogue. A catalogue comes behind those that it may link to.
  static let all =
    [
      "getting-started", "choosing-a-backend", "swapping-backends", "vocabulary", "contract", "concurrency",
      "queue", "feed", "user-interfaces", "embedding-youtube", "troubleshooting", "writing-a-backend",
    ].map { Article(name: $0, module: "PlayerKit") }
    + [
      Article(name: "plugin-protocol", module: "PlayerPlugins"),
      Article(name: "lists", module: "PlayerLists"),
    ]

  /// The guide's name, without its ending, and the article's.
  let name: String
  /// The module in whose catalogue it is.
  let module: String

  var testDescription: String { name }
  var guide: Document { Document(path: "docs/\(name).md") }
  var document: Document { Document(path: "\(Self.catalogue(of: module))/\(name).md") }

  static func catalogue(of module: String) -> String { "Sources/\(module)/\(module).docc" }

  /// The article's text, made from the guide.
  func text() throws -> String {
    let types = try publicTypes()
    var lines: [String] = []
    var isCode = false
    let text = try BackendTables.all.inserted(into: guide.text())
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isCode.toggle()
        // The file that a sample stands in, and the names of our own languages, mean nothing to DocC.
        let language = line.dropFirst(3).prefix { $0 != " " }
        lines.append("```" + (["swift", "json", "sh", "js", "text"].contains(language) ? language : ""))
      } else if isCode {
        lines.append(String(line))
      } else if !line.hasPrefix("<!--") {
        lines.append(try converted(line, types))
      }
    }
    return lines.joined(separator: "\n") + "\n<!-- Made from \(guide.path) by `make tables`. -->\n"
  }

  /// A line with its links turned, and the module's types linked.
  private func converted(_ line: Substring, _ types: Set<String>) throws -> String {
    var result = ""
    var rest = line
    while let match = try /(!?)\[([^\[\]]*)\]\(([^()\s]+)\)/.firstMatch(in: rest) {
      result += Self.linked(rest[..<match.range.lowerBound], types)
      result +=
        match.1.isEmpty
        ? try link(String(match.2), to: String(match.3))
        : "![\(match.2)](\(match.3.split(separator: "/").last ?? match.3))"
      rest = rest[match.range.upperBound...]
    }
    return result + Self.linked(rest, types)
  }

  private func link(_ text: String, to target: String) throws -> String {
    if target.contains("://") { return "[\(text)](\(target))" }
    let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let path = parts[0].isEmpty ? guide.path : guide.path(of: parts[0])
    guard let article = Self.all.first(where: { $0.guide.path == path && canLink(to: $0) }) else {
      // What is in no catalogue is named by its place in the package.
      return text.contains("`") || text == path ? "\(text) (`\(path)`)" : "\(text) (see `\(path)`)"
    }
    guard article.module == module else {
      // To another catalogue's headings there is no link.
      return "[\(text)](doc:/\(article.module)/\(article.name))"
    }
    let anchor = try parts.count > 1 ? "#" + article.guide.fragment(of: parts[1]) : ""
    return "[\(text)](doc:\(article.name)\(anchor))"
  }

  private func canLink(to other: Article) -> Bool {
    // In PlayerLists the name PlayerKit is that of what it adds to PlayerKit's types.
    other.module == module || (other.module == "PlayerKit" && module != "PlayerLists")
  }

  private static func linked(_ text: Substring, _ types: Set<String>) -> String {
    String(text).replacing(/(^|[^`])`([A-Z]\w*)`/) { match in
      types.contains(String(match.2)) ? "\(match.1)``\(match.2)``" : String(match.0)
    }
  }

  /// The names of the module's own public types, that are in no other.
  private func publicTypes() throws -> Set<String> {
    let folder = Document.root.appendingPathComponent("Sources/\(module)")
    var names: Set<String> = []
    for path in FileManager.default.enumerator(atPath: folder.path)?.compactMap({ $0 as? String }) ?? []
    where path.hasSuffix(".swift") {
      let code = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
      for match in code.matches(
        of: /(?m)^(?:@\w+ )*public (?:final )?(?:struct|class|enum|protocol|actor) (\w+)/)
      {
        names.insert(String(match.1))
      }
    }
    return names
  }
}

extension Document {
  /// The name that DocC gives the heading which GitHub gives this one.
  func fragment(of anchor: String) throws -> String {
    let heading = try headings().first { Self.anchor(of: $0) == anchor } ?? anchor
    let kept = heading.filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_" }
    return kept.split(separator: " ").joined(separator: "-")
  }
}
