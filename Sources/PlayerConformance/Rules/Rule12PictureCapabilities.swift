import PlayerKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Rule 12 for what needs a picture: without one the source does not allow it.
enum PictureCapabilities {
  static let checks = [
    Check("setFullscreen fills the screen and goes back") { context in
      try context.requireCapability(.setFullscreen)
      try await withPicture(context) { session in
        let mark = session.mark()
        try await requireWindow(session)
        try await session.wait(until: "fullscreenChanged(true)", from: mark) { $0.isFullscreen }
        try await session.perform(.setFullscreen(false))
        try await session.wait(until: "fullscreenChanged(false)", from: mark) { !$0.isFullscreen }
      }
    },
    Check("stepFrame pauses and steps by a frame") { context in
      try context.requireCapability(.stepFrame)
      try await withPicture(context) { session in
        let duration = try await session.seekableDuration()
        let sought = try await session.perform(.seek(.to(duration * 0.5)))
        try await session.waitForLanding(from: sought)
        try await session.waitForTime(beyond: duration * 0.5, from: sought)
        let paused = session.mark()
        try await requireTaken(session, .stepFrame(by: 1))
        try await session.wait(until: "paused", from: paused) { $0.status == .paused }
        try await session.wait(for: "a time", from: paused) {
          $0.event.time != nil && $0.state.status == .paused
        }
        for step in [1, 1, -1] {
          let before = session.state.currentTime
          let mark = try await session.perform(.stepFrame(by: step))
          let moved = try await session.wait(for: "the time of another frame", from: mark) {
            guard let time = $0.event.time else { return false }
            return (time - before) * Double(step) > 0
          }
          try require(
            abs((moved.event.time ?? 0) - before) < 0.5,
            "a step from \(before.text) s went to \(moved.event.text)")
        }
        try require(session.state.status == .paused, "after a step it was \(session.state.status)")
      }
    },
    Check("screenshot writes a PNG file") { context in
      try context.requireCapability(.screenshot)
      try await withPicture(context) { session in
        let path = context.media.path("shot-\(UUID().uuidString).png")
        try await requireTaken(session, .screenshot(to: MediaPath(path)))
        let deadline = ContinuousClock.now + context.options.patience
        while !isWholePNG(path) {
          try require(ContinuousClock.now < deadline, "screenshot was taken and wrote no whole PNG file")
          try await Task.sleep(for: .milliseconds(20))
        }
      }
    },
  ]

  /// Plays the source with a picture, or else the main one.
  private static func withPicture(
    _ context: RuleContext, _ body: (Session) async throws -> Void
  ) async throws {
    try await context.withSession { session in
      let mark = try await session.play(context.options.videoSource ?? context.media.main)
      try await session.waitForTime(beyond: 0.05, from: mark)
      try await body(session)
    }
  }

  /// Fills the screen, which may be refused where no window can be shown, and then changes nothing.
  private static func requireWindow(_ session: Session) async throws {
    let state = session.state
    let action = PlayerAction.setFullscreen(true)
    guard let error = try await session.result(of: action) else { return }
    try require(
      error.code == .unsupported, "\(action.text) threw \(error.text), which is not unsupported")
    // While it plays, time goes on.
    try require(session.state.isFullscreen == state.isFullscreen, "\(action.text), refused, was done")
    throw NotChecked(error.message)
  }

  /// Performs an action that may be refused only where there is no picture, and then changes nothing.
  private static func requireTaken(_ session: Session, _ action: PlayerAction) async throws {
    let state = session.state
    if state.videoSize != nil {
      try await session.perform(action)
      return
    }
    let mark = session.mark()
    guard let error = try await session.result(of: action) else { return }
    try require(
      error.code == .unsupported, "\(action.text) without a picture threw \(error.text), not unsupported")
    try session.requireUnchanged(since: mark, state, by: "\(action.text), which was refused,")
    throw NotChecked("\(state.source?.text ?? "the source") has no picture")
  }

  /// Whether there is a file with a PNG's signature and its last chunk (the PNG specification, 5.2 and 5.6).
  private static func isWholePNG(_ path: String) -> Bool {
    guard let data = FileManager.default.contents(atPath: path) else { return false }
    return data.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
      && data.suffix(8).starts(with: "IEND".utf8)
  }
}
