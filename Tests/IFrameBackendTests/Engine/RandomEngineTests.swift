import IFramePage
import PlayerKit
import TestSupport
import Testing

@testable import IFrameBackend

@Suite("The engine under any actions at any moments")
struct RandomEngineTests {
  @Test(
    "No sequence of actions breaks the contract, and the player ends up as the state says", arguments: 0..<8)
  func sequences(_ part: Int) throws {
    for seed in 0..<150 {
      let fault = try Self.fault(UInt64(part * 1000 + seed))
      #expect(fault == nil, "seed \(part * 1000 + seed): \(fault ?? "")")
      if fault != nil { return }
    }
  }

  @Test("Nor does the death of the page amid it", arguments: 0..<4)
  func deaths(_ part: Int) throws {
    for seed in 0..<60 {
      let fault = try Self.fault(UInt64(part * 1000 + seed), deaths: 3)
      #expect(fault == nil, "seed \(part * 1000 + seed): \(fault ?? "")")
      if fault != nil { return }
    }
  }

  /// What is wrong with a random sequence, if anything.
  ///
  /// - Parameter deaths: how often the page dies at most.
  static func fault(_ seed: UInt64, deaths: Int = 0) throws -> String? {
    var random = SplitMix64(state: seed)
    let bench = Bench({ $0.timeInterval = 0.25 }, seed: seed)
    bench.youTube.lists["PLrandom-list-of-three"] = ["listitem--1", "listitem--2", "listitem--3"]
    for id in ["listitem--1", "listitem--2", "listitem--3"] {
      bench.youTube.videos[id] = FakeYouTube.Video(id: id, length: 5.5)
    }
    let judge = Judge()
    bench.watch = { event, state in
      judge.take(event, state)
    }
    for _ in 0..<Int(4 + random.next() % 14) {
      let action = try action(&random)
      do throws(PlayerError) {
        try bench.perform(action)
      } catch {
        if ![.nothingLoaded, .invalidArgument, .unsupported].contains(error.code) {
          return "\(action) threw \(error)"
        }
      }
      if bench.reloads < deaths, random.next() % 5 == 0 { bench.kill() }
      var left = Double([0, 0, 2, 20, 150, 400, 900, 2500][Int(random.next() % 8)]) / 1000
      while left > 0 {
        bench.run(for: min(left, 0.05))
        left -= 0.05
        judge.listen(bench)
      }
      if let fault = judge.fault { return fault }
    }
    for _ in 0..<60 {
      bench.run(for: 0.1)
      judge.listen(bench)
    }
    // It may be just at an end.
    if let fault = judge.fault { return fault }
    return settled(bench) == nil ? nil : later(bench, judge)
  }

  private static func later(_ bench: Bench, _ judge: Judge) -> String? {
    bench.run(for: 0.3)
    return judge.fault ?? settled(bench)
  }

  private static func action(_ random: inout SplitMix64) throws -> PlayerAction {
    let place = Double(random.next() % 3200) / 100
    return switch random.next() % 26 {
    case 0, 1: .load(try .youTube("aaaaaaaaaaa"))
    case 2: .load(try .youTube("bbbbbbbbbbb", start: 3.5))
    case 3: .cue(try .youTube("aaaaaaaaaaa", start: 2))
    case 4: .load(try .youTube("aaaaaaaaaaa", start: 5, end: 6.2))
    case 5: .load(try .youTube("https://youtube.com/playlist?list=PLrandom-list-of-three"))
    case 6:
      .cue(try .youTube("https://youtube.com/watch_videos?video_ids=listitem--1,listitem--2,listitem--3"))
    case 7, 8, 9: .play
    case 10, 11: .pause
    case 12: .stop
    case 13: random.next() % 3 == 0 ? .clear : .play
    case 14, 15, 16: .seek(.to(place))
    case 17: .seek(.by(place - 16))
    case 18: .seek(.fraction(place / 32))
    case 19: .next
    case 20: .previous
    case 21: .playItem(Int(random.next() % 3))
    case 22: .setVolume(Double(random.next() % 101))
    case 23: random.next() % 2 == 0 ? .mute : .unmute
    case 24: .setRate([0.5, 1, 1.5, 2][Int(random.next() % 4)])
    default: .currentTime
    }
  }

  /// What does not fit together once all is quiet.
  private static func settled(_ bench: Bench) -> String? {
    let state = bench.engine.state
    guard let player = bench.youTube.player, player.isReady else {
      // A page that has come back makes one only where it is needed.
      let isAtRest = state.status == .ended || state.status == .paused
      return state.source == nil || state.status == .unstarted || bench.reloads > 0 && isAtRest
        ? nil : "there is no player, and it is \(state.status)"
    }
    if state.source != nil || player.video != nil {
      if player.volume != state.volume.rounded() {
        return "the volume is \(player.volume), not \(state.volume)"
      }
      if player.isMuted != state.isMuted { return "muted is \(player.isMuted), not \(state.isMuted)" }
      if player.rate != state.rate { return "the rate is \(player.rate), not \(state.rate)" }
    }
    if state.isSeeking { return "a seek has not landed" }
    if bench.youTube.isSilenced { return "it is still silenced" }
    switch state.status {
    case .playing:
      if !player.isRunning { return "it says playing, and the player is \(player.state)" }
      if abs(player.position - state.currentTime) > 0.6 * state.rate {
        return "it says \(state.currentTime), and the player is at \(player.position)"
      }
      if let id = state.metadata.videoID, id != player.video?.id {
        return "it says \(id), not \(player.video?.id ?? "")"
      }
    // What was cued is sent there by the next play.
    case .paused where bench.engine.player?.holds == bench.engine.programme && player.state != 5:
      if abs(player.position - state.currentTime) > 0.15 {
        return "paused, it says \(state.currentTime), and the player is at \(player.position)"
      }
    case .buffering where player.state == 3 || player.state == -1: return nil  // Between two items.
    case .buffering: return "it is still buffering, and the player is \(player.state)"
    case .paused, .unstarted, .queued, .ended: break
    }
    if state.status != .playing && player.isRunning { return "it is \(state.status), and the player runs" }
    return nil
  }
}

/// Watches that events keep the contract.
private final class Judge {
  private(set) var fault: String?
  private var target: Double?
  private var floor = -Double.infinity
  private var hasEnded = false
  private var lastTime: Double?
  private var unwanted = 0
  private var hasMoved = false

  func take(_ event: PlayerEvent, _ state: PlayerState) {
    let after = state.applying(event)
    switch event {
    case .sourceChanged:
      target = nil
      floor = -.infinity
      hasEnded = false
    case .seeking(let place):
      target = place
      hasMoved = false
      hasEnded = false
    case .seeked(let place):
      if target == nil { blame("seeked(\(place)) came without a seek under way") }
      // An end takes the place of a seek.
      let end = min(state.source?.end ?? .infinity, state.duration ?? .infinity)
      if let target, abs(place - target) > 1.2, !hasMoved, place != end {
        blame("a seek to \(target) landed at \(place)")
      }
      target = nil
      hasMoved = false
      floor = place
    case .itemsChanged:
      floor = -.infinity
      // The earlier item's seek ends with it.
      if target != nil { target = after.currentTime }
      hasMoved = target != nil
    case .timeChanged(let time):
      lastTime = time
      if target == nil {
        if state.status == .playing, time < floor - 0.0001 {
          blame("the time went from \(floor) back to \(time)")
        }
        floor = time
      }
      if time < 0 { blame("the time \(time) came") }
      if state.source == nil, time != 0 { blame("without a source came the time \(time)") }
    case .statusChanged(.ended, _):
      if hasEnded { blame("ended came twice") }
      hasEnded = true
      let end = min(state.source?.end ?? .infinity, state.duration ?? .infinity)
      if state.items.count < 2, abs((lastTime ?? -1) - end) > 0.001 {
        blame("it ended at \(lastTime ?? -1), not at \(end)")
      }
    case .statusChanged(.playing, let wish):
      hasEnded = false
      if wish == true || !state.playWhenReady { blame("it said playing though it was held") }
      if state.isSeeking, state.status != .playing { blame("it said playing amid a seek") }
    case .statusChanged(let status, _):
      hasEnded = false
      // A stop ends a seek under way.
      if status == .unstarted { hasMoved = target != nil }
    case .failed(let error, _): blame("it failed: \(error)")
    default: break
    }
    if after.isSeeking, let target, after.currentTime != target {
      blame("amid a seek to \(target) it said \(after.currentTime)")
    }
  }

  /// Notices sound that nobody wants.
  func listen(_ bench: Bench) {
    let isUnwanted = bench.youTube.player?.isAudible == true && !bench.engine.state.playWhenReady
    unwanted = isUnwanted ? unwanted + 1 : 0
    if unwanted > 5 { blame("it sounds though it is \(bench.engine.state.status) and held") }
  }

  private func blame(_ text: String) {
    fault = fault ?? text
  }
}
