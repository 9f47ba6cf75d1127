import Foundation
import MockBackend
import PlayerKit

extension Flaw {
  /// Flaws of failures and of order: rules 13 to 15 and 18.
  static let failing: [Flaw] = [
    Flaw(13, "a source that fails ends", seen: "failed did not come") {
      $0.onEvent = { event, wires in
        if case .failed = event { wires.send(.statusChanged(.ended)) } else { wires.send(event) }
      }
    },
    Flaw(13, "failed comes twice", seen: "after failed came failed") {
      $0.onEvent = { event, wires in
        wires.send(event)
        if case .failed = event { wires.send(after: 10, event) }
      }
    },
    Flaw(13, "the cause is another", seen: "a missing file failed with unknown") {
      $0.onEvent = { event, wires in
        if case .failed = event { wires.send(.failed(broken(.unknown))) } else { wires.send(event) }
      }
    },
    Flaw(13, "the cause has no words", seen: "has no message") {
      $0.onEvent = { event, wires in
        if case .failed(let error, _) = event {
          wires.send(.failed(PlayerError(error.code, "")))
        } else {
          wires.send(event)
        }
      }
    },
    Flaw(13, "a missing file takes its time to fail", seen: "a missing file failed after") {
      $0.onEvent = { event, wires in
        if case .failed = event { wires.send(after: 1200, event) } else { wires.send(event) }
      }
    },
    Flaw(13, "a source that fails plays first", seen: "a source that fails sent playing") {
      $0.onEvent = { event, wires in
        if case .failed = event { wires.send(.statusChanged(.playing)) }
        wires.send(event)
      }
    },
    Flaw(13, "a failure leaves a status behind", seen: "after failed came buffering") {
      $0.onEvent = { event, wires in
        wires.send(event)
        if case .failed = event { wires.send(.statusChanged(.buffering)) }
      }
    },
    Flaw(13, "a backend says that it will restart", seen: "which is the player's to say") {
      $0.onEvent = { event, wires in
        if case .failed(let error, _) = event {
          wires.send(.failed(error, willRestart: true))
        } else {
          wires.send(event)
        }
      }
    },
    Flaw(13, "a failed load leaves the backend unusable", seen: "threw backendFailed") {
      $0.onAction = { action, wires throws(PlayerError) in
        if wires.state.error != nil { throw broken(.backendFailed) }
        try await wires.forward(action)
      }
    },
    Flaw(13, "a failed load throws", seen: "load missing.wav threw notFound") {
      $0.onAction = { action, wires throws(PlayerError) in
        try await wires.forward(action)
        if wires.state.error != nil { throw broken(.notFound) }
      }
    },

    Flaw(14, "play without a source is taken", seen: "play was taken and should have thrown nothingLoaded") {
      $0.onAction = { action, wires throws(PlayerError) in
        if action == .play, wires.state.source == nil { return }
        try await wires.forward(action)
      }
    },
    Flaw(14, "a seek without a source is told", seen: "which was refused, sent seeking(1)") {
      $0.onAction = { action, wires throws(PlayerError) in
        if case .seek = action, wires.state.source == nil { wires.send(.seeking(to: 1)) }
        try await wires.forward(action)
      }
    },
    Flaw(14, "stop without a source is told", seen: "without a source stop or clear sent unstarted") {
      $0.onAction = { action, wires throws(PlayerError) in
        try await wires.forward(action)
        if action == .stop { wires.send(.statusChanged(.unstarted)) }
      }
    },
    Flaw(14, "clear without a source is refused", seen: "clear threw nothingLoaded") {
      $0.onAction = { action, wires throws(PlayerError) in
        if action == .clear, wires.state.source == nil { throw broken(.nothingLoaded) }
        try await wires.forward(action)
      }
    },
    Flaw(14, "after clear the source is still played", seen: "after clear nothing is loaded: play was taken")
    {
      $0.onAction = { action, wires throws(PlayerError) in
        if action == .clear { wires["cleared"] = 1 }
        if action == .play, wires.state.source == nil, wires["cleared"] != nil { return }
        try await wires.forward(action)
      }
    },

    Flaw(15, "each action has a task of its own", seen: "after volumeChanged(60) came volumeChanged") {
      $0.onAction = { action, wires throws(PlayerError) in
        if case .setVolume(let volume) = action {
          wires.forward(after: Int(volume) % 3 * 10, action)
        } else {
          try await wires.forward(action)
        }
      }
    },
    Flaw(15, "an earlier play counts after a later pause", seen: "the last of play and pause counts: ") {
      $0.onAction = { action, wires throws(PlayerError) in
        try await wires.forward(action)
        if action == .pause, wires.count("pause") > 5 { wires.forward(after: 700, .play) }
      }
    },
    Flaw(15, "events come from two threads at once", seen: "came while another was still being taken") {
      $0.onEvent = { event, wires in
        if case .volumeChanged = event { Thread.detachNewThread { wires.send(.log(.debug, "volume")) } }
        wires.send(event)
      }
    },
    Flaw(15, "a second task is refused", seen: "threw unknown") {
      $0.onAction = { action, wires throws(PlayerError) in
        defer { wires.reset("busy") }
        if wires.count("busy") > 1 { throw broken(.unknown) }
        await Task.yield()
        try await wires.forward(action)
      }
    },
    Flaw(15, "the last action is lost", seen: "volumeChanged(60) did not come") {
      $0.onAction = { action, wires throws(PlayerError) in
        if action == .setVolume(60) { return }
        try await wires.forward(action)
      }
    },

    Flaw(18, "a blocked play ends in a silent unstarted", seen: "failed(autoplayBlocked) did not come") {
      $0.script.autoplayBlocked = true
      $0.onEvent = { event, wires in
        if case .failed = event { wires.send(.statusChanged(.unstarted)) } else { wires.send(event) }
      }
    },
    Flaw(18, "a blocked play fails with another code", seen: "not autoplayBlocked") {
      $0.script.autoplayBlocked = true
      $0.onEvent = { event, wires in
        if case .failed = event { wires.send(.failed(broken(.playbackFailed))) } else { wires.send(event) }
      }
    },
    Flaw(18, "a blocked play says that it plays", seen: "playback that is blocked sent playing") {
      $0.script.autoplayBlocked = true
      $0.onEvent = { event, wires in
        if case .failed = event { wires.send(.statusChanged(.playing)) }
        wires.send(event)
      }
    },
  ]
}
