import PlayerKit

/// Follows what is in front, and says where it is to go on and which places are to be kept.
///
/// A plain value: events go in, and actions and changes come out.
struct PlaceTracker: Sendable {
  /// The way to where a source was left.
  private enum Return {
    /// Its list is awaited, or an item of it.
    case toItem(Place, isAskedFor: Bool)
    /// A seek is under way.
    case toTime(Double)
  }

  /// The source in front.
  private struct Front {
    let key: String
    /// Nil while nothing was kept.
    var kept: Place?
    /// As far as it has got since.
    var latest: Place?
    /// Whether all of it, or nothing yet, has been played: there is no place then.
    var isForgotten = false
    var way: Return?
    /// Whether it has ended or failed: when it comes again, it comes anew.
    var isOver = false
  }

  /// The most of a source, in seconds, that may be lost.
  private static let mostLost = 5.0

  /// Seconds of the source after which a place is kept anew at this rate. A second of the clock is left to write it.
  private static func interval(at rate: Double) -> Double { max(mostLost - max(rate, 1), 1) }

  private var known: PlaceBook
  private let queue: String?
  private var front: Front?
  /// What is to be kept, and nil for what is to be forgotten.
  private(set) var changes: [String: Place?] = [:]
  /// Whether the changes are to be kept now.
  private(set) var isDue = false

  /// A tracker that begins with these places.
  ///
  /// - Parameter queue: the key of the queue that is played; nil for a single source.
  init(_ known: PlaceBook = PlaceBook(), queue: String? = nil) {
    self.known = known
    self.queue = queue
  }

  /// Takes the changes, which count as kept from then on.
  ///
  /// - Parameter now: seconds since 1970.
  mutating func takeChanges(at now: Int64) -> [String: Place?] {
    defer { (changes, isDue) = ([:], false) }
    known.apply(changes, at: now)
    return changes
  }

  // MARK: What happens

  /// Another source is in front, or the same again.
  ///
  /// - Parameter key: nil where it has no place.
  /// - Returns: what leads to where it was left.
  mutating func begin(_ source: PlayerSource?, key: String?) -> [PlayerAction] {
    // Another backend goes on with it, at the place where the first one was.
    if let front, front.key == key, !front.isOver { return [] }
    // What was left on the way is kept together with what is in front now.
    isDue = isDue || !changes.isEmpty
    front = nil
    guard let source, let key else { return [] }
    var next = Front(key: key, kept: changes[key] ?? known[key])
    defer { front = next }
    if let queue {
      changes[queue] = Place(source: key)
      isDue = true
    }
    guard source.start == nil, let place = next.kept, let time = place.time,
      source.end.map({ time < $0 }) ?? true
    else { return [] }
    if place.item != nil {
      next.way = .toItem(place, isAskedFor: false)
      return []
    }
    next.way = .toTime(time)
    return [.seek(.to(time), precise: true)]
  }

  /// Something was said of what is in front; the state after it.
  ///
  /// - Returns: what leads to where it was left.
  mutating func take(_ event: PlayerEvent, _ state: PlayerState) -> [PlayerAction] {
    guard front != nil else { return [] }
    switch event {
    case .itemsChanged: return goOn(state)
    case .durationChanged(let duration?, _, _):
      // Another medium is in its place, and ends before: it begins at its beginning.
      if case .toTime(let time)? = front?.way, time > duration {
        front?.way = .toTime(0)
        return [.seek(.to(0), precise: true)]
      }
    case .seeked, .rejected(.action(.seek), _): if case .toTime? = front?.way { front?.way = nil }
    case .rejected(.action(.playItem), _): front?.way = nil
    case .statusChanged(.ended, _):
      front?.isOver = true
      front?.way = nil
    case .failed(_, willRestart: false):
      front?.isOver = true
      front?.way = nil
      return []
    default: break
    }
    // While it buffers a backend that has just taken over may not be where it is to go on.
    if state.status != .buffering { note(state) }
    if case .statusChanged(.paused, _) = event, let latest = front?.latest,
      latest.differs(from: front?.kept, by: 0.1)
    {
      front?.kept = latest
      isDue = true
    }
    return []
  }

  /// Goes on towards the item that the source was left in.
  private mutating func goOn(_ state: PlayerState) -> [PlayerAction] {
    guard case .toItem(let place, let isAskedFor)? = front?.way, let index = place.index(in: state.items),
      let time = place.time
    else { return [] }
    if state.itemIndex == index {
      front?.way = .toTime(time)
      return [.seek(.to(time), precise: true)]
    }
    front?.way = .toItem(place, isAskedFor: true)
    return isAskedFor ? [] : [.playItem(index)]
  }

  /// Takes the place that a state tells of.
  mutating func note(_ state: PlayerState) {
    guard var front else { return }
    defer { self.front = front }
    if state.status == .ended {
      if state.hasMoreBehindEnd { return }
      front.latest = nil
      forget(&front)
      return
    }
    if case .toItem? = front.way, state.status == .playing, state.currentTime >= Self.interval(at: 1) {
      // The item is not there any more.
      front.way = nil
    }
    guard front.way == nil, let place = Place(state) else { return }
    if state.isAtEdge { return forget(&front) }
    front.latest = place
    front.isForgotten = false
    changes[front.key] = place
    if place.differs(from: front.kept, by: Self.interval(at: state.rate)) {
      front.kept = place
      isDue = true
    }
  }

  private mutating func forget(_ front: inout Front) {
    guard !front.isForgotten else { return }
    front.isForgotten = true
    front.kept = nil
    changes[front.key] = .some(nil)
  }

  /// Takes the state at the end, which may be ahead of what has been told.
  ///
  /// - Parameter isLast: whether nothing comes behind the source.
  mutating func finish(_ state: PlayerState, key: String?, isLast: Bool) {
    _ = begin(state.source, key: key)
    note(state)
    // The next time the queue begins anew.
    if let queue, isLast, state.status == .ended || state.error != nil { changes[queue] = .some(nil) }
  }
}
