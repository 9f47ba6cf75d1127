import PlayerKit
import WebView

/// The window that the sessions of this process share; there is one while there are sessions, and it is shown while
/// one of them is in front.
@MainActor final class IFrameWindow {
  private static var instance: IFrameWindow?

  /// The window, where there is one.
  static var current: IFrameWindow? { instance }

  /// The number of a page that no session has.
  static var freePage: Int {
    (instance?.sessions.map(\.presentation.page).max()).map { $0 + 1 } ?? 0
  }

  private let window: WebWindow
  private var sessions: [IFrameSession] = []
  private var title = ""
  private var hiding: Task<Void, Never>?

  /// How long the window stays without a session in front.
  private static let patience = Duration.milliseconds(300)

  static func shared() throws(WebViewError) -> IFrameWindow {
    if let instance { return instance }
    let window = IFrameWindow(try WebWindow(title: "ytplay"))
    instance = window
    return window
  }

  private init(_ window: WebWindow) {
    self.window = window
    window.onClose = { [weak self] in self?.closed() }
    window.onKey = { [weak self] key in self?.pressed(key) ?? false }
    window.onPageRequested = { [weak self] step in self?.inFront?.pageRequested(step) }
    window.onBackground = { [weak self] isInBackground in self?.backgroundChanged(isInBackground) }
    window.onFullscreenChanged = { [weak self] isFullscreen in
      for session in self?.sessions ?? [] { session.fullscreenChanged(isFullscreen) }
    }
  }

  /// The session that is seen, or would be.
  private var inFront: IFrameSession? { sessions.last { $0.presentation.isFront } ?? sessions.last }

  func add(_ session: IFrameSession) {
    sessions.append(session)
    place(session, isAnimated: false)
    showWhereNeeded()
  }

  func move(_ session: IFrameSession) {
    place(session, isAnimated: session.presentation.isAnimated)
    showWhereNeeded()
  }

  /// Shows the window while a session is in front, and takes it away a little after none is any more: on the way from
  /// page to page the one goes behind before the other comes to the front.
  private func showWhereNeeded() {
    if sessions.contains(where: \.presentation.isFront) {
      hiding?.cancel()
      hiding = nil
      // One that is minimised stays so, whatever is loaded behind it.
      if !window.isVisible { window.isVisible = true }
    } else if window.isVisible, hiding == nil {
      hiding = Task { [weak self] in
        try? await Task.sleep(for: Self.patience)
        guard let self, !Task.isCancelled else { return }
        hiding = nil
        window.isVisible = false
      }
    }
  }

  private func place(_ session: IFrameSession, isAnimated: Bool) {
    let presentation = session.presentation
    show(session)
    guard presentation.isFront else { return }
    // The newest in front is the one that is seen.
    sessions.removeAll { $0 === session }
    sessions.append(session)
    bringToFront(session, isAnimated: isAnimated)
  }

  private func bringToFront(_ session: IFrameSession, isAnimated: Bool) {
    window.turnsPages = session.presentation.turnsPages
    window.bringToFront(session.presentation.page, isAnimated: isAnimated)
    showTitle(session.state)
  }

  private func show(_ session: IFrameSession) {
    let presentation = session.presentation
    window.add(
      session.page, at: presentation.page, axis: presentation.axis == .vertical ? .vertical : .horizontal)
  }

  /// Lets go of a session, whose page has been closed.
  func remove(_ session: IFrameSession) {
    sessions.removeAll { $0 === session }
    guard let inFront else {
      hiding?.cancel()
      window.close()
      Self.instance = nil
      return
    }
    // Another session may have had its number since.
    show(inFront)
    if inFront.presentation.isFront { bringToFront(inFront, isAnimated: false) }
    showWhereNeeded()
  }

  func stateChanged(_ session: IFrameSession, _ state: PlayerState) {
    if session === inFront { showTitle(state) }
  }

  func setFullscreen(_ isFullscreen: Bool) {
    window.isFullscreen = isFullscreen
  }

  private func showTitle(_ state: PlayerState) {
    let title = state.metadata.title.map { "\(Self.harmless($0)) - ytplay" } ?? "ytplay"
    guard title != self.title else { return }
    self.title = title
    window.title = title
  }

  /// What a title bar can show of a text of anybody's, in one line and in its own direction.
  static func harmless(_ text: String) -> String {
    var line = ""
    for scalar in text.unicodeScalars.prefix(500) {
      switch scalar.value {
      case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: line.append(" ")
      default: line.unicodeScalars.append(scalar)
      }
    }
    return line
  }

  private func backgroundChanged(_ isInBackground: Bool) {
    for session in sessions { session.backgroundChanged(isInBackground) }
  }

  private func closed() {
    guard let inFront else { return }
    let ended = inFront.configuration.windowClosing == .quit ? sessions : [inFront]
    for session in ended { session.windowClosed() }
  }

  private func pressed(_ key: String) -> Bool {
    if ["q", "ctrl+q", "ctrl+w"].contains(key) {
      closed()
      return true
    }
    guard let inFront, let action = IFrameKeys.action(key, inFront.state) else { return false }
    inFront.attempt(action)
    return true
  }
}
