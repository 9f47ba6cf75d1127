import PlayerKit

/// What `docs/coming-from-apple.md` shows of feeds, so that it is compiled.
enum AppleFeedSamples {
  static func carousel(
    _ registry: BackendRegistry, _ sources: [PlayerSource], _ more: @escaping PlayerFeed.More
  ) throws -> [PlayerFeed] {
    var options = PlayerFeed.Options()
    options.advancesOnEnd = true
    options.wraps = true
    options.capacity = 5
    let feed = PlayerFeed(sources: sources, registry: registry)
    feed.willLeave()
    try feed.settle(on: 2)
    feed.enterBackground()
    feed.enterForeground()
    return [
      feed, PlayerFeed(sources: sources, registry: registry, feed: options),
      PlayerFeed(sources: sources, registry: registry, more: more),
    ]
  }
}
