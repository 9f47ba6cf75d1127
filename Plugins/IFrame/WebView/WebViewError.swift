/// What can go wrong with a web view.
public enum WebViewError: Error, Equatable, Sendable {
  /// There is no display, or its server does not answer.
  case noDisplay
  /// WebKit's sandbox can't be made on this machine; with the reason and what to do.
  case noSandbox(String)
  /// A certificate of the options can't be read; with the reason.
  case badCertificate(String)
  /// The page threw, or can't be called now; with the message.
  case callFailed(String)
  /// The page's web process ended, and the call with it. ``WebPage/load(html:baseURL:)`` starts a new one.
  case processEnded
  /// The page has been closed.
  case closed
}
