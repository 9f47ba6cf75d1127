import PlayerKit

/// Rule 12, the other way: what is listed works.
enum ListedCapabilities {
  static let checks = [
    Check("setRate sets the rate", attempts: 4) { context in
      try context.requireCapability(.setRate)
      try await context.withSession { session in
        try await session.play(context.media.main)
        let rate = session.rate(near: 2)
        let mark = try await session.perform(.setRate(2))
        try await session.wait(until: "rateChanged(\(rate.text))", from: mark) { $0.rate == rate }
        try await session.waitForTime(beyond: 0.2, from: mark)
        let pace = try await Pace.measure(session, for: 1.3)
        try require(
          abs(pace.rate - rate) < 0.2 * rate, "at the rate \(rate.text) the time ran at \(pace.rate.text)")
      }
    },
    Check("setRate takes the nearest rate listed") { context in
      try context.requireCapability(.setRate)
      try await context.withSession { session in
        try await session.play(context.media.main)
        let rates = session.state.availableRates
        if rates.isEmpty { throw NotChecked("it takes any rate") }
        let nearest = session.rate(near: 1.3)
        let mark = try await session.perform(.setRate(1.3))
        try await session.wait(until: "rateChanged(\(nearest.text))", from: mark) { $0.rate == nearest }
      }
    },
    Check("with the loop one the source starts again without ended") { context in
      try context.requireCapability(.setLoop)
      let duration = try await context.seekableDuration()
      let (start, end) = (duration * 0.2, duration * 0.2 + 0.7)
      try await context.withSession { session in
        let set = try await session.perform(.setLoop(.one))
        try await session.wait(until: "loopChanged(one)", from: set) { $0.loop == .one }
        var mark = try await session.play(context.main(start: start, end: end))
        for _ in 1...2 {
          let again = try await session.wait(for: "seeked to the start", from: mark) {
            guard let landing = $0.event.landing else { return false }
            return abs(landing - start) <= context.landingTolerance
          }
          mark = again.index + 1
        }
        try session.requireNone(from: set) { entry in
          entry.event.status == .ended || entry.event.status == .paused
            ? "while it loops came \(entry.event.text)" : nil
        }
        let off = try await session.perform(.setLoop(.off))
        try await session.waitForStatus(.ended, from: off)
      }
    },
    Check("setTrack selects a track, or none") { context in
      try context.requireCapability(.setTrack)
      try await context.withSession { session in
        try await session.play(context.options.videoSource ?? context.media.main)
        try await session.watch(from: 0) { _ in nil }
        let state = session.state
        guard let (kind, id) = state.selectedTracks.min(by: { $0.key.rawValue < $1.key.rawValue }) else {
          throw NotChecked("no track is selected in the source")
        }
        let none = session.mark()
        if let error = try await session.result(of: .setTrack(kind, id: nil)) {
          // Without its only picture there may be nothing left to play.
          try require(
            error.code == .unsupported && kind == .video && state.selectedTracks[.audio] == nil,
            "setTrack \(kind) none threw \(error.text)")
          try require(
            session.state.selectedTracks == state.selectedTracks,
            "setTrack \(kind) none, refused, changed the selected tracks")
          throw NotChecked(error.message)
        }
        try await session.wait(until: "tracksChanged without \(kind)", from: none) {
          $0.selectedTracks[kind] == nil
        }
        let back = try await session.perform(.setTrack(kind, id: id))
        try await session.wait(until: "tracksChanged with \(kind) \(id)", from: back) {
          $0.selectedTracks[kind] == id
        }
      }
    },
    Check("setTrack refuses a track that is not there") { context in
      try context.requireCapability(.setTrack)
      try await context.withSession { session in
        try await session.playAndPause(context.media.main)
        for kind in TrackKind.allCases {
          let selected = session.state.selectedTracks
          try await session.performRefused(
            .setTrack(kind, id: "no such track"), .invalidArgument, .unsupported)
          try require(
            session.state.selectedTracks == selected, "a refused track changed the selected ones")
        }
      }
    },
    Check("setQuality sets a quality") { context in
      try context.requireCapability(.setQuality)
      try await context.withSession { session in
        try await session.play(context.options.videoSource ?? context.media.main)
        try await session.watch(from: 0) { _ in nil }
        let state = session.state
        guard let other = state.availableQualities.first(where: { $0 != state.quality }) else {
          throw NotChecked("the source has one quality")
        }
        let mark = try await session.perform(.setQuality(other))
        try await session.wait(until: "qualityChanged(\(other.name))", from: mark) { $0.quality == other }
      }
    },
    Check("preciseSeek lands on the frame asked for") { context in
      try context.requireCapability(.preciseSeek)
      try await context.withSession { session in
        try await session.playAndPause(context.options.videoSource ?? context.media.main)
        let duration = try await session.seekableDuration()
        for fraction in [0.137, 0.713, 0.389] {
          let target = duration * fraction
          let mark = try await session.perform(.seek(.to(target), precise: true))
          let landing = try await session.waitForLanding(from: mark).event.landing ?? .infinity
          try require(
            abs(landing - target) <= context.landingTolerance,
            "a precise seek to \(target.text) s landed at \(landing.text) s")
        }
      }
    },
  ]
}
