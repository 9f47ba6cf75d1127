import MockBackend
import PlayerKit

extension Flaw {
  /// Flaws of seeking: rules 4 to 7.
  static let seeking: [Flaw] = [
    Flaw(4, "a seek while queued plays, as YouTube's own does", seen: "a seek while queued led to playing") {
      $0.onAction = { action, wires throws(PlayerError) in
        try await wires.forward(action)
        if case .seek = action, wires.state.status == .queued { try await wires.forward(.play) }
      }
    },
    Flaw(4, "a seek while paused plays", seen: "a seek while paused led to playing") {
      $0.onAction = { action, wires throws(PlayerError) in
        try await wires.forward(action)
        if case .seek = action, wires.state.status == .paused { try await wires.forward(.play) }
      }
    },
    Flaw(4, "a seek while playing pauses", seen: "a seek while playing sent paused") {
      $0.onAction = { action, wires throws(PlayerError) in
        try await wires.forward(action)
        guard case .seek = action, wires.state.status == .playing else { return }
        wires.send(.statusChanged(.paused))
        wires.send(.statusChanged(.playing))
      }
    },
    Flaw(4, "a seek after stop queues", seen: "a seek while unstarted led to queued") {
      $0.onAction = { action, wires throws(PlayerError) in
        let wasStopped = wires.isOpen && wires.state.status == .unstarted
        try await wires.forward(action)
        if case .seek = action, wasStopped { wires.send(after: 10, .statusChanged(.queued)) }
      }
    },
    Flaw(4, "a seek after the end leaves it ended", seen: "paused did not come") {
      $0.onEvent = { event, wires in
        if case .statusChanged(.paused, _) = event, wires.state.status == .ended { return }
        wires.send(event)
      }
    },
    Flaw(4, "a seek after the end plays", seen: "led to playing") {
      $0.onAction = { action, wires throws(PlayerError) in
        let wasEnded = wires.state.status == .ended
        try await wires.forward(action)
        if case .seek = action, wasEnded { try await wires.forward(.play) }
      }
    },
    Flaw(4, "a seek to the very end while paused ends", seen: "a seek while paused led to ended") {
      $0.onAction = { action, wires throws(PlayerError) in
        try await wires.forward(action)
        guard case .seek(.to(let time), _) = action, time == wires.state.duration else { return }
        wires.send(after: 10, .statusChanged(.ended))
      }
    },
    Flaw(4, "play at the very end stays there", seen: "the source's playing from its start did not come") {
      $0.onAction = { action, wires throws(PlayerError) in
        if action == .play, wires.state.currentTime == wires.state.duration { return }
        try await wires.forward(action)
      }
    },
    Flaw(4, "play forgets the start that a seek moved", seen: "play went on at") {
      $0.onAction = { action, wires throws(PlayerError) in
        let wasQueued = wires.state.status == .queued
        try await wires.forward(action)
        if action == .play, wasQueued { try await wires.forward(.seek(.to(0))) }
      }
    },

    Flaw(5, "a seek before the source is open is lost", seen: "and the time was 0 s") {
      $0.script.media = slow
      $0.onAction = { action, wires throws(PlayerError) in
        if case .seek = action, !wires.isOpen { return }
        try await wires.forward(action)
      }
    },
    Flaw(5, "the first of the seeks held wins", seen: "and the time was 7 s") {
      $0.script.media = slow
      $0.onAction = { action, wires throws(PlayerError) in
        if case .load = action { wires.reset("seek") }
        if case .cue = action { wires.reset("seek") }
        if case .seek = action, !wires.isOpen, wires.count("seek") > 1 { return }
        try await wires.forward(action)
      }
    },
    Flaw(5, "by counts from 0", seen: "queued at 2.5 s did not come") {
      $0.script.media = slow
      $0.onAction = { action, wires throws(PlayerError) in
        if case .seek(.by(let time), _) = action, !wires.isOpen {
          try await wires.forward(.seek(.to(time)))
        } else {
          try await wires.forward(action)
        }
      }
    },
    Flaw(5, "a fraction does not wait for the duration", seen: "and the time was 0 s") {
      $0.script.media = slow
      $0.onAction = { action, wires throws(PlayerError) in
        if case .seek(.fraction(let fraction), _) = action {
          try await wires.forward(.seek(.to(fraction * (wires.state.duration ?? 0))))
        } else {
          try await wires.forward(action)
        }
      }
    },
    Flaw(5, "start wins over a seek", seen: "and the time was 1 s") {
      $0.script.media = slow
      $0.onAction = { action, wires throws(PlayerError) in
        if case .seek = action, !wires.isOpen, wires.state.source?.start == 1 { return }
        try await wires.forward(action)
      }
    },
    Flaw(5, "start is a seek after the load", seen: "a source that starts at 4 s sent timeChanged(0") {
      $0.onAction = { action, wires throws(PlayerError) in
        guard case .load(let source) = action, let start = source.start else {
          return try await wires.forward(action)
        }
        wires["start"] = start
        try await wires.forward(.load(PlayerSource(source.content)))
        wires.forward(after: 400, .seek(.to(start)))
      }
      $0.onEvent = { event, wires in
        if case .sourceChanged(let source?) = event, let start = wires["start"] {
          wires.send(.sourceChanged(PlayerSource(source.content, start: start)))
        } else {
          wires.send(event)
        }
      }
    },
    Flaw(5, "a seek held in vain is not told of", seen: "rejected did not come") {
      $0.onEvent = { event, wires in
        if case .rejected = event { return }
        wires.send(event)
      }
    },

    Flaw(6, "a seek is not clamped", seen: "was accepted as 100000, not 10") {
      $0.onEvent = { event, wires in
        if case .seeking = event, let target = wires["target"] {
          wires.send(.seeking(to: target))
        } else {
          wires.send(event)
        }
      }
      $0.onAction = { action, wires throws(PlayerError) in
        if case .seek(.to(let time), _) = action { wires["target"] = time }
        try await wires.forward(action)
      }
    },
    Flaw(6, "a seek goes below 0", seen: "was accepted as -5, not 0") {
      $0.onEvent = { event, wires in
        if event == .seeking(to: 0) { wires.send(.seeking(to: -5)) } else { wires.send(event) }
      }
    },
    Flaw(6, "a seek goes beyond the source's end", seen: "was accepted as 9, not 6") {
      $0.onEvent = { event, wires in
        if event == .seeking(to: 6) { wires.send(.seeking(to: 9)) } else { wires.send(event) }
      }
    },
    Flaw(6, "what is not a number is taken", seen: "seek to nan was taken") {
      $0.onAction = { action, wires throws(PlayerError) in
        if case .seek(.to(let time), _) = action, !time.isFinite { return }
        try await wires.forward(action)
      }
    },
    Flaw(6, "a seek is taken where it can't be done", seen: "was taken and should have thrown unsupported") {
      $0.onAction = { action, wires throws(PlayerError) in
        if case .seek = action, wires.isOpen, !wires.state.isSeekable { return }
        try await wires.forward(action)
      }
    },

    Flaw(7, "a seek's acceptance is not told", seen: "was accepted without seeking(6)") {
      $0.onEvent = { event, wires in
        if case .seeking = event { return }
        wires.send(event)
      }
    },
    Flaw(7, "the slider jumps back before the seek lands", seen: "which is another's landing") {
      $0.onEvent = { event, wires in
        let position = wires.state.currentTime
        wires.send(event)
        if case .seeking = event { wires.send(.seeked(at: position)) }
      }
    },
    Flaw(7, "a seek lands twice", seen: "came without a seek under way") {
      $0.onEvent = { event, wires in
        wires.send(event)
        if case .seeked(let time) = event { wires.send(after: 10, .seeked(at: time)) }
      }
    },
    Flaw(7, "the old position comes after the landing", seen: "not the same time") {
      $0.onEvent = { event, wires in
        if case .seeking = event { wires["old"] = wires.state.currentTime }
        wires.send(event)
        if case .seeked = event, let old = wires["old"] { wires.send(.timeChanged(old)) }
      }
    },
    Flaw(7, "the time slips back after the landing", seen: "s after a seek that landed at") {
      $0.onEvent = { event, wires in
        if case .seeking = event { wires["old"] = wires.state.currentTime }
        wires.send(event)
        if case .seeked = event, let old = wires["old"] { wires.send(after: 100, .timeChanged(old)) }
      }
    },
    Flaw(7, "an overtaken seek lands, too", seen: "which is another's landing") {
      $0.script.media = { source in
        var media = MockScript.media(for: source)
        media.seekLatency = 0.1
        return media
      }
      $0.onEvent = { event, wires in
        let older = wires.state.isSeeking ? wires.state.currentTime : nil
        wires.send(event)
        if case .seeking = event, let older { wires.send(.seeked(at: older)) }
      }
    },
    Flaw(7, "a landing is not told", seen: "the seek's landing did not come") {
      $0.onEvent = { event, wires in
        if case .seeked = event, wires.state.status == .paused { return }
        wires.send(event)
      }
    },
  ]
}
