// YouTube's player among the widgets of a GTK program of one's own, with a slider: `GTKHost dQw4w9WgXcQ`.
import CWebKit
import IFrameBackend
import IFramePage
import Observation
import PlayerKit
import WebView

/// A window with a line of text and a slider above the player.
@MainActor final class Window {
  private let label = gtk_label_new("…")
  private let slider = gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 0, 1, 0.05)
  private let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6)
  private let window = gtk_window_new()
  private var scrubber: Scrubber?

  init() {
    gtk_box_append(ytplay_box(box), label)
    gtk_box_append(ytplay_box(box), slider)
    gtk_window_set_title(ytplay_window(window), "GTKHost")
    gtk_window_set_default_size(ytplay_window(window), 640, 420)
    gtk_window_set_child(ytplay_window(window), box)
  }

  func show(_ widget: UnsafeMutablePointer<GtkWidget>) {
    gtk_widget_set_vexpand(widget, 1)
    gtk_widget_set_size_request(widget, 200, 200)
    gtk_box_append(ytplay_box(box), widget)
    gtk_window_present(ytplay_window(window))
    gtk_widget_grab_focus(slider)
  }

  func say(_ text: String) {
    gtk_label_set_text(OpaquePointer(label), text)
    print(text)
    fflush(nil)
  }

  /// Lets the slider follow the player, and the player the slider. The window lives as long as the program.
  func follow(_ scrubber: Scrubber) async {
    self.scrubber = scrubber
    let data = Unmanaged.passUnretained(self).toOpaque()
    // A key, a click or a drag would put the knob somewhere: it goes where the scrubber says, if there is a place.
    ytplay_connect_asked_value(
      slider, "change-value",
      { _, _, value, data in
        onWindow(data) { $0.scrubber?.jump(to: value) }
        return 1
      }, data)
    let buttons = gtk_event_controller_legacy_new()
    ytplay_connect_asked_object(
      UnsafeMutableRawPointer(buttons), "event",
      { _, event, data in
        let type = gdk_event_get_event_type(OpaquePointer(event))
        onWindow(data) { window in
          if type == GDK_BUTTON_PRESS { window.scrubber?.begin() }
          if type == GDK_BUTTON_RELEASE { window.scrubber?.end() }
        }
        return 0
      }, data)
    gtk_event_controller_set_propagation_phase(buttons, GTK_PHASE_CAPTURE)
    gtk_widget_add_controller(slider, buttons)
    for await value in scrubber.values {
      gtk_range_set_value(ytplay_range(slider), value.progress ?? 0)
    }
  }
}

/// Calls `body` with the window that a signal's data points to. GTK calls on the main thread alone.
func onWindow(_ data: UnsafeMutableRawPointer?, _ body: @MainActor (Window) -> Void) {
  let address = UInt(bitPattern: data)
  MainActor.assumeIsolated {
    guard let pointer = UnsafeRawPointer(bitPattern: address) else { return }
    body(Unmanaged<Window>.fromOpaque(pointer).takeUnretainedValue())
  }
}

@MainActor func play(_ text: String) async throws {
  let window = Window()
  let registry = BackendRegistry([
    IFrameBackend.provider(in: .init(show: { window.show($0) }), endpoints: .fromEnvironment())
  ])
  let model = PlayerModel(registry: registry)
  let scrubber = Scrubber(model.player)
  Task { await window.follow(scrubber) }
  model.action = .load(try PlayerSource(parsing: text))
  for await state in Observations({ model.state }) {
    window.say("\(state.status) \(state.metadata.title ?? "") \(Int(state.currentTime)) s")
    if state.status == .ended || model.phase.error != nil { break }
  }
  if let error = model.phase.error { window.say("\(error)") }
  await model.shutDown()
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
