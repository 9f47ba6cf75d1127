import CWebKit
import Dispatch
import PlayerKit

/// GTK and WebKit in this process: started once, on the main thread, for good.
///
/// After ``start()`` GLib's default main context serves Swift's main actor too. Whoever runs that context, by
/// ``run()`` or as a GTK program of its own, runs `@MainActor` code. Never wait in a nested main loop within
/// `@MainActor` code: no other such code runs meanwhile. Timers of Foundation's run loop don't fire.
@MainActor public enum WebToolkit {
  private static var isStarted = false
  private static var isServingMainQueue = false
  private static var keepsBusFromPages = false
  private static var isBusHidden = false
  /// Where the session bus is, for those who are to have it; nil where the environment did not say.
  private static var busAddress: String?

  /// Starts GTK, or does nothing where it is started.
  ///
  /// GTK leaves the locale alone, so that `LC_NUMERIC` stays as it was. Where there is no graphics card, GTK is told
  /// to draw by Cairo (`GSK_RENDERER`, unless the environment says otherwise).
  /// - Throws: ``WebViewError/noDisplay``; ``WebViewError/noSandbox(_:)``. It can be tried again.
  public static func start() throws(WebViewError) {
    try start(sandboxProgram: WebSandbox.program)
  }

  /// As ``start()``, with another program tried for the sandbox: for a test.
  package static func start(sandboxProgram: String) throws(WebViewError) {
    guard !isStarted else { return }
    // Asked before GTK, which tries only once.
    guard WebDisplay.isReachable else { throw .noDisplay }
    if let problem = WebSandbox.problem(sandboxProgram) { throw .noSandbox(problem) }
    if !WebDisplay.hasGraphicsCard { setenv("GSK_RENDERER", "cairo", 0) }
    // A program of someone else's may have started GTK, and then it's too late for this.
    if gtk_is_initialized() == 0 { gtk_disable_setlocale() }
    // By this name desktops know the window.
    if g_get_prgname() == nil { g_set_prgname("ytplay") }
    if keepsBusFromPages { hideBus() }
    guard gtk_init_check() != 0, gdk_display_get_default() != nil else { throw .noDisplay }
    serveMainQueue()
    isStarted = true
  }

  /// Has ``start()`` keep the session bus from the web processes, each of which would be a media player of its own on it
  /// (MPRIS), beside the program's. GTK and WebKit themselves go on using it, as for the screen saver.
  ///
  /// For a program of ours: what the program starts has no session bus either, but for a browser.
  public static func keepBusFromPages() {
    keepsBusFromPages = true
  }

  private static let busVariable = "DBUS_SESSION_BUS_ADDRESS"

  private static func hideBus() {
    keepsBusFromPages = false
    isBusHidden = true
    busAddress = g_getenv(busVariable).map { String(cString: $0) }
    // GTK's and WebKit's own connection: it is made once, and never let go of.
    if isBusNamed, let bus = BusPatience.connect() {
      // What plays outlives its bus.
      g_dbus_connection_set_exit_on_close(bus, 0)
    }
    // Also where the address leads nowhere, since WebKit aborts where its folder is not there; where nobody answers, for
    // whom GTK would wait without end; and where there is none, which GLib would start one for.
    setenv(busVariable, "unix:abstract=ytplay-pages-have-no-session-bus", 1)
  }

  /// Whether there is a bus to be asked for.
  private static var isBusNamed: Bool {
    if let busAddress { return !busAddress.isEmpty }
    return g_file_test("\(String(cString: g_get_user_runtime_dir()))/bus", G_FILE_TEST_EXISTS) != 0
  }

  /// Runs GLib's main loop, and with it the main actor, for as long as the process lives.
  ///
  /// For a program of ours, called at the end of `main.swift`, which must hold no top-level `await`: with one, the
  /// main actor leaves the main thread. End the process by `_exit` after an orderly shut-down: `exit` can crash
  /// while GTK is taken down.
  public static func run() -> Never {
    serveMainQueue()
    while true { g_main_context_iteration(nil, 1) }
  }

  /// What stands in the way of a web view here; nil where nothing does. From any thread, without starting GTK.
  ///
  /// Blocks for some milliseconds, since it runs a program in a sandbox.
  public nonisolated static func check() -> WebViewError? {
    guard WebDisplay.isReachable else { return .noDisplay }
    return WebSandbox.problem().map { .noSandbox($0) }
  }

  /// Opens an http or https address in the person's browser. Nothing happens where there is no browser, or where it
  /// is another address.
  public static func openInBrowser(_ address: String) {
    guard WebLinks.isWebAddress(address) else { return }
    let context = g_app_launch_context_new()
    defer { g_object_unref(UnsafeMutableRawPointer(context)) }
    if let busAddress {
      g_app_launch_context_setenv(context, busVariable, busAddress)
    } else if isBusHidden {
      g_app_launch_context_unsetenv(context, busVariable)
    }
    g_app_info_launch_default_for_uri_async(address, context, nil, nil, nil)
  }

  /// Lets GLib's main context serve the main queue.
  private static func serveMainQueue() {
    guard !isServingMainQueue else { return }
    isServingMainQueue = true
    // At the default priority: at a lower one GTK's idle sources would starve it.
    g_unix_fd_add(
      _dispatch_get_main_queue_handle_4CF(), G_IO_IN, { descriptor, _, _ in drainMainQueue(descriptor) }, nil)
  }
}

private func drainMainQueue(_ descriptor: Int32) -> gboolean {
  // Without this the descriptor stays readable, and the loop never sleeps. It does not block.
  var count: UInt64 = 0
  _ = read(descriptor, &count, 8)
  _dispatch_main_queue_callback_4CF(nil)
  return 1
}

/// Waits for a bus for as long as one may take that is there.
private final class BusPatience: @unchecked Sendable {
  // A cancellable may be used from any thread, and this one is not replaced.
  private let cancellable = g_cancellable_new()

  deinit { g_object_unref(cancellable) }

  /// The process's connection to the session bus; nil where none can be had.
  static func connect() -> OpaquePointer? {
    let patience = BusPatience()
    let deadline = Deadlines.shared.after(.seconds(2)) { g_cancellable_cancel(patience.cancellable) }
    defer { deadline.cancel() }
    return g_bus_get_sync(G_BUS_TYPE_SESSION, patience.cancellable, nil)
  }
}
