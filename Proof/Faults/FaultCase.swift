import Foundation
import PlayerKit
import ProofSupport
import TestSupport

/// Something that goes wrong while something plays, and what must hold then.
struct FaultCase: Sendable {
  /// By this it is chosen on the command line.
  let name: String
  /// What happens, in words.
  let title: String
  /// Plays, lets it happen, and checks.
  let run: @Sendable (Proof) async throws -> Void

  init(_ name: String, _ title: String, _ run: @escaping @Sendable (Proof) async throws -> Void) {
    self.name = name
    self.title = title
    self.run = run
  }

  /// All of them.
  static let all = plugin + host + web + machine + disk + limits + network + clock

  /// Runs it, and sees to it that none of its processes is left.
  func prove(_ proof: Proof) async {
    let failures = proof.failures.count
    let start = ContinuousClock.now
    do {
      try await run(proof)
    } catch {
      proof.fail("\(name): \(error)")
    }
    await checkNothingIsLeft(proof)
    proof.count("cases")
    let seconds = ((ContinuousClock.now - start) / .seconds(1) * 10).rounded() / 10
    proof.say("\(proof.failures.count == failures ? "ok    " : "FAILED") \(name): \(title) (\(seconds) s)")
  }

  private func checkNothingIsLeft(_ proof: Proof) async {
    let deadline = ContinuousClock.now + .seconds(10)
    var left = ProofProcesses.marked()
    while !left.isEmpty, ContinuousClock.now < deadline {
      try? await Task.sleep(for: .milliseconds(50))
      left = ProofProcesses.marked()
    }
    let names = left.map { ProcessTable.words(of: $0).joined(separator: " ") }
    proof.check(left.isEmpty, "\(name): processes were left behind: \(names)")
    for process in left { kill(process, SIGKILL) }
  }
}

extension Proof {
  /// Takes note of one fault that was injected.
  func inject(_ number: Int = 1) { count("faults injected", number) }
}

/// mpv without a window and without a sound device, and what it plays: two minutes.
enum Film {
  static let options = ["--backend", "mpv", "--mpv", "ao=null"]

  static var path: String {
    get async throws { try await TestMedia.video(seconds: 120) }
  }
}
