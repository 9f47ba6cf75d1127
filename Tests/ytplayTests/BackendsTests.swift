import Glibc
import PlayerKit
import Testing

@Suite("ytplay backends")
struct BackendsTests {
  @Test("backends --json prints one object a backend")
  func json() async throws {
    let result = try await CommandUnderTest.run(["backends", "--json"])
    let objects = try result.json()
    #expect(objects.map { $0["id"]?.text } == ["iframe", "mpv", "mock"])
    for object in objects {
      #expect(object["name"]?.text?.isEmpty == false)
      #expect(object["version"]?.text?.isEmpty == false)
      // There is no display for a web view.
      #expect(object["available"] == .bool(object["id"] != .string("iframe")), "\(object)")
      #expect(object["capabilities"]?.elements?.isEmpty == false)
    }
    #expect(objects[0]["kinds"]?["video"] == .integer(100))
    #expect(objects[1]["kinds"]?["file"] == .integer(100))
    #expect(objects[2]["kinds"]?["video"] == .integer(0))
    #expect(result.exitStatus == 0)
  }

  @Test("For people the same is said in words")
  func text() async throws {
    let result = try await CommandUnderTest.run(["backends"])
    #expect(result.output.contains("\nmpv  "))
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

  @Test("--check checks a backend against the contract, a line a rule as it goes")
  func check() async throws {
    let child = try CommandUnderTest.start(["backends", "--check", "mock", "--json"])
    // All rules take a minute, and are run by the tests of the contract itself.
    _ = await child.waitForOutput { $0.components(separatedBy: "\n").count > 2 }
    child.signal(SIGTERM)
    let objects = try await child.result().json()
    #expect(objects.prefix(2).map { $0["rule"] } == [.integer(1), .integer(2)])
    for object in objects {
      #expect(object["name"]?.text?.isEmpty == false)
      #expect(object["result"]?.text == "passed", "\(object)")
      #expect(object["detail"]?.text?.isEmpty == false)
    }
  }

  @Test("A backend that is not there can't be checked")
  func checkUnknown() async throws {
    let result = try await CommandUnderTest.run(["backends", "--check", "mokc"])
    #expect(result.exitStatus == 1)
    #expect(result.errors == "ytplay: There is no backend called mokc; did you mean mock?\n")
  }
}
