import CWebKit

/// What a person does to the window.
///
/// The pager sees the wheel, its arrow keys, presses and drags at an edge before the pages do, since a page gives none
/// of them back; everything else is the page's. Keys that the page does not use come back, and go to ``onKey``.
extension WebWindow {
  /// How long after one page the wheel may ask for the next: a swipe goes on for a while.
  static let pageInterval = Duration.milliseconds(350)

  func connectWindow() {
    guard let window, let box else { return }
    let data = signalData(self)
    connectState(window, data)

    let pagerKeys = gtk_event_controller_key_new()
    gtk_event_controller_set_propagation_phase(pagerKeys, GTK_PHASE_CAPTURE)
    ytplay_connect_asked_key(
      UnsafeMutableRawPointer(pagerKeys), "key-pressed",
      { _, key, _, modifiers, data in
        onMain(data, WebWindow.self, otherwise: 0) { window in window.pagerKey(key, modifiers) ? 1 : 0 }
      }, data)
    let otherKeys = gtk_event_controller_key_new()
    gtk_event_controller_set_propagation_phase(otherKeys, GTK_PHASE_BUBBLE)
    ytplay_connect_asked_key(
      UnsafeMutableRawPointer(otherKeys), "key-pressed",
      { controller, key, _, modifiers, data in
        guard
          gdk_key_event_is_modifier(gtk_event_controller_get_current_event(OpaquePointer(controller))) == 0
        else { return 0 }
        return onMain(data, WebWindow.self, otherwise: 0) { window in
          guard let name = KeyName.name(key, modifiers) else { return 0 }
          return window.onKey?(name) == true ? 1 : 0
        }
      }, data)
    let wheel = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES)
    gtk_event_controller_set_propagation_phase(wheel, GTK_PHASE_CAPTURE)
    ytplay_connect_asked_scroll(
      UnsafeMutableRawPointer(wheel), "scroll",
      { _, dx, dy, data in
        onMain(data, WebWindow.self, otherwise: 0) { window in window.scroll(dx, dy) ? 1 : 0 }
      }, data)
    let drag = dragGesture()
    controllers = [pagerKeys, otherKeys, wheel, drag]
    gtk_widget_add_controller(ytplay_widget(window), pagerKeys)
    gtk_widget_add_controller(ytplay_widget(window), otherKeys)
    gtk_widget_add_controller(box, wheel)
    gtk_widget_add_controller(box, drag)
  }

  func disconnectWindow(_ window: UnsafeMutablePointer<GtkWindow>) {
    for controller in controllers { ytplay_disconnect(UnsafeMutableRawPointer(controller), signalData(self)) }
    controllers = []
    disconnectState(window)
  }

  var mayTurn: Bool { turnsPages ?? (pages.count > 1) }

  private func pagerKey(_ key: UInt32, _ modifiers: UInt32) -> Bool {
    guard mayTurn else { return false }
    let step: Int
    switch (axis, KeyName.name(key, modifiers)) {
    case (.vertical, "down"), (.horizontal, "right"): step = 1
    case (.vertical, "up"), (.horizontal, "left"): step = -1
    default: return false
    }
    onPageRequested?(step)
    return true
  }

  private func scroll(_ dx: Double, _ dy: Double) -> Bool {
    guard mayTurn else { return false }
    let now = ContinuousClock.now
    guard now - lastPageRequest >= Self.pageInterval else {
      scrolled = 0
      return true
    }
    let step = abs(dx) > abs(dy) ? dx : dy
    // A turn back counts from where it begins; a touchpad's small steps add up to one of a wheel.
    scrolled = scrolled * step < 0 ? step : scrolled + step
    guard abs(scrolled) >= 1 else { return true }
    lastPageRequest = now
    onPageRequested?(scrolled > 0 ? 1 : -1)
    scrolled = 0
    return true
  }
}
