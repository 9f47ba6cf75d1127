import Foundation
import PlayerKit
import TestSupport
import Testing

@Suite("ytplay plays a queue")
struct QueueTests {
  /// The media that were opened, by their names.
  private static func opened(_ result: Subprocess.Result) throws -> [String] {
    try result.events().compactMap { event in
      guard case .sourceChanged(let source?) = event, case .stream(let url) = source.content else {
        return nil
      }
      return url.dropFirst("mock://".count).prefix { $0 != "?" }.description
    }
  }

  @Test("--shuffle plays each source once, in an order of chance")
  func shuffle() async throws {
    let names = (0..<12).map { "s\($0)" }
    let sources = names.map { "mock://\($0)?duration=0.02" }
    let result = try await CommandUnderTest.run(["--json", "--backend", "mock", "--shuffle"] + sources)
    let opened = try Self.opened(result)
    #expect(opened.sorted() == names.sorted() && opened != names, "\(result)")
    #expect(try result.events().contains(.shuffleChanged(true)))
    #expect(result.exitStatus == 0)
  }

  @Test("Shuffled and unshuffled by an action, it goes on behind the current source in the order from before")
  func setShuffle() async throws {
    let names = ["a", "b", "c", "d", "e", "f"]
    let child = try CommandUnderTest.start(
      ["--json", "--backend", "mock"] + names.map { "mock://\($0)?duration=endless" })
    try await child.wait(for: #""status":"playing""#)
    child.write(#"{"action":"next","id":1}"# + "\n")
    for (id, isOn) in [(2, true), (3, false)] {
      child.write(#"{"action":"setShuffle","shuffled":\#(isOn),"id":\#(id)}"# + "\n")
    }
    child.write(#"{"action":"next","id":4}"# + "\n" + #"{"action":"playItem","index":5,"id":5}"# + "\n")
    child.write(#"{"action":"playItem","index":6,"id":6}"# + "\n")
    try await child.wait(for: #"{"reply":6"#)
    child.signal(SIGTERM)
    let result = await child.result()
    #expect(try Self.opened(result) == ["a", "b", "c", "f"], "\(result)")
    let modes = try result.events().filter { if case .shuffleChanged = $0 { true } else { false } }
    #expect(modes == [.shuffleChanged(true), .shuffleChanged(false)])
    let replies = try result.json().filter { $0["reply"] != nil }
    #expect(replies.map { $0["error"]?["code"]?.text } == [nil, nil, nil, nil, nil, "invalidArgument"])
  }

  @Test("A queue of nothing but bad sources ends with status 2 after one round, with --loop all too")
  func onlyBad() async throws {
    let sources = (0..<20).map { "mock://s\($0)?fail=notFound" }
    let result = try await CommandUnderTest.run(["--json", "--backend", "mock", "--loop", "all"] + sources)
    #expect(try Self.opened(result).count == 20, "\(result)")
    #expect(result.exitStatus == 2)
  }

  @Test("Among bad sources the good ones are played, whatever can't even be read")
  func goodAmongBad() async throws {
    let result = try await CommandUnderTest.run([
      "--json", "--backend", "mock", "https://www.youtube.com/about", "mock://a?duration=0.1",
      "mock://b?fail=notFound", "mock://c?duration=0.1", "/nowhere/at/all.mp4",
    ])
    let events = try result.events()
    #expect(events.filter { $0 == .statusChanged(.ended, playWhenReady: false) }.count == 2, "\(result)")
    #expect(events.filter { if case .failed = $0 { true } else { false } }.count == 3)
    #expect(result.errors.split(separator: "\n").count == 3)
    #expect(result.exitStatus == 3)
  }
}
