/// When the time is told, and what it is where mpv does not know.
struct MPVClock {
  /// Seconds between two tellings.
  let interval: Double
  /// When it is told next; nil while time stands still.
  private(set) var nextTick: Double?
  /// When time last began to move.
  private(set) var began = 0.0
  /// The last time that mpv told, and when.
  private var last: (time: Double, at: Double)?

  init(interval: Double) {
    self.interval = interval
  }

  /// Time moves from now on, from this position.
  mutating func start(at time: Double, _ now: Double) {
    nextTick = now + interval
    began = now
    last = (time, now)
  }

  /// Time stands still.
  mutating func stop() {
    nextTick = nil
    last = nil
  }

  var isRunning: Bool { nextTick != nil }

  /// Whether a telling is due; then the next one is one interval after when this one was due.
  mutating func isDue(_ now: Double) -> Bool {
    guard let due = nextTick, now >= due else { return false }
    let missed = ((now - due) / interval).rounded(.down)
    nextTick = due + (missed + 1) * interval
    return true
  }

  /// Takes a time that mpv told.
  mutating func took(_ time: Double, _ now: Double) {
    if isRunning { last = (time, now) }
  }

  /// Where time must be by now, by what was told last.
  func expected(_ now: Double, rate: Double) -> Double? {
    last.map { $0.time + (now - $0.at) * rate }
  }
}
