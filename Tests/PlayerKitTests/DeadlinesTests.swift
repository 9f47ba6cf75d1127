import Testing

@testable import PlayerKit

@Suite("Deadlines")
struct DeadlinesTests {
  /// What was called, and who waits for how many calls.
  private final class Calls: Sendable {
    private let core = Lock<(made: [Int], waiter: (count: Int, CheckedContinuation<Void, Never>)?)>(([], nil))

    var made: [Int] { core.withLock(\.made) }

    func make(_ call: Int) {
      let waiter = core.withLock { core -> CheckedContinuation<Void, Never>? in
        core.made.append(call)
        guard let waiter = core.waiter, core.made.count >= waiter.count else { return nil }
        core.waiter = nil
        return waiter.1
      }
      waiter?.resume()
    }

    func wait(for count: Int) async {
      await withCheckedContinuation { continuation in
        let isThere = core.withLock { core in
          if core.made.count < count { core.waiter = (count, continuation) }
          return core.made.count >= count
        }
        if isThere { continuation.resume() }
      }
    }
  }

  @Test("the earliest is called first, whenever it was set", .timeLimit(.minutes(1)))
  func order() async {
    let (deadlines, calls) = (Deadlines(), Calls())
    for milliseconds in [90, 30, 120, 0, 60] {
      _ = deadlines.after(.milliseconds(milliseconds)) { calls.make(milliseconds) }
    }
    await calls.wait(for: 5)
    #expect(calls.made == [0, 30, 60, 90, 120])
    #expect(deadlines.count == 0)
  }

  @Test("none is called before its time", .timeLimit(.minutes(1)))
  func neverEarly() async {
    let (deadlines, calls) = (Deadlines(), Calls())
    let start = SuspendingClock.now
    let early = Lock(0)
    for milliseconds in stride(from: 1, through: 40, by: 3) {
      _ = deadlines.after(.milliseconds(milliseconds)) {
        if SuspendingClock.now - start < .milliseconds(milliseconds) { early.withLock { $0 += 1 } }
        calls.make(milliseconds)
      }
    }
    await calls.wait(for: 14)
    #expect(early.withLock(\.self) == 0)
  }

  @Test("one that is cancelled in time is never called", .timeLimit(.minutes(1)))
  func cancelling() async {
    let (deadlines, calls) = (Deadlines(), Calls())
    let first = deadlines.after(.milliseconds(20)) { calls.make(1) }
    _ = deadlines.after(.milliseconds(40)) { calls.make(2) }
    // On a busy machine its time may be over before this is reached.
    let isCancelled = first.cancel()
    #expect(!first.cancel())
    await calls.wait(for: isCancelled ? 1 : 2)
    #expect(calls.made == (isCancelled ? [2] : [1, 2]))
  }

  @Test("cancelling what has been called says so", .timeLimit(.minutes(1)))
  func cancellingTooLate() async {
    let (deadlines, calls) = (Deadlines(), Calls())
    let deadline = deadlines.after(.zero) { calls.make(1) }
    await calls.wait(for: 1)
    #expect(!deadline.cancel())
  }

  @Test("what a cancelled one held is let go of at once")
  func letsGo() {
    final class Held: Sendable {}
    let deadlines = Deadlines()
    var held: Held? = Held()
    weak let weakly = held
    let deadline = deadlines.after(.seconds(1000)) { [held] in withExtendedLifetime(held) {} }
    held = nil
    #expect(weakly != nil)
    deadline.cancel()
    #expect(weakly == nil)
  }

  @Test("ten thousand that are set and cancelled need one timer")
  func oneTimer() {
    let deadlines = Deadlines()
    for _ in 0..<10_000 { #expect(deadlines.after(.seconds(1000)) {}.cancel()) }
    #expect(deadlines.count == 0)
    #expect(deadlines.alarmCount == 1)
  }

  @Test("a limit below zero and one beyond all reason are kept without a trap", .timeLimit(.minutes(1)))
  func extremes() async {
    let (deadlines, calls) = (Deadlines(), Calls())
    let longest = deadlines.after(.seconds(Int64.max)) { calls.make(2) }
    _ = deadlines.after(.seconds(Int64.min)) { calls.make(1) }
    await calls.wait(for: 1)
    #expect(calls.made == [1])
    #expect(longest.cancel())
  }

  @Test(
    "many, set and cancelled by many tasks at once, are each called or cancelled", .timeLimit(.minutes(2)))
  func many() async {
    let (deadlines, calls) = (Deadlines(), Calls())
    let (tasks, each) = (16, 500)
    let cancelled = await withTaskGroup(of: Int.self) { group in
      for task in 0..<tasks {
        group.addTask {
          var generator = SystemRandomNumberGenerator()
          var cancelled = 0
          for index in 0..<each {
            let limit = Duration.microseconds(Int.random(in: 0...20_000, using: &generator))
            let deadline = deadlines.after(limit) { calls.make(task * each + index) }
            if index.isMultiple(of: 2), deadline.cancel() { cancelled += 1 }
          }
          return cancelled
        }
      }
      return await group.reduce(0, +)
    }
    await calls.wait(for: tasks * each - cancelled)
    #expect(calls.made.count == tasks * each - cancelled)
    #expect(Set(calls.made).count == calls.made.count)
    #expect(deadlines.count == 0)
  }

  @Test("a heap gives back in order what was put in and not removed", arguments: [1, 2, 3, 17, 1000])
  func heap(size: Int) {
    var heap = DeadlineHeap()
    let start = SuspendingClock.now
    var times = (0..<size).map { _ in Int.random(in: 0..<size) }
    for (id, time) in times.enumerated() {
      heap.insert(
        DeadlineHeap.Entry(id: UInt64(id), time: start + .seconds(time), period: nil, action: {}))
    }
    for id in stride(from: size - 1, through: 0, by: -3) {
      #expect(heap.remove(UInt64(id))?.id == UInt64(id))
      #expect(heap.remove(UInt64(id)) == nil)
      times[id] = -1
    }
    var left: [UInt64] = []
    while let first = heap.first {
      left.append(first.id)
      #expect(heap.remove(first.id) != nil)
    }
    let expected = times.indices.filter { times[$0] >= 0 }.sorted { (times[$0], $0) < (times[$1], $1) }
    #expect(left == expected.map(UInt64.init))
  }

  @Test("a repeated one is called again and again until it is cancelled", .timeLimit(.minutes(1)))
  func repeating() async {
    let (deadlines, calls) = (Deadlines(), Calls())
    let deadline = deadlines.every(.milliseconds(2)) { calls.make(0) }
    await calls.wait(for: 5)
    #expect(deadline.cancel())
    #expect(deadlines.count == 0)
  }

  @Test("a sleep ends when its time is over, and at once when its task is cancelled", .timeLimit(.minutes(1)))
  func sleeping() async throws {
    let deadlines = Deadlines()
    try await deadlines.sleep(for: .milliseconds(5))
    let task = Task { try await deadlines.sleep(for: .seconds(1000)) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(deadlines.count == 0)
  }
}
