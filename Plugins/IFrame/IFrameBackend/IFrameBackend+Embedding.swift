import CWebKit
import IFramePage
import PlayerKit
import WebView

extension IFrameBackend {
  /// A GTK program that shows the player among widgets of its own.
  public struct Host: Sendable {
    /// Takes the player's widget into a window, where it stays until the backend is shut down; at least 200 pixels
    /// across and down, which YouTube asks for. Nothing loads before.
    public var show: @MainActor @Sendable (UnsafeMutablePointer<GtkWidget>) -> Void
    /// Fills the screen with the player, or goes back.
    public var fillScreen: @MainActor @Sendable (Bool) -> Void

    /// A program that does these.
    public init(
      show: @escaping @MainActor @Sendable (UnsafeMutablePointer<GtkWidget>) -> Void,
      fillScreen: @escaping @MainActor @Sendable (Bool) -> Void = { _ in }
    ) {
      self.show = show
      self.fillScreen = fillScreen
    }
  }

  /// The backend inside a window of a GTK program's own, in its process.
  ///
  /// The program runs GLib's main loop on the main thread; see ``IFrameBackend``. Closing the window, its keys and its
  /// title are the program's. A provider makes a widget for each backend.
  ///
  /// ```swift
  /// let provider = IFrameBackend.provider(in: .init(show: { widget in gtk_box_append(box, widget) }))
  /// ```
  ///
  /// - Parameters:
  ///   - host: the program.
  ///   - endpoints: where YouTube's parts come from.
  ///   - openLink: opens a link of the player's, an http or https address; nil: in the person's browser.
  public static func provider(
    in host: Host, endpoints: YouTubeEndpoints = .youTube,
    openLink: (@MainActor @Sendable (String) -> Void)? = nil
  ) -> BackendProvider {
    BackendProvider(descriptor: descriptor, availability: { availability() }) {
      configuration, emit throws(PlayerError) in
      let session = try await IFrameSession.make(
        configuration, endpoints, emit, place: .elsewhere(host), openLink: openLink)
      return IFrameBackend(session: session)
    }
  }
}
