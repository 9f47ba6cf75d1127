import Foundation
import Testing

@Suite("The catalogues' articles")
struct ArticleTests {
  @Test("Articles made from the guides are up to date", arguments: Article.all)
  func upToDate(article: Article) throws {
    let new = try article.text()
    if ProcessInfo.processInfo.environment["YTPLAY_WRITE_TABLES"] == "1" {
      try new.write(to: article.document.url, atomically: true, encoding: .utf8)
    } else {
      #expect(try article.document.text() == new, "\(article.document.path) is stale: run `make tables`")
    }
  }

  @Test("Every guide is in a catalogue, or is about the program alone")
  func complete() throws {
    let ofTheProgram: Set = [
      "architecture", "coming-from-apple", "configuration", "desktop", "doctor", "iframe", "installing",
      "lists", "terminal",
    ]
    let guides = try FileManager.default.contentsOfDirectory(
      atPath: Document.root.appendingPathComponent("docs").path
    )
    .filter { $0.hasSuffix(".md") }.map { String($0.dropLast(3)) }
    #expect(guides.count > 15)
    for guide in guides where !ofTheProgram.contains(guide) {
      #expect(Article.all.contains { $0.name == guide }, "docs/\(guide).md is in no catalogue")
    }
  }

  @Test("Samples that are the catalogues' own stand, word for word, in a test of the documentation")
  func samples() throws {
    let folder = "Tests/DocumentationTests"
    let code = try FileManager.default.contentsOfDirectory(
      atPath: Document.root.appendingPathComponent(folder).path
    )
    .filter { $0.hasSuffix(".swift") }.sorted().map { try Document(path: "\(folder)/\($0)").text() }
    var count = 0
    for module in ["PlayerKit", "PlayerPlugins", "PlayerConformance"] {
      let path = Article.catalogue(of: module)
      let names = try FileManager.default.contentsOfDirectory(
        atPath: Document.root.appendingPathComponent(path).path
      )
      .filter { name in
        name.hasSuffix(".md") && !Article.all.contains { $0.document.path == "\(path)/\(name)" }
      }
      #expect(names.contains("\(module).md"))
      for name in names {
        for fence in try Document(path: "\(path)/\(name)").fences() where fence.language == "swift" {
          let sample = SampleTests.code(in: fence.text)
          #expect(
            code.contains { SampleTests.code(in: $0).contains(sample) },
            "\(path)/\(name): the sample is in no file of \(folder):\n\(fence.text)")
          count += 1
        }
      }
    }
    #expect(count > 2)
  }
}
