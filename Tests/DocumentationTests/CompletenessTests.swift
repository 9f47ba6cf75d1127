import PlayerConformance
import PlayerKit
import Testing

@Suite("The pages that must name everything there is")
struct CompletenessTests {
  @Test("Every code of an error has its causes and what to do, and nothing else has", .timeLimit(.minutes(1)))
  func codes() throws {
    let page = Document(path: "docs/troubleshooting.md")
    let sections = try page.text().split(separator: "\n### `").dropFirst().map { String($0) }
    #expect(
      Set(sections.map { String($0.prefix { $0 != "`" }) })
        == Set(PlayerError.Code.allCases.map(\.rawValue)))
    #expect(sections.count == PlayerError.Code.allCases.count)
    let overview = try #require(try page.text().split(separator: "\n## ").first)
    for section in sections {
      let code = String(section.prefix { $0 != "`" })
      #expect(overview.contains("[`\(code)`](#\(code.lowercased()))"), "\(code) is not in the overview")
      let words = section.split(separator: "\n").dropFirst().joined(separator: " ")
      #expect(words.count > 100, "\(code) says next to nothing")
    }
  }

  @Test("Every code is in the vocabulary, and so is every action, status and capability")
  func vocabulary() throws {
    let text = try Document(path: "docs/vocabulary.md").text()
    let words =
      PlayerError.Code.allCases.map(\.rawValue) + PlayerAction.names + PlayerStatus.allCases.map(\.rawValue)
      + Capability.allCases.map(\.rawValue) + PlayerSource.Kind.allCases.map(\.rawValue)
    for word in words { #expect(text.contains("`\(word)`"), "\(word)") }
  }

  @Test("The contract's page has every rule that the suite checks, by its number and its name")
  func rules() throws {
    let headings = try Document(path: "docs/contract.md").headings().filter { $0.hasPrefix("Rule ") }
    #expect(headings == ConformanceRule.all.map { "Rule \($0.number): \($0.name)" })
  }
}
