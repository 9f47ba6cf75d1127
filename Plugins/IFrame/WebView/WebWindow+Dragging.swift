import CWebKit

/// Pages that follow a finger, or a pressed button.
struct Drag {
  /// At which edge it was pressed: -1 before the page in front, +1 behind it.
  let edge: Int
  /// Where the pages were.
  let from: Double
  /// Whether it is more than a press.
  var hasMoved = false
}

/// Presses and drags at the edges. Both are claimed at the press: one that is claimed later costs the page below its
/// release and its next press. So the middle is the page's, and drags begin at an edge, or on a neighbour.
extension WebWindow {
  /// How wide an edge is where no neighbour peeks in.
  static let edge = 12.0
  /// A pointer that moves less than so many pixels is a press.
  private static let slop = 8.0
  /// How much of the way to the next page has to be dragged to go there.
  private static let share = 0.15
  /// How far pages can be dragged where there is no other.
  private static let slack = 0.1
  /// How long a page that was asked for may take to come to the front.
  private static let patience = Duration.milliseconds(1500)

  func dragGesture() -> OpaquePointer? {
    let drag = gtk_gesture_drag_new()
    let data = signalData(self)
    let instance = UnsafeMutableRawPointer(drag)
    gtk_event_controller_set_propagation_phase(drag, GTK_PHASE_CAPTURE)
    ytplay_connect_told_place(
      instance, "drag-begin",
      { gesture, x, y, data in
        let isTaken = onMain(data, WebWindow.self, otherwise: false) { window in window.beginDrag(x, y) }
        gtk_gesture_set_state(
          OpaquePointer(gesture), isTaken ? GTK_EVENT_SEQUENCE_CLAIMED : GTK_EVENT_SEQUENCE_DENIED)
      }, data)
    ytplay_connect_told_place(
      instance, "drag-update",
      { _, dx, dy, data in onMain(data, WebWindow.self) { window in window.drag(by: dx, dy) } },
      data)
    // It comes too where the drag is taken away.
    ytplay_connect_told_place(
      instance, "drag-end",
      { _, dx, dy, data in onMain(data, WebWindow.self) { window in window.endDrag(dx, dy) } },
      data)
    return drag
  }

  private func beginDrag(_ x: Double, _ y: Double) -> Bool {
    guard mayTurn, let box else { return false }
    let (place, length, margin) =
      switch axis {
      case .horizontal: (x, Double(gtk_widget_get_width(box)), isFullscreen ? Self.edge : self.margin)
      case .vertical: (y, Double(gtk_widget_get_height(box)), Self.edge)
      }
    guard place < margin || place >= length - margin else { return false }
    returning?.cancel()
    drag = Drag(edge: place < margin ? -1 : 1, from: position)
    return true
  }

  private func drag(by dx: Double, _ dy: Double) {
    let offset = axis == .horizontal ? dx : dy
    guard var drag, drag.hasMoved || abs(offset) >= Self.slop else { return }
    drag.hasMoved = true
    self.drag = drag
    endSliding()
    let way = max(-1, min(-offset / pageDistance, 1))
    let isLeadingOn = pages[pageInFront + (way > 0 ? 1 : -1)] != nil
    position = drag.from + (isLeadingOn ? way : way * Self.slack)
    if let box { gtk_widget_queue_allocate(box) }
  }

  private func endDrag(_ dx: Double, _ dy: Double) {
    guard let drag else { return }
    self.drag = nil
    let offset = axis == .horizontal ? dx : dy
    guard drag.hasMoved else {
      onPageRequested?(drag.edge)
      return
    }
    guard abs(offset) >= pageDistance * Self.share else {
      return slide(to: Double(pageInFront), isAnimated: true)
    }
    let (front, step) = (pageInFront, offset < 0 ? 1 : -1)
    slide(to: Double(front + (pages[front + step] == nil ? 0 : step)), isAnimated: true)
    returning = Task { [weak self] in
      do {
        try await Task.sleep(for: Self.patience)
        self?.slideBack()
      } catch {
        // The page has come, or another drag has begun.
      }
    }
    onPageRequested?(step)
  }

  private func slideBack() {
    guard drag == nil else { return }
    slide(to: Double(pageInFront), isAnimated: true)
  }
}
