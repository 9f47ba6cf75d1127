import Glibc
import PlayerKit
import TestSupport
import Testing

@Suite("ytplay --json")
struct JSONSessionTests {
  private static func start(_ arguments: String...) throws -> Subprocess {
    try CommandUnderTest.start(["--json", "--backend", "mock"] + arguments)
  }

  private static func finish(_ child: Subprocess) async throws -> Subprocess.Result {
    child.signal(SIGTERM)
    let result = await child.result()
    #expect(result.exitStatus == 4, "\(result)")
    return result
  }

  @Test("A thousand actions are obeyed and answered in their order")
  func thousand() async throws {
    let child = try Self.start("--no-autoplay", "mock://x?duration=endless")
    for number in 0..<1000 {
      child.write(#"{"action":"setVolume","volume":\#(number % 100),"id":\#(number)}"# + "\n")
    }
    try await child.wait(for: #"{"reply":999}"#)
    let result = try await Self.finish(child)
    let replies = try result.json().compactMap { $0["reply"]?.double }
    #expect(replies == (0..<1000).map(Double.init))
    let volumes = try result.events().compactMap { event -> Double? in
      if case .volumeChanged(let volume) = event { volume } else { nil }
    }
    #expect(volumes == (0..<1000).map { Double($0 % 100) })
  }

  @Test("A crash of ytplay, and so of a plugin in whichever language, leaves no dump of what is played")
  func noCoreDump() async throws {
    let child = try Self.start("--no-autoplay", "mock://x?duration=endless")
    child.write(#"{"action":"play","id":1}"# + "\n")
    try await child.wait(for: #"{"reply":1}"#)
    #expect(try #require(ProcessTable.coreLimit(of: child.processID)) <= 1)
    _ = try await Self.finish(child)
  }

  @Test("A reply follows what came before it and precedes what came after")
  func replyPlaces() async throws {
    let child = try Self.start("--no-autoplay", "mock://x?duration=endless")
    for number in 0..<300 {
      child.write(#"{"action":"setVolume","volume":\#(number % 100),"id":\#(number)}"# + "\n")
      child.write(#"{"action":"setVolume","volume":101,"id":"no"}"# + "\n")
    }
    try await child.wait(for: #"{"reply":299}"#)
    let result = try await Self.finish(child)
    let story = try result.json().compactMap { line -> String? in
      switch line["event"]?.text {
      case "volumeChanged": "changed"
      case "rejected": "rejected"
      case nil where line["reply"] != nil: line["error"] == nil ? "taken" : "refused"
      default: nil
      }
    }
    let expected = (0..<300).flatMap { _ in ["changed", "taken", "rejected", "refused"] }
    #expect(story.starts(with: expected.dropLast(2)))
  }

  @Test("A line that is no action is rejected, and the stream goes on")
  func badLines() async throws {
    let child = try Self.start("--no-autoplay", "mock://x?duration=endless")
    let lines = [
      "nonsense", "", #"{"action":"fly","id":"a"}"#, #"{"action":"setVolume","volume":200,"id":"b"}"#,
      String(repeating: "x", count: 70_000), #"{"action":"setRate","rate":1.5,"id":"c"}"#,
    ]
    // As much as a pipe holds, and more: in two pieces.
    child.write(lines.prefix(4).joined(separator: "\n") + "\n")
    try await child.wait(for: #"{"reply":"b""#)
    child.write(lines[4] + "\n")
    child.write(lines[5] + "\n")
    try await child.wait(for: #"{"reply":"c"}"#)
    let result = try await Self.finish(child)
    let rejected = try result.events().compactMap { event -> PlayerError.Code? in
      if case .rejected(_, let error) = event { error.code } else { nil }
    }
    #expect(
      rejected == [.invalidArgument, .invalidArgument, .invalidArgument, .invalidArgument, .invalidArgument])
    let replies = try result.json().filter { $0["reply"] != nil }
    #expect(replies.map { $0["reply"]?.text } == ["a", "b", "c"])
    #expect(replies.map { $0["error"]?["code"]?.text } == ["invalidArgument", "invalidArgument", nil])
    #expect(try result.events().contains(.rateChanged(1.5)))
  }

  @Test("The end of standard input ends nothing, and a last line without its end counts")
  func endOfInput() async throws {
    let result = try await CommandUnderTest.run(
      ["--json", "--backend", "mock", "--no-autoplay", "mock://x?duration=0.3"],
      input: #"{"action":"play","id":1}"#)
    #expect(result.lines.contains(#"{"reply":1}"#))
    #expect(try result.events().contains(.statusChanged(.ended, playWhenReady: false)), "\(result)")
    #expect(result.exitStatus == 0)
  }

  @Test("The program ends after the last source, with standard input open")
  func openInput() async throws {
    let child = try Self.start("mock://x?duration=0.3")
    let result = await child.result()
    #expect(result.exitStatus == 0, "\(result)")
    #expect(try result.events().last == .closed)
  }

  @Test("--no-autoplay waits at the first source until told to play, and then plays on")
  func noAutoplay() async throws {
    let child = try Self.start("--no-autoplay", "mock://one?duration=0.3", "mock://two?duration=0.3")
    try await child.wait(for: #""status":"queued""#)
    #expect(!child.outputSoFar.contains(#""status":"playing""#))
    child.write(#"{"action":"play"}"# + "\n")
    let result = await child.result()
    #expect(
      try result.events().filter { $0 == .statusChanged(.ended, playWhenReady: false) }.count == 2,
      "\(result)")
    #expect(result.exitStatus == 0)
  }

  @Test("next and previous go through a source's own items, and at their ends through the sources")
  func moves() async throws {
    let list = "mock://list?items=2&duration=endless"
    let child = try Self.start("mock://one?duration=endless", list, "mock://three?duration=endless")
    try await child.wait(for: #""status":"playing""#)
    for (index, action) in ["next", "next", "next", "previous", "previous", "next"].enumerated() {
      child.write(#"{"action":"\#(action)","id":\#(index)}"# + "\n")
      try await child.wait(for: #"{"reply":\#(index)}"#)
    }
    let result = try await Self.finish(child)
    var places: [String] = []
    for event in try result.events() {
      switch event {
      case .sourceChanged(let source?):
        if case .stream(let url) = source.content { places.append(String(url.dropFirst(7).prefix(3))) }
      case .itemsChanged(_, index: let index?): places.append("\(index)")
      default: break
      }
    }
    #expect(places == ["one", "lis", "0", "1", "thr", "lis", "0", "one", "lis", "0"], "\(result)")
  }

  @Test("next at the last source ends the program")
  func nextAtTheEnd() async throws {
    let child = try Self.start("mock://one?duration=endless")
    try await child.wait(for: #""status":"playing""#)
    child.write(#"{"action":"next"}"# + "\n")
    let result = await child.result()
    #expect(try result.events().contains(.statusChanged(.ended, playWhenReady: false)))
    #expect(result.exitStatus == 0)
  }

  @Test("What was paused stays paused when the source changes")
  func pausedMove() async throws {
    let child = try Self.start("mock://one?duration=endless", "mock://two?duration=endless")
    try await child.wait(for: #""status":"playing""#)
    child.write(#"{"action":"pause","id":1}"# + "\n" + #"{"action":"next","id":2}"# + "\n")
    try await child.wait(for: #""status":"queued""#)
    let result = try await Self.finish(child)
    #expect(try result.events().filter { $0 == .statusChanged(.playing) }.count == 1, "\(result)")
  }

  @Test("With several sources --loop all goes round, and can be switched off")
  func loopAll() async throws {
    let child = try Self.start("--loop", "all", "mock://one?duration=0.2", "mock://two?duration=0.2")
    _ = await child.waitForOutput { $0.components(separatedBy: #""status":"ended""#).count > 3 }
    child.write(#"{"action":"setLoop","loop":"off"}"# + "\n")
    let result = await child.result()
    let events = try result.events()
    #expect(events.filter { $0 == .statusChanged(.ended, playWhenReady: false) }.count > 2)
    #expect(
      events.filter { if case .loopChanged = $0 { true } else { false } } == [
        .loopChanged(.all), .loopChanged(.off),
      ])
    #expect(result.exitStatus == 0)
  }

  @Test("Another source can be loaded in the place of the one that plays")
  func load() async throws {
    let child = try Self.start("mock://one?duration=endless", "mock://two?duration=0.2")
    try await child.wait(for: #""status":"playing""#)
    child.write(#"{"action":"load","source":"mock://other?duration=0.2","id":1}"# + "\n")
    child.write(#"{"action":"load","source":"-","id":2}"# + "\n")
    let result = await child.result()
    #expect(result.output.contains(#"{"reply":1}"#))
    #expect(result.output.contains(#"{"reply":2,"error":{"code":"invalidSource""#), "\(result)")
    #expect(try result.events().filter { $0 == .statusChanged(.ended, playWhenReady: false) }.count == 2)
    #expect(result.exitStatus == 0)
  }

  @Test("--states tells each new state behind the event that made it")
  func states() async throws {
    let result = try await CommandUnderTest.run(
      ["--json", "--states", "--backend", "mock", "mock://x?duration=0.3"])
    var state = PlayerState.empty
    var statesSeen = 0
    for line in result.lines {
      if line.hasPrefix(#"{"event""#) {
        state.apply(try JSONLine.decode(PlayerEvent.self, from: Array(line.utf8)))
      } else {
        #expect(line == String(decoding: JSONLine.encode(state), as: UTF8.self))
        statesSeen += 1
      }
    }
    #expect(statesSeen > 5)
    #expect(state.status == .unstarted)
  }

  @Test("A source that can't be read has failed, and is told as such")
  func unreadableSource() async throws {
    let result = try await CommandUnderTest.run([
      "--json", "--backend", "mock", "https://www.youtube.com/about",
    ])
    let errors = try result.events().compactMap { event -> PlayerError.Code? in
      if case .failed(let error, _) = event { error.code } else { nil }
    }
    #expect(errors == [.invalidSource])
    #expect(result.exitStatus == 2)
  }
}
