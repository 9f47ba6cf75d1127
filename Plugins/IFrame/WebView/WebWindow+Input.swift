import CWebKit

/// What a person does to the window.
extension WebWindow {
  func connectWindow() {
    let data = signalData(self)
    guard let window else { return }
    ytplay_connect_asked(
      window, "close-request",
      { _, data in
        onMain(data, WebWindow.self) { window in window.onClose?() }
        return 1
      }, data)
    ytplay_connect_told_object(
      window, "notify::fullscreened",
      { _, _, data in
        onMain(data, WebWindow.self) { window in
          if let box = window.box { gtk_widget_queue_allocate(box) }
          window.onFullscreenChanged?(window.isFullscreen)
        }
      }, data)
  }

  func disconnectWindow(_ window: UnsafeMutablePointer<GtkWindow>) {
    ytplay_disconnect(window, signalData(self))
    forgetLayout()
  }
}
