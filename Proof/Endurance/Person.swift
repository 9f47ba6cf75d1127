import PlayerKit
import TestSupport

/// Someone who plays a queue and does something every second or so.
struct Person: Sendable {
  /// How it went.
  struct Account: Sendable {
    /// How many actions were sent.
    var actions = 0
    /// How many items were played.
    var played = 0
    /// What went otherwise than it must.
    var troubles: [String] = []
  }

  let number: Int
  let registry: BackendRegistry
  let sources: [PlayerSource]

  /// Plays for so long, and sees at the end that all is as it was set, and that it plays.
  func play(seconds: Double) async throws -> Account {
    let player = Player(registry: registry, configuration: .unseen)
    let witness = Task { [events = player.events] in await Witness(events) }
    let account: Account
    do {
      account = try await use(player, until: .now + .seconds(seconds))
    } catch {
      await player.shutDown()
      throw error
    }
    await player.shutDown()
    let troubles = await witness.value.troubles.map { "Player \(number) told of this: \($0)" }
    return Account(actions: account.actions, played: account.played, troubles: account.troubles + troubles)
  }

  private func use(_ player: Player, until end: ContinuousClock.Instant) async throws -> Account {
    var chance = SplitMix64(state: UInt64(number))
    var account = Account()
    let queue = PlayQueue(sources)
    queue.loop = .all
    try await player.play(queue)
    var (volume, rate) = (100.0, 1.0)
    while ContinuousClock.now < end {
      try await Task.sleep(for: .milliseconds(500 + chance.next(below: 1000)))
      switch chance.next(below: 8) {
      case 0: try await player.pause()
      case 1, 2: try await player.play()
      case 3:
        volume = Double(chance.next(below: 101))
        try await player.setVolume(volume)
      case 4:
        rate = Double(2 + chance.next(below: 7)) / 4
        try await player.setRate(rate)
      case 5: try await player.seek(to: Double(chance.next(below: 3)))
      case 6: try await player.seek(by: 0.5)
      default: queue.next()
      }
      account.actions += 1
    }
    try await player.play()
    let (wantedVolume, wantedRate) = (volume, rate)
    do {
      try await player.waitFor(
        { $0.status == .playing && $0.volume == wantedVolume && $0.rate == wantedRate }, timeout: .seconds(60)
      )
    } catch {
      account.troubles.append(
        "Player \(number) does not play at the volume \(volume) and the rate \(rate): \(player.state)")
    }
    account.played = player.queueReport.played
    return account
  }
}
