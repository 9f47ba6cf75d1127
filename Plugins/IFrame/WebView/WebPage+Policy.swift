import CWebKit

/// What the page may not do.
extension WebPage {
  func connectPolicy(_ view: UnsafeMutablePointer<WebKitWebView>) {
    let data = signalData(self)
    ytplay_connect_asked_policy(
      view, "decide-policy",
      { _, decision, type, data in
        let decision = UInt(bitPattern: decision)
        return onMain(data, WebPage.self, otherwise: 0) { page in
          guard let decision = UnsafeMutableRawPointer(bitPattern: decision) else { return 0 }
          page.decide(decision, WebKitPolicyDecisionType(rawValue: UInt32(type)))
          return 1
        }
      }, data)
    // Windows that a script opens come by this signal alone.
    ytplay_connect_asked_widget(
      view, "create",
      { _, action, data in
        let action = UInt(bitPattern: action)
        onMain(data, WebPage.self) { page in page.openLink(OpaquePointer(bitPattern: action)) }
        return nil
      }, data)
    ytplay_connect_told_number(
      view, "load-changed",
      { _, event, data in
        onMain(data, WebPage.self) { page in
          page.loadChanged(WebKitLoadEvent(rawValue: UInt32(event)))
        }
      }, data)
    // Else WebKit would show a page of its own.
    ytplay_connect_asked_failure(view, "load-failed", { _, _, _, _, _ in 1 }, data)
    ytplay_connect_asked_object(
      view, "permission-request",
      { _, request, _ in
        webkit_permission_request_deny(OpaquePointer(request))
        return 1
      }, data)
    ytplay_connect_asked_object(
      view, "authenticate",
      { _, request, _ in
        webkit_authentication_request_cancel(OpaquePointer(request))
        return 1
      }, data)
    ytplay_connect_asked_objects(
      view, "context-menu",
      { _, menu, _, data in
        let menu = UInt(bitPattern: menu)
        return onMain(data, WebPage.self, otherwise: 1) { page in page.trim(OpaquePointer(bitPattern: menu)) }
      }, data)
    for signal in ["script-dialog", "run-file-chooser", "run-color-chooser", "print", "show-notification"] {
      ytplay_connect_asked_object(view, signal, { _, _, _ in 1 }, data)
    }
    ytplay_connect_asked(view, "enter-fullscreen", enteredFullscreen, data)
    ytplay_connect_asked(view, "leave-fullscreen", leftFullscreen, data)
  }

  /// What a context menu may do. Nothing that leaves, reloads or saves the page.
  private static let harmless: Set<UInt32> = [
    WEBKIT_CONTEXT_MENU_ACTION_COPY.rawValue,
    WEBKIT_CONTEXT_MENU_ACTION_COPY_LINK_TO_CLIPBOARD.rawValue,
    WEBKIT_CONTEXT_MENU_ACTION_MEDIA_PLAY.rawValue,
    WEBKIT_CONTEXT_MENU_ACTION_MEDIA_PAUSE.rawValue,
    WEBKIT_CONTEXT_MENU_ACTION_MEDIA_MUTE.rawValue,
    WEBKIT_CONTEXT_MENU_ACTION_SELECT_ALL.rawValue,
  ]

  /// Takes out what the page may not do; returns whether nothing is left to show.
  private func trim(_ menu: OpaquePointer?) -> gboolean {
    let hasInspector =
      view.map { webkit_settings_get_enable_developer_extras(webkit_web_view_get_settings($0)) != 0 } ?? false
    for index in (0..<webkit_context_menu_get_n_items(menu)).reversed() {
      let item = webkit_context_menu_get_item_at_position(menu, index)
      let action = webkit_context_menu_item_get_stock_action(item)
      if Self.harmless.contains(action.rawValue) { continue }
      if hasInspector, action == WEBKIT_CONTEXT_MENU_ACTION_INSPECT_ELEMENT { continue }
      webkit_context_menu_remove(menu, item)
    }
    return webkit_context_menu_get_n_items(menu) == 0 ? 1 : 0
  }

  private func decide(_ decision: UnsafeMutableRawPointer, _ type: WebKitPolicyDecisionType) {
    let policy = decision.assumingMemoryBound(to: WebKitPolicyDecision.self)
    if allows(decision, type) {
      webkit_policy_decision_use(policy)
    } else {
      webkit_policy_decision_ignore(policy)
    }
  }

  private func allows(_ decision: UnsafeMutableRawPointer, _ type: WebKitPolicyDecisionType) -> Bool {
    switch type {
    case WEBKIT_POLICY_DECISION_TYPE_NAVIGATION_ACTION:
      let action = webkit_navigation_policy_decision_get_navigation_action(OpaquePointer(decision))
      guard let address = Self.address(action) else { return false }
      // A link to a place in the same page, or frame, does not leave it.
      if webkit_navigation_action_get_navigation_type(action) == WEBKIT_NAVIGATION_TYPE_LINK_CLICKED,
        !isWithinPage(address)
      {
        openLink(action)
        return false
      }
      if expectedLoads > 0, address == baseAddress {
        expectedLoads -= 1
        return true
      }
      return links.allowsFrame(address)
    case WEBKIT_POLICY_DECISION_TYPE_NEW_WINDOW_ACTION:
      openLink(webkit_navigation_policy_decision_get_navigation_action(OpaquePointer(decision)))
      return false
    default:
      let response = OpaquePointer(decision)
      // WebKit does not say at a navigation whether it is a frame's; so a page is refused here, when it answers.
      return webkit_response_policy_decision_is_main_frame_main_resource(response) == 0
        && webkit_response_policy_decision_is_mime_type_supported(response) != 0
    }
  }

  private func isWithinPage(_ address: String) -> Bool {
    address.contains("#") && (address.prefix { $0 != "#" } == baseAddress || links.allowsFrame(address))
  }

  private func loadChanged(_ event: WebKitLoadEvent) {
    guard event == WEBKIT_LOAD_COMMITTED, let view, let address = webkit_web_view_get_uri(view) else {
      return
    }
    guard String(cString: address) != baseAddress else {
      networkProcess = WebProcess.all("WebKitNetworkProcess").last
      return
    }
    // Something that no decision was asked for: better no page than another one.
    webkit_web_view_terminate_web_process(view)
  }

  fileprivate func fullscreenChanged(_ isFullscreen: Bool) {
    window?.pageChangedFullscreen(isFullscreen)
    onFullscreen?(isFullscreen)
  }

  private func openLink(_ action: OpaquePointer?) {
    guard webkit_navigation_action_is_user_gesture(action) != 0, let address = Self.address(action),
      WebLinks.isWebAddress(address)
    else { return }
    onOpenLink?(address)
  }

  private static func address(_ action: OpaquePointer?) -> String? {
    webkit_uri_request_get_uri(webkit_navigation_action_get_request(action)).map { String(cString: $0) }
  }
}

// WebKit then does it, with the window.
private func enteredFullscreen(_ view: UnsafeMutableRawPointer?, _ data: UnsafeMutableRawPointer?) -> gboolean
{
  onMain(data, WebPage.self) { page in page.fullscreenChanged(true) }
  return 0
}

private func leftFullscreen(_ view: UnsafeMutableRawPointer?, _ data: UnsafeMutableRawPointer?) -> gboolean {
  onMain(data, WebPage.self) { page in page.fullscreenChanged(false) }
  return 0
}
