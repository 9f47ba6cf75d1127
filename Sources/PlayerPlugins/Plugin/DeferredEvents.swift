import PlayerKit

/// The events of one session that are kept back while its host does not read, so that what waits for the host
/// does not grow: of a position only the newest counts, and of what is said in the log only how much it was.
struct DeferredEvents {
  /// So many bytes may wait for the host before events are kept back.
  static let allowedBacklog = 1 << 20

  private var time: Double?
  private var loadedFraction: Double?
  private var logCount = 0

  /// Keeps an event back; false where it must be told.
  mutating func take(_ event: PlayerEvent) -> Bool {
    switch event {
    case .timeChanged(let value): time = value
    case .loadedFractionChanged(let value): loadedFraction = value
    case .log: logCount += 1
    default: return false
    }
    return true
  }

  /// What is left to tell.
  mutating func removeAll() -> [PlayerEvent] {
    if time == nil && loadedFraction == nil && logCount == 0 { return [] }
    defer { self = DeferredEvents() }
    var events: [PlayerEvent] = []
    if logCount > 0 {
      events.append(.log(.warning, "\(logCount) lines of the log were lost while nobody read them."))
    }
    if let loadedFraction { events.append(.loadedFractionChanged(loadedFraction)) }
    if let time { events.append(.timeChanged(time)) }
    return events
  }
}
