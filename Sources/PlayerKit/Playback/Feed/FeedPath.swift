/// Where a feed is among its pages, and where each of them lies in the window.
///
/// A plain value. Places lie on an endless strip, along which a feed that wraps around goes on for ever: its page 0
/// follows its last page. A window's pages are numbered along that strip.
struct FeedPath: Sendable, Equatable {
  /// The farthest that a number may be from 0: well within what a window knows.
  static let farthest = PlayerPresentation.pages.upperBound / 2

  /// How many pages there are.
  private(set) var count: Int
  /// Whether the first page follows the last.
  var wraps: Bool
  /// The page that is wanted in front, where there is any.
  private(set) var index = 0
  /// The way of the last move: 1 or -1.
  private(set) var direction = 1
  /// Where the wanted page lies; the page's index, give or take whole rounds.
  private var place = 0
  /// The place that has the number 0.
  private var origin = 0

  init(count: Int, wraps: Bool) {
    self.count = count
    self.wraps = wraps
  }

  /// Goes so many pages on, or back; to the last, or the first, where there are not so many. False where that
  /// leads to the page it comes from.
  mutating func go(by step: Int) -> Bool {
    guard count > 0, step != 0 else { return false }
    let before = index
    let step = min(max(step, -Self.farthest), Self.farthest)
    direction = step > 0 ? 1 : -1
    place = wraps ? place + step : min(max(index + step, 0), count - 1)
    index = Self.remainder(place, count)
    keepNear()
    return index != before
  }

  /// Goes to a page, the nearer way round where there are two.
  mutating func go(to index: Int) {
    guard index != self.index, (0..<count).contains(index) else { return }
    var step = index - self.index
    if wraps, abs(step) * 2 > count { step += step > 0 ? -count : count }
    _ = go(by: step)
  }

  /// The page so many pages on; nil where there is none.
  func page(at step: Int) -> Int? {
    guard count > 0 else { return nil }
    if wraps { return Self.remainder(index + step, count) }
    return (0..<count).contains(index + step) ? index + step : nil
  }

  /// Adds pages behind the last.
  mutating func append(_ count: Int) {
    self.count += count
    // The rounds are longer from now on.
    (place, origin) = (index, 0)
    keepNear()
  }

  /// The pages to be kept ready: those ahead in the way of the last move first, the nearest first.
  func neighbours(ahead: Int, behind: Int) -> [Int] {
    let steps = (0..<ahead).map { ($0 + 1) * direction } + (0..<behind).map { ($0 + 1) * -direction }
    return steps.reduce(into: []) { pages, step in
      guard let page = page(at: step), page != index, !pages.contains(page) else { return }
      pages.append(page)
    }
  }

  /// The number of a page in the window: of those that a page has as the rounds go on, the one nearest to the page in
  /// front. Of two that are as near the one it has is kept.
  func number(of page: Int, now: Int? = nil) -> Int {
    guard wraps, count > 0 else { return page - origin }
    var step = Self.remainder(page - index, count)
    if step * 2 > count || step * 2 == count && (now.map { $0 < place - origin } ?? (direction < 0)) {
      step -= count
    }
    return place + step - origin
  }

  private mutating func keepNear() {
    if abs(place - origin) > Self.farthest { origin = place }
  }

  private static func remainder(_ number: Int, _ count: Int) -> Int {
    let remainder = number % count
    return remainder < 0 ? remainder + count : remainder
  }
}
