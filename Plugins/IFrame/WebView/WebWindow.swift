import CWebKit

/// A window of pages that slide: one fills it, the others wait above and below, or peek in at the sides.
///
/// Each page has a number; the window shows the one that was brought to the front last. The pages off the screen
/// stay alive: they load, and their scripts run. Black, dark, 16:9 at first and then of the size that it had last
/// time.
@MainActor public final class WebWindow {
  /// How the pages lie.
  public enum Axis: Sendable {
    /// One above the other; one fills the window.
    case vertical
    /// Side by side; the neighbours of the one in front peek in.
    case horizontal
  }

  /// The person closes the window. It stays until ``close()``.
  public var onClose: (() -> Void)?
  /// A key that neither the pager nor the page uses, by its name: a printed character as itself (`p`, `[`, `L`), else
  /// `space`, `left`, `right`, `up`, `down`, `backspace`, `return`, `escape`, `f11`, …; with `ctrl+`, `alt+`,
  /// `super+` before it. Returns whether it was used.
  public var onKey: ((String) -> Bool)?
  /// The person wants the next page (+1) or the one before (-1).
  public var onPageRequested: ((Int) -> Void)?
  /// Whether the wheel, the arrow keys of the axis, presses and drags at an edge ask for another page; nil: where
  /// there is more than one.
  public var turnsPages: Bool?
  /// The window can't be seen any more (true: it is minimised or hidden), or can again.
  public var onBackground: ((Bool) -> Void)?
  /// The window has begun to fill the screen, or ceased to.
  public var onFullscreenChanged: ((Bool) -> Void)?

  var window: UnsafeMutablePointer<GtkWindow>?
  let box: UnsafeMutablePointer<GtkWidget>?
  var pages: [Int: WebPage] = [:]
  var axis = Axis.vertical
  /// Which page is in front, with fractions while they slide.
  var position = 0.0
  var slide: Slide?
  var drag: Drag?
  /// Waits for the page that was dragged to, and slides back where nobody brings it to the front.
  var returning: Task<Void, Never>?
  var pageInFront = 0
  /// How far the wheel has been turned towards the next page, and when it asked for one.
  var scrolled = 0.0
  var lastPageRequest = ContinuousClock.now - WebWindow.pageInterval
  var controllers: [OpaquePointer?] = []
  var surface: OpaquePointer?
  var isInBackground = true
  /// Set while it fills the screen without a window manager.
  var sizeBeforeFilling: WindowSize?
  var savingSize: Task<Void, Never>?

  /// A window without pages, not shown yet. Starts the toolkit where it is not started.
  public init(title: String = "") throws(WebViewError) {
    try WebToolkit.start()
    guard let widget = gtk_window_new(), let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0) else {
      throw .noDisplay
    }
    let window = ytplay_window(widget)
    self.window = window
    self.box = box
    ytplay_prefer_dark()
    gtk_window_set_title(window, title)
    gtk_widget_set_overflow(box, GTK_OVERFLOW_HIDDEN)
    gtk_widget_set_size_request(box, WindowSize.least, WindowSize.least)
    gtk_widget_add_css_class(box, "ytplay-pages")
    Self.paintBlack(gtk_widget_get_display(box))
    gtk_window_set_child(window, box)
    layOutPages()
    // Not by the layout's natural size, which GTK makes fit the screen without regard to its shape.
    let size = WindowSize.remembered() ?? .usual(on: gtk_widget_get_display(box))
    gtk_window_set_default_size(window, size.width, size.height)
    connectWindow()
  }

  isolated deinit { close() }

  /// What the title bar says.
  public var title: String {
    get { window.flatMap { gtk_window_get_title($0) }.map { String(cString: $0) } ?? "" }
    set { if let window { gtk_window_set_title(window, newValue) } }
  }

  /// Whether the window fills the screen.
  public var isFullscreen: Bool {
    get { sizeBeforeFilling != nil || window.map { gtk_window_is_fullscreen($0) != 0 } ?? false }
    set { setFullscreen(newValue) }
  }

  /// Whether the window is on the screen, where it may be minimised. Setting it shows the window, above all others,
  /// or hides it; one that is there already stays where it is.
  public var isVisible: Bool {
    get { window.map { gtk_widget_get_visible(ytplay_widget($0)) != 0 } ?? false }
    set {
      guard let window, newValue != isVisible else { return }
      if newValue { gtk_window_present(window) } else { gtk_widget_set_visible(ytplay_widget(window), 0) }
    }
  }

  /// Puts a page into the window, in the place of any that has its number, or gives it another number. The pages then
  /// lie along `axis`.
  public func add(_ page: WebPage, at number: Int, axis: Axis) {
    guard let box, !page.isClosed else { return }
    self.axis = axis
    if pages[number] !== page { remove(number) }
    pages = pages.filter { $0.value !== page }
    pages[number] = page
    page.window = self
    if gtk_widget_get_parent(page.widget) == nil { gtk_widget_set_parent(page.widget, box) }
    guardFocus()
    gtk_widget_queue_allocate(box)
    if !isVisible { allocateUnseen() }
  }

  /// Gives a page another number.
  public func move(_ number: Int, to other: Int) {
    guard number != other, let page = pages.removeValue(forKey: number) else { return }
    remove(other)
    pages[other] = page
    guardFocus()
    gtk_widget_queue_allocate(box)
  }

  /// Slides to a page. It then has the keys.
  ///
  /// - Parameter isAnimated: whether the sliding is seen; never where the person has animations off.
  public func bringToFront(_ number: Int, isAnimated: Bool) {
    pageInFront = number
    returning?.cancel()
    // Under a finger the pages are the finger's.
    if drag == nil { slide(to: Double(number), isAnimated: isAnimated) }
    guardFocus()
    if let page = pages[number] { gtk_widget_grab_focus(page.widget) }
  }

  /// Keys and the pointer are for the page in front alone.
  private func guardFocus() {
    for (number, page) in pages {
      gtk_widget_set_can_focus(page.widget, number == pageInFront ? 1 : 0)
      gtk_widget_set_can_target(page.widget, number == pageInFront ? 1 : 0)
    }
  }

  /// Takes a page out of the window. It is not closed.
  public func remove(_ number: Int) {
    guard let page = pages.removeValue(forKey: number) else { return }
    page.window = nil
    gtk_widget_unparent(page.widget)
  }

  func remove(_ page: WebPage) {
    for number in pages.filter({ $0.value === page }).keys { remove(number) }
  }

  /// Takes the window away, with its pages, which are not closed. Idempotent.
  public func close() {
    guard let window else { return }
    self.window = nil
    (onClose, onKey, onPageRequested, onBackground, onFullscreenChanged) = (nil, nil, nil, nil, nil)
    endSliding()
    returning?.cancel()
    for number in Array(pages.keys) { remove(number) }
    disconnectWindow(window)
    forgetLayout()
    gtk_window_destroy(window)
  }
}
