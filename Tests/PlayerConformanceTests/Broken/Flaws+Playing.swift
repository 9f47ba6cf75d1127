import PlayerKit

extension Flaw {
  /// Flaws of time, the end and what is set: rules 8 to 11.
  static let playing: [Flaw] = [
    Flaw(8, "the time comes half as often", seen: "s, not every 0.25 s") {
      $0.onEvent = { event, wires in
        if case .timeChanged = event, wires.count("time").isMultiple(of: 2) { return }
        wires.send(event)
      }
    },
    Flaw(8, "the interval that is configured is not kept", seen: "not every 0.1 s") {
      $0.configure = { $0.timeInterval = 0.25 }
    },
    Flaw(8, "the clock is a tenth fast", seen: "s away from the clock") {
      $0.onEvent = { event, wires in
        if case .timeChanged(let time) = event, wires.state.status == .playing {
          wires.send(.timeChanged(time * 1.1))
        } else {
          wires.send(event)
        }
      }
    },
    Flaw(8, "every other time is early", seen: "the times lay") {
      $0.onEvent = { event, wires in
        if case .timeChanged(let time) = event, wires.count("time").isMultiple(of: 2) {
          wires.send(.timeChanged(time + 0.15))
        } else {
          wires.send(event)
        }
      }
    },
    Flaw(8, "the time comes while paused", seen: "while paused came timeChanged") {
      $0.onEvent = { event, wires in
        wires.send(event)
        if case .statusChanged(.paused, _) = event {
          wires.send(after: 250, .timeChanged(wires.state.currentTime))
        }
      }
    },
    Flaw(8, "currentTime is told twice", seen: "a second time") {
      $0.onAction = { action, wires throws(PlayerError) in
        try await wires.forward(action)
        if action == .currentTime { wires.send(.timeChanged(wires.state.currentTime)) }
      }
    },
    Flaw(8, "the clock runs on while paused", seen: "it went on at") {
      $0.onEvent = { event, wires in
        if case .statusChanged(.playing, _) = event { wires["skip"] = Double(wires.count("playing") - 1) }
        if case .timeChanged(let time) = event, wires.state.status == .playing {
          wires.send(.timeChanged(time + (wires["skip"] ?? 0)))
        } else {
          wires.send(event)
        }
      }
    },

    Flaw(9, "ended comes twice", seen: "ended came a second time") {
      $0.onEvent = { event, wires in
        wires.send(event)
        if case .statusChanged(.ended, _) = event { wires.send(after: 10, event) }
      }
    },
    Flaw(9, "the last time is a little short", seen: "the last time before ended was 9.97, not 10") {
      $0.onEvent = { event, wires in
        if event == .timeChanged(10) { wires.send(.timeChanged(9.97)) } else { wires.send(event) }
      }
    },
    Flaw(9, "the last time comes after ended", seen: "the last time before ended was") {
      $0.onEvent = { event, wires in
        if event == .timeChanged(10) { return }
        wires.send(event)
        if case .statusChanged(.ended, _) = event { wires.send(.timeChanged(10)) }
      }
    },
    Flaw(9, "the source's end is not kept", seen: "ended did not come") {
      $0.onAction = { action, wires throws(PlayerError) in
        guard case .load(let source) = action, source.end != nil else {
          return try await wires.forward(action)
        }
        wires["end"] = source.end
        try await wires.forward(.load(PlayerSource(source.content, start: source.start)))
      }
      $0.onEvent = { event, wires in
        if case .sourceChanged(let source?) = event, let end = wires["end"] {
          wires.send(.sourceChanged(PlayerSource(source.content, start: source.start, end: end)))
        } else {
          wires.send(event)
        }
      }
    },
    Flaw(9, "play after the end goes on at the end", seen: "play after the end went on at") {
      $0.onEvent = { event, wires in
        if case .timeChanged(let time) = event, wires["end"] != nil, time < 4.1 {
          wires.send(.timeChanged(time + 1.2))
        } else {
          wires.send(event)
        }
        if case .statusChanged(.ended, _) = event { wires["end"] = 1 }
      }
    },
    Flaw(9, "play after the end is nothing", seen: "playing did not come") {
      $0.onAction = { action, wires throws(PlayerError) in
        if action == .play, wires.state.status == .ended { return }
        try await wires.forward(action)
      }
    },
    Flaw(9, "a source that stops short ends", seen: "ended") {
      $0.onEvent = { event, wires in
        if case .failed = event { wires.send(.statusChanged(.ended)) } else { wires.send(event) }
      }
    },
    Flaw(9, "each item ends", seen: "the first of several items sent ended") {
      $0.onEvent = { event, wires in
        if case .itemsChanged(_, let index?) = event, index > 0 { wires.send(.statusChanged(.ended)) }
        wires.send(event)
      }
    },
    Flaw(9, "moving on to the next item is not told", seen: "itemsChanged(1) did not come") {
      $0.onEvent = { event, wires in
        if case .itemsChanged(_, let index?) = event, index > 0 { return }
        wires.send(event)
      }
    },

    Flaw(10, "play while playing is told", seen: "play while playing sent playing") {
      $0.onAction = { action, wires throws(PlayerError) in
        if action == .play, wires.state.status == .playing { wires.send(.statusChanged(.playing)) }
        try await wires.forward(action)
      }
    },
    Flaw(10, "pause while paused is refused", seen: "pause threw unsupported") {
      $0.onAction = { action, wires throws(PlayerError) in
        if action == .pause, wires.state.status == .paused { throw broken(.unsupported) }
        try await wires.forward(action)
      }
    },
    Flaw(10, "pause while queued pauses", seen: "pause while queued sent paused") {
      $0.onAction = { action, wires throws(PlayerError) in
        if action == .pause, wires.state.status == .queued { wires.send(.statusChanged(.paused)) }
        try await wires.forward(action)
      }
    },
    Flaw(10, "pause tells the time again", seen: "pause while paused sent timeChanged") {
      $0.onAction = { action, wires throws(PlayerError) in
        if action == .pause, wires.state.status == .paused {
          wires.send(.timeChanged(wires.state.currentTime))
        }
        try await wires.forward(action)
      }
    },

    Flaw(11, "a load resets the volume", seen: "sent volumeChanged(100), and what was set was lost") {
      $0.onEvent = { event, wires in
        wires.send(event)
        if case .sourceChanged = event { wires.send(.volumeChanged(100)) }
      }
    },
    Flaw(11, "a load resets the rate", seen: "sent rateChanged(1), and what was set was lost") {
      $0.onEvent = { event, wires in
        wires.send(event)
        if case .sourceChanged = event { wires.send(.rateChanged(1)) }
      }
    },
    Flaw(11, "a load resets the loop", seen: "sent loopChanged(off), and what was set was lost") {
      $0.onEvent = { event, wires in
        wires.send(event)
        if case .sourceChanged = event { wires.send(.loopChanged(.off)) }
      }
    },
    Flaw(11, "muting sets the volume to 0", seen: "muting sent volumeChanged(0)") {
      $0.onEvent = { event, wires in
        wires.send(event)
        if event == .muteChanged(true), wires.state.volume == 42 { wires.send(.volumeChanged(0)) }
      }
    },
    Flaw(11, "a volume out of range is cut to fit", seen: "setVolume -0.5 was taken") {
      $0.onAction = { action, wires throws(PlayerError) in
        if case .setVolume(let volume) = action {
          try await wires.forward(.setVolume(min(max(volume, 0), 100)))
        } else {
          try await wires.forward(action)
        }
      }
    },
    Flaw(11, "a volume that is set already is told again", seen: "setting what is set already sent") {
      $0.onAction = { action, wires throws(PlayerError) in
        if case .setVolume(let volume) = action, volume == wires.state.volume {
          wires.send(.volumeChanged(volume))
        }
        try await wires.forward(action)
      }
    },
    Flaw(11, "mute is not there before a source", seen: "muteChanged(true) did not come") {
      $0.onAction = { action, wires throws(PlayerError) in
        if action == .mute, wires.state.source == nil { return }
        try await wires.forward(action)
      }
    },
  ]
}
