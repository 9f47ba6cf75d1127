import PlayerKit
import PlayerPlugins
import ProofSupport

/// Row 11: from the start of the iframe backend's program to `ready`.
struct IFrameStartRow: BenchRow {
  let number = 11
  let title = "iframe: program start to ready, by a bare web view"

  func measure() async throws -> [Measurement] {
    let (program, yardstick) = (try IFrameProgram.make(), try Program.yardstick("webkit-start"))
    let pairs = try await withDisplayAndYouTube {
      try await inTurn {
        let (ready, isReady) = AsyncStream.makeStream(of: Void.self)
        let start = now()
        let backend = try await program.provider.make(PlayerConfiguration()) { event in
          if event == .ready { isReady.finish() }
        }
        for await _ in ready {}
        let time = Double(now() - start) / 1e6
        await backend.shutDown()
        await program.stop()
        return time
      } _: {
        try Program.run(yardstick, []) { $0 == "ready" }
      }
    }
    return [
      Measurement(title: title, pairs, unit: .milliseconds, mark: .ratioAtMost(1.25))
    ]
  }
}

/// Row 12: an action's way into the page and back, in one process with the web view.
struct IFrameRoundTripRow: BenchRow {
  let number = 12
  let title = "iframe: an action's trip into the page, by bare evaluate"

  func measure() async throws -> [Measurement] {
    let (bench, yardstick) = (try Program.built("IFrameBench"), try Program.yardstick("webkit-evaluate"))
    let pairs = try await withDisplayAndYouTube {
      let (ours, theirs) = (try Program(bench, []), try Program(yardstick, []))
      defer {
        ours.end()
        theirs.end()
      }
      for program in [ours, theirs] where try program.readLine() != "ready" {
        throw NotMeasured("\(program.path) did not become ready")
      }
      return try await inTurn {
        try Self.trips(ours)
      } _: {
        try Self.trips(theirs)
      }
    }
    return [
      Measurement(title: title, pairs, unit: .microseconds, mark: .ratioAtMost(1.6))
    ]
  }

  private static func trips(_ program: Program) throws -> Double {
    try program.write("500")
    let line = try program.readLine()
    guard let value = Double(line) else { throw NotMeasured("\(program.path) said «\(line)»") }
    return value
  }
}

/// Row 14, its second part: creating, loading and shutting down the iframe backend, again and again.
struct IFrameCyclesRow: BenchRow {
  let number = 14
  let title = "memory after 100 cycles on iframe, by that after a tenth"
  let limit = 180

  func measure() async throws -> [Measurement] {
    let (program, video) = (try IFrameProgram.make(), try IFrameProgram.video)
    let cycles = 100
    let (first, last) = try await withDisplayAndYouTube {
      var (first, last): ([Double], [Double]) = ([], [])
      // Holds the program, which else would end with each session.
      let holder = try await program.provider.make(PlayerConfiguration()) { _ in }
      let players = PlayerCycles(
        registry: BackendRegistry([program.provider]), configuration: PlayerConfiguration(), source: video)
      try await players.run(cycles) { cycle in
        guard let process = program.processID else { throw NotMeasured("the program ended") }
        if (6...10).contains(cycle) { first.append(try residentMemoryOfTree(process)) }
        if cycle > cycles - 5 { last.append(try residentMemoryOfTree(process)) }
      }
      await holder.shutDown()
      await program.stop()
      return (first, last)
    }
    return [
      Measurement(
        title: title, ours: median(last), yardstick: median(first), unit: .megabytes,
        mark: .ratioAtMost(1.02))
    ]
  }
}
