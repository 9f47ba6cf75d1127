import IFramePage
import PlayerKit

/// What the engine wants done, in this order.
enum IFrameOrder: Sendable, Hashable {
  /// Something for the page.
  case page(PageCommand)
  /// Let the view be silent whatever the page does, or not.
  case silence(Bool)
  /// Load the page again: its process has died.
  case reload
  /// Fill the screen, or go back.
  case fullscreen(Bool)
}

/// YouTube's player under the contract: a state machine between actions and a page's reports.
///
/// Pure: it knows no clock, no thread and no web view. It is told what is asked (``perform(_:at:)``), what the page
/// says (``take(_:at:)``) and that time passes (``advance(to:)``), says when it wants to be told next (``due``), and
/// answers with ``events`` and ``orders``.
///
/// What YouTube's player is told and what the state says are kept apart: the state follows what was asked, the
/// player is brought there (``steer()``), and what it does against it once it is there, a person has done with the
/// player's own controls.
struct IFrameEngine {
  let descriptor: BackendDescriptor
  let configuration: PlayerConfiguration
  let endpoints: YouTubeEndpoints
  /// The origin that the page has.
  let origin: String

  /// The state that the events add up to.
  private(set) var state = PlayerState.empty
  /// What happened since they were last taken away, in order.
  private(set) var events: [PlayerEvent] = []
  /// What is to be done since it was last taken away, in order.
  private(set) var orders: [IFrameOrder] = []
  /// The moment up to which everything has happened.
  private(set) var time = 0.0
  /// When something is due.
  var timers: [Alarm: Double] = [:]

  /// How far the source is.
  var phase = Phase.idle
  var programme: IFrameProgramme?
  /// The opening under way; set while ``phase`` is `opening`.
  var opening = Opening(from: 0)
  /// The player in the page.
  var player: Player?
  var lastPlayer = 0
  var lastMark = 0
  /// What the player has said since it was last given a source.
  var known = PlayerInfo()
  /// Where playing is.
  var head = PlayHead()

  /// The seek that waits for the source to open.
  var heldSeek: HeldSeek?
  /// The place to which the player is on its way; its reports are not believed until it is there.
  var landing: Landing?
  /// A start without sound, to have a picture, or data, without playing.
  var hush: Hush?
  /// Whether the view has been silenced for ``hush``.
  var isSilenced = false
  /// What the player was last told, play or hold, and whether that has been seen.
  var drive = Drive()
  /// Where a person seems to have moved the playing player to.
  var suspectedJump: Double?

  var list = ItemList()
  var sound = Sound()
  var captions = Captions()
  /// Whether blocked playing has been tried without sound.
  var hasRetriedMuted = false
  /// When the page has come back from a death of its process.
  var recoveries: [Double] = []
  /// Whether the page's script runs.
  var hasPage = true
  /// When the page was last heard, or has answered.
  private(set) var lastHeard = 0.0
  /// Whether the page has YouTube's script.
  var hasScript = false

  /// Whether the session is the one to be seen and heard.
  var isInFront: Bool

  enum Phase {
    /// Nothing is loaded.
    case idle
    /// The player is given the source.
    case opening
    /// The player has the source.
    case open
    /// The source has been stopped.
    case stopped
    /// The source has failed.
    case failed
  }

  /// What may be due.
  enum Alarm: CaseIterable {
    /// The source has had its time to open.
    case opening
    /// A player that is being made for an earlier source has had its time.
    case replacing
    /// A cued source whose duration has not come.
    case cued
    /// An error whose video is not known.
    case error
    /// Data have not come for as long as they may take.
    case stall
    /// Nothing has come of playing.
    case blocked
    /// The player has not done what it was told.
    case steering
    /// The player is asked.
    case poll
    /// A seek has had its time to land.
    case landing
    /// A silent start has had its time.
    case hush
    /// The list has had its time to go on by itself.
    case item
    /// The player has been held by nobody's order for a moment.
    case person
    /// The next `timeChanged`.
    case tick
    /// The source's end.
    case end
    /// The page has had its time to come back.
    case recovery
  }

  /// The player in the page, as far as is known.
  struct Player {
    let number: Int
    var isReady = false
    /// YouTube's state: -1, 0, 1, 2, 3 or 5.
    var state: Int?
    /// What it was last given.
    var holds: IFrameProgramme?
    /// Where it begins by itself when it is cued and told to play; nil: not known.
    var start: Double? = 0
    /// Whether it has been told how to go through the list that it has.
    var hasListMode = false
    /// The modules that it has, and that have been told their options.
    var modules: Set<String> = []
    /// An error that came before it was known of which video.
    var pendingError: Int?
  }

  struct Opening {
    /// Where the source is to begin.
    var start: Double
    /// Whether the player has let go of the earlier source.
    var hasReset = false
    /// Whether the player has been told to play it at once.
    var runs = false
    /// Whether the player has begun by itself, perhaps to open another item.
    var isAnew = false
    /// Whether it began out of sight and without sound, and is to be played after all.
    var hasRunUnheard = false
    /// The status that it takes unless it plays.
    var rest = PlayerStatus.queued

    init(from start: Double) {
      self.start = start
    }
  }

  init(
    descriptor: BackendDescriptor, configuration: PlayerConfiguration, endpoints: YouTubeEndpoints,
    origin: String
  ) {
    self.descriptor = descriptor
    self.configuration = configuration
    self.endpoints = endpoints
    self.origin = origin
    isInFront = configuration.presentation?.isFront ?? true
  }

  /// Says that the backend is ready, with what the configuration sets beforehand.
  mutating func start() {
    emit(.ready)
    if configuration.youTube.mute == true { emit(.muteChanged(true)) }
    if configuration.youTube.loop == true { emit(.loopChanged(.all)) }
    if !configuration.showsVideo {
      log(
        .warning,
        "YouTube's player needs its picture, so it is shown. mpv plays the sound alone, with yt-dlp.")
    }
    if configuration.youTube.showInfo != nil {
      log(.info, "YouTube's player has ignored the parameter showinfo since 2018.")
    }
    order(.script(url: endpoints.script))
    order(.overlay(PageOverlay(.idle)))
  }

  mutating func emit(_ event: PlayerEvent) {
    state.apply(event)
    events.append(event)
  }

  mutating func log(_ level: LogLevel, _ text: String) {
    emit(.log(level, text))
  }

  mutating func order(_ command: PageCommand) {
    orders.append(.page(command))
  }

  mutating func order(_ other: IFrameOrder) {
    orders.append(other)
  }

  mutating func call(_ function: PlayerFunction, _ arguments: JSONValue...) {
    orders.append(.page(.call(function, arguments)))
  }

  /// Hands each event over, in order, and forgets it.
  mutating func drainEvents(_ body: (PlayerEvent) -> Void) {
    for event in events { body(event) }
    events.removeAll(keepingCapacity: true)
  }

  /// What is to be done, in order; it is forgotten.
  mutating func drainOrders() -> [IFrameOrder] {
    defer { orders.removeAll(keepingCapacity: true) }
    return orders
  }

  func error(_ code: PlayerError.Code, _ message: String, remedy: String? = nil) -> PlayerError {
    PlayerError(code, message, remedy: remedy, backend: descriptor.id)
  }
}

// MARK: - Time

extension IFrameEngine {
  /// When time must be told to have passed next; nil: nothing is to come by itself.
  var due: Double? { timers.values.min() }

  /// Lets everything happen that is due, each at its own moment.
  mutating func advance(to now: Double) {
    while let (alarm, due) = timers.min(by: { $0.value < $1.value }), due <= now {
      time = max(time, due)
      timers[alarm] = nil
      ring(alarm, now)
    }
    time = max(time, now)
  }

  private mutating func ring(_ alarm: Alarm, _ now: Double) {
    switch alarm {
    case .opening: openingIsOver()
    case .replacing: makePlayer()
    case .cued: settleCued()
    case .error: believeError()
    case .stall:
      fail(
        error(
          .timedOut, "YouTube has delivered nothing for \(configuration.timeouts.open) s.",
          remedy: "Check the connection, and play again."))
    case .blocked: isBlocked()
    case .steering: steerAgain()
    case .poll: poll()
    case .landing: landAnyway()
    case .hush: hushIsOver()
    case .item: listHasStopped()
    case .person: pausedByPerson()
    case .tick:
      // Late rather than what was true when it was due.
      time = max(time, now)
      tick()
    case .end: reachEnd()
    case .recovery: fail(Self.lostPage)
    }
  }

  /// The page has answered, whatever it said.
  mutating func answered(at now: Double) {
    lastHeard = max(lastHeard, now)
  }

  mutating func set(_ alarm: Alarm, in seconds: Double) {
    timers[alarm] = time + seconds
  }
}
