import Foundation
import MPVBackend
import PlayerKit
import TestSupport
import Testing

@Suite("The life of an mpv backend")
struct LifeTests {
  @Test("Shutting down ends at once amid a load that never opens, twice is once, and then all is refused")
  func shutsDownAmidLoad() async throws {
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(try await Subprocess.run("mkfifo", ["\(folder)/pipe.wav"]).isSuccess)
    try await Rig.run { rig in
      try await rig.perform(.load(.file("\(folder)/pipe.wav")))
      async let one: Void = rig.backend.shutDown()
      async let other: Void = rig.backend.shutDown()
      _ = await (one, other)
      let count = rig.log.count
      for action in [PlayerAction.play, .load(.file("/x")), .setVolume(3), .idle] {
        let error = await #expect(throws: PlayerError.self) { try await rig.perform(action) }
        #expect(error?.code == .closed)
      }
      #expect(rig.log.count == count)
    }
  }

  @Test("Of many loads in quick succession only the last one plays, and no event of another comes after it")
  func quickLoads() async throws {
    let short = try await TestMedia.video(seconds: 1)
    let others = [try await TestMedia.audio(seconds: 20), try await TestMedia.webm(seconds: 3)]
    try await Rig.run { rig in
      for index in 0..<100 { try await rig.perform(.load(.file(others[index % 2]))) }
      let position = rig.log.count
      try await rig.perform(.load(.file(short)))
      try await rig.reach(.ended)
      let events = rig.log.events(since: position).ofState
      #expect(events.statuses == [.unstarted, .buffering, .playing, .ended])
      #expect(
        events.allSatisfy { event in
          if case .durationChanged(let duration, _, _) = event { duration == 1 } else { true }
        })
    }
  }

  @Test("Thousands of actions of many tasks at once are all taken, and the backend goes on")
  func manyActions() async throws {
    let path = try await TestMedia.video(seconds: 60)
    try await Rig.run { rig in
      try await rig.play(.file(path))
      await withTaskGroup(of: Void.self) { group in
        for task in 0..<8 {
          group.addTask {
            for index in 0..<500 {
              let action: PlayerAction =
                switch index % 5 {
                case 0: .setVolume(Double((task * 500 + index) % 101))
                case 1: .seek(.to(Double(index % 50)), precise: false)
                case 2: task % 2 == 0 ? .play : .pause
                case 3: .currentTime
                default: .setRate(1 + Double(index % 3))
                }
              await #expect(throws: Never.self) { try await rig.perform(action) }
            }
          }
        }
      }
      try await rig.log.waitForState(timeout: .seconds(60)) { !$0.isSeeking }
      try await rig.perform(.pause)
      try await rig.log.waitForState { $0.status == .paused && !$0.playWhenReady }
      #expect(abs(try await rig.seek(.to(3)) - 3) < 0.05)
      #expect(rig.state.status == .paused)
    }
  }

  @Test("The actions of one task are applied in the order sent")
  func order() async throws {
    try await Rig.run { rig in
      for volume in 0..<300 { try await rig.perform(.setVolume(Double(volume % 100))) }
      let volumes: [Double] = rig.log.events.compactMap {
        if case .volumeChanged(let volume) = $0 { volume } else { nil }
      }
      #expect(volumes == (0..<300).map { Double($0 % 100) })
    }
  }

  @Test("mpv's clock and the times that are told differ by less than 50 ms", arguments: [true, false])
  func clock(isVideo: Bool) async throws {
    let path = isVideo ? try await TestMedia.video(seconds: 3) : try await TestMedia.audio(seconds: 3)
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let socket = "\(folder)/mpv"
    let probe = MPVProbe(socket)
    let offsets = Samples()
    var configuration = PlayerConfiguration()
    configuration.mpvOptions = [.init("vo", "null"), .init("ao", "null"), .init("input-ipc-server", socket)]
    let log = EventLog()
    let backend = try await MPVBackend.provider.make(configuration) { event in
      if case .timeChanged(let time) = event, let (earliest, latest) = probe.audioTime() {
        // mpv's clock was read within this span, so it is off by no more than its nearer end is.
        offsets.add(time < earliest ? earliest - time : max(time - latest, 0))
      }
      log.emit(event)
    }
    try await backend.perform(.load(.file(path)))
    try await log.waitForState { $0.status == .ended }
    await backend.shutDown()
    #expect(offsets.all.count >= 8)
    // The middle one: a busy machine may delay some on their way.
    #expect(offsets.all.sorted()[offsets.all.count / 2] < 0.05, "\(offsets.all)")
  }

  @Test("A process whose decimal point is a comma plays, starts and sets volumes with fractions")
  func commaLocale() async throws {
    await #expect(processExitsWith: .success) {
      let folder = try TestMedia.temporaryFolder()
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let made = try await Subprocess.run(
        "localedef", ["-i", "de_DE", "-f", "UTF-8", "--no-archive", "\(folder)/de_DE.UTF-8"])
      guard made.isSuccess else { throw MPVTestFailure(description: made.description) }
      setenv("LOCPATH", folder, 1)
      guard setlocale(LC_ALL, "de_DE.UTF-8") != nil, localeconv().pointee.decimal_point[0] == 0x2c else {
        throw MPVTestFailure(description: "the locale was not set")
      }
      let path = try await TestMedia.audio()
      try await Rig.run { rig in
        setlocale(LC_NUMERIC, "de_DE.UTF-8")
        try await rig.perform(.setVolume(40.5), .setRate(1.25), .load(.file(path, start: 1.25, end: 1.75)))
        try await rig.reach(.ended)
        guard rig.state.currentTime == 1.75, rig.log.events.times.allSatisfy({ $0 >= 1.2 }),
          !rig.log.events.contains(where: {
            if case .log(.warning, let text) = $0 { text.contains("did not take") } else { false }
          })
        else { throw MPVTestFailure(description: "\(rig.log.events)") }
      }
      guard String(cString: setlocale(LC_NUMERIC, nil)) == "C",
        String(cString: setlocale(LC_TIME, nil)) == "de_DE.UTF-8"
      else { throw MPVTestFailure(description: "the locale is not as it should be") }
    }
  }

  @Test("Making, loading and shutting down leaves no thread and no descriptor behind")
  func leavesNothing() async throws {
    await #expect(processExitsWith: .success) {
      let path = try await TestMedia.audio()
      func cycle() async throws {
        try await Rig.run { rig in
          try await Rig.run { other in
            try await other.play(.file(path))
            await rig.backend.shutDown()
          }
        }
      }
      func held() throws -> (threads: Int, descriptors: Int) {
        let files = FileManager.default
        return (
          try files.contentsOfDirectory(atPath: "/proc/self/task").count,
          try files.contentsOfDirectory(atPath: "/proc/self/fd").count
        )
      }
      try await cycle()
      let before = try held()
      for _ in 0..<10 { try await cycle() }
      for _ in 0..<50 where try held().threads > before.threads {
        try await Task.sleep(for: .milliseconds(10))
      }
      let after = try held()
      guard after.threads <= before.threads, after.descriptors <= before.descriptors else {
        throw MPVTestFailure(description: "\(before) became \(after)")
      }
    }
  }
}
