/// What a scrubber's tasks share: one follows the player, another does what the gestures ask for, step by step.
final class ScrubberCore: Sendable {
  private struct Storage {
    var scrub = Scrub()
    var follower: Task<Void, Never>?
    /// Whether the steps are being taken, by one task at a time.
    var isWorking = false
  }

  let player: Player
  let newest = Newest(Scrubber.Value())
  /// How far the time has to have moved on, at the rate of 1, until that is told.
  private let threshold: Double
  private let storage = Lock(Storage())

  init(_ player: Player, interval: Double?) {
    self.player = player
    // Half a beat earlier, since the beats of a player are not quite even.
    let beat = player.configuration.timeInterval
    threshold = interval.map { $0 > beat ? $0 - beat / 2 : 0 } ?? 0
    refresh()
  }

  /// Follows the player until its end.
  func follow() {
    let follower = Task { [states = player.states, self] in
      for await _ in states { refresh() }
      newest.finish()
    }
    storage.withLock { $0.follower = follower }
  }

  func stopFollowing() {
    storage.withLock(\.follower)?.cancel()
  }

  func cancel() {
    change { $0.cancel() }
  }

  /// Looks at the player anew.
  func refresh() {
    change { _ in }
  }

  /// Lets a gesture take effect, tells of it, and sees to it that what follows is done.
  @discardableResult
  func change<Result: Sendable>(_ gesture: (inout Scrub) -> Result) -> Result {
    let (result, startsWork) = storage.withLock { storage in
      // Read here, so that an older state never comes after a newer one.
      storage.scrub.update(player.outlook)
      let result = gesture(&storage.scrub)
      publish(storage.scrub)
      let startsWork = !storage.isWorking && storage.scrub.hasWork
      if startsWork { storage.isWorking = true }
      return (result, startsWork)
    }
    if startsWork { Task { await work() } }
    return result
  }

  private func publish(_ scrub: Scrub) {
    let (old, new) = (newest.value, scrub.value)
    guard new != old else { return }
    if scrub.isFollowingTime, abs(new.time - old.time) < threshold * scrub.state.rate {
      var late = old
      late.time = new.time
      late.progress = new.progress
      if late == new { return }
    }
    newest.set(new)
  }

  // MARK: Working

  /// Takes one step after another until nothing is left to do.
  private func work() async {
    while let step = nextStep() {
      do {
        try await player.send(step.action, countsAsWish: false)
      } catch {
        // The player has published it; here it only says that there is no use in going on.
        if case .seek = step { change { $0.giveUp() } }
        continue
      }
      if case .seek = step { await landing() }
    }
  }

  private func nextStep() -> Scrub.Step? {
    storage.withLock { storage in
      storage.scrub.update(player.outlook)
      let step = storage.scrub.nextStep()
      publish(storage.scrub)
      if step == nil { storage.isWorking = false }
      return step
    }
  }

  /// Waits until no seek is under way, or nobody waits for it any more.
  private func landing() async {
    for await _ in player.states {
      let isThere = change { !$0.isActive || !$0.state.isSeeking }
      if isThere { return }
    }
  }
}
