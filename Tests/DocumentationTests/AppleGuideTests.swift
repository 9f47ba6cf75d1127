import Testing

@Suite("The guide for those who come from Apple's systems")
struct AppleGuideTests {
  @Test("Every call of ours in its tables is compiled")
  func calls() throws {
    let code = try ["AppleSamples.swift", "AppleFeedSamples.swift"]
      .map { try Document(path: "Tests/DocumentationTests/\($0)").text() }.joined()
    var count = 0
    for line in try Document(path: "docs/coming-from-apple.md").text().split(separator: "\n")
    where line.hasPrefix("| ") && !line.hasPrefix("| ---") {
      let ours = try #require(line.firstRange(of: " | "), "no second column: \(line)")
      // What stands between grave accents.
      let parts = line[ours.upperBound...].split(separator: "`", omittingEmptySubsequences: false)
      for call in stride(from: 1, to: parts.count, by: 2).map({ parts[$0] }) {
        #expect(code.contains(call), "\(call) is in no sample")
        count += 1
      }
    }
    #expect(count > 100)
  }
}
