import PlayerKit

/// Rule 17: nothing is left behind, however often.
enum NoLeaks {
  static func checks(_ options: ConformanceOptions) -> [Check] {
    let cycles = max(10, options.cycles)
    return [
      Check("\(cycles) times made, loaded and shut down") { context in
        guard ProcessResources.current() != nil, ProcessResources.memory() != nil else {
          throw NotChecked("this system tells neither descriptors nor memory in /proc")
        }
        await SwiftPool.openTimers()
        for round in 0..<max(5, cycles / 5) { try await cycle(context, round) }
        guard let before = ProcessResources.current() else { return }
        var growth = ""
        for _ in 0..<batches {
          var memory: [Double] = []
          for round in 0..<cycles {
            try await cycle(context, round)
            if let now = ProcessResources.memory() { memory.append(now) }
          }
          try await requireNothingLeft(since: before)
          let tenth = max(1, cycles / 10)
          let (first, last) = (median(memory.prefix(tenth)), median(memory.suffix(tenth)))
          growth = "memory went from \(first.megabytes) to \(last.megabytes) in \(cycles) cycles"
          if last - first <= 0.05 * first + 2 * megabyte {
            context.note(growth)
            return
          }
        }
        throw CheckFailure("\(growth), and it still grew")
      }
    ]
  }

  /// How many rows of cycles memory may take to become flat: an allocator fills its arenas first, and a leak
  /// grows in each row.
  private static let batches = 3

  private static func cycle(_ context: RuleContext, _ round: Int) async throws {
    try await context.withSession { session in
      let mark = try await session.perform(.load(context.media.main))
      // Every fourth is shut down amid its load.
      if !round.isMultiple(of: 4) { try await session.waitForStatus(.playing, from: mark) }
      try await session.shutDown()
    }
  }

  /// Throws where more is there than before, once those that end by themselves have had the time to:
  /// Dispatch's idle threads take 5 s.
  private static func requireNothingLeft(since before: ProcessResources) async throws {
    let deadline = ContinuousClock.now + .seconds(7)
    while true {
      guard let now = ProcessResources.current() else { return }
      var left = now.added(since: before, except: await SwiftPool.threads())
      let unnamed = left.threads.filter { SwiftPool.mayOwn($0.value) }
      // Dispatch adds a thread or two of its own; a leak is one in each cycle.
      if unnamed.count <= 3 { for id in unnamed.keys { left.threads[id] = nil } }
      // One that was opened in the place of another is none more.
      if now.descriptors.count <= before.descriptors.count { left.descriptors = [:] }
      if left.isEmpty { return }
      if ContinuousClock.now >= deadline { throw CheckFailure("there was left \(left.text)") }
      try await Task.sleep(for: .milliseconds(100))
    }
  }

  private static let megabyte = 1_048_576.0
}

extension Double {
  /// A number of bytes in words.
  fileprivate var megabytes: String {
    "\((self / 1_048_576 * 10).rounded() / 10) MiB"
  }
}
