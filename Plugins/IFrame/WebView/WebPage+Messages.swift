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

  func connectMessages(_ content: OpaquePointer?) {
    webkit_user_content_manager_register_script_message_handler(content, "ytplay", Self.world)
    let script = webkit_user_script_new_for_world(
      Self.relay, WEBKIT_USER_CONTENT_INJECT_TOP_FRAME, WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_START,
      Self.world,
      nil, nil)
    webkit_user_content_manager_add_script(content, script)
    webkit_user_script_unref(script)
    ytplay_connect_told_object(
      UnsafeMutableRawPointer(content), "script-message-received::ytplay",
      { _, value, data in
        let value = UInt(bitPattern: value)
        onMain(data, WebPage.self) { page in
          page.onMessage?(takeText(jsc_value_to_string(OpaquePointer(bitPattern: value))))
        }
      }, signalData(self))
  }

  func connectProcess(_ view: UnsafeMutablePointer<WebKitWebView>) {
    ytplay_connect_told_number(
      view, "web-process-terminated",
      { _, _, data in
        onMain(data, WebPage.self) { page in
          page.failCalls(.processEnded)
          page.onProcessEnd?()
        }
      }, signalData(self))
  }
}
