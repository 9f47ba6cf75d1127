import IFramePage
import PlayerKit
import WebView

/// A player: an engine, a page, and what lets them speak to each other.
@MainActor final class IFrameSession {
  /// Where the page is shown.
  enum Place {
    /// In the window that the process's sessions share.
    case window
    /// In a window of someone else's.
    case elsewhere(IFrameBackend.Host)

    var isShared: Bool {
      if case .window = self { true } else { false }
    }
  }

  private var engine: IFrameEngine
  let page: WebPage
  let configuration: PlayerConfiguration
  private let emit: BackendProvider.Emit
  private let html: String
  private let origin: String
  private let place: Place
  private let openLink: @MainActor @Sendable (String) -> Void
  private(set) var presentation: PlayerPresentation
  private var isSilenced = false
  private var isClosed = false
  private var isInBackground = false
  private var playsAfterBackground = false
  private var watch: PageWatch
  private var nextLook: Deadlines.Deadline?
  private var alarm: (due: Double, deadline: Deadlines.Deadline)?
  private var start: CheckedContinuation<Bool, Never>?
  private let beginning = SuspendingClock.now

  private var now: Double { (SuspendingClock.now - beginning) / .seconds(1) }

  private init(
    _ configuration: PlayerConfiguration, _ endpoints: YouTubeEndpoints,
    _ emit: @escaping BackendProvider.Emit,
    _ place: Place, _ openLink: (@MainActor @Sendable (String) -> Void)?
  ) throws(WebViewError) {
    let host = configuration.youTube.applicationID ?? Self.applicationID
    origin = configuration.youTube.origin ?? "https://\(host)"
    self.configuration = configuration
    self.emit = emit
    self.place = place
    self.openLink = openLink ?? { WebToolkit.openInBrowser($0) }
    engine = IFrameEngine(
      descriptor: IFrameBackend.descriptor, configuration: configuration, endpoints: endpoints, origin: origin
    )
    var document = IFramePage.Configuration()
    document.endpoints = endpoints
    html = IFramePage.html(document)
    watch = PageWatch(patience: configuration.timeouts.perform)
    page = try WebPage(Self.options(configuration, endpoints))
    presentation =
      configuration.presentation
      ?? PlayerPresentation(page: IFrameWindow.freePage, isFront: true, turnsPages: false)
  }

  /// Who embeds the player, unless the configuration says otherwise.
  static let applicationID = "io.github.ytplay"

  /// Makes a session that is ready, or throws within the time limit.
  static func make(
    _ configuration: PlayerConfiguration, _ endpoints: YouTubeEndpoints,
    _ emit: @escaping BackendProvider.Emit,
    place: Place, openLink: (@MainActor @Sendable (String) -> Void)?
  ) async throws(PlayerError) -> IFrameSession {
    try configuration.validate()
    if let id = configuration.youTube.applicationID, !isHost(id) {
      throw PlayerError(
        .invalidArgument, "The application id “\(id.beginning(80))” is not a host's name.",
        remedy: "Give one such as org.example.player.", backend: IFrameBackend.descriptor.id)
    }
    let session: IFrameSession
    do throws(WebViewError) {
      session = try IFrameSession(configuration, endpoints, emit, place, openLink)
      switch place {
      case .window: try IFrameWindow.shared().add(session)
      case .elsewhere(let host): host.show(session.page.widget)
      }
    } catch {
      throw error.asPlayerError
    }
    guard await session.begin() else {
      guard !session.isClosed else { throw closed }
      session.close()
      throw PlayerError(
        .timedOut, "The player's page was not ready within \(configuration.timeouts.start) s.",
        remedy: "Try again when the machine is less busy.", backend: IFrameBackend.descriptor.id)
    }
    return session
  }

  // MARK: - Life

  /// Loads the page, and returns whether its script has come to run within the time limit.
  private func begin() async -> Bool {
    page.onMessage = { [weak self] text in self?.heard(text) }
    page.onProcessEnd = { [weak self] in self?.processEnded() }
    page.onOpenLink = { [weak self] address in self?.linkOpened(address) }
    page.onFullscreen = { [weak self] isFullscreen in self?.fullscreenChanged(isFullscreen) }
    silence()
    page.load(html: html, baseURL: origin + "/")
    let limit = Deadlines.shared.after(.seconds(configuration.timeouts.start)) { [weak self] in
      Task { @MainActor in self?.begun(false) }
    }
    defer { limit.cancel() }
    guard await withCheckedContinuation({ start = $0 }), !isClosed else { return false }
    engine.start()
    if configuration.isFullscreen { run(.fullscreen(true)) }
    flush()
    return true
  }

  private func begun(_ isReady: Bool) {
    start?.resume(returning: isReady)
    start = nil
  }

  /// Takes an action.
  func perform(_ action: PlayerAction) throws(PlayerError) {
    guard !isClosed else { throw Self.closed }
    defer { flush() }
    switch action {
    // Asked for since, and so what holds when the window is seen again.
    case .play, .pause, .stop, .clear, .load, .cue: playsAfterBackground = false
    default: break
    }
    if case .load = action { page.renewTrust() }
    if case .cue = action { page.renewTrust() }
    try engine.perform(action, at: now)
  }

  /// Takes another place among the pages of the window.
  func present(_ presentation: PlayerPresentation) throws(PlayerError) {
    guard !isClosed else { throw Self.closed }
    try presentation.check(IFrameBackend.descriptor)
    self.presentation = presentation
    let wasInFront = engine.isInFront
    engine.isInFront = presentation.isFront
    silence()
    // What can't be seen plays on for nobody.
    if wasInFront, !presentation.isFront, engine.state.playWhenReady { attempt(.pause) }
    if place.isShared { IFrameWindow.current?.move(self) }
  }

  /// Ends the session, once.
  func shutDown() async {
    close()
  }

  private func close() {
    guard !isClosed else { return }
    isClosed = true
    alarm?.deadline.cancel()
    alarm = nil
    nextLook?.cancel()
    nextLook = nil
    begun(false)
    page.close()
    if place.isShared { IFrameWindow.current?.remove(self) }
  }

  private static let closed = PlayerError(
    .closed, "The backend iframe has been shut down.", remedy: "Make another one.",
    backend: IFrameBackend.descriptor.id)

  // MARK: - What comes from the page

  private func heard(_ text: String) {
    guard !isClosed, let report = PageReport(text) else { return }
    watch.hear()
    // Media that were on their way can't come any more, and the page does not know why: it is made anew.
    if case .error = report.kind, page.hasLostNetwork { return page.endProcess() }
    if case .page = report.kind, start != nil { return begun(true) }
    engine.take(report, at: now)
    flush()
  }

  private func processEnded() {
    guard !isClosed else { return }
    // It is not ready before it has come back, and has its time for that.
    if start != nil { return page.load(html: html, baseURL: origin + "/") }
    engine.processEnded(at: now)
    flush()
  }

  private func linkOpened(_ address: String) {
    guard !isClosed, configuration.youTube.opensLinks != false else { return }
    openLink(address)
  }

  // MARK: - What the engine wants

  /// Sends out what the engine has to say, and sets the alarm for what is due next.
  private func flush() {
    guard !isClosed else { return }
    engine.drainEvents(emit)
    var commands: [PageCommand] = []
    for order in engine.drainOrders() {
      if case .page(let command) = order, command != .read {
        commands.append(command)
        continue
      }
      send(&commands)
      run(order)
    }
    send(&commands)
    if place.isShared { IFrameWindow.current?.stateChanged(self, engine.state) }
    arm()
    watchPage()
  }

  private func send(_ commands: inout [PageCommand]) {
    guard !commands.isEmpty else { return }
    page.send(IFramePage.perform, PageCommand.text(commands))
    commands.removeAll(keepingCapacity: true)
  }

  private func run(_ order: IFrameOrder) {
    switch order {
    case .page: ask()
    case .silence(let isSilenced):
      self.isSilenced = isSilenced
      silence()
    case .reload: page.load(html: html, baseURL: origin + "/")
    case .fullscreen(let isFullscreen):
      switch place {
      case .window: IFrameWindow.current?.setFullscreen(isFullscreen)
      case .elsewhere(let host):
        host.fillScreen(isFullscreen)
        fullscreenChanged(isFullscreen)
      }
    }
  }

  /// Asks the player what it has to say.
  private func ask() {
    let (player, mark) = (engine.player?.number, engine.lastMark)
    Task { [weak self, page] in
      // Where the page can't answer, it is asked again, or has died, which is told.
      guard let answer = try? await page.call(IFramePage.perform, PageCommand.text([.read])),
        let self, !isClosed
      else { return }
      engine.answered(at: now)
      guard engine.player?.number == player, engine.lastMark == mark,
        let info = PageResult.read(answer)?.first?.info
      else { return }
      engine.take(info, at: now)
      flush()
    }
  }

  private func silence() {
    page.isMuted = isSilenced || !presentation.isFront
  }

  private func arm() {
    guard let due = engine.due else {
      alarm?.deadline.cancel()
      alarm = nil
      return
    }
    // One that rings too early finds nothing to do and sets the next.
    if let alarm, alarm.due <= due { return }
    alarm?.deadline.cancel()
    let deadline = Deadlines.shared.after(.seconds(max(due - now, 0))) { [weak self] in
      Task { @MainActor in self?.wake(due) }
    }
    alarm = (due, deadline)
  }

  private func wake(_ due: Double) {
    guard alarm?.due == due else { return }
    alarm = nil
    guard !isClosed else { return }
    engine.advance(to: now)
    flush()
  }
}

// MARK: - Whether the page lives

extension IFrameSession {
  /// Looks at the page again in a while, as long as it owes an answer, or should have something to say.
  private func watchPage() {
    guard nextLook == nil, start == nil, page.unansweredCall != nil || isPageBusy else { return }
    nextLook = Deadlines.shared.after(.seconds(watch.step)) { [weak self] in
      Task { @MainActor in self?.look() }
    }
  }

  /// Whether the page tells by itself what it does, while all is well.
  private var isPageBusy: Bool {
    engine.hasPage && (engine.state.status == .playing || engine.state.status == .buffering)
  }

  private func look() {
    guard !isClosed else { return }
    nextLook = nil
    // What hangs is as good as dead, and comes back as what is dead does.
    if watch.look(page.unansweredCall) {
      page.endProcess()
    } else if isPageBusy, watch.isSilent, page.unansweredCall == nil {
      // Any answer will do.
      page.send(IFramePage.perform, PageCommand.text([]))
    }
    watchPage()
  }
}

// MARK: - What comes from the window

extension IFrameSession {
  /// What the session says of itself.
  var state: PlayerState { engine.state }

  /// The window has begun to fill the screen, or ceased to.
  func fullscreenChanged(_ isFullscreen: Bool) {
    guard !isClosed else { return }
    engine.fullscreenChanged(isFullscreen, at: now)
    flush()
  }

  /// The window can't be seen any more, or can again: media pause meanwhile.
  func backgroundChanged(_ isInBackground: Bool) {
    guard !isClosed, isInBackground != self.isInBackground else { return }
    self.isInBackground = isInBackground
    if isInBackground {
      guard engine.state.playWhenReady else { return }
      attempt(.pause)
      playsAfterBackground = true
    } else if playsAfterBackground {
      attempt(.play)
    }
  }

  /// The person wants another page.
  func pageRequested(_ step: Int) {
    guard !isClosed else { return }
    emit(.pageRequested(by: step))
  }

  /// The person has closed the window.
  func windowClosed() {
    guard !isClosed else { return }
    close()
    emit(.closed)
  }

  /// Does what a person asked for by a key; what can't be done is told as a refusal.
  func attempt(_ action: PlayerAction) {
    do throws(PlayerError) {
      try perform(action)
    } catch {
      if !isClosed { emit(.rejected(.action(action), error)) }
    }
  }
}
