import PlayerKit

/// What becomes of a list of which an item fails: the others are played.
extension MPVSession {
  /// How the items of a list have fared since the source was loaded.
  struct ListRun {
    /// So many failures in a row are taken for what all the items share.
    static let limit = 10

    /// How many have failed since one was last open.
    private(set) var failures = 0
    /// Whether any has been open.
    private(set) var hasOpened = false
    /// Whether the last move was to the item before.
    var isBackwards = false

    mutating func opened() {
      failures = 0
      hasOpened = true
      isBackwards = false
    }

    /// Somebody has chosen what is played next.
    mutating func chosen() {
      failures = 0
    }

    mutating func failed() {
      failures += 1
    }
  }

  /// Goes on with another item of the list, or ends it behind its last, where an item of it has failed for a reason
  /// of its own; says whether it does.
  func leaveOut(_ media: MPVMedia, _ error: PlayerError) -> Bool {
    guard let list, list.count > 1, Self.isOfOneItem(error.code) else { return false }
    listRun.failed()
    guard listRun.failures < min(list.count, ListRun.limit) else { return false }
    let next: Int? =
      if listRun.isBackwards && list.index > 0 {
        list.index - 1
      } else if !list.isAtLast {
        list.index + 1
      } else {
        state.loop == .all ? 0 : nil
      }
    guard next != nil || listRun.hasOpened else { return false }
    let name = list.current.title.map { "“\($0)”" } ?? list.current.id.description
    say(
      .log(
        .warning,
        "item \(list.index + 1) of \(list.count), \(name), is left out: \(naming(error, media).message)"))
    if media.stage == .open { unload() }
    let isBackwards = listRun.isBackwards
    if let next { go(to: next) } else { endHere() }
    listRun.isBackwards = isBackwards && list.index > 0
    return true
  }

  /// Whether an error need not be that of the next item too, as those of a network or of a program are.
  private static func isOfOneItem(_ code: PlayerError.Code) -> Bool {
    switch code {
    case .notFound, .notPermitted, .playbackFailed, .unsupported: true
    default: false
    }
  }
}
