import Foundation
import PlayerKit
import ProofSupport
import TestSupport

/// `ytplay --json`, built for release, while it plays: what it tells, what it is told, and its processes.
final class Stage: Sendable {
  /// What was waited for did not come.
  struct Missing: Error, CustomStringConvertible {
    let description: String
  }

  private struct Told {
    var offset = 0
    var events: [PlayerEvent] = []
    var state = PlayerState.empty
  }

  let proof: Proof
  private let program: Subprocess
  private let told = Lock(Told())
  private let lastID = Lock(0)

  /// Starts it.
  ///
  /// - Parameter environment: variables in addition; without any there is neither a display nor a session bus.
  init(_ proof: Proof, _ arguments: [String], environment: [String: String?] = [:], wrapper: [String] = [])
    throws
  {
    self.proof = proof
    let nobody: [String: String?] = ["DISPLAY": nil, "WAYLAND_DISPLAY": nil]
    let command = wrapper + [ProofPrograms.ytplay, "--json"] + arguments
    program = try Subprocess(
      command[0], Array(command.dropFirst()), environment: nobody.merging(environment) { $1 },
      keepsInputOpen: true, timeLimit: .seconds(600))
  }

  /// Starts it, calls `body`, and ends it where it has not ended.
  static func run(
    _ proof: Proof, _ arguments: [String], environment: [String: String?] = [:], wrapper: [String] = [],
    _ body: (Stage) async throws -> Void
  ) async throws {
    let stage = try Stage(proof, arguments, environment: environment, wrapper: wrapper)
    do {
      try await body(stage)
    } catch {
      stage.signal(SIGCONT)
      stage.signal(SIGTERM)
      _ = await stage.result()
      throw error
    }
    stage.signal(SIGTERM)
    let result = await stage.result()
    proof.check(result.signal == nil, "It crashed by signal \(result.signal ?? 0): \(result.errors)")
  }

  // MARK: what it tells

  /// All events so far.
  var events: [PlayerEvent] { read().events }

  /// The state that they led to.
  var state: PlayerState { read().state }

  private func read() -> Told {
    let output = program.outputSoFar.utf8
    return told.withLock { told in
      let rest = output.dropFirst(told.offset)
      guard let end = rest.lastIndex(of: UInt8(ascii: "\n")) else { return told }
      for line in rest[..<end].split(separator: UInt8(ascii: "\n")) where line.starts(with: #"{"event""#.utf8)
      {
        guard let event = try? JSONLine.decode(PlayerEvent.self, from: Array(line), maximumLength: 1 << 22)
        else {
          proof.fail("A line that is no event: \(String(decoding: line, as: UTF8.self))")
          continue
        }
        told.events.append(event)
        told.state.apply(event)
      }
      told.offset += rest.distance(from: rest.startIndex, to: end) + 1
      return told
    }
  }

  /// Waits until the events from a position on, and the state after them, are as asked for.
  @discardableResult
  func wait(
    for what: String, since position: Int = 0, seconds: Double = 40,
    _ isMet: ([PlayerEvent], PlayerState) -> Bool
  ) async throws -> PlayerState {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while true {
      let told = read()
      if isMet(Array(told.events.dropFirst(position)), told.state) { return told.state }
      guard ContinuousClock.now < deadline else {
        throw Missing(
          description:
            "\(what) did not come. The last events: \(told.events.suffix(12)), \(told.state.status)")
      }
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  /// Waits until it plays, and has for so many seconds of the medium.
  @discardableResult
  func plays(for seconds: Double = 0.5, within limit: Double = 40) async throws -> PlayerState {
    try await wait(for: "playing", seconds: limit) { _, state in state.status == .playing && !state.isSeeking
    }
    let time = state.currentTime
    return try await wait(for: "playing on from \(time)", seconds: limit) { _, state in
      state.status == .playing && state.error == nil && state.currentTime >= time + seconds
    }
  }

  // MARK: what it is told

  /// Sends it an action, and waits until it has been taken, or refused.
  @discardableResult
  func send(_ action: PlayerAction, within limit: Double = 30) async throws -> Bool {
    let id = lastID.withLock { last in
      last += 1
      return last
    }
    let object = String(decoding: try JSONEncoder().encode(action), as: UTF8.self)
    program.write("\(object.dropLast()),\"id\":\(id)}\n")
    let deadline = ContinuousClock.now + .seconds(limit)
    while ContinuousClock.now < deadline {
      let output = program.outputSoFar
      if output.contains("{\"reply\":\(id)}") { return true }
      if output.contains("{\"reply\":\(id),") { return false }
      try await Task.sleep(for: .milliseconds(20))
    }
    throw Missing(description: "\(action) was not answered")
  }

  /// As ``send(_:within:)``; false where it ends before it answers.
  func sendUnlessEnded(_ action: PlayerAction) async throws -> Bool {
    do {
      return try await send(action, within: 10)
    } catch {
      if isRunning { throw error }
      return false
    }
  }

  func signal(_ number: Int32) { program.signal(number) }

  func result() async -> Subprocess.Result { await program.result() }

  /// Whether it has not ended.
  var isRunning: Bool { ProcessTable.isAlive(program.processID) }

  // MARK: its processes

  var processID: pid_t { program.processID }

  /// Those of this name beneath it; the kernel keeps 15 letters of a thread's name, and all of the program's path.
  func processes(_ name: String) throws -> [pid_t] {
    try ProcessTable.descendants(of: processID).filter { ProcessTable.name(of: $0) == name }
  }

  /// Waits until there is such a process that is none of these, and returns it.
  func process(_ name: String, otherThan old: [pid_t] = []) async throws -> pid_t {
    let deadline = ContinuousClock.now + .seconds(30)
    while ContinuousClock.now < deadline {
      if let process = try processes(name).first(where: { !old.contains($0) }) { return process }
      try await Task.sleep(for: .milliseconds(20))
    }
    throw Missing(description: "a process \(name) did not come")
  }

  // MARK: what must hold

  /// Checks that the times from a position on never leap, neither back nor forth.
  func checkSteps(since position: Int, from time: Double, atMost step: Double = 1) {
    let times = events.dropFirst(position).compactMap {
      if case .timeChanged(let time) = $0 { time } else { nil }
    }
    proof.check(
      zip([time] + times, times).allSatisfy { abs($1 - $0) <= step },
      "The time leapt: \(time), then \(times.prefix(12))")
  }

  /// Checks that nothing failed from a position on, not even for a moment.
  func checkNothingFailed(since position: Int) {
    let failures = events.dropFirst(position).filter { if case .failed = $0 { true } else { false } }
    proof.check(failures.isEmpty, "It failed: \(failures)")
  }

  /// Checks that the backend was brought back once from a position on, and that this was told.
  func checkRestarted(_ id: String, since position: Int, times: Int = 1) {
    let events = events.dropFirst(position)
    let deaths = events.count {
      if case .failed(let error, true) = $0 { error.code == .backendFailed } else { false }
    }
    let returns = events.count { $0 == .backendChanged(id, .restarted) }
    proof.check(
      deaths == times && returns == times,
      "\(deaths) deaths and \(returns) returns of \(id) were told, of \(times): \(events.prefix(30))")
  }

  /// Checks that its own descriptors are as many as before, once those of what ended are closed.
  func checkDescriptors(_ before: Int) async throws {
    let deadline = ContinuousClock.now + .seconds(10)
    var now = try ProcessUsage.of(processID).descriptors
    while now > before, ContinuousClock.now < deadline {
      try await Task.sleep(for: .milliseconds(50))
      now = try ProcessUsage.of(processID).descriptors
    }
    proof.check(now <= before, "It has \(now) descriptors, \(before) before.")
  }

  /// Ends it by a signal, and checks that it does so in order.
  func checkEnd() async {
    let before = events.count
    program.signal(SIGTERM)
    let result = await program.result()
    proof.check(
      result.exitStatus == 4 && result.lines.last == #"{"event":"closed"}"#,
      "It did not end in order: status \(result.exitStatus.map(String.init) ?? "none"), "
        + "signal \(result.signal.map(String.init) ?? "none"), \(events.dropFirst(before)), \(result.errors)")
  }
}
