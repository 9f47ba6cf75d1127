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
