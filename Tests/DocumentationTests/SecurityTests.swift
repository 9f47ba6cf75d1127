import Foundation
import Testing

@Suite("The page about security")
struct SecurityTests {
  /// A test as the page names it: its name in curled quotes, and its file in brackets.
  struct Named: Sendable, CustomTestStringConvertible {
    let name: String
    let file: String
    var testDescription: String { name }
  }

  static let page = Document(path: "docs/security.md")

  /// The items of the page that stand below “Tests:”.
  static func items() throws -> [Substring] {
    let paragraphs = try page.text().replacing("\n  ", with: " ").split(separator: "\n\n")
    return zip(paragraphs, paragraphs.dropFirst()).filter { $0.0 == "Tests:" }
      .flatMap { $0.1.split(separator: "\n") }
  }

  static func named() throws -> [Named] {
    try items().compactMap { item in
      guard let match = item.wholeMatch(of: /- “(.+)” \(`(Tests\/[^`]+\.swift)`\)/) else { return nil }
      return Named(name: String(match.1), file: String(match.2))
    }
  }

  @Test("Every test that it names is one")
  func tests() throws {
    let named = try Self.named()
    // None is written so that it would be passed over.
    #expect(try named.count == Self.items().count && !named.isEmpty)
    for test in named {
      let file = try Document(path: test.file).text()
      let pattern = #"@Test\(\s*""# + NSRegularExpression.escapedPattern(for: test.name) + #"""#
      #expect(file.range(of: pattern, options: .regularExpression) != nil, "\(test.name)")
    }
  }

  @Test("Every border that it speaks of has its tests")
  func borders() throws {
    let sections = try Self.page.text().split(separator: "\n## ").dropFirst()
    let open: Set = ["What is trusted", "What is not done"]
    for section in sections {
      let heading = String(section.prefix { $0 != "\n" })
      #expect(section.contains("\nTests:\n\n- “") != open.contains(heading), "\(heading)")
    }
    #expect(sections.count > open.count)
  }
}
