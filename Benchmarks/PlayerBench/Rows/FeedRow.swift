import PlayerKit
import PlayerPlugins

/// Row 13: from a swipe to `playing`, over web pages: to a neighbour that is ready, and to a page that is not there yet.
struct FeedRow: BenchRow {
  let number = 13
  let title = "feed: swipe to playing, neighbour ready, by cold"

  /// A feed over a program of its own, of which a page is in front and paused.
  private struct Swiper {
    let program: PluginProgram
    let feed: PlayerFeed

    init(ready: Bool) async throws {
      program = try IFrameProgram.make()
      var options = PlayerFeed.Options()
      options.capacity = 3
      options.preloadsAhead = ready ? 1 : 0
      options.preloadsBehind = 0
      feed = PlayerFeed(
        sources: Array(repeating: try IFrameProgram.video, count: 1000),
        registry: BackendRegistry([program.provider]), feed: options)
      try feed.settle(on: 0)
      try await feed.waitFor { $0.isSettled }
      try await prepare()
    }

    /// Milliseconds from a swipe until the page plays.
    func swipe() async throws -> Double {
      let events = feed.events
      let start = now()
      guard feed.next() else { throw NotMeasured("the feed has come to its end") }
      for await event in events {
        if case .player(.statusChanged(.playing, _), page: _) = event { break }
      }
      let time = Double(now() - start) / 1e6
      try await prepare()
      return time
    }

    /// Waits until it plays and what is to be ready is, and pauses.
    private func prepare() async throws {
      try await feed.current?.waitFor { $0.status == .playing }
      if feed.options.preloadsAhead > 0, let index = feed.state.index {
        try await feed.waitFor { $0.livePages.contains(index + 1) }
        try await feed.player(at: index + 1)?.waitFor { $0.status == .queued }
      }
      try await feed.send(.pause)
    }

    func end() async {
      await feed.shutDown()
      await program.stop()
    }
  }

  func measure() async throws -> [Measurement] {
    let pairs = try await withDisplayAndYouTube {
      let (ready, cold) = (try await Swiper(ready: true), try await Swiper(ready: false))
      let pairs = try await inTurn(seconds: 45) {
        // Each begins somewhere between two frames, which is most of what it takes.
        var times: [Double] = []
        for _ in 1...5 { times.append(try await ready.swipe()) }
        return median(times)
      } _: {
        try await cold.swipe()
      }
      await ready.end()
      await cold.end()
      return pairs
    }
    return [
      Measurement(title: title, pairs, unit: .milliseconds, mark: .ratioAtMost(0.2))
    ]
  }
}
