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
