import CWebKit

/// What becomes of the window: its size, whether it fills the screen, whether it is seen.
extension WebWindow {
  func connectState(_ window: UnsafeMutablePointer<GtkWindow>, _ data: UnsafeMutableRawPointer) {
    ytplay_connect_asked(
      window, "close-request",
      { _, data in
        onMain(data, WebWindow.self) { window in window.onClose?() }
        return 1
      }, data)
    ytplay_connect_told_object(
      window, "notify::fullscreened",
      { _, _, data in onMain(data, WebWindow.self) { window in window.fullscreenChanged() } }, data)
    for signal in ["map", "unmap"] {
      ytplay_connect_told(
        window, signal,
        { _, data in onMain(data, WebWindow.self) { window in window.visibilityChanged() } }, data)
    }
    ytplay_connect_told(
      window, "realize",
      { _, data in onMain(data, WebWindow.self) { window in window.watchSurface() } }, data)
    ytplay_connect_told(
      window, "unrealize",
      { _, data in onMain(data, WebWindow.self) { window in window.forgetSurface() } }, data)
    for signal in ["notify::default-width", "notify::default-height"] {
      ytplay_connect_told_object(
        window, signal,
        { _, _, data in onMain(data, WebWindow.self) { window in window.sizeChanged() } }, data)
    }
  }

  /// Asks to close the window, as its button does.
  package func askToClose() {
    if let window { gtk_window_close(window) }
  }

  /// A page in it wants to fill the screen, or no longer. WebKit tells the window manager; this does the rest.
  func pageChangedFullscreen(_ isFullscreen: Bool) {
    guard let window, isFullscreen != self.isFullscreen,
      ytplay_can_fill_screen(gtk_widget_get_display(ytplay_widget(window))) == 0
    else { return }
    fillScreen(window, isFullscreen)
  }

  func disconnectState(_ window: UnsafeMutablePointer<GtkWindow>) {
    ytplay_disconnect(window, signalData(self))
    forgetSurface()
    rememberSize(window)
  }

  private func watchSurface() {
    guard let window, let surface = gtk_native_get_surface(ytplay_native(window)) else { return }
    self.surface = surface
    ytplay_connect_told_object(
      UnsafeMutableRawPointer(surface), "notify::state",
      { _, _, data in onMain(data, WebWindow.self) { window in window.visibilityChanged() } },
      signalData(self))
  }

  private func forgetSurface() {
    guard let surface else { return }
    ytplay_disconnect(UnsafeMutableRawPointer(surface), signalData(self))
    self.surface = nil
  }

  private func visibilityChanged() {
    guard let window else { return }
    let isMapped = gtk_widget_get_mapped(ytplay_widget(window)) != 0
    let state = surface.map { gdk_toplevel_get_state($0).rawValue } ?? 0
    let isInBackground = !isMapped || state & GDK_TOPLEVEL_STATE_MINIMIZED.rawValue != 0
    guard isInBackground != self.isInBackground else { return }
    self.isInBackground = isInBackground
    onBackground?(isInBackground)
  }

  /// Fills the screen, or no longer.
  func setFullscreen(_ isFullscreen: Bool) {
    guard let window, isFullscreen != self.isFullscreen else { return }
    guard ytplay_can_fill_screen(gtk_widget_get_display(ytplay_widget(window))) != 0 else {
      fillScreen(window, isFullscreen)
      return
    }
    if isFullscreen { gtk_window_fullscreen(window) } else { gtk_window_unfullscreen(window) }
  }

  /// As a window manager would, where there is none.
  private func fillScreen(_ window: UnsafeMutablePointer<GtkWindow>, _ isFullscreen: Bool) {
    if isFullscreen {
      let display = gtk_widget_get_display(ytplay_widget(window))
      guard let surface, let monitor = gdk_display_get_monitor_at_surface(display, surface) else { return }
      var place = GdkRectangle()
      gdk_monitor_get_geometry(monitor, &place)
      sizeBeforeFilling = WindowSize(
        width: gtk_widget_get_width(ytplay_widget(window)),
        height: gtk_widget_get_height(ytplay_widget(window)))
      gtk_window_set_default_size(window, place.width, place.height)
    } else if let size = sizeBeforeFilling {
      sizeBeforeFilling = nil
      gtk_window_set_default_size(window, size.width, size.height)
    }
    fullscreenChanged()
  }

  private func fullscreenChanged() {
    if let box { gtk_widget_queue_allocate(box) }
    onFullscreenChanged?(isFullscreen)
  }

  /// Keeps the size soon: while a person draws at a corner it changes all the time.
  private func sizeChanged() {
    guard savingSize == nil else { return }
    savingSize = Task { [weak self] in
      try? await Task.sleep(for: .milliseconds(500))
      guard let self, !Task.isCancelled, let window else { return }
      rememberSize(window)
    }
  }

  private func rememberSize(_ window: UnsafeMutablePointer<GtkWindow>) {
    guard let saving = savingSize else { return }
    savingSize = nil
    saving.cancel()
    var size = WindowSize(width: 0, height: 0)
    gtk_window_get_default_size(window, &size.width, &size.height)
    size = sizeBeforeFilling ?? size
    if size.width >= WindowSize.least, size.height >= WindowSize.least { size.remember() }
  }
}
