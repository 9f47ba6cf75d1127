import Foundation
import MockBackend
import PlayerKit

/// Row 15: how the work grows with a queue: an edit, the JSON form, and resolving, at 10, 1,000 and 100,000 items.
struct QueueRow: BenchRow {
  let number = 15
  let title = "growth with 10, 1,000 and 100,000 items"
  let limit = 120

  private static let counts = [10, 1000, 100_000]
  /// Enough for a median, and for what only some edits cost.
  private static let edits = 200

  func measure() throws -> [Measurement] {
    let edits = Self.counts.map { count in
      Measurement(
        title: "an edit of a queue of \(count), a snapshot held (90 %)",
        ours: edit(PlayQueue(sources(count))),
        unit: .microseconds, mark: .atMost(500))
    }
    return try edits + growth("a queue's JSON form out and in", jsonTime)
      + growth("resolving sources", resolveTime)
  }

  /// What one item costs among many, by what it costs among fewer.
  private func growth(_ what: String, _ time: (Int) throws -> Double) throws -> [Measurement] {
    try zip(Self.counts.dropFirst(), Self.counts).map { many, few in
      var pairs = Pairs()
      _ = try time(few)
      for _ in 0..<Pairs.fewest { pairs.append(try perItem(many, time), try perItem(few, time)) }
      return Measurement(
        title: "\(what): an item of \(many), by one of \(few)", pairs, unit: .microseconds,
        mark: .ratioAtMost(1.3))
    }
  }

  private func sources(_ count: Int) -> [PlayerSource] {
    (0..<count).map { .file(MediaPath("/music/\($0).flac")) }
  }

  /// Microseconds of an edit: insert, move, remove, next, each in the middle, by turns.
  private func edit(_ queue: PlayQueue) -> Double {
    var held = queue.snapshot
    let middle = queue.count / 2
    queue.jump(to: middle)
    let times = (0..<Self.edits).map { turn in
      let start = now()
      switch turn % 4 {
      case 0: queue.insert(.file(MediaPath("/music/new.flac")), at: middle)
      case 1: queue.move(from: middle, to: 1)
      case 2: queue.remove(at: middle)
      default: queue.jump(to: queue.snapshot.items[middle].id)
      }
      let time = Double(now() - start) / 1000
      held = queue.snapshot
      return time
    }
    return held.items.isEmpty ? 0 : times.sorted()[Self.edits * 9 / 10]
  }

  private func perItem(_ count: Int, _ time: (Int) throws -> Double) throws -> Double {
    // So often that the clock's own grain, and what the first costs, are nothing beside it.
    let repeats = max(2000 / count, 1)
    return try (0..<repeats).reduce(0) { sum, _ in try sum + time(count) } / Double(repeats * count)
  }

  private func jsonTime(_ count: Int) throws -> Double {
    let queue = PlayQueue(sources(count))
    let start = now(CLOCK_THREAD_CPUTIME_ID)
    let read = try PlayQueue(json: queue.snapshot.json)
    guard read.count == count else { throw NotMeasured("the queue did not come back whole") }
    return Double(now(CLOCK_THREAD_CPUTIME_ID) - start) / 1000
  }

  private func resolveTime(_ count: Int) throws -> Double {
    let registry = BackendRegistry([MockBackend.provider])
    let texts = (0..<count).map { "/music/\($0).flac" }
    var candidates = 0
    let start = now(CLOCK_THREAD_CPUTIME_ID)
    for text in texts { candidates += registry.candidates(for: try PlayerSource(parsing: text)).count }
    guard candidates == count else { throw NotMeasured("a source had no candidate") }
    return Double(now(CLOCK_THREAD_CPUTIME_ID) - start) / 1000
  }
}
