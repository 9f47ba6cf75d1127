import PlayerKit
import Testing

@Suite("ytplay backends")
struct BackendsTests {
  @Test("backends --json prints one object a backend")
  func json() async throws {
    let result = try await CommandUnderTest.run(["backends", "--json"])
    let objects = try result.json()
    #expect(objects.map { $0["id"]?.text } == ["mpv", "mock"])
    for object in objects {
      #expect(object["name"]?.text?.isEmpty == false)
      #expect(object["version"]?.text?.isEmpty == false)
      #expect(object["available"] == .bool(true))
      #expect(object["capabilities"]?.elements?.isEmpty == false)
    }
    #expect(objects[0]["kinds"]?["file"] == .integer(100))
    #expect(objects[1]["kinds"]?["video"] == .integer(0))
    #expect(result.exitStatus == 0)
  }

  @Test("For people the same is said in words")
  func text() async throws {
    let result = try await CommandUnderTest.run(["backends"])
    #expect(result.output.hasPrefix("mpv  "))
    #expect(result.output.contains("  available\n"))
    #expect(result.output.contains("file (100)"))
    #expect(result.exitStatus == 0)
  }

  @Test("A source without --check is not for backends")
  func usage() async throws {
    let result = try await CommandUnderTest.run(["backends", "mpv"])
    #expect(result.exitStatus == 1)
    #expect(result.output.isEmpty)
  }
}
