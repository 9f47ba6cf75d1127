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
      "architecture", "benchmarks", "coming-from-apple", "configuration", "desktop", "doctor", "iframe",
      "installing", "proof", "security", "terminal",
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

  @Test(
    "Samples that are the catalogues' own, or a public symbol's, stand, word for word, in a file that is built"
  )
  func samples() throws {
    let folder = "Tests/DocumentationTests"
    let code = try Self.files(in: folder, ".swift").map { SampleTests.code(in: try $0.text()) }
    var count = 0
    func check(_ sample: String, _ place: String) {
      let isThere = code.contains { $0.contains(SampleTests.code(in: sample)) }
      #expect(isThere, "\(place): the sample is in no file of \(folder):\n\(sample)")
      count += 1
    }
    for module in ["PlayerKit", "PlayerPlugins", "PlayerConformance", "PlayerLists", "PlayerMPRIS"] {
      let made = Article.all.map(\.document.path)
      for page in try Self.files(in: Article.catalogue(of: module), ".md") where !made.contains(page.path) {
        for fence in try page.fences() where fence.language == "swift" { check(fence.text, page.path) }
      }
      for source in try Self.files(in: "Sources/\(module)", ".swift") {
        // The comments alone; what is shared within the package is not in the documentation.
        let comments = try source.text().split(separator: "\n", omittingEmptySubsequences: false)
          .map { $0.drop { $0 == " " } }
          .map { $0.hasPrefix("/// ") ? String($0.dropFirst(4)) : $0.hasPrefix("///") ? "" : "---" }
        let samples = comments.joined(separator: "\n").components(separatedBy: "```swift\n").dropFirst()
        for sample in samples where !source.path.contains("/Support/") {
          check(sample.components(separatedBy: "\n```")[0], source.path)
        }
      }
    }
    #expect(count > 15)
  }

  /// The files of a folder, and of those in it, with this ending.
  private static func files(in folder: String, _ ending: String) throws -> [Document] {
    let root = Document.root.appendingPathComponent(folder)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path)
    return paths.filter { $0.hasSuffix(ending) }.sorted().map { Document(path: "\(folder)/\($0)") }
  }
}
