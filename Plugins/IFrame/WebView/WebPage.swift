import CWebKit

/// A page of ours in a real web view, in a web process of its own.
///
/// The page is HTML that ``load(html:baseURL:)`` is given; it can't leave it: see ``WebViewOptions/allowedHosts``
/// and ``onOpenLink``. What its scripts tell arrives at ``onMessage``, what they are told goes through
/// ``call(_:_:)`` and ``send(_:_:)``. It loads media only once its ``widget`` is in a window, which a ``WebWindow``
/// or a GTK program of someone else's sees to.
@MainActor public final class WebPage {
  /// Each message of the page: the `detail` of a `CustomEvent` named `ytplay` that was dispatched on its document.
  ///
  /// Only the page itself is heard, none of its frames; scripts see no bridge object.
  public var onMessage: ((String) -> Void)?
  /// The web process died. Calls under way have failed with ``WebViewError/processEnded`` before.
  public var onProcessEnd: (() -> Void)?
  /// An http or https address that the person wanted to go to by a link. It is not gone to.
  public var onOpenLink: ((String) -> Void)?
  /// The page asks to fill the screen (true), or no longer to. WebKit does so with the window that it is in.
  public var onFullscreen: ((Bool) -> Void)?
  /// An arrow key that the page does not use, named as in ``WebWindow/onKey``, where the page is in a window of
  /// someone else's. All other such keys GTK hands on; these WebKit would keep.
  public var onKey: ((String) -> Void)?

  /// The window that the page is in; it lets go of it.
  weak var window: WebWindow?
  var view: UnsafeMutablePointer<WebKitWebView>?
  var calls: [Int: PendingCall] = [:]
  /// The numbers of all calls that are under way, also of those that nobody waits for.
  var unanswered: Set<Int> = []
  var lastCall = 0
  var links = WebLinks()
  private var knownProcess: Int32?
  private static var knownProcesses: Set<Int32> = []
  /// How many loads of ours have not been decided on, and where they are to seem to come from.
  var expectedLoads = 0
  var baseAddress = ""
  var isProcessDead = false
  private let content: OpaquePointer?
  private let session: OpaquePointer?
  private let trustedCertificates: [WebViewOptions.TrustedCertificate]
  /// The network process that the page was loaded with.
  var networkProcess: Int32?
  /// The page's widget, for a window of someone else's; black until something is loaded.
  public let widget: UnsafeMutablePointer<GtkWidget>

  /// A page with nothing in it. Starts the toolkit where it is not started.
  ///
  /// - Throws: what ``WebToolkit/start()`` throws; ``WebViewError/badCertificate(_:)``.
  public init(_ options: WebViewOptions = WebViewOptions()) throws(WebViewError) {
    try WebToolkit.start()
    let session = try WebSession.session(options)
    self.session = session
    trustedCertificates = options.trustedCertificates
    links = WebLinks(allowedHosts: options.allowedHosts)
    content = webkit_user_content_manager_new()
    let settings = Self.settings(options)
    let policies = ytplay_autoplay_policies_new()
    guard
      let view = ytplay_web_view_new(WebSession.enterContext(), session, content, settings, policies),
      let widget = ytplay_widget(view)
    else { throw .noDisplay }
    g_object_unref(UnsafeMutableRawPointer(settings))
    g_object_unref(UnsafeMutableRawPointer(policies))
    g_object_ref_sink(view)
    self.view = view
    self.widget = widget
    // No white flash before the first picture.
    var black = GdkRGBA(red: 0, green: 0, blue: 0, alpha: 1)
    webkit_web_view_set_background_color(view, &black)
    connectMessages(content)
    connectProcess(view)
    connectPolicy(view)
  }

  isolated deinit { close() }

  /// Whether the page is closed.
  public var isClosed: Bool { view == nil }

  /// Shows this HTML as if it came from `baseURL`, an https address, whose origin the page then has.
  ///
  /// Calls under way fail. Also brings a page back whose web process died.
  public func load(html: String, baseURL: String) {
    guard let view else { return }
    expectedLoads += 1
    baseAddress = Self.canonical(baseURL)
    isProcessDead = false
    renewTrust()
    webkit_web_view_load_html(view, html, baseURL)
    // WebKit tells of them when it gets round to it.
    failCalls(.callFailed("The page was loaded anew."))
  }

  /// Tells the network process once more which certificates are trusted: another one has come where it died, of which
  /// nothing is told.
  public func renewTrust() {
    for certificate in trustedCertificates {
      // A file that has gone since can't be trusted any more; what comes of that the page says.
      try? WebSession.trust(certificate, session)
    }
  }

  /// Whether the network process has died since the page was loaded, and with it all that was on its way. Looks through
  /// the processes of this program.
  public var hasLostNetwork: Bool {
    guard let networkProcess else { return false }
    return !WebProcess.all("WebKitNetworkProcess").contains(networkProcess)
  }

  /// Whether the graphics card may draw it.
  package var isAccelerated: Bool {
    guard let view else { return false }
    let policy = webkit_settings_get_hardware_acceleration_policy(webkit_web_view_get_settings(view))
    return policy != WEBKIT_HARDWARE_ACCELERATION_POLICY_NEVER
  }

  /// Whether the page's sound is off. The page can't change it; it outlives loads and deaths of the web process.
  public var isMuted: Bool {
    get { view.map { webkit_web_view_get_is_muted($0) != 0 } ?? true }
    set { if let view { webkit_web_view_set_is_muted(view, newValue ? 1 : 0) } }
  }

  /// The page's web process, where there is one: for a test that ends it. Found by the order in which they started.
  public var processID: Int32? {
    let running = WebProcess.all()
    if let known = knownProcess, running.contains(known) { return known }
    Self.knownProcesses.formIntersection(running)
    knownProcess = running.first { !Self.knownProcesses.contains($0) }
    if let knownProcess { Self.knownProcesses.insert(knownProcess) }
    return knownProcess
  }

  /// Ends the page and its web process. Calls under way fail with ``WebViewError/closed``. Idempotent.
  ///
  /// Out of a ``WebWindow`` the page is taken; out of a window of someone else's they take the widget, before or
  /// after.
  public func close() {
    guard let view else { return }
    self.view = nil
    failCalls(.closed)
    (onMessage, onProcessEnd, onOpenLink, onFullscreen, onKey) = (nil, nil, nil, nil, nil)
    ytplay_disconnect(view, signalData(self))
    ytplay_disconnect(UnsafeMutableRawPointer(content), signalData(self))
    // At once: WebKit would keep the process for a while, and a call that never ends keeps the view.
    webkit_web_view_terminate_web_process(view)
    window?.remove(self)
    g_object_unref(view)
    g_object_unref(UnsafeMutableRawPointer(content))
    WebSession.leaveContext()
  }

  /// An address as WebKit writes it.
  private static func canonical(_ address: String) -> String {
    let request = webkit_uri_request_new(address)
    defer { g_object_unref(UnsafeMutableRawPointer(request)) }
    return String(cString: webkit_uri_request_get_uri(request))
  }

  private static func settings(_ options: WebViewOptions) -> OpaquePointer? {
    let settings = webkit_settings_new()
    let isAccelerated = options.hardwareAcceleration ?? WebDisplay.hasGraphicsCard
    webkit_settings_set_hardware_acceleration_policy(
      settings,
      isAccelerated ? WEBKIT_HARDWARE_ACCELERATION_POLICY_ALWAYS : WEBKIT_HARDWARE_ACCELERATION_POLICY_NEVER)
    webkit_settings_set_media_playback_requires_user_gesture(settings, 0)
    webkit_settings_set_javascript_can_open_windows_automatically(settings, 0)
    webkit_settings_set_enable_developer_extras(settings, options.developerExtras ? 1 : 0)
    webkit_settings_set_enable_fullscreen(settings, 1)
    webkit_settings_set_enable_media_stream(settings, 0)
    webkit_settings_set_enable_webrtc(settings, 0)
    webkit_settings_set_enable_back_forward_navigation_gestures(settings, 0)
    webkit_settings_set_enable_page_cache(settings, 0)

    if let name = options.applicationName {
      webkit_settings_set_user_agent_with_application_details(settings, name, nil)
    }
    return settings
  }
}
