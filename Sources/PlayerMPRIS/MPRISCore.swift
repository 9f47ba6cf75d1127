import PlayerKit

/// The life of a service: it follows the player, tells the bus what has changed, and has the player do what clients ask
/// for, in the order in which they ask.
final class MPRISCore: Sendable {
  /// What a client wishes, and the call that waits for an answer.
  struct Wish: Sendable {
    let command: MPRISCommand
    let call: BusCall
  }

  private struct Following {
    var follower: PlaybackFollower
    /// Whether something is to be announced.
    var isStale = false
    /// The last jump that is to be announced, in seconds.
    var jump: Double?
    /// Whether the connection has ended.
    var isEnded = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  let options: MPRISOptions
  private let player: any MPRISPlayer
  private let report: @Sendable (MPRISService.Report) -> Void
  private let following: Lock<Following>
  private let loop = BusLoop()
  private let wishes: AsyncStream<Wish>
  private let wishing: AsyncStream<Wish>.Continuation

  /// So many wishes wait at most; a client that asks for more is refused.
  private static let mostWishes = 1000

  init(
    _ player: some MPRISPlayer, _ options: MPRISOptions,
    _ report: @escaping @Sendable (MPRISService.Report) -> Void
  ) {
    self.player = player
    self.options = options
    self.report = report
    following = Lock(Following(follower: PlaybackFollower(player.mprisOutlook.state, at: .now)))
    (wishes, wishing) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.mostWishes))
  }

  // MARK: Beginning and ending

  /// Starts it, and returns the tasks to be cancelled at its end.
  func start() -> [Task<Void, Never>] {
    let session = MPRISSession(self, loop, report)
    let isStarted = loop.start { [self] in
      session.run()
      finish()
    }
    guard isStarted else {
      report(.unavailable("There is no thread left."))
      finish()
      return []
    }
    return [follow(player, for: session), Task { await obey() }]
  }

  /// Ends the connection in order.
  func end() {
    wishing.finish()
    loop.quit()
  }

  /// Ends what the connection still waits for.
  func giveUp() {
    loop.cancel()
  }

  /// Waits until the connection has ended.
  func ended() async {
    await withCheckedContinuation { continuation in
      let isEnded = following.withLock { following in
        if !following.isEnded { following.waiters.append(continuation) }
        return following.isEnded
      }
      if isEnded { continuation.resume() }
    }
  }

  private func finish() {
    wishing.finish()
    let waiters = following.withLock { following in
      following.isEnded = true
      defer { following.waiters = [] }
      return following.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  // MARK: The player

  /// The properties now.
  var properties: MPRISProperties {
    MPRISProperties(
      options: options, outlook: player.mprisOutlook, follower: following.withLock(\.follower))
  }

  /// The properties as far as the events have told them, which belong together and follow one another as the events
  /// do; and a jump where there was one, in seconds.
  func takeNews() -> (properties: MPRISProperties, jump: Double?) {
    var outlook = player.mprisOutlook
    let (follower, jump) = following.withLock { following in
      following.isStale = false
      defer { following.jump = nil }
      return (following.follower, following.jump)
    }
    outlook.state = follower.state
    return (MPRISProperties(options: options, outlook: outlook, follower: follower), jump)
  }

  private func follow(_ player: some MPRISPlayer, for session: MPRISSession) -> Task<Void, Never> {
    let events = player.mprisEvents()
    // After the subscription: an event that is in both is applied twice, which leads to the same state.
    let state = player.mprisOutlook.state
    following.withLock { $0.follower = PlaybackFollower(state, at: .now) }
    return Task {
      for await event in events where take(event) {
        session.announce()
      }
    }
  }

  /// Takes what happened; true where something has to be announced, and nothing had before.
  private func take(_ event: MPRISEvent) -> Bool {
    following.withLock { following in
      if let jump = following.follower.take(event, at: .now) { following.jump = jump }
      guard !following.isStale else { return false }
      following.isStale = event.isNews || following.jump != nil
      return following.isStale
    }
  }

  // MARK: Wishes

  /// Takes a wish, to be met behind those before; false where there are too many.
  func take(_ wish: Wish) -> Bool {
    if case .enqueued = wishing.yield(wish) { return true }
    return false
  }

  private func obey() async {
    for await wish in wishes {
      do throws(BusFault) {
        try await perform(wish.command)
        wish.call.reply()
      } catch {
        wish.call.fail(error)
      }
    }
  }

  private func perform(_ command: MPRISCommand) async throws(BusFault) {
    do throws(PlayerError) {
      try await MPRISPerformer(properties: properties, player: player).perform(command)
    } catch {
      throw BusFault(error)
    }
  }
}

extension MPRISEvent {
  /// Whether a property may have changed that is announced.
  fileprivate var isNews: Bool {
    switch self {
    case .moved: true
    case .event(let event):
      switch event {
      // What comes next may have changed meanwhile without an event of the player's, so a time is looked at too.
      case .loadedFractionChanged, .pageRequested, .rejected, .log, .dropped: false
      default: true
      }
    }
  }
}
