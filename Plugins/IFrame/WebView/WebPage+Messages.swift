import CWebKit

extension WebPage {
  /// The world that the bridge is in. Scripts of the page and of its frames are in another.
  private static let world = "ytplay"

  /// Hears the page's events and passes them on.
  private static let relay = """
    document.addEventListener("ytplay", event => {
      if (typeof event.detail === "string") window.webkit.messageHandlers.ytplay.postMessage(event.detail);
    });
    """

  /// Passes on the arrow keys that neither a frame nor the page uses. All other keys come back to GTK then; these
  /// WebKit keeps, to scroll by, also where there is nothing to scroll.
  private static let keyRelay = """
    const names = {ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down"};
    addEventListener("keydown", event => {
      const name = Object.hasOwn(names, event.key) && names[event.key];
      if (!name || !event.isTrusted || event.defaultPrevented) return;
      if (event.target.isContentEditable || event.target.closest?.("input, select, textarea")) return;
      event.preventDefault();
      const modifiers = (event.ctrlKey ? "ctrl+" : "") + (event.altKey ? "alt+" : "")
        + (event.metaKey ? "super+" : "") + (event.shiftKey ? "shift+" : "");
      window.webkit.messageHandlers.ytplayKey.postMessage(modifiers + name);
    });
    """

  func connectMessages(_ content: OpaquePointer?) {
    add(Self.relay, to: content, handler: "ytplay")
    add(Self.keyRelay, to: content, handler: "ytplayKey")
    ytplay_connect_told_object(
      UnsafeMutableRawPointer(content), "script-message-received::ytplay",
      { _, value, data in
        let value = UInt(bitPattern: value)
        onMain(data, WebPage.self) { page in
          page.onMessage?(text(OpaquePointer(bitPattern: value)))
        }
      }, signalData(self))
    ytplay_connect_told_object(
      UnsafeMutableRawPointer(content), "script-message-received::ytplayKey",
      { _, value, data in
        let value = UInt(bitPattern: value)
        onMain(data, WebPage.self) { page in
          page.keyUnused(text(OpaquePointer(bitPattern: value)))
        }
      }, signalData(self))
  }

  private func keyUnused(_ name: String) {
    if let window { _ = window.onKey?(name) } else { onKey?(name) }
  }

  private func add(_ source: String, to content: OpaquePointer?, handler: String) {
    webkit_user_content_manager_register_script_message_handler(content, handler, Self.world)
    let script = webkit_user_script_new_for_world(
      source, WEBKIT_USER_CONTENT_INJECT_TOP_FRAME, WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_START, Self.world,
      nil,
      nil)
    webkit_user_content_manager_add_script(content, script)
    webkit_user_script_unref(script)
  }

  func connectProcess(_ view: UnsafeMutablePointer<WebKitWebView>) {
    ytplay_connect_told_number(
      view, "web-process-terminated",
      { _, _, data in
        onMain(data, WebPage.self) { page in
          page.expectedLoads = 0
          page.isProcessDead = true
          page.failCalls(.processEnded)
          page.onProcessEnd?()
        }
      }, signalData(self))
  }
}
