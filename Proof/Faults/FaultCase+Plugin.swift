import Foundation
import PlayerKit
import ProofSupport
import TestSupport

/// What can happen to the process in which mpv is.
extension FaultCase {
  static let plugin = [
    FaultCase("plugin-dies", "mpv's process ends by three signals while it plays") { proof in
      try await Stage.run(proof, Film.options + [try await Film.path]) { stage in
        try await stage.plays()
        try await stage.send(.setVolume(33))
        try await stage.send(.setRate(1.5))
        var random = SplitMix64(state: 1)
        var descriptors: Int?
        for number in [SIGKILL, SIGSEGV, SIGABRT] {
          // At a moment that is another one each time.
          try await stage.plays(for: 0.3 + Double(random.next(below: 15)) / 10)
          let process = try await stage.process("ytplay-mpv")
          let (before, position) = (stage.state, stage.events.count)
          kill(process, number)
          proof.inject()
          try await stage.wait(for: "its return", since: position) { events, _ in
            events.contains(.backendChanged("mpv", .restarted))
          }
          let after = try await stage.plays()
          proof.check(
            after.volume == 33 && after.rate == 1.5, "It lost its volume or its rate: \(after)")
          stage.checkRestarted("mpv", since: position)
          stage.checkSteps(since: position, from: before.currentTime)
          // The second return is the first one that is waited for, by a timer that stays.
          if number == SIGABRT, let descriptors { try await stage.checkDescriptors(descriptors) }
          descriptors = try ProcessUsage.of(stage.processID).descriptors
        }
        await stage.checkEnd()
      }
    },
    FaultCase("plugin-dies-held", "mpv's process dies while paused, and while queued") { proof in
      try await Stage.run(proof, Film.options + ["--no-autoplay", "--start", "7", try await Film.path]) {
        stage in
        try await stage.wait(for: "the cue") { _, state in state.status == .queued }
        for status in [PlayerStatus.queued, .paused] {
          let (before, position) = (stage.state, stage.events.count)
          kill(try await stage.process("ytplay-mpv"), SIGKILL)
          proof.inject()
          try await stage.wait(for: "its return as \(status)", since: position) { events, state in
            events.contains(.backendChanged("mpv", .restarted))
              // Opened anew, and not played since.
              && [.queued, status].contains(state.status)
          }
          let events = stage.events.dropFirst(position)
          proof.check(
            !events.contains { if case .statusChanged(.playing, _) = $0 { true } else { false } },
            "It played while it was \(status): \(events)")
          proof.check(
            abs(stage.state.currentTime - before.currentTime) < 0.2,
            "\(status) at \(stage.state.currentTime), before at \(before.currentTime)")
          try await stage.send(.play)
          try await stage.plays()
          try await stage.send(.pause)
          try await stage.wait(for: "a pause") { _, state in state.status == .paused }
        }
        await stage.checkEnd()
      }
    },
    FaultCase("plugin-dies-seeking", "mpv's process dies amid a seek, and amid an opening") { proof in
      let film = try await Film.path
      try await Stage.run(proof, Film.options + [film]) { stage in
        try await stage.plays()
        var position = stage.events.count
        let first = try await stage.process("ytplay-mpv")
        // It takes the seek, and is gone before it lands.
        ProcessTable.freeze(first)
        async let seek = stage.send(.seek(.to(60)))
        try await Task.sleep(for: .milliseconds(100))
        kill(first, SIGKILL)
        proof.inject()
        _ = try await seek
        try await stage.wait(for: "its return", since: position) { events, _ in
          events.contains(.backendChanged("mpv", .restarted))
        }
        let state = try await stage.plays()
        proof.check(
          state.currentTime >= 60 && state.currentTime < 64 || state.currentTime < 10,
          "After a seek to 60 that was cut off it plays at \(state.currentTime)")
        position = stage.events.count
        let second = try await stage.process("ytplay-mpv", otherThan: [first])
        try await stage.send(.load(.file(MediaPath(film), start: 30)))
        kill(second, SIGKILL)
        proof.inject()
        try await stage.wait(for: "its return", since: position) { events, _ in
          events.contains(.backendChanged("mpv", .restarted))
        }
        let opened = try await stage.plays()
        proof.check(
          opened.currentTime >= 30 && opened.currentTime < 34, "It opened at \(opened.currentTime), not at 30"
        )
        await stage.checkEnd()
      }
    },
    FaultCase("plugin-dies-often", "mpv's process dies four times in a minute") { proof in
      try await Stage.run(proof, Film.options + [try await Film.path, try await TestMedia.audio()]) { stage in
        var killed: [pid_t] = []
        for _ in 1...4 {
          try await stage.plays(for: 0.2)
          killed.append(try await stage.process("ytplay-mpv", otherThan: killed))
          if let last = killed.last { kill(last, SIGKILL) }
          proof.inject()
          let count = killed.count
          try await stage.wait(for: "the failure") { events, _ in
            events.count { if case .failed = $0 { true } else { false } } == count
          }
        }
        let result = await stage.result()
        let failures = stage.events.compactMap { if case .failed(_, let again) = $0 { again } else { nil } }
        proof.check(failures == [true, true, true, false], "It was told \(failures)")
        proof.check(result.exitStatus == 3, "The status is \(String(describing: result.exitStatus)), not 3")
        proof.check(
          stage.events.contains(.statusChanged(.ended, playWhenReady: false)), "The next source did not play")
      }
    },
    FaultCase("plugin-sleeps", "mpv's process is stopped for 3 s, and continued") { proof in
      try await Stage.run(proof, Film.options + [try await Film.path]) { stage in
        try await stage.plays(for: 1)
        for _ in 0..<2 {
          let (before, position) = (stage.state, stage.events.count)
          let process = try await stage.process("ytplay-mpv")
          ProcessTable.freeze(process)
          proof.inject()
          async let volume = stage.send(.setVolume(before.volume - 10))
          try await Task.sleep(for: .seconds(3))
          kill(process, SIGCONT)
          _ = try await volume
          let after = try await stage.plays(for: 1)
          stage.checkNothingFailed(since: position)
          proof.check(after.volume == before.volume - 10, "The volume is \(after.volume)")
          proof.check(
            after.currentTime < before.currentTime + 8, "\(before.currentTime) became \(after.currentTime)")
        }
        await stage.checkEnd()
      }
    },
    FaultCase("plugin-hangs", "mpv's process is stopped for ever") { proof in
      try await Stage.run(proof, Film.options + [try await Film.path]) { stage in
        try await stage.plays(for: 1)
        let (before, position) = (stage.state, stage.events.count)
        ProcessTable.freeze(try await stage.process("ytplay-mpv"))
        proof.inject()
        try await stage.send(.setVolume(20))
        try await stage.wait(for: "its return", since: position) { events, _ in
          events.contains(.backendChanged("mpv", .restarted))
        }
        let after = try await stage.plays()
        stage.checkRestarted("mpv", since: position)
        stage.checkSteps(since: position, from: before.currentTime)
        proof.check(after.currentTime < before.currentTime + 3, "It leapt to \(after.currentTime)")
        await stage.checkEnd()
      }
    },
    FaultCase("plugin-gone-between", "mpv's process dies between two sources of a queue") { proof in
      let clips = [try await TestMedia.audio(seconds: 1.5), try await TestMedia.video(seconds: 3)]
      try await Stage.run(proof, Film.options + [clips[0], clips[1], clips[0]]) { stage in
        try await stage.wait(for: "the first end") { events, _ in
          events.contains { if case .statusChanged(.ended, _) = $0 { true } else { false } }
        }
        kill(try await stage.process("ytplay-mpv"), SIGKILL)
        proof.inject()
        let result = await stage.result()
        let played = stage.events.compactMap {
          if case .sourceChanged(let source?) = $0 { source } else { nil }
        }
        var order: [PlayerSource] = []
        for source in played where order.last != source { order.append(source) }
        proof.check(
          order == [clips[0], clips[1], clips[0]].map { .file(MediaPath($0)) }, "It played \(order)")
        let ends = stage.events.count { if case .statusChanged(.ended, _) = $0 { true } else { false } }
        proof.check(result.exitStatus == 0 && ends == 3, "\(ends) ends of 3, status \(result)")
      }
    },
  ]
}
