import CWebKit

/// A slide under way.
struct Slide {
  let from: Double
  let to: Double
  /// When its first frame was drawn, in µs of the frame clock.
  var start: Int?
  let callback: UInt32

  /// How long it takes, in µs.
  static let duration = 300_000.0

  /// Where the pages are at a time: fast at first, then slower.
  func position(at time: Int) -> Double {
    let progress = min(max(Double(time - (start ?? time)) / Self.duration, 0), 1)
    let rest = 1 - progress
    return from + (to - from) * (1 - rest * rest * rest)
  }
}

/// Where pages lie, and how they move.
extension WebWindow {
  /// How much of each neighbour is seen at a side.
  static let peeking = 0.06
  private static var isPaintedBlack = false
  private static var windows: [UnsafeMutablePointer<GtkWidget>: Weak] = [:]

  @MainActor private final class Weak {
    weak var window: WebWindow?
    init(_ window: WebWindow) { self.window = window }
  }

  /// Lets the box ask this window where each page lies. The layout's functions are given no data of ours.
  func layOutPages() {
    guard let box else { return }
    Self.windows[box] = Weak(self)
    let layout = gtk_custom_layout_new(
      nil,
      { _, _, _, minimum, natural, _, _ in
        minimum?.pointee = 1
        natural?.pointee = 1
      },
      { box, width, height, _ in
        let box = UInt(bitPattern: box)
        MainActor.assumeIsolated {
          object(box, as: GtkWidget.self).flatMap { WebWindow.windows[$0]?.window }?.allocate(width, height)
        }
      })
    gtk_widget_set_layout_manager(box, layout)
  }

  /// Draws nothing but black between and behind the pages.
  static func paintBlack(_ display: OpaquePointer?) {
    guard !isPaintedBlack else { return }
    isPaintedBlack = true
    let style = gtk_css_provider_new()
    gtk_css_provider_load_from_data(style, ".ytplay-pages { background: black; }", -1)
    gtk_style_context_add_provider_for_display(
      display, OpaquePointer(style), UInt32(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    g_object_unref(style)
  }

  func forgetLayout() {
    if let box { Self.windows[box] = nil }
  }

  /// How wide a neighbour is seen at a side.
  var margin: Double {
    guard axis == .horizontal, pages.count > 1, !isFullscreen, let box else { return 0 }
    let width = Double(gtk_widget_get_width(box))
    return max(0, min(width * Self.peeking, (width - Double(WindowSize.least)) / 2)).rounded(.down)
  }

  /// What is black between two pages.
  private var gap: Double { margin / 4 }

  /// How far apart two pages begin along the axis.
  var pageDistance: Double {
    guard let box else { return 1 }
    switch axis {
    case .horizontal: return max(1, Double(gtk_widget_get_width(box)) - 2 * margin + gap)
    case .vertical: return max(1, Double(gtk_widget_get_height(box)))
    }
  }

  private func allocate(_ width: Int32, _ height: Int32) {
    let margin = margin
    let pageWidth = Double(width) - 2 * margin
    for (number, page) in pages {
      let offset = Double(number) - position
      let x = axis == .horizontal ? margin + offset * (pageWidth + gap) : 0
      let y = axis == .vertical ? offset * Double(height) : 0
      var point = graphene_point_t(x: Float(x.rounded()), y: Float(y.rounded()))
      gtk_widget_measure(page.widget, GTK_ORIENTATION_HORIZONTAL, -1, nil, nil, nil, nil)
      gtk_widget_allocate(page.widget, Int32(pageWidth), height, -1, gsk_transform_translate(nil, &point))
    }
  }

  /// Gives the pages of a window that is not shown their places, which GTK does for one on the screen alone: a page
  /// without any size would lay itself out anew, and seen, once it has one.
  func allocateUnseen() {
    guard let box, let window else { return }
    var size = WindowSize(width: 0, height: 0)
    gtk_window_get_default_size(window, &size.width, &size.height)
    gtk_widget_measure(box, GTK_ORIENTATION_HORIZONTAL, -1, nil, nil, nil, nil)
    gtk_widget_allocate(box, size.width, size.height, -1, nil)
  }

  func slide(to target: Double, isAnimated: Bool) {
    guard let box else { return }
    endSliding()
    guard isAnimated, isVisible, position != target, ytplay_animations_enabled() != 0 else {
      position = target
      gtk_widget_queue_allocate(box)
      return
    }
    let callback = gtk_widget_add_tick_callback(
      box,
      { _, clock, data in
        let time = Int(gdk_frame_clock_get_frame_time(clock))
        return onMain(data, WebWindow.self, otherwise: 0) { window in window.tick(time) }
      }, signalData(self), nil)
    slide = Slide(from: position, to: target, callback: callback)
  }

  func endSliding() {
    guard let box, let slide else { return }
    gtk_widget_remove_tick_callback(box, slide.callback)
    self.slide = nil
  }

  private func tick(_ time: Int) -> gboolean {
    guard var slide else { return 0 }
    if slide.start == nil { slide.start = time }
    position = slide.position(at: time)
    gtk_widget_queue_allocate(box)
    let isOver = position == slide.to
    self.slide = isOver ? nil : slide
    return isOver ? 0 : 1
  }
}
