/// Lets any number of sends pass at once, and a change of the backend alone, in the order of their coming.
///
/// A plain value that its owner holds under a lock; ``PlayerCore`` waits for what was not admitted at once.
struct PlayerGate {
  /// A place in the line.
  final class Ticket: Sendable {
    let isExclusive: Bool

    init(isExclusive: Bool) {
      self.isExclusive = isExclusive
    }
  }

  /// Someone who waits, and is told at its admission in which epoch that was.
  typealias Continuation = CheckedContinuation<Int, Never>

  /// Those who are to be resumed once the lock is free.
  struct Admission {
    fileprivate var continuations: [Continuation] = []
    fileprivate let epoch: Int

    func resume() {
      for continuation in continuations { continuation.resume(returning: epoch) }
    }
  }

  /// The sends that are under way.
  private var shared = 0
  /// Rises when sends that never return are given up, so that their late leaving is not counted.
  private(set) var epoch = 0
  private var isExclusive = false
  /// Whether the player has ended, so that nobody has to wait for anybody.
  private var isOpen = false
  private var line: [(ticket: Ticket, continuation: Continuation?)] = []

  /// Enters without waiting, or says that there is a wait.
  mutating func enterShared() -> Bool {
    guard !isExclusive, line.isEmpty else { return false }
    shared += 1
    return true
  }

  /// Takes a place in the line, at its front where something must come before all that is waiting.
  mutating func reserve(exclusive: Bool, atFront: Bool = false) -> Ticket {
    let ticket = Ticket(isExclusive: exclusive)
    if !isOpen { line.insert((ticket, nil), at: atFront ? 0 : line.endIndex) }
    return ticket
  }

  /// Remembers whom to resume once the ticket is admitted; false where nobody waits any more.
  mutating func park(_ ticket: Ticket, _ continuation: Continuation) -> Bool {
    guard let index = line.firstIndex(where: { $0.ticket === ticket }) else { return false }
    line[index].continuation = continuation
    return true
  }

  mutating func leaveShared(epoch: Int) -> Admission {
    guard epoch == self.epoch else { return Admission(epoch: self.epoch) }
    shared -= 1
    return admit()
  }

  mutating func leaveExclusive() -> Admission {
    isExclusive = false
    return admit()
  }

  /// Counts the sends that are under way no longer, where `ticket` still waits for them.
  mutating func giveUpShared(for ticket: Ticket) -> Admission {
    guard line.first?.ticket === ticket, !isExclusive else { return Admission(epoch: epoch) }
    shared = 0
    epoch += 1
    return admit()
  }

  /// Lets everyone in who waits, and whoever comes later.
  mutating func open() -> Admission {
    isOpen = true
    // Those who are let in now are not counted: they leave with the epoch before.
    defer {
      line = []
      epoch += 1
    }
    return Admission(continuations: line.compactMap(\.continuation), epoch: epoch)
  }

  /// Lets in whoever may enter now. A place whose owner has not come to wait holds up those behind it.
  mutating func admit() -> Admission {
    var admission = Admission(epoch: epoch)
    while let first = line.first, let continuation = first.continuation, !isExclusive,
      !first.ticket.isExclusive || shared == 0
    {
      if first.ticket.isExclusive { isExclusive = true } else { shared += 1 }
      admission.continuations.append(continuation)
      line.removeFirst()
    }
    return admission
  }
}
