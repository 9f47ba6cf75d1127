import Foundation
import PlayerKit
import ProofSupport
import TestSupport

/// What can happen to the machine's other programs: the X server, the session bus, the sound server.
extension FaultCase {
  static let machine = [
    FaultCase(
      "display-dies", "the X server is killed while mpv shows a film, by X itself and by what it prefers"
    ) { proof in
      for output in [["--mpv", "vo=x11,null"], []] {
        try await VirtualDisplay.run { display in
          try await Stage.run(
            proof, Film.options + output + [try await Film.path],
            environment: ["DISPLAY": display.name]
          ) { stage in
            try await stage.plays(for: 1)
            let before = stage.state
            await display.crash()
            proof.inject()
            let after = try await stage.plays(for: 2)
            proof.check(
              after.currentTime < before.currentTime + 15, "\(before.currentTime) became \(after.currentTime)"
            )
            await stage.checkEnd()
          }
        }
      }
    },
    FaultCase("display-sleeps", "the X server is stopped for 3 s while mpv shows a film") { proof in
      try await VirtualDisplay.run { display in
        try await Stage.run(
          proof, Film.options + ["--mpv", "vo=x11,null", try await Film.path],
          environment: ["DISPLAY": display.name]
        ) { stage in
          try await stage.plays(for: 1)
          let position = stage.events.count
          display.freeze()
          proof.inject()
          try await Task.sleep(for: .seconds(3))
          display.thaw()
          try await stage.plays(for: 1)
          stage.checkNothingFailed(since: position)
          await stage.checkEnd()
        }
      }
    },
    FaultCase("display-dies-web", "the X server is killed under YouTube's player") { proof in
      try await WebScene.run { scene in
        try await scene.stage(proof) { stage in
          try await stage.plays(for: 1)
          await scene.display.crash()
          proof.inject()
          let result = await stage.result()
          let failures = stage.events.compactMap {
            if case .failed(let error, false) = $0 { error } else { nil }
          }
          proof.check(
            result.exitStatus == 2 && failures.map(\.code) == [.backendFailed],
            "Status \(result.exitStatus.map(String.init) ?? "none"), \(failures)")
        }
      }
    },
    FaultCase("bus-dies", "the D-Bus daemon is killed, under mpv and under YouTube's player") { proof in
      try await onBus(proof) { bus, stage in
        await bus.crash()
        proof.inject()
        try await stage.plays(for: 2)
      }
    },
    FaultCase("bus-sleeps", "the D-Bus daemon is stopped for 3 s, and continued") { proof in
      try await onBus(proof) { bus, stage in
        bus.freeze()
        proof.inject()
        // What would be told on the bus, while nobody reads there.
        for volume in stride(from: 90.0, to: 40, by: -10) { try await stage.send(.setVolume(volume)) }
        try await stage.plays(for: 2)
        bus.thaw()
        let volume = try await bus.property("org.mpris.MediaPlayer2.ytplay", "Volume")
        proof.check("\(volume)".contains("0.5"), "The bus has the volume \(volume), not 0.5")
        let paused = try await bus.call("org.mpris.MediaPlayer2.ytplay", "Player.Pause")
        proof.check(paused.isSuccess, "It does not answer on the bus: \(paused)")
        try await stage.wait(for: "a pause") { _, state in state.status == .paused }
        try await stage.send(.play)
        try await stage.plays()
      }
    },
    FaultCase("sound-server-dies", "the sound server is killed, and comes back") { proof in
      try await withSound(proof) { server, stage in
        let position = stage.events.count
        await server.crash()
        proof.inject()
        try await stage.wait(for: "a warning", since: position) { events, _ in
          events.contains {
            if case .log(.warning, let text) = $0 { text.contains("sound device") } else { false }
          }
        }
        try await stage.plays(for: 2)
        stage.checkNothingFailed(since: position)
        try await server.start()
        try await stage.send(.pause)
        try await stage.wait(for: "a pause") { _, state in state.status == .paused }
        try await stage.send(.play)
        try await stage.plays()
        try await waitForSound(server)
      }
    },
    FaultCase("sound-server-sleeps", "the sound server is stopped for 3 s, and continued") { proof in
      try await withSound(proof) { server, stage in
        let position = stage.events.count
        server.freeze()
        proof.inject()
        try await Task.sleep(for: .seconds(3))
        server.thaw()
        try await stage.plays(for: 1.5)
        stage.checkNothingFailed(since: position)
      }
    },
  ]

  /// On a bus, mpv and then YouTube's player.
  private static func onBus(_ proof: Proof, _ body: (PrivateBus, Stage) async throws -> Void) async throws {
    try await PrivateBus.run { bus in
      try await Stage.run(
        proof, Film.options + [try await Film.path], environment: bus.environment
      ) { stage in
        try await prove(proof, bus, stage, body)
      }
    }
    try await WebScene.run { scene in
      try await PrivateBus.run { bus in
        try await Stage.run(
          proof, WebScene.options + [WebScene.video],
          environment: scene.environment.merging(bus.environment) { $1 }
        ) { stage in
          try await prove(proof, bus, stage, body)
        }
      }
    }
  }

  private static func prove(
    _ proof: Proof, _ bus: PrivateBus, _ stage: Stage, _ body: (PrivateBus, Stage) async throws -> Void
  ) async throws {
    try await stage.plays(for: 1)
    let deadline = ContinuousClock.now + .seconds(20)
    while try await bus.players().isEmpty, ContinuousClock.now < deadline {
      try await Task.sleep(for: .milliseconds(50))
    }
    let position = stage.events.count
    try await body(bus, stage)
    stage.checkNothingFailed(since: position)
    await stage.checkEnd()
  }

  private static func withSound(
    _ proof: Proof, _ body: (SoundServer, Stage) async throws -> Void
  ) async throws {
    guard SoundServer.isInstalled else {
      throw Stage.Missing(description: "there is no PulseAudio on this machine")
    }
    try await SoundServer.run { server in
      let options = ["--backend", "mpv", "--mpv", "ao=pulse", "--mpv", "pulse-host=\(server.address)"]
      try await Stage.run(proof, options + [try await Film.path]) { stage in
        try await stage.plays()
        try await waitForSound(server)
        try await body(server, stage)
        await stage.checkEnd()
      }
    }
  }

  private static func waitForSound(_ server: SoundServer) async throws {
    let deadline = ContinuousClock.now + .seconds(20)
    while try await server.soundCount() == 0 {
      guard ContinuousClock.now < deadline else { throw Stage.Missing(description: "no sound arrived") }
      try await Task.sleep(for: .milliseconds(20))
    }
  }
}
