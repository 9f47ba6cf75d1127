import CWebKit

/// What pages of a process share: WebKit's context, and one network session for each profile folder.
@MainActor enum WebSession {
  private static var context: OpaquePointer?
  private static var pages = 0
  private static var sessions: [String?: OpaquePointer] = [:]

  /// The context for one page more. One of our own, so that a program that we are a guest in keeps its own settings.
  static func enterContext() -> OpaquePointer? {
    pages += 1
    if context == nil { context = webkit_web_context_new() }
    return context
  }

  /// Lets go of it with the last page, and of the web processes that it still keeps: an attempt to leave a page
  /// begins one.
  static func leaveContext() {
    pages -= 1
    guard pages == 0, let context else { return }
    self.context = nil
    g_object_unref(UnsafeMutableRawPointer(context))
  }

  /// The session of a profile; nil: the one that keeps everything in memory.
  static func session(_ options: WebViewOptions) throws(WebViewError) -> OpaquePointer? {
    let session = sessions[options.profileDirectory] ?? make(options.profileDirectory)
    for certificate in options.trustedCertificates { try trust(certificate, session) }
    return session
  }

  /// Lets the session believe a host by its certificate. WebKit's network process keeps that, and loses it when it
  /// dies.
  static func trust(
    _ certificate: WebViewOptions.TrustedCertificate, _ session: OpaquePointer?
  ) throws(WebViewError) {
    var error: UnsafeMutablePointer<GError>?
    guard let loaded = g_tls_certificate_new_from_file(certificate.path, &error) else {
      throw .badCertificate(takeMessage(error))
    }
    webkit_network_session_allow_tls_certificate_for_host(session, loaded, certificate.host)
    g_object_unref(loaded)
  }

  private static func make(_ profile: String?) -> OpaquePointer? {
    let session =
      profile.map { webkit_network_session_new("\($0)/data", "\($0)/cache") }
      ?? webkit_network_session_new_ephemeral()
    sessions[profile] = session
    ytplay_connect_told_object(
      UnsafeMutableRawPointer(session), "download-started",
      { _, download, _ in webkit_download_cancel(OpaquePointer(download)) }, nil)
    return session
  }
}
