/// A backend whose sessions can share a window: one with the capability ``Capability/presentation``.
///
/// Each session begins with ``PlayerConfiguration/presentation``, and is told of every change by ``present(_:)``. A
/// session that is not in front is silent, loads so much that it can start at once, and plays only when it is
/// brought to the front and told to. Where the person asks for another page the session in front emits
/// ``PlayerEvent/pageRequested(by:)``; which page comes is for the host to say.
public protocol PresentingBackend: PlayerBackend {
  /// Takes another place among the pages of the window; returns when that has been taken, not when the window has
  /// slid.
  ///
  /// Applied in order with the actions of the same task.
  ///
  /// - Throws: what ``PlayerPresentation/check(_:)`` throws, and ``PlayerError/Code/closed`` after a shut-down; then
  ///   nothing has changed.
  func present(_ presentation: PlayerPresentation) async throws(PlayerError)
}

extension PlayerBackend {
  /// The backend as one that can be presented.
  ///
  /// - Throws: ``PlayerError/Code/unsupported`` where it is none.
  package func asPresenting(_ descriptor: BackendDescriptor) throws(PlayerError) -> any PresentingBackend {
    guard let presenting = self as? any PresentingBackend else {
      throw PlayerError(
        .unsupported, "The backend \(descriptor.id) has no pages in a window.",
        remedy: "Choose a backend that has them; `ytplay backends` lists what each can do.")
    }
    return presenting
  }
}
