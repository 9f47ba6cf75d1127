import PlayerKit

/// Rule 14: before a source is loaded.
enum NothingLoaded {
  static let checks = [
    Check("what needs a source throws nothingLoaded") { context in
      try await context.withSession { session in
        try await requireRefused(session, context)
      }
    },
    Check("stop and clear do nothing") { context in
      try await context.withSession { session in
        let mark = try await session.perform(.stop)
        try await session.perform(.clear)
        try await session.watch(from: mark) { entry in
          entry.event.isLog ? nil : "without a source stop or clear sent \(entry.event.text)"
        }
      }
    },
    Check("after clear nothing is loaded") { context in
      try await context.withSession { session in
        try await session.play(context.media.main)
        let mark = try await session.perform(.clear)
        try await session.wait(until: "no source", from: mark) { $0.source == nil }
        try await session.wait(until: "unstarted", from: mark) { $0.status == .unstarted }
        try await requireRefused(session, context)
      }
    },
  ]

  private static func requireRefused(_ session: Session, _ context: RuleContext) async throws {
    let path = MediaPath(context.media.path("nothing.png"))
    for action in [
      PlayerAction.play, .pause, .seek(.to(1)), .seek(.by(1)), .seek(.fraction(0.5)), .next, .previous,
      .stepFrame(by: 1), .screenshot(to: path),
    ] {
      if let capability = action.requiredCapability, !context.has(capability) {
        try await session.performRefused(action, .nothingLoaded, .unsupported)
      } else {
        try await session.performRefused(action, .nothingLoaded)
      }
    }
    try await session.watch(from: session.mark()) { entry in
      entry.event.isLog ? nil : "without a source what was refused sent \(entry.event.text)"
    }
  }
}
