import MockBackend
import PlayerKit
import TestSupport
import Testing

@Suite("The feed under stress")
struct FeedStressTests {
  /// What a run is like; all of it follows from the seed.
  struct Run: Sendable, CustomTestStringConvertible {
    let seed: UInt64
    /// How many gestures are made.
    var gestures = 10_000
    var capacity = 5
    var wraps = false
    var hasPages = true
    var restTime = 0.0
    /// Whether pages fail, stall and take their time.
    var isMoody = true

    var testDescription: String {
      "seed \(seed), capacity \(capacity)\(wraps ? ", wrapping" : "")\(hasPages ? "" : ", without pages in a window")"
    }
  }

  static let runs = [
    Run(seed: 1), Run(seed: 2, wraps: true, isMoody: false), Run(seed: 3, capacity: 2, hasPages: false),
    Run(seed: 4, capacity: 1, wraps: true), Run(seed: 5, wraps: true, restTime: 0.002),
  ]

  @Test(
    "Under 10,000 random gestures never do two play nor more live than there is room for, and in the end the settled page plays and nothing is left",
    .timeLimit(.minutes(5)), arguments: runs)
  func gestures(run: Run) async throws {
    let rig = FeedRig(
      pages: 12, script: Self.script(run),
      capabilities: Set(Capability.allCases).subtracting(run.hasPages ? [] : [.presentation]),
      {
        $0.capacity = run.capacity
        $0.wraps = run.wraps
        $0.restTime = run.restTime
      })
    var generator = SplitMix64(state: run.seed)
    let underWay = Count()
    var rests = 0
    try rig.feed.settle(on: 0)
    for number in 1...run.gestures {
      await Self.gesture(rig, &generator, underWay)
      // Now and then the feed gets time of the processor, more or less of it.
      switch generator.next(below: 6) {
      case 0: await Task.yield()
      case 1:
        if await rig.comeToRest() {
          let (playing, state) = (rig.playing, rig.feed.state)
          #expect(playing.isEmpty || playing == [FeedRig.source(state.index ?? -1)], "\(state)")
          rests += 1
        }
      default: break
      }
      if number % 500 == 0 {
        #expect(rig.faults(run) == [], "after \(number) gestures")
        if !rig.faults(run).isEmpty { break }
      }
    }
    #expect(rests > 0)
    // What was sent has been taken, and a person comes to rest on a page that can be played.
    rig.feed.enterForeground()
    #expect(try await rig.letTimePass { underWay.isZero })
    // Not from the very page that is asked for: what a person has paused there stays so.
    try rig.feed.settle(on: 0)
    #expect(try await rig.letTimePass { rig.feed.state.isSettled })
    for page in [4, 3] {
      try rig.feed.settle(on: page)
      let plays = try await rig.letTimePass {
        rig.playing == [FeedRig.source(page)] && rig.feed.state.isSettled
      }
      #expect(plays, "\(rig.feed.state)")
    }
    let state = rig.feed.state
    #expect(state.index == 3 && state.isSettled, "\(state)")
    #expect(try rig.state(of: 3).status == .playing)
    #expect(rig.playing == [FeedRig.source(3)])
    #expect(rig.faults(run) == [])
    #expect(rig.listener.mostAlive <= run.capacity)
    let ending = Task { await rig.feed.shutDown() }
    // What is just being made is made first, and that takes its time.
    #expect(try await rig.letTimePass { rig.listener.alive == 0 })
    await ending.value
    #expect(rig.listener.alive == 0)
    #expect(rig.feed.state.livePages == [])
  }

  /// A person, a host or the time does something.
  private static func gesture(
    _ rig: FeedRig, _ generator: inout SplitMix64, _ underWay: Count
  ) async {
    let feed = rig.feed
    switch generator.next(below: 24) {
    case 0...5: feed.next()
    case 6...9: feed.previous()
    case 10...12:
      // A page that there is, so it is not refused.
      try? feed.settle(on: generator.next(below: feed.state.count))
    case 13: feed.willLeave()
    case 14: feed.enterBackground()
    case 15...16: feed.enterForeground()
    case 17 where feed.state.count < 60: feed.append(FeedRig.sources(feed.state.count..<feed.state.count + 1))
    case 18: for _ in 0..<generator.next(below: 50) { feed.next() }
    case 19...20:
      let action: PlayerAction =
        [
          .play, .pause, .mute, .unmute, .next, .previous, .seek(.to(Double(generator.next(below: 12)))),
          .setVolume(Double(generator.next(below: 101))), .stop,
        ][generator.next(below: 9)]
      // Whether it can be done depends on the page. Nobody waits for it, as nobody does who presses a key; but the feed
      // has it at once, so that no rest comes before it.
      underWay.add(1)
      Task.immediate {
        try? await feed.send(action)
        underWay.add(-1)
      }
    default: await rig.clock.advance(by: Double(generator.next(below: 40)) / 10)
    }
  }

  private static func script(_ run: Run) -> MockScript {
    guard run.isMoody else { return FeedRig.script() }
    var script = MockScript { source in
      guard case .stream(let url) = source.content, let page = Int(url.drop { !$0.isNumber }) else {
        return MockMedia(duration: 10)
      }
      if page % 7 == 5 { return .failing(PlayerError(.notFound, "The page is gone.")) }
      var media = MockMedia(duration: 4 + Double(page % 5))
      media.openLatency = Double(page % 4) / 10
      media.seekLatency = page % 3 == 0 ? 0.3 : 0
      if page % 5 == 2 { media.stalls = [.init(at: 1, for: 0.5)] }
      if page % 11 == 7 { media.failure = .init(at: 2, PlayerError(.network, "The line was cut.")) }
      return media
    }
    script.startLatency = 0.1
    script.performLatency = { action in
      switch action {
      case .pause, .play: 0.02
      case .cue, .load: 0.05
      default: 0
      }
    }
    return script
  }
}

extension FeedRig {
  /// Lets the mocks' time pass for a little while until the feed has nothing left to do; false where it still has.
  func comeToRest() async -> Bool {
    let isAtRest = Flag()
    Task { [feed] in
      await feed.rest()
      isAtRest.raise()
    }
    for _ in 0..<60 {
      for _ in 0..<20 where !isAtRest.isRaised { await Task.yield() }
      if isAtRest.isRaised { return true }
      await clock.advance(by: 0.05)
    }
    return false
  }

  /// Lets the mocks' time pass until something is as it should be; false where that does not come within a minute.
  func letTimePass(until isMet: () -> Bool) async throws -> Bool {
    let deadline = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < deadline {
      if isMet() { return true }
      // The feed gets some real time for each bit of the mocks'.
      try await Task.sleep(for: .milliseconds(5))
      if isMet() { return true }
      await clock.advance(by: 0.05)
    }
    return false
  }

  /// The sources that play.
  var playing: [PlayerSource] {
    listener.sessions.filter { !$0.isOver && $0.state.status == .playing }.compactMap(\.state.source)
  }

  /// What must never be, and was. Where the backend has no pages in a window nobody told it that it is in front.
  func faults(_ run: FeedStressTests.Run) -> [String] {
    listener.faults.filter { run.hasPages || !$0.hasSuffix("plays behind") }
  }
}

/// Something that happens once.
private final class Flag: Sendable {
  private let flag = Lock(false)

  var isRaised: Bool { flag.withLock { $0 } }

  func raise() { flag.withLock { $0 = true } }
}

/// How many there are.
private final class Count: Sendable {
  private let count = Lock(0)

  var isZero: Bool { count.withLock { $0 == 0 } }

  func add(_ number: Int) { count.withLock { $0 += number } }
}
