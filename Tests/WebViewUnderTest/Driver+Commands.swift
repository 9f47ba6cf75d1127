import CWebKit
import Foundation
import WebView

extension Driver {
  /// What is wrong with a command.
  struct Mistake: Error, CustomStringConvertible {
    let description: String
  }

  /// Does a command and returns its answer.
  func perform(_ command: Command) async throws -> String {
    switch command.name {
    case "check": return WebToolkit.check().map { "\($0)" } ?? "ok"
    case "start":
      guard let sandbox = command.optionalText("sandbox") else { return try startToolkit() }
      try WebToolkit.start(sandboxProgram: sandbox)
    case "locale": return String(cString: setlocale(LC_NUMERIC, nil))
    case "open": try open(command)
    case "window": try showWindow(command)
    case "front": window?.bringToFront(command.page, isAnimated: command.flag("animated"))
    case "move": window?.move(command.page, to: command.number("to"))
    case "remove": window?.remove(command.page)
    case "title": window?.title = command.text("title")
    case "fullscreen": window?.isFullscreen = command.flag("on")
    case "visible": window?.isVisible = command.flag("on")
    case "pressClose": window?.askToClose()
    case "closeWindow":
      window?.close()
      window = nil
    default: return try await performOnPage(command)
    }
    return ""
  }

  private func startToolkit() throws -> String {
    try WebToolkit.start()
    return ""
  }

  private func performOnPage(_ command: Command) async throws -> String {
    guard let page = pages[command.page] else { throw Mistake(description: "no page \(command.page)") }
    switch command.name {
    case "load": page.load(html: command.text("html"), baseURL: command.text("base"))
    case "call": return try await page.call(command.text("body"), command.text("argument"))
    case "send": page.send(command.text("body"), command.text("argument"))
    case "embed": embed(page, title: command.text("title"))
    case "mute": page.isMuted = command.flag("on")
    case "muted": return "\(page.isMuted)"
    case "drawing":
      let renderer = getenv("GSK_RENDERER").map { String(cString: $0) } ?? "usual"
      return "\(renderer) \(page.isAccelerated ? "accelerated" : "software")"
    case "process": return page.processID.map { "\($0)" } ?? ""
    case "close":
      page.close()
      pages[command.page] = nil
    default: throw Mistake(description: "no command \(command.name)")
    }
    return ""
  }

  /// Makes a page, in the window (`axis`: `vertical`, `horizontal`; none: in no window).
  private func open(_ command: Command) throws {
    var options = WebViewOptions()
    options.profileDirectory = command.optionalText("profile")
    options.applicationName = command.optionalText("name")
    options.allowedHosts = command.texts("hosts")
    options.developerExtras = command.flag("extras")
    if let path = command.optionalText("certificate") {
      options.trustedCertificates = [.init(host: command.text("certificateHost"), path: path)]
    }
    let page = try WebPage(options)
    let number = command.page
    page.onMessage = { [weak self] in self?.say(["event": "message", "page": number, "text": $0]) }
    page.onProcessEnd = { [weak self] in self?.say(["event": "processEnd", "page": number]) }
    page.onOpenLink = { [weak self] in self?.say(["event": "link", "page": number, "url": $0]) }
    page.onFullscreen = { [weak self] in self?.say(["event": "pageFullscreen", "page": number, "on": $0]) }
    page.onKey = { [weak self] in self?.say(["event": "pageKey", "page": number, "key": $0]) }
    pages[number] = page
    guard let axis = command.optionalText("axis") else { return }
    if window == nil { try showWindow(command) }
    window?.add(page, at: number, axis: axis == "horizontal" ? .horizontal : .vertical)
  }

  /// Puts a page into a window as any GTK program makes one.
  private func embed(_ page: WebPage, title: String) {
    guard let widget = gtk_window_new() else { return }
    let window = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GtkWindow.self)
    gtk_window_set_title(window, title)
    gtk_window_set_default_size(window, 400, 300)
    gtk_window_set_child(window, page.widget)
    gtk_window_present(window)
  }

  private func showWindow(_ command: Command) throws {
    guard self.window == nil else { return }
    let window = try WebWindow(title: command.optionalText("title") ?? "WebViewUnderTest")
    window.onClose = { [weak self] in self?.say(["event": "close"]) }
    window.onKey = { [weak self] in
      self?.say(["event": "key", "key": $0])
      return true
    }
    window.onPageRequested = { [weak self] in self?.say(["event": "pageRequested", "by": $0]) }
    window.onBackground = { [weak self] in self?.say(["event": "background", "on": $0]) }
    window.onFullscreenChanged = { [weak self] in self?.say(["event": "fullscreen", "on": $0]) }
    self.window = window
    if !command.flag("hidden") { window.isVisible = true }
  }
}
