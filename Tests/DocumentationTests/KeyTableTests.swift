import Testing

@testable import ytplay

@Suite("The keys in the documentation")
struct KeyTableTests {
  @Test("They are those that are obeyed, in their order, with the same words")
  func keys() throws {
    let page = try Document(path: "docs/terminal.md").text()
    let rows = KeyTable.entries.map { entry in
      "| " + entry.keys.map { "`\($0.key.label)`" }.joined(separator: " ") + " | \(entry.meaning) |"
    }
    #expect(page.contains(rows.joined(separator: "\n")))
  }
}
