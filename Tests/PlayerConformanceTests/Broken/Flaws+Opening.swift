import PlayerKit

extension Flaw {
  /// Flaws of making, loading and changing the source: rules 1 to 3.
  static let opening: [Flaw] = [
    Flaw(1, "ready comes after make has returned", seen: "not ready when make returned") {
      $0.onEvent = { event, wires in
        if event == .ready { wires.send(after: 100, .ready) } else { wires.send(event) }
      }
    },
    Flaw(1, "another event comes before ready", seen: "the first event was volumeChanged(80)") {
      $0.onEvent = { event, wires in
        if event == .ready { wires.send(.volumeChanged(80)) }
        wires.send(event)
      }
    },
    Flaw(1, "ready comes twice", seen: "ready came a second time") {
      $0.onEvent = { event, wires in
        wires.send(event)
        if event == .ready { wires.send(after: 10, .ready) }
      }
    },
    Flaw(1, "make never returns", seen: "making the backend took more than 10 s") {
      $0.onMake = { wires throws(PlayerError) in
        await wires.close()
        await hang()
      }
    },
    Flaw(1, "make fails though the backend is available", seen: "making the backend threw backendFailed") {
      $0.onMake = { wires throws(PlayerError) in
        await wires.close()
        throw broken(.backendFailed)
      }
    },

    Flaw(2, "a cue plays", seen: "queued did not come") {
      $0.onAction = { action, wires throws(PlayerError) in
        if case .cue(let source) = action {
          try await wires.forward(.load(source))
        } else {
          try await wires.forward(action)
        }
      }
    },
    Flaw(2, "a cue sounds for a moment", seen: "it played") {
      $0.onEvent = { event, wires in
        wires.send(event)
        guard case .statusChanged(.queued, _) = event else { return }
        wires.send(after: 100, .statusChanged(.playing), .statusChanged(.queued))
      }
    },
    Flaw(2, "the time runs while a source is queued", seen: "the time went on to 0.2 s") {
      $0.onEvent = { event, wires in
        wires.send(event)
        if case .statusChanged(.queued, _) = event { wires.send(after: 200, .timeChanged(0.2)) }
      }
    },
    Flaw(2, "buffering is left out", seen: "the statuses were unstarted, playing") {
      $0.onEvent = { event, wires in
        if case .statusChanged(.buffering, _) = event { return }
        wires.send(event)
      }
    },
    Flaw(2, "a status comes before the source", seen: "the first event was unstarted") {
      $0.onEvent = { event, wires in
        if case .sourceChanged = event { wires.send(.statusChanged(.unstarted)) }
        wires.send(event)
      }
    },
    Flaw(2, "a load plays though autoPlay is off", seen: "queued did not come") {
      $0.configure = { $0.autoPlay = true }
    },
    Flaw(2, "pause is lost while a load opens", seen: "queued or paused did not come") {
      $0.script.media = slow
      $0.onAction = { action, wires throws(PlayerError) in
        if action == .pause && !wires.isOpen { return }
        try await wires.forward(action)
      }
    },

    Flaw(3, "a time of the earlier source comes late", seen: "after a load that starts at 0") {
      $0.onEvent = { event, wires in
        if case .timeChanged(let time) = event { wires["time"] = time }
        wires.send(event)
        guard case .sourceChanged(.some) = event, let time = wires["time"] else { return }
        wires.send(after: 10, .timeChanged(time + 1))
      }
    },
    Flaw(3, "the earlier source's seek lands late", seen: "after the load came seeked(7)") {
      $0.onAction = { action, wires throws(PlayerError) in
        if case .seek(.to(let time), _) = action { wires["target"] = time }
        try await wires.forward(action)
        guard case .load = action, let time = wires["target"] else { return }
        wires.send(after: 10, .seeked(at: time))
      }
    },
    Flaw(3, "the earlier source ends late", seen: "after the load came ended") {
      $0.onAction = { action, wires throws(PlayerError) in
        let isNearEnd = wires.state.currentTime > (wires.state.duration ?? .infinity) - 1
        try await wires.forward(action)
        if case .load = action, isNearEnd { wires.send(after: 200, .statusChanged(.ended)) }
      }
    },
    Flaw(3, "a source is told twice", seen: "came out of order, or twice") {
      $0.onAction = { action, wires throws(PlayerError) in
        if case .load(let source) = action, wires.count("load") == 6 { wires.send(.sourceChanged(source)) }
        try await wires.forward(action)
      }
    },
    Flaw(3, "a time comes after clear", seen: "after sourceChanged(none) came timeChanged") {
      $0.onEvent = { event, wires in
        wires.send(event)
        if event == .sourceChanged(nil) { wires.send(after: 10, .timeChanged(3)) }
      }
    },
  ]
}
