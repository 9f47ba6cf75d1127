import PlayerKit

/// The time that mock backends live by: the real one, or one that a test moves.
///
/// ```swift
/// let clock = MockClock.virtual()
/// let provider = MockBackend.provider(clock: clock)
/// // make, load, …
/// await clock.advance(by: 2.5)
/// ```
public struct MockClock: Sendable {
  /// The real time, counted while the machine is awake.
  public static let real = MockClock(source: RealTime())

  /// A time of its own, which begins at 0 and stands still but for ``advance(by:)``.
  ///
  /// Any number of backends may share it.
  public static func virtual() -> MockClock {
    MockClock(source: VirtualTime())
  }

  private let source: any TimeSource

  /// Seconds since an arbitrary moment; since its making for a virtual clock.
  public var now: Double { source.now }

  /// Lets so many seconds pass, and returns when all that falls into them has been emitted.
  ///
  /// On a virtual clock whatever is due happens at its own moment, in order: of two backends at one moment
  /// the one that was made first goes first. Two calls at once pass one after the other. On the real clock
  /// it waits; cancelling the task then ends the wait.
  ///
  /// - Parameter seconds: 0 or more.
  public func advance(by seconds: Double) async {
    await source.advance(by: max(seconds, 0))
  }

  /// An alarm by this clock for one sleeper.
  func alarm() -> any MockAlarm { source.alarm() }
}

/// Who is woken.
protocol MockSleeper: AnyObject, Sendable {
  /// Does what is due.
  func wake()
}

/// Wakes one sleeper, which it does not keep alive, once each time that it was armed.
///
/// May be called from any thread, and with locks held that `wake` needs.
protocol MockAlarm: Sendable {
  /// Wakes the sleeper at this time, or earlier: a sleeper looks what is due. Nil: it need not be woken.
  func arm(_ due: Double?, for sleeper: some MockSleeper)

  /// Wakes nobody any more.
  func cancel()
}

private protocol TimeSource: Sendable {
  var now: Double { get }
  func advance(by seconds: Double) async
  func alarm() -> any MockAlarm
}

// MARK: - Real time

private struct RealTime: TimeSource {
  static let clock = SuspendingClock()
  static let beginning = clock.now

  var now: Double { (Self.clock.now - Self.beginning) / .seconds(1) }

  func advance(by seconds: Double) async {
    // A wait that was cancelled ends early, as documented.
    try? await Self.clock.sleep(for: .seconds(seconds))
  }

  func alarm() -> any MockAlarm { RealAlarm() }
}

/// Sleeps in one task at a time, and in none while nothing is to come.
private final class RealAlarm: MockAlarm {
  private struct Sleep {
    var due: Double
    var number: Int
    var task: Task<Void, Never>
  }

  private struct State {
    var sleep: Sleep?
    var count = 0
  }

  private let state = Lock(State())

  func arm(_ due: Double?, for sleeper: some MockSleeper) {
    // Where nothing is due any more, the sleep under way ends by itself and finds nothing to do: cheaper
    // than to end it with each pause.
    guard let due else { return }
    state.withLock { state in
      if let sleep = state.sleep {
        if sleep.due <= due { return }
        sleep.task.cancel()
      }
      state.count += 1
      let number = state.count
      let task = Task.detached { [weak self, weak sleeper] in
        let deadline = RealTime.beginning.advanced(by: .seconds(due))
        // Cancelled: an earlier sleep has taken its place, or nobody waits any more.
        guard (try? await RealTime.clock.sleep(until: deadline, tolerance: .zero)) != nil,
          self?.end(number) == true
        else { return }
        sleeper?.wake()
      }
      state.sleep = Sleep(due: due, number: number, task: task)
    }
  }

  func cancel() {
    state.withLock { state in
      state.sleep?.task.cancel()
      state.sleep = nil
    }
  }

  /// Whether the sleep of this number was the one under way.
  private func end(_ number: Int) -> Bool {
    state.withLock { state in
      guard state.sleep?.number == number else { return false }
      state.sleep = nil
      return true
    }
  }
}

// MARK: - Virtual time

private final class VirtualTime: TimeSource {
  private struct Entry {
    weak var sleeper: (any MockSleeper)?
    var due: Double
  }

  private struct State {
    var now = 0.0
    var entries: [Int: Entry] = [:]
    var count = 0
  }

  private let state = Lock(State())
  /// Held while time passes, so that it does so once at a time.
  private let passing = Lock(())

  var now: Double { state.withLock(\.now) }

  func advance(by seconds: Double) async {
    passing.withLock { _ in
      let target = now + seconds
      while let sleeper = nextSleeper(until: target) { sleeper.wake() }
      state.withLock { $0.now = target }
    }
  }

  func alarm() -> any MockAlarm {
    VirtualAlarm(
      time: self,
      number: state.withLock { state in
        state.count += 1
        return state.count
      })
  }

  func set(_ number: Int, to due: Double?, for sleeper: (any MockSleeper)?) {
    state.withLock { state in
      state.entries[number] = due.map { Entry(sleeper: sleeper, due: $0) }
    }
  }

  /// The sleeper that is due first; time is then its moment.
  private func nextSleeper(until target: Double) -> (any MockSleeper)? {
    state.withLock { state in
      while let (number, entry) = state.entries.min(by: {
        ($0.value.due, $0.key) < ($1.value.due, $1.key)
      }), entry.due <= target {
        state.entries[number] = nil
        state.now = max(state.now, entry.due)
        if let sleeper = entry.sleeper { return sleeper }
      }
      return nil
    }
  }
}

private struct VirtualAlarm: MockAlarm {
  let time: VirtualTime
  let number: Int

  func arm(_ due: Double?, for sleeper: some MockSleeper) {
    time.set(number, to: due, for: sleeper)
  }

  func cancel() {
    time.set(number, to: nil, for: nil)
  }
}
