import Foundation
import MockBackend
import PlayerKit

/// Row 15: how the work grows with a queue: an edit, the JSON form, and resolving, at 10, 1,000 and 100,000 items.
struct QueueRow: BenchRow {
  let number = 15
  let title = "growth with 10, 1,000 and 100,000 items"

  private static let counts = [10, 1000, 100_000]
  /// Enough for a median, and for what only some edits cost.
  private static let edits = 200

  func measure() throws -> [Measurement] {
    var measurements: [Measurement] = []
    for count in Self.counts {
      let queue = PlayQueue(sources(count))
      measurements.append(
        Measurement(
          title: "an edit of a queue of \(count), a snapshot held (90 %)", ours: edit(queue),
          unit: .microseconds, mark: .atMost(500)))
    }
    let writing = try Self.counts.map { try perItem($0, jsonTime) }
    measurements.append(growth("the JSON form out and in", writing))
    let resolving = try Self.counts.map { try perItem($0, resolveTime) }
    measurements.append(growth("resolving the sources", resolving))
    return measurements
  }

  private func growth(_ what: String, _ perItem: [Double]) -> Measurement {
    // Ten are too few to say what one costs.
    Measurement(
      title: "\(what) of a queue, per item: 100,000 by 1,000", ours: perItem[2], yardstick: perItem[1],
      unit: .microseconds, mark: .ratioAtMost(1.3))
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
    let repeats = count > 1000 ? 3 : rounds
    return try median((0..<repeats).map { _ in try time(count) }) / Double(count)
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
