import IFramePage
import PlayerKit
import TestSupport

/// The page and YouTube's player as the engine meets them, on a clock that a test moves: a small model of what
/// YouTube's scripts were measured to do. It plays nothing.
///
/// Commands take a moment to arrive, what is told takes a moment to be heard, and getters read what was last told.
final class FakeYouTube {
  /// A video, by its id.
  struct Video {
    var id: String
    var length = 30.023
    /// The error that it fails with when it is loaded.
    var error: Int?
    /// The error that it fails with while it plays, and where.
    var failure: (at: Double, code: Int)?
    var isLive = false
    var isBlocked = false
    /// Where data are missing, and for how long.
    var stall: (at: Double, length: Double)?
    /// Where it breaks off.
    var breaksOff: Double?
    var captions: [String] = []
  }

  enum Script { case comes, fails, hangs }

  private struct Step {
    let due: Double
    let number: Int
    let body: () -> Void
  }

  private(set) var now = 0.0
  private var steps: [Step] = []
  private var stepCount = 0
  private var random: SplitMix64
  /// What the page tells.
  var report: (PageReport) -> Void = { _ in }

  var videos: [String: Video] = [:]
  var lists: [String: [String]] = [:]
  var script = Script.comes
  var becomesReady = true
  /// Whether the view is silent whatever the page does.
  var isSilenced = false
  /// Every call, as `name(arguments)`.
  private(set) var calls: [String] = []
  private(set) var overlay = PageOverlay(.none)
  private(set) var opened: [PageOpening] = []

  private var isPageThere = true
  private var hasScript = false
  private var mark: Int?
  private var period = 0.0
  private var lastArrival = 0.0
  private(set) var player: FakePlayer?

  init(seed: UInt64 = 1) {
    random = SplitMix64(state: seed)
  }

  func video(_ id: String) -> Video { videos[id] ?? Video(id: id) }

  // MARK: Time

  var due: Double? { steps.map(\.due).min() }

  func advance(to time: Double) {
    while let index = steps.indices.min(by: {
      (steps[$0].due, steps[$0].number) < (steps[$1].due, steps[$1].number)
    }),
      steps[index].due <= time
    {
      let step = steps.remove(at: index)
      now = max(now, step.due)
      step.body()
    }
    now = max(now, time)
  }

  func after(_ seconds: Double, _ body: @escaping () -> Void) {
    stepCount += 1
    steps.append(Step(due: now + seconds, number: stepCount, body: body))
  }

  /// How late a page out of sight tells what has happened, with the time that it is by then.
  var lateness = 0.0

  /// How long a message of the frame's takes.
  func latency() -> Double { 0.003 + Double(random.next() % 20) / 1000 }

  // MARK: The page

  func kill() {
    steps.removeAll()
    player = nil
    isPageThere = false
    hasScript = false
    mark = nil
    period = 0
  }

  func reload() {
    isPageThere = true
    after(0.1) { self.report(PageReport(.page)) }
  }

  func perform(_ command: PageCommand) {
    guard isPageThere else { return }
    switch command {
    case .script: fetch {}
    case .open(let opening): open(opening)
    case .mark(let mark): self.mark = mark
    case .call(let function, let arguments): call(function, arguments)
    case .read, .close: break
    case .every(let seconds):
      period = seconds
      tick()
    case .overlay(let overlay): self.overlay = overlay
    }
  }

  /// What a getter's caller learns.
  var info: PlayerInfo { player?.told(at: now) ?? PlayerInfo() }

  private func fetch(_ then: @escaping () -> Void) {
    if hasScript { return then() }
    switch script {
    case .hangs: break
    case .fails:
      after(0.02) { self.report(PageReport(.scriptFailed("It is not there."), player: self.player?.number)) }
    case .comes:
      after(0.02) {
        if !self.hasScript {
          self.hasScript = true
          self.report(PageReport(.api, player: self.player?.number))
        }
        then()
      }
    }
  }

  private func open(_ opening: PageOpening) {
    opened.append(opening)
    let player = FakePlayer(number: opening.player, page: self)
    self.player = player
    fetch {
      guard self.player === player else { return }
      if let id = opening.videoID, id.count != 11 {
        return self.report(PageReport(.refused("Invalid video id"), player: player.number))
      }
      guard self.becomesReady else { return }
      self.after(0.08) { player.become(opening) }
    }
  }

  private func call(_ function: PlayerFunction, _ arguments: [JSONValue]) {
    let text = arguments.map { String(decoding: JSONLine.json($0), as: UTF8.self) }.joined(separator: ",")
    calls.append("\(function.rawValue)(\(text))")
    guard let player, player.isReady else { return }
    if [.loadVideoById, .cueVideoById, .loadPlaylist, .cuePlaylist].contains(function) { player.forget() }
    // Messages keep their order.
    lastArrival = max(lastArrival, now + latency())
    after(lastArrival - now) {
      if self.player === player { player.perform(function, arguments) }
    }
  }

  func forgetCalls() { calls = [] }

  /// Something of a player's, heard after a moment.
  func tell(_ kind: PageReport.Kind, _ player: FakePlayer) {
    var snapshot = player.snapshot()
    let (delay, isLate) = (player.delay(latency() + lateness), lateness > 0)
    after(delay) {
      guard self.player === player else { return }
      if isLate { snapshot.time = player.position }
      player.hear(snapshot, at: self.now)
      self.report(PageReport(kind, player: player.number, mark: self.mark, info: player.told(at: self.now)))
      if case .state = kind { self.tick() }
    }
  }

  /// What changes without an event is told as a message.
  func deliver(_ player: FakePlayer) {
    tell(.change, player)
  }

  private var tickNumber = 0

  private func tick() {
    tickNumber += 1
    let number = tickNumber
    guard period > 0, let player, player.toldState == 1 else { return }
    after(period) {
      guard self.tickNumber == number, self.player === player, player.toldState == 1 else { return }
      self.report(PageReport(.tick, player: player.number, mark: self.mark, info: player.told(at: self.now)))
      self.tick()
    }
  }
}
