import PlayerKit

/// Rule 1: making a backend.
enum Making {
  static let checks = [
    Check("make returns a ready backend within 10 s") { context in
      try await context.withSession { session in
        let state = session.state
        try require(state.ready, "the backend was not ready when make returned")
        try require(
          state.source == nil && state.status == .unstarted && state.error == nil,
          "the new backend was not empty: \(session.log.entries().summary)")
      }
    },
    Check("ready is the first event, and comes once") { context in
      try await context.withSession { session in
        let first = try await session.wait(for: "the first event", from: 0) { _ in true }
        try require(first.event == .ready, "the first event was \(first.event.text)")
        try await session.watch(from: 1) { entry in
          entry.event == .ready ? "ready came a second time" : nil
        }
      }
    },
    Check("two backends can be made at once and know nothing of each other") { context in
      try await context.withSession { first in
        try await context.withSession { second in
          let mark = second.mark()
          try await first.cue(context.media.main)
          try second.requireNone(from: mark) { entry in
            entry.event.isLog ? nil : "a load in one backend sent \(entry.event.text) to the other"
          }
          try require(second.state.ready, "the second backend was not ready")
        }
      }
    },
  ]
}
