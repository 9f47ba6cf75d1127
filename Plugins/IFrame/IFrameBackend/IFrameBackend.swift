import IFramePage
import PlayerKit
import WebView

/// YouTube's IFrame Player API in a real web view.
///
/// GTK and WebKit belong to the main thread: whoever uses the backend runs GLib's main loop there, by
/// `WebToolkit.run()` or as a GTK program of one's own, and that loop serves the main actor too. Actions may be sent
/// from any task.
public final class IFrameBackend: PresentingBackend {
  private let session: IFrameSession

  init(session: IFrameSession) {
    self.session = session
  }

  /// Takes an action; see `PlayerBackend.perform(_:)`.
  public func perform(_ action: PlayerAction) async throws(PlayerError) {
    try await session.perform(action)
  }

  /// Takes another place among the pages of the window; see `PresentingBackend.present(_:)`.
  public func present(_ presentation: PlayerPresentation) async throws(PlayerError) {
    try await session.present(presentation)
  }

  /// Ends the backend; see `PlayerBackend.shutDown()`.
  public func shutDown() async {
    await session.shutDown()
  }
}

extension IFrameBackend {
  /// What the backend says of itself; the manifest says the same.
  public static let descriptor = BackendDescriptor(
    id: "iframe", name: "YouTube IFrame Player", version: "0.1.0",
    kinds: Dictionary(
      uniqueKeysWithValues: [PlayerSource.Kind.video, .videos, .playlist, .channel].map {
        ($0, .init(priority: 100, needs: ["display"]))
      }),
    capabilities: [
      .setRate, .setTrack, .setLoop, .setShuffle, .setFullscreen, .items, .video, .presentation,
    ])

  /// The backend in a window of its own, which all sessions of the process share.
  public static let provider = provider()

  /// The backend in a window of its own.
  ///
  /// - Parameters:
  ///   - endpoints: where YouTube's parts come from.
  ///   - openLink: opens a link of the player's, an http or https address; nil: in the person's browser.
  public static func provider(
    endpoints: YouTubeEndpoints = .youTube, openLink: (@MainActor @Sendable (String) -> Void)? = nil
  ) -> BackendProvider {
    BackendProvider(descriptor: descriptor, availability: { availability() }) {
      configuration, emit throws(PlayerError) in
      let session = try await IFrameSession.make(
        configuration, endpoints, emit, place: .window, openLink: openLink)
      return IFrameBackend(session: session)
    }
  }

  /// Whether a web view can be shown here.
  static func availability() -> BackendAvailability {
    guard let problem = WebToolkit.check() else { return .available }
    let error = problem.asPlayerError
    return .unavailable(reason: error.message, remedy: error.remedy)
  }
}

extension WebViewError {
  /// The error in the vocabulary's words.
  var asPlayerError: PlayerError {
    switch self {
    case .noDisplay:
      PlayerError(
        .backendUnavailable, "There is no display to show YouTube's player on.",
        remedy: "Start it in a desktop session, or under `xvfb-run`.", backend: IFrameBackend.descriptor.id)
    case .noSandbox(let reason):
      PlayerError(
        .backendUnavailable, "The web view's sandbox can't be made here.", remedy: reason,
        backend: IFrameBackend.descriptor.id)
    case .badCertificate(let reason):
      PlayerError(
        .backendUnavailable, "A certificate could not be read: \(reason)",
        remedy: "Give the path of a PEM file.", backend: IFrameBackend.descriptor.id)
    case .callFailed(let reason):
      PlayerError(
        .backendFailed, "The player's page could not be called: \(reason)",
        backend: IFrameBackend.descriptor.id)
    case .processEnded:
      PlayerError(
        .backendFailed, "The web view's process ended.", remedy: "Play again.",
        backend: IFrameBackend.descriptor.id)
    case .closed:
      PlayerError(.closed, "The web view has been closed.", backend: IFrameBackend.descriptor.id)
    }
  }
}
