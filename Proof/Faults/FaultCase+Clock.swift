import Foundation
import PlayerKit
import ProofSupport
import TestSupport

/// What a clock does that a person, or a time server, sets.
extension FaultCase {
  static let clock = [
    FaultCase("clock-steps", "the clock is set an hour and ten years forward and back, four times") { proof in
      let folder = try TestMedia.temporaryFolder()
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let clock = try await ClockStep(in: folder)
      let variables = clock.environment.merging(["XDG_STATE_HOME": "\(folder)/state"]) { $1 }
      try await Stage.run(
        proof, Film.options + ["--resume", try await Film.path], environment: variables.mapValues { $0 }
      ) { stage in
        try await stage.plays(for: 1)
        for step in [3600, -3600, 315_360_000, -315_360_000] as [Int64] {
          let (before, position, moment) = (stage.state, stage.events.count, ContinuousClock.now)
          try clock.set(ahead: step)
          proof.inject()
          try await stage.plays(for: 2)
          let played = stage.state.currentTime - before.currentTime
          let took = (ContinuousClock.now - moment) / .seconds(1)
          proof.check(
            played < took + 1, "With a step of \(step) s it played \(played) s within \(took) s")
          stage.checkNothingFailed(since: position)
          stage.checkSteps(since: position, from: before.currentTime)
          let isTaken = try await stage.send(.setVolume(50))
          proof.check(isTaken, "An action was refused after a step of \(step) s")
          // It is kept within 5 s, whatever the clock says.
          let places = "\(folder)/state/ytplay/places.json"
          let kept = try? Data(contentsOf: URL(fileURLWithPath: places))
          let deadline = ContinuousClock.now + .seconds(15)
          while (try? Data(contentsOf: URL(fileURLWithPath: places))) == kept, ContinuousClock.now < deadline
          {
            try await Task.sleep(for: .milliseconds(50))
          }
          proof.check(
            (try? Data(contentsOf: URL(fileURLWithPath: places))) != kept,
            "Its place was not kept after a step of \(step) s")
        }
        await stage.checkEnd()
      }
    },
    FaultCase("clock-steps-stepping", "mpv's process dies and the clock is set back at once") { proof in
      let folder = try TestMedia.temporaryFolder()
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let clock = try await ClockStep(in: folder)
      try await Stage.run(
        proof, Film.options + [try await Film.path], environment: clock.environment.mapValues { $0 }
      ) { stage in
        try await stage.plays(for: 1)
        let (before, position) = (stage.state, stage.events.count)
        kill(try await stage.process("ytplay-mpv"), SIGKILL)
        try clock.set(ahead: -86_400)
        proof.inject(2)
        try await stage.wait(for: "its return", since: position) { events, _ in
          events.contains(.backendChanged("mpv", .restarted))
        }
        try await stage.plays()
        stage.checkSteps(since: position, from: before.currentTime)
        await stage.checkEnd()
      }
    },
  ]
}
