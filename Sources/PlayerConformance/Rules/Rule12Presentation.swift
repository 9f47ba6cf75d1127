import PlayerKit

/// Rule 12 for the pages of a window, which are no action: who lists them takes them, and who does not refuses them.
enum Presentation {
  static let checks = [
    Check("a session takes its place among the pages of a window") { context in
      try context.requireCapability(.presentation)
      try await context.withSession { session in
        guard let backend = session.backend as? any PresentingBackend else {
          throw CheckFailure("presentation is listed, and the backend is no PresentingBackend")
        }
        let places = [
          PlayerPresentation(page: 0, isFront: true, isAnimated: false),
          PlayerPresentation(page: 1, isFront: false),
          PlayerPresentation(page: -1, isFront: true, axis: .horizontal),
        ]
        for place in places {
          if let error = try await result(of: place, on: backend, session) {
            throw CheckFailure("present \(place.text) threw \(error.text)")
          }
        }
        let last = PlayerPresentation.pages.upperBound
        let beyond = PlayerPresentation(page: last + 1, isFront: true)
        guard let error = try await result(of: beyond, on: backend, session) else {
          throw CheckFailure("present \(beyond.text) was taken and should have thrown invalidArgument")
        }
        try require(
          error.code == .invalidArgument, "present \(beyond.text) threw \(error.text) and not invalidArgument"
        )
      }
    },
    Check("a session that goes behind pauses, keeps its place and its settings, and goes on in front") {
      context in
      try await context.requirePages { session, backend in
        try await place(backend, inFront, session)
        try await session.perform(.load(context.media.main))
        try await session.waitForStatus(.playing, from: 0)
        try await session.waitForTime(beyond: 0.5, from: 0)
        let mark = session.mark()
        try await place(backend, behind, session)
        let paused = try await session.waitForStatus(.paused, from: mark)
        try await session.watch(from: paused.index, still(paused.state, "behind"))
        let back = session.mark()
        try await place(backend, inFront, session)
        try await session.watch(from: back, still(paused.state, "in front again"))
        let sent = ContinuousClock.now
        let play = try await session.perform(.play)
        let entry = try await session.waitForTime(beyond: paused.state.currentTime, from: play)
        let elapsed = entry.instant.seconds(since: sent)
        try require(
          entry.state.currentTime - paused.state.currentTime < elapsed + 0.6,
          "it paused at \(paused.state.currentTime.text) s and went on at \(entry.state.currentTime.text) s")
      }
    },
    Check("a session that begins behind opens what it loads, and plays when it is in front and told to") {
      context in
      try await context.requirePages(behind) { session, backend in
        try await session.perform(.load(context.media.main))
        let queued = try await session.waitForStatus(.queued, from: 0)
        try require(!queued.state.playWhenReady, "playWhenReady was true of what was loaded behind")
        let mark = session.mark()
        try await place(backend, inFront, session)
        try await session.watch(from: mark, still(queued.state, "in front"))
        try session.requireNone(from: 0) { entry in
          switch entry.event {
          case .muteChanged, .volumeChanged, .statusChanged(.playing, _): "behind came \(entry.event.text)"
          default: nil
          }
        }
        let play = try await session.perform(.play)
        try await session.waitForTime(beyond: queued.state.currentTime, from: play)
      }
    },
    Check("presentation that is missing is refused") { context in
      if context.has(.presentation) { throw NotChecked("the backend has the capability presentation") }
      try await context.withSession { session in
        guard let backend = session.backend as? any PresentingBackend else {
          throw NotChecked("the backend is no PresentingBackend")
        }
        let place = PlayerPresentation(page: 0, isFront: true)
        guard let error = try await result(of: place, on: backend, session) else {
          throw CheckFailure("presentation is not listed, and present \(place.text) was taken")
        }
        try require(
          error.code == .unsupported, "present \(place.text) threw \(error.text) and not unsupported")
      }
    },
  ]

  private static let inFront = PlayerPresentation(page: 0, isFront: true, isAnimated: false)
  private static let behind = PlayerPresentation(page: 0, isFront: false, isAnimated: false)

  /// Presents, which must be taken.
  private static func place(
    _ backend: any PresentingBackend, _ presentation: PlayerPresentation, _ session: Session
  ) async throws {
    if let error = try await result(of: presentation, on: backend, session) {
      throw CheckFailure("present \(presentation.text) threw \(error.text)")
    }
  }

  /// Objects to what changes status, place or sound of a session that is paused or queued.
  private static func still(
    _ before: PlayerState, _ place: String
  ) -> (EventRecorder.Entry) -> String? {
    { entry in
      let state = entry.state
      guard
        state.status != before.status || state.playWhenReady != before.playWhenReady
          || state.isMuted != before.isMuted || state.volume != before.volume
          || abs(state.currentTime - before.currentTime) > 0.3
      else { return nil }
      return "\(place) came \(entry.event.text)"
    }
  }

  /// Presents within the time limit, and returns the error where that was refused.
  private static func result(
    of place: PlayerPresentation, on backend: any PresentingBackend, _ session: Session
  ) async throws -> PlayerError? {
    let limit = Duration.seconds(session.configuration.timeouts.perform)
    let result: Result<Void, PlayerError>? = try await withTimeLimit(limit) {
      do throws(PlayerError) {
        return .success(try await backend.present(place))
      } catch {
        return .failure(error)
      }
    }
    switch result {
    case .success: return nil
    case .failure(let error): return error
    case nil: throw CheckFailure("present \(place.text) did not return within \(limit.seconds.text) s")
    }
  }
}

extension PlayerPresentation {
  /// The place for a message.
  fileprivate var text: String { "page \(page)\(isFront ? " in front" : " behind")" }
}

extension RuleContext {
  /// Hands a session that can be presented to `body`; ``NotChecked`` where the backend has no pages.
  ///
  /// - Parameter presentation: where it begins; nil: in a window of its own.
  fileprivate func requirePages(
    _ presentation: PlayerPresentation? = nil,
    _ body: (Session, any PresentingBackend) async throws -> Void
  ) async throws {
    try requireCapability(.presentation)
    try await withSession(configure: { $0.presentation = presentation }) { session in
      guard let backend = session.backend as? any PresentingBackend else {
        throw CheckFailure("presentation is listed, and the backend is no PresentingBackend")
      }
      try await body(session, backend)
    }
  }
}
