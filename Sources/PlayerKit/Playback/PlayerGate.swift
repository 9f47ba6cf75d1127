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

  /// The sends that are under way.
  private var shared = 0
  /// Rises when sends that never return are given up, so that their late leaving is not counted.
  private(set) var epoch = 0
  private var isExclusive = false
  /// Whether the player has ended, so that nobody has to wait for anybody.
  private var isOpen = false
  private var line: [(ticket: Ticket, continuation: CheckedContinuation<Void, Never>?)] = []

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

  /// Remembers whom to resume once the ticket is admitted; false where that has happened already.
  mutating func park(_ ticket: Ticket, _ continuation: CheckedContinuation<Void, Never>) -> Bool {
    guard let index = line.firstIndex(where: { $0.ticket === ticket }) else { return false }
    line[index].continuation = continuation
    return true
  }

  mutating func leaveShared(epoch: Int) -> [CheckedContinuation<Void, Never>] {
    guard epoch == self.epoch else { return [] }
    shared -= 1
    return line.isEmpty ? [] : admit()
  }

  mutating func leaveExclusive() -> [CheckedContinuation<Void, Never>] {
    isExclusive = false
    return admit()
  }

  /// Counts the sends that are under way no longer, where `ticket` still waits for them.
  mutating func giveUpShared(for ticket: Ticket) -> [CheckedContinuation<Void, Never>] {
    guard line.first?.ticket === ticket, !isExclusive else { return [] }
    shared = 0
    epoch += 1
    return admit()
  }

  /// Lets everyone in who waits, and whoever comes later.
  mutating func open() -> [CheckedContinuation<Void, Never>] {
    isOpen = true
    defer { line = [] }
    return line.compactMap(\.continuation)
  }

  /// Lets in whoever may enter now, and returns whom to resume.
  mutating func admit() -> [CheckedContinuation<Void, Never>] {
    var admitted: [CheckedContinuation<Void, Never>] = []
    while let first = line.first, !isExclusive, !first.ticket.isExclusive || shared == 0 {
      if first.ticket.isExclusive { isExclusive = true } else { shared += 1 }
      if let continuation = first.continuation { admitted.append(continuation) }
      line.removeFirst()
    }
    return admitted
  }
}
