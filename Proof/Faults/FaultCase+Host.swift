import Foundation
import PlayerKit
import ProofSupport
import TestSupport

/// What can happen to `ytplay` itself.
extension FaultCase {
  static let host = [
    FaultCase("host-dies", "ytplay itself is killed: nothing of it is left") { proof in
      for _ in 0..<3 {
        let stage = try Stage(proof, Film.options + [try await Film.path])
        try await stage.plays(for: 0.3)
        stage.signal(SIGKILL)
        proof.inject()
        _ = await stage.result()
        // What is left is looked for after each case, and here within less.
        let deadline = ContinuousClock.now + .seconds(8)
        while !ProofProcesses.marked().isEmpty, ContinuousClock.now < deadline {
          try await Task.sleep(for: .milliseconds(20))
        }
        proof.check(ProofProcesses.marked().isEmpty, "Its plugin outlived it")
      }
    },
    FaultCase("host-sleeps", "ytplay itself is stopped for 12 s, longer than any answer may take") { proof in
      try await Stage.run(proof, Film.options + [try await Film.path]) { stage in
        try await stage.plays(for: 1)
        let position = stage.events.count
        ProcessTable.freeze(stage.processID)
        proof.inject()
        try await Task.sleep(for: .seconds(12))
        kill(stage.processID, SIGCONT)
        try await stage.plays(for: 1)
        stage.checkNothingFailed(since: position)
        let isTaken = try await stage.send(.setVolume(40))
        proof.check(isTaken, "An action was refused afterwards")
        await stage.checkEnd()
      }
    },
    FaultCase("output-unread", "nobody reads its output, and then somebody does") { proof in
      // The reader sleeps before it reads; far more than a pipe holds is told meanwhile.
      let script = #"""
        yes '{"action":"currentTime"}' | head -n 20000 | {
          cat; sleep 6; echo '{"action":"setVolume","volume":7,"id":"last"}'; sleep 4
        } | timeout -s TERM 20 "$@" | { sleep 5; cat; }
        """#
      let result = try await Subprocess.run(
        "bash",
        ["-c", script, "bash", ProofPrograms.ytplay, "--json"] + Film.options + [try await Film.path],
        environment: ["DISPLAY": nil, "WAYLAND_DISPLAY": nil], timeLimit: .seconds(90))
      proof.inject()
      proof.check(result.output.contains(#"{"reply":"last"}"#), "The last action was not answered")
      let lines = result.lines.filter { !$0.hasPrefix("{") }
      proof.check(lines.isEmpty, "Lines were torn: \(lines.prefix(3))")
    },
    FaultCase("output-closed", "the reader of its output goes while it plays") { proof in
      for _ in 0..<3 {
        let result = try await Subprocess.run(
          "bash",
          [
            "-c", #""$@" | head -n 12 >/dev/null; echo ${PIPESTATUS[0]}"#, "bash", ProofPrograms.ytplay,
            "--json",
          ]
            + Film.options + [try await Film.path], environment: ["DISPLAY": nil, "WAYLAND_DISPLAY": nil])
        proof.inject()
        proof.check(
          result.output == "4\n" && result.errors.isEmpty, "It did not end quietly: \(result)")
      }
    },
  ]
}
