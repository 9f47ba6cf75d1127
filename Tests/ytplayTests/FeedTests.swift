import Foundation
import MockBackend
import PlayerKit
import TestSupport
import Testing

@testable import ytplay

@Suite("ytplay feed")
struct FeedTests {
  private static func start(_ arguments: String...) throws -> Subprocess {
    try CommandUnderTest.start(["feed", "--json", "--backend", "mock"] + arguments)
  }

  private static func run(_ arguments: String...) async throws -> Subprocess.Result {
    try await CommandUnderTest.run(["feed", "--backend", "mock"] + arguments)
  }

  /// The pages that came to the front, in order.
  private static func pages(_ result: Subprocess.Result) throws -> [Double] {
    try result.json().filter { $0["event"]?.text == "pageChanged" }.compactMap { $0["page"]?.double }
  }

  @Test("One page after another is played, a broken one is passed, and the status says so")
  func playing() async throws {
    let result = try await Self.run(
      "mock://a?duration=0.3", "mock://b?fail=notFound", "mock://c?duration=0.3")
    #expect(result.exitStatus == 3, "\(result)")
    #expect(
      result.lines == [
        "page 1/3 mock://a?duration=0.3", "opening mock://a?duration=0.3", "playing mock://a?duration=0.3",
        "ended mock://a?duration=0.3", "page 2/3 mock://b?fail=notFound", "opening mock://b?fail=notFound",
        "page 3/3 mock://c?duration=0.3", "playing mock://c?duration=0.3", "ended mock://c?duration=0.3",
      ])
    #expect(result.errors.contains("ytplay: The source fails as it was asked to, with notFound."))
  }

  @Test(
    "The exit status is that of playing",
    arguments: [
      (["mock://a?duration=0.2"], 0), (["mock://a?fail=network", "mock://b?fail=notFound"], 2),
      (["mock://a?duration=0.2", "javascript:x"], 3), (["javascript:x"], 2),
      (["--loop", "all", "mock://a?fail=network"], 2), ([], 1), (["-"], 1),
      (["--vertical", "--horizontal", "mock://a"], 1), (["--backend", "nothing", "mock://a"], 1),
      (["--check", "mock", "mock://a"], 1),
    ] as [([String], Int32)])
  func status(arguments: [String], status: Int32) async throws {
    let result = try await CommandUnderTest.run(["feed", "--backend", "mock"] + arguments)
    #expect(result.exitStatus == status, "\(result)")
  }

  @Test("With --json the pages are told, each with its state, and the events of the one in front")
  func events() async throws {
    let child = try Self.start(
      "mock://a?duration=endless", "mock://b?duration=endless", "mock://c?duration=endless")
    try await child.wait(for: #"{"event":"pagesChanged","count":3,"live":[0,1,2]}"#)
    child.write(#"{"action":"settle","by":1,"id":"swipe"}"# + "\n")
    try await child.wait(for: #"{"event":"pageChanged","count":3,"page":1}"#)
    child.write(#"{"action":"setVolume","volume":30,"id":"volume"}"# + "\n")
    try await child.wait(for: #"{"reply":"volume"}"#)
    child.write(#"{"action":"settle","page":0}"# + "\n" + #"{"action":"pause","id":"pause"}"# + "\n")
    try await child.wait(for: #"{"reply":"pause"}"#)
    child.signal(SIGTERM)
    let result = await child.result()
    #expect(result.exitStatus == 4, "\(result)")
    #expect(try Self.pages(result) == [0, 1, 0])
    // Each page comes with the state that its events go on from.
    var state: JSONValue?
    var front: [String?] = []
    for line in try result.json() {
      if let told = line["state"] { state = told }
      if line["event"]?.text == "statusChanged", line["status"]?.text == "playing" {
        front.append(state?["source"]?["url"]?.text)
      }
    }
    #expect(front.last == "mock://a?duration=endless")
    // The reply follows what it led to, and the page before is silent before the next one comes.
    let lines = result.lines
    let volume = try #require(lines.firstIndex { $0.hasPrefix(#"{"event":"volumeChanged","volume":30"#) })
    let reply = try #require(lines.firstIndex(of: #"{"reply":"volume"}"#))
    #expect(volume < reply)
    let paused = try #require(lines.firstIndex { $0.contains(#""status":"paused""#) })
    let second = try #require(lines.firstIndex(of: #"{"event":"pageChanged","count":3,"page":1}"#))
    #expect(paused < second)
    #expect(lines.last == #"{"event":"closed"}"#)
  }

  @Test("What is asked for wrongly is rejected, and the stream goes on")
  func badActions() async throws {
    let child = try Self.start("mock://a?duration=endless", "mock://b")
    try await child.wait(for: #""status":"playing""#)
    let lines = [
      "nonsense", #"{"action":"settle"}"#, #"{"action":"settle","page":2}"#,
      #"{"action":"settle","page":"x"}"#,
      #"{"action":"settle","page":1,"by":1}"#, #"{"action":"append"}"#,
      #"{"action":"append","sources":["javascript:x"]}"#,
      #"{"action":"settle","by":1,"by":2}"#, #"{"action":"load","source":"mock://c"}"#,
      #"{"action":"clear"}"#,
      #"{"action":"fly"}"#, #"{"action":"settle","page":99999999999999999999}"#,
    ]
    for line in lines { child.write(line + "\n") }
    child.write(#"{"action":"currentTime","id":"end"}"# + "\n")
    try await child.wait(for: #"{"reply":"end"}"#)
    child.signal(SIGTERM)
    let result = await child.result()
    let rejected = try result.json().filter { $0["event"]?.text == "rejected" }
    #expect(rejected.count == lines.count, "\(rejected)")
    #expect(try Self.pages(result) == [0])
  }

  @Test("Pages can be appended, moved by a finger, and put in the background")
  func moving() async throws {
    let child = try Self.start("mock://a?duration=endless")
    try await child.wait(for: #""status":"playing""#)
    child.write(
      #"{"action":"append","sources":["mock://b?duration=endless",{"kind":"stream","url":"mock://c"}]}"#
        + "\n")
    try await child.wait(for: #"{"event":"pagesChanged","count":3,"live":[0,1,2]}"#)
    for action in ["willLeave", "enterBackground"] {
      let count = child.outputSoFar.count
      child.write(#"{"action":"\#(action)"}"# + "\n")
      #expect(await child.waitForOutput { $0.dropFirst(count).contains(#""status":"paused""#) })
      let end = child.outputSoFar.count
      child.write(
        (action == "willLeave" ? #"{"action":"settle","page":0}"# : #"{"action":"enterForeground"}"#) + "\n")
      #expect(await child.waitForOutput { $0.dropFirst(end).contains(#""status":"playing""#) })
    }
    child.signal(SIGTERM)
    #expect(await child.result().exitStatus == 4)
  }

  @Test("Stopping the job pauses the page in front, and it goes on with the job")
  func stopping() async throws {
    let child = try Self.start("mock://a?duration=endless", "mock://b?duration=endless")
    try await child.wait(for: #""status":"playing""#)
    child.signal(SIGTSTP)
    try await child.wait(for: #""status":"paused""#)
    let count = child.outputSoFar.count
    // The job is stopped a little after that has been told.
    let isGoingOn = { child.outputSoFar.dropFirst(count - 1).contains(#""status":"playing""#) }
    for _ in 0..<400 where !isGoingOn() {
      child.signal(SIGCONT)
      try await Task.sleep(for: .milliseconds(50))
    }
    #expect(isGoingOn())
    child.signal(SIGTERM)
    #expect(await child.result().exitStatus == 4)
  }

  @Test("A job that is stopped and continued stays in the background, where its client has put it")
  func stoppingInBackground() async throws {
    // A job of its own, because the stop of a process group that nobody watches is ignored.
    let script = #"""
      set -m
      mkfifo "$1/in" && exec 5<> "$1/in"
      "$ytplay" feed --json --backend mock 'mock://a?duration=60' < "$1/in" > "$1/out" &
      state() { read -r _ _ state _ < "/proc/$1/stat"; echo "$state"; }
      has() { until grep -q "$2" "$1/out"; do sleep 0.02; done; }
      has "$1" '"status":"playing"'
      echo '{"action":"enterBackground"}' >&5
      has "$1" '"status":"paused"'
      kill -TSTP $!
      until [ "$(state $!)" = T ]; do sleep 0.02; done
      kill -CONT $!
      for turn in 1 2 3 4 5; do
        echo "{\"action\":\"currentTime\",\"id\":\"$turn\"}" >&5
        has "$1" "{\"reply\":\"$turn\"}"
      done
      grep -c '"status":"playing"' "$1/out"
      echo '{"action":"enterForeground"}' >&5
      until [ "$(grep -c '"status":"playing"' "$1/out")" = 2 ]; do sleep 0.02; done
      kill -TERM $!
      wait $!
      echo $?
      """#
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let result = try await CommandUnderTest.shell(script, [folder])
    #expect(result.lines.filter { !$0.isEmpty } == ["1", "4"], "\(result)")
  }

  @Test("It wraps around with --loop all, and repeats a page with --loop one")
  func looping() async throws {
    let child = try Self.start("--loop", "all", "mock://a?duration=0.3", "mock://b?duration=0.3")
    #expect(await child.waitForOutput { $0.components(separatedBy: #""pageChanged""#).count > 5 })
    child.signal(SIGTERM)
    let result = await child.result()
    #expect(try Self.pages(result).prefix(5) == [0, 1, 0, 1, 0])
    let one = try Self.start("--loop", "one", "mock://a?duration=0.3", "mock://b?duration=0.3")
    #expect(await one.waitForOutput { $0.components(separatedBy: #""event":"seeked""#).count > 3 })
    one.write(#"{"action":"settle","by":1}"# + "\n")
    try await one.wait(for: #"{"event":"pageChanged","count":2,"page":1}"#)
    #expect(await one.waitForOutput { $0.components(separatedBy: #""event":"seeked""#).count > 6 })
    one.signal(SIGTERM)
    #expect(try await Self.pages(one.result()) == [0, 1])
  }

  @Test("Files play through mpv one after another without a display, by their sound alone")
  func soundAlone() async throws {
    let (first, second) = (try await TestMedia.audio(seconds: 1), try await TestMedia.video(seconds: 1))
    let result = try await CommandUnderTest.run(
      ["feed", "--json", "--mpv", "ao=null", first, "/nonexistent/film.mkv", second])
    #expect(result.exitStatus == 3, "\(result)")
    #expect(try Self.pages(result) == [0, 1, 2])
    #expect(try result.json().count { $0["status"]?.text == "ended" } == 2)
    #expect(try result.json().contains { $0["error"]?["code"]?.text == "notFound" })
  }

  @Test(
    "A step goes as far as there are pages", arguments: [(Int.max, 2), (Int.min, 0), (1, 1), (2, 2), (-3, 0)])
  func steps(step: Int, page: Int) throws {
    let feed = PlayerFeed(
      sources: (0..<3).map { PlayerSource(.stream("mock://\($0)")) },
      registry: BackendRegistry([MockBackend.provider]), backend: "mock")
    try feed.perform(.go(by: step))
    #expect(feed.state.index == page)
  }

  @Test("The tally counts each page as it was the last time")
  func tally() {
    let gone = PlayerEvent.failed(PlayerError(.notFound, "Gone."))
    var tally = FeedTally(unreadable: 0)
    #expect(tally.status == .success)
    tally.take(gone, page: 0)
    #expect(tally.status == .nothingPlayed)
    tally.take(.statusChanged(.playing), page: 1)
    #expect(tally.status == .partlyPlayed)
    tally.take(.statusChanged(.queued), page: 0)
    #expect(tally.status == .success)
    tally.take(gone, page: 1)
    #expect(tally.status == .partlyPlayed)
    #expect(FeedTally(unreadable: 1).status == .nothingPlayed)
  }
}
