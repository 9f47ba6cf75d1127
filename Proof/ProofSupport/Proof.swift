import Foundation
import PlayerKit
import TestSupport

/// The run of a program of proof: says what it does, counts, and ends with totals and an exit status.
///
/// ```swift
/// await Proof.run("1,000 damaged files") { proof in
///   proof.count("files")
///   proof.check(player.state.error == nil, "the player lives")
/// }
/// ```
///
/// What it and its children leave behind is a failure too: processes that outlive it, and files in the temporary
/// folder, which is one of its own.
public final class Proof: Sendable {
  private struct Core {
    var order: [String] = []
    var counts: [String: Int] = [:]
    var checks = 0
    var failures: [String] = []
  }

  /// The folder of this run. Everything that asks for a temporary folder gets one in it, in children too.
  public let folder: String
  private let core = Lock(Core())
  private let start = ContinuousClock.now

  private init(_ folder: String) {
    self.folder = folder
  }

  /// Runs `body`, prints the totals, and exits: with 0 where no check failed and nothing was thrown or left behind.
  public static func run(_ title: String, _ body: (Proof) async throws -> Void) async -> Never {
    let proof: Proof
    do {
      proof = Proof(try makeFolder())
    } catch {
      say("No temporary folder: \(error)")
      exit(1)
    }
    signal(SIGPIPE, SIG_IGN)
    proof.endOnSignals()
    say(title)
    do {
      try await body(proof)
    } catch {
      proof.fail("It ended early: \(error)")
    }
    await proof.checkLeftovers()
    proof.removeFolder()
    proof.printTotals()
    exit(proof.failures.isEmpty ? 0 : 1)
  }

  // MARK: counting

  /// Adds to a total, which stands in the summary under this name.
  public func count(_ name: String, _ number: Int = 1) {
    core.withLock { core in
      if core.counts[name] == nil { core.order.append(name) }
      core.counts[name, default: 0] += number
    }
  }

  /// One of the totals so far.
  public func total(_ name: String) -> Int { core.withLock { $0.counts[name] ?? 0 } }

  /// Takes note of whether something holds, and says it where it does not.
  ///
  /// - Parameter sentence: what holds, or did not; only made where it did not.
  /// - Returns: whether it holds.
  @discardableResult
  public func check(_ holds: Bool, _ sentence: @autoclosure () -> String) -> Bool {
    core.withLock { $0.checks += 1 }
    if !holds { fail(sentence()) }
    return holds
  }

  /// Takes note of a failure, and says it.
  public func fail(_ sentence: String) {
    core.withLock { $0.failures.append(sentence) }
    say("  FAILED: \(sentence)")
  }

  /// The failures so far, in order.
  public var failures: [String] { core.withLock { $0.failures } }

  /// Prints a line at once, also into a pipe.
  public func say(_ line: String) { Self.say(line) }

  private static func say(_ line: String) {
    // A reader that has gone does not end a proof.
    try? FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8))
  }

  private func printTotals() {
    let core = core.withLock { $0 }
    let (seconds, _) = (ContinuousClock.now - start).components
    let totals = core.order.map { "\(grouped(core.counts[$0] ?? 0)) \($0)" }
    say("")
    say(
      "Totals: " + (totals + ["\(grouped(core.checks)) checks", "\(seconds) s"]).joined(separator: ", ") + "."
    )
    for failure in core.failures { say("Failed: \(failure)") }
    say(core.failures.isEmpty ? "All is well." : "\(core.failures.count) failures.")
  }

  // MARK: what is left behind

  private func checkLeftovers() async {
    let deadline = ContinuousClock.now + .seconds(5)
    var left = ProofProcesses.marked()
    while !left.isEmpty, ContinuousClock.now < deadline {
      try? await Task.sleep(for: .milliseconds(50))
      left = ProofProcesses.marked()
    }
    let names = left.map { "\(ProcessTable.name(of: $0)) (\($0))" }.joined(separator: ", ")
    check(left.isEmpty, "Processes were left behind: \(names)")
    ProofProcesses.end(left)
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let strangers = files.filter { !$0.hasPrefix("ytplay-media-") && !$0.hasSuffix("-home") }
    check(strangers.isEmpty, "Files were left behind: \(strangers.sorted().joined(separator: ", "))")
  }

  private static func makeFolder() throws -> String {
    let path = "\(NSTemporaryDirectory())ytplay-proof-\(getpid())"
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    setenv("TMPDIR", path, 1)
    setenv(ProofProcesses.mark, "\(getpid())", 1)
    return path
  }

  private func removeFolder() {
    // Made by this run, and nobody else's.
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Someone who has enough of it leaves nothing behind either.
  private func endOnSignals() {
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { [self] in
        ProofProcesses.end(ProofProcesses.marked())
        removeFolder()
        _exit(128 + number)
      }
      source.resume()
      // As long as the program runs.
      _ = Unmanaged.passRetained(source as AnyObject)
    }
  }
}

/// A number with commas between thousands.
public func grouped(_ value: Int) -> String {
  var digits = String(abs(value))
  var groups: [String] = []
  while digits.count > 3 {
    groups.insert(String(digits.suffix(3)), at: 0)
    digits.removeLast(3)
  }
  return (value < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
}
