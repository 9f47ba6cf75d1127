/// Loop and shuffle, which a queue and the backend share.
///
/// In a queue of several items, going round and shuffling are about the items. Of one alone they are about the
/// source's own list, which the backend knows.
extension QueueContents {
  /// What a backend does of them. What it can't do the queue makes up for, where it can: it opens the item again.
  func modes(for descriptor: BackendDescriptor) -> BackendModes {
    BackendModes(
      loop: !descriptor.capabilities.contains(.setLoop) || loop == .all && count > 1 ? .off : loop,
      isShuffled: isShuffled && count <= 1 && descriptor.capabilities.contains(.setShuffle))
  }

  /// Whether what a backend says of its own loop and shuffling is what counts.
  var leavesModesToBackend: Bool { count <= 1 }

  /// Shuffles with a chance of the queue's own, see ``PlayQueue/setShuffled(_:)``.
  mutating func setShuffled(_ isOn: Bool) {
    // The system's generator asks the kernel for each number, which takes its time at 100,000.
    var generator = QuickGenerator(seed: .random(in: .min ... .max))
    setShuffled(isOn, using: &generator)
  }
}

/// What the backend in charge does of loop and shuffle, as far as it has said.
struct BackendModes: Sendable, Equatable {
  var loop = LoopMode.off
  var isShuffled = false
}

extension PlayerCore {
  /// Tells the queue's loop and shuffling as the player's, and has the backend do its part.
  func modeStep(
    _ contents: QueueContents, _ storage: inout Storage, _ effects: inout Effects
  ) -> QueueStep? {
    if storage.state.loop != contents.loop {
      effects.add(publish(.loopChanged(contents.loop), &storage))
    }
    if storage.state.isShuffled != contents.isShuffled {
      effects.add(publish(.shuffleChanged(contents.isShuffled), &storage))
    }
    guard let link = storage.link, storage.held == nil else { return nil }
    let wanted = contents.modes(for: link.descriptor)
    if wanted.loop != storage.modes.loop, storage.told.loop != wanted.loop {
      storage.told.loop = wanted.loop
      storage.loopEchoes.append(wanted.loop)
      return .setMode(.setLoop(wanted.loop))
    }
    if wanted.isShuffled != storage.modes.isShuffled, storage.told.isShuffled != wanted.isShuffled {
      storage.told.isShuffled = wanted.isShuffled
      return .setMode(.setShuffle(wanted.isShuffled))
    }
    return nil
  }

  /// Takes an event of the backend in charge. Where a queue of several items is played, what it says of its own loop
  /// and shuffling is not what the player does, unless a person has chosen it in the backend's own window.
  func take(_ event: PlayerEvent, _ storage: inout Storage) -> Effects {
    var readers: PlayQueue.Readers = []
    switch event {
    case .loopChanged(let loop):
      storage.modes.loop = loop
      if let queue = storage.following?.queue {
        guard queue.contents.leavesModesToBackend else { return adopt(loop, &storage) }
        storage.told.loop = loop
        readers = queue.editQuietly { $0.setLoop(loop) }.readers
      }
    case .shuffleChanged(let isOn):
      storage.modes.isShuffled = isOn
      if let queue = storage.following?.queue {
        guard queue.contents.leavesModesToBackend else { return Effects() }
        storage.told.isShuffled = isOn
        readers = queue.editQuietly { $0.setShuffled(isOn) }.readers
      }
    default: break
    }
    var effects = publish(event, &storage)
    effects.queueReaders += readers
    return effects
  }

  /// Makes a loop that the backend tells of the queue's, where the player has not asked for it.
  private func adopt(_ loop: LoopMode, _ storage: inout Storage) -> Effects {
    var effects = Effects()
    if let place = storage.loopEchoes.firstIndex(of: loop) {
      storage.loopEchoes.removeFirst(place + 1)
      return effects
    }
    // What a backend says while it takes over is what it was made with.
    guard let link = storage.link, storage.held == nil, let queue = storage.following?.queue,
      queue.contents.modes(for: link.descriptor).loop != loop
    else { return effects }
    storage.told.loop = loop
    effects.queueReaders = queue.editQuietly { $0.setLoop(loop) }.readers
    storage.wakeFollowing(&effects)
    return effects
  }
}

extension PlayerCore.Storage {
  /// The loop and the shuffling that a backend is to have.
  func wantedModes(of link: PlayerCore.Link) -> BackendModes {
    following?.queue.contents.modes(for: link.descriptor)
      ?? BackendModes(loop: state.loop, isShuffled: state.isShuffled)
  }
}

/// Random numbers for an order that nobody has to guess: Sebastiano Vigna's SplitMix64.
private struct QuickGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
