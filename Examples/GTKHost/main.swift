// YouTube's player among the widgets of a GTK program of one's own: `GTKHost dQw4w9WgXcQ`.
import CWebKit
import IFrameBackend
import IFramePage
import PlayerKit
import WebView

/// A window with a line of text above the player.
@MainActor final class Window {
  private let label = gtk_label_new("…")
  private let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6)
  private let window = gtk_window_new()

  init() {
    gtk_box_append(ytplay_box(box), label)
    gtk_window_set_default_size(ytplay_window(window), 640, 420)
    gtk_window_set_child(ytplay_window(window), box)
  }

  func show(_ widget: UnsafeMutablePointer<GtkWidget>) {
    gtk_widget_set_vexpand(widget, 1)
    gtk_widget_set_size_request(widget, 200, 200)
    gtk_box_append(ytplay_box(box), widget)
    gtk_window_present(ytplay_window(window))
  }

  func say(_ text: String) {
    gtk_label_set_text(OpaquePointer(label), text)
    print(text)
  }
}

@MainActor func play(_ text: String) async throws {
  let window = Window()
  let registry = BackendRegistry([
    IFrameBackend.provider(in: .init(show: { window.show($0) }), endpoints: .fromEnvironment())
  ])
  let player = Player(registry: registry)
  try await player.load(PlayerSource(parsing: text))
  for await state in player.states {
    window.say("\(state.status) \(state.metadata.title ?? "") \(Int(state.currentTime)) s")
    if state.status == .ended || state.error != nil { break }
  }
  if let error = player.state.error { window.say("\(error)") }
  await player.shutDown()
}

// Once, on the main thread: it must run the main loop, so nothing here awaits.
try WebToolkit.start()
Task { @MainActor in
  do {
    try await play(CommandLine.arguments.dropFirst().first ?? "M7lc1UVf-VE")
  } catch {
    print("\(error)")
  }
  // Not `exit`: GTK does not like to be taken down.
  fflush(nil)
  _exit(0)
}
WebToolkit.run()
