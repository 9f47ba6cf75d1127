import PlayerKit

/// Which pages could be played, and the exit status that says so.
struct FeedTally: Sendable {
  private var played: Set<Int> = []
  private var failed: Set<Int> = []
  /// How many sources could not even be read.
  private let unreadable: Int

  init(unreadable: Int) {
    self.unreadable = unreadable
  }

  /// Whether any page has been open.
  private(set) var hasOpened = false

  /// Takes what the page in front says. Of a page that comes again the last time counts.
  mutating func take(_ event: PlayerEvent, page: Int) {
    switch event {
    case .statusChanged(.queued, _), .statusChanged(.playing, _), .statusChanged(.paused, _):
      hasOpened = true
      played.insert(page)
      failed.remove(page)
    case .failed(_, willRestart: false):
      failed.insert(page)
      played.remove(page)
    default: break
    }
  }

  /// The exit status for what has been played. Pages that never came do not count.
  var status: ExitStatus {
    if failed.isEmpty && unreadable == 0 { return .success }
    return played.isEmpty ? .nothingPlayed : .partlyPlayed
  }
}
