import Foundation
import PlayerKit
import TestSupport
import Testing

@Suite("Many sessions of YouTube's player", .serialized, .sharedRig, .timeLimit(.minutes(8)))
struct SessionTests {
  private func rig() throws -> RealRig { try #require(RealRig.shared) }

  @Test("Fifty one after another leave no process, no descriptor, no thread and no memory in the program")
  func fifty() async throws {
    let rig = try rig()
    let program = rig.program(TestEnvironment.givesMemoryBack.compactMapValues(\.self), stays: true)
    func cycle(_ number: Int) async throws {
      try await rig.session(in: program) { session in
        // Some are ended amid their load.
        try await session.perform(.cue(.id("dQw4w9WgXcQ")))
        if number % 4 != 0 { try await session.wait { $0.status == .queued } }
      }
    }
    func counts() async throws -> (descriptors: Int, threads: Int, kilobytes: Int) {
      let plugin = try #require(program.processID)
      let deadline = ContinuousClock.now + .seconds(20)
      while try ProcessTable.descendants(of: plugin).contains(where: {
        ProcessTable.name(of: $0) == "WebKitWebProcess"
      }) {
        try #require(ContinuousClock.now < deadline, "web processes are left")
        try await Task.sleep(for: .milliseconds(20))
      }
      let process = "/proc/\(plugin)"
      // But for files of the system's: WebKit opens some, once and a while after its start, to watch the memory.
      let descriptors = try FileManager.default.contentsOfDirectory(atPath: "\(process)/fd")
        .compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(process)/fd/\($0)") }
        .filter { !$0.hasPrefix("/proc/") && !$0.hasPrefix("/sys/") }
      let status = try String(contentsOfFile: "\(process)/status", encoding: .utf8)
      let memory = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
      return (
        descriptors.count, try FileManager.default.contentsOfDirectory(atPath: "\(process)/task").count,
        memory.flatMap { Int($0.split(separator: " ")[1]) } ?? 0
      )
    }
    // So many until everything that is made once has been made.
    for number in 0..<10 { try await cycle(number) }
    let before = try await counts()
    for number in 10..<60 { try await cycle(number) }
    let after = try await counts()
    await program.stop()
    #expect(after.descriptors <= before.descriptors + 3, "\(before) \(after)")
    #expect(after.threads <= before.threads + 3, "\(before) \(after)")
    // A sanitizer takes more for each object, never gives it back, and finds by itself what is lost.
    let each = TestEnvironment.isSanitized ? 400 : 60
    #expect(after.kilobytes <= before.kilobytes + 50 * each, "\(before) \(after)")
  }

  /// Makes five sessions that are pages of one window, the first of them in front; each has its own video.
  private func five(
    _ axis: PlayerPresentation.Axis, _ body: (RealRig, [RealSession]) async throws -> Void
  ) async throws {
    let rig = try rig()
    let program = rig.program()
    func withMore(_ sessions: [RealSession]) async throws {
      guard sessions.count < 5 else { return try await body(rig, sessions) }
      var configuration = PlayerConfiguration()
      configuration.presentation = PlayerPresentation(
        page: sessions.count, isFront: sessions.isEmpty, axis: axis)
      try await rig.session(configuration, in: program) { session in
        try await session.perform(.load(.id("feed-\(axis == .vertical ? "ver" : "hor")--\(sessions.count)")))
        try await withMore(sessions + [session])
      }
    }
    try await withMore([])
  }

  @Test(
    "Of five in one window the one in front plays, the others are loaded and still, and each plays in front",
    arguments: PlayerPresentation.Axis.allCases)
  func pages(_ axis: PlayerPresentation.Axis) async throws {
    try await five(axis) { rig, sessions in
      try await sessions[0].wait { $0.status == .playing && $0.currentTime > 0.3 }
      for session in sessions[1...] {
        let state = try await session.wait { $0.status == .queued && $0.loadedFraction > 0 }
        #expect(state.currentTime == 0 && !state.isMuted)
        #expect(!session.log.events.statuses.contains(.playing))
      }
      // Back and forth: those that leave the front are still again.
      for (from, to) in [(0, 2), (2, 3), (3, 0)] {
        try await present(sessions[from], at: from, isFront: false, axis)
        try await present(sessions[to], at: to, isFront: true, axis)
        try await sessions[to].perform(.play)
        let place = sessions[to].state.currentTime
        try await sessions[to].wait { $0.status == .playing && $0.currentTime > place + 0.2 }
        try await sessions[from].wait { $0.status == .paused }
      }
    }
  }

  @Test("One of their web processes that is killed ends none of the sessions")
  func death() async throws {
    try await five(.vertical) { _, sessions in
      try await sessions[0].wait { $0.status == .playing && $0.currentTime > 0.3 }
      for session in sessions[1...] { try await session.wait { $0.status == .queued } }
      let processes = try sessions[0].webProcesses()
      #expect(processes.count == sessions.count)
      // The newest is the last session's.
      kill(try #require(processes.max()), SIGKILL)
      let place = sessions[0].state.currentTime
      try await sessions[0].wait { $0.status == .playing && $0.currentTime > place + 1 }
      for session in sessions[1...] {
        try await session.wait { $0.status == .queued }
        #expect(!session.log.events.statuses.contains(.playing) && session.state.error == nil)
      }
    }
  }

  private func present(
    _ session: RealSession, at page: Int, isFront: Bool, _ axis: PlayerPresentation.Axis
  ) async throws {
    let backend = try #require(session.backend as? any PresentingBackend)
    try await backend.present(PlayerPresentation(page: page, isFront: isFront, axis: axis))
  }

  @Test("A window that is minimised pauses, and plays on when it is seen again")
  func background() async throws {
    let rig = try rig()
    try await rig.session { session in
      try await session.play(.id("dQw4w9WgXcQ"))
      let window = try await rig.display.window("Stand-in dQw4w9WgXcQ")
      // As a window manager does that minimises it.
      let state = ["-id", window, "-f", "_NET_WM_STATE", "32a", "-set", "_NET_WM_STATE"]
      let hidden = try await Subprocess.run(
        "xprop", state + ["_NET_WM_STATE_HIDDEN"], environment: ["DISPLAY": rig.display.name])
      #expect(hidden.isSuccess)
      let place = try await session.wait { $0.status == .paused }.currentTime
      let shown = try await Subprocess.run(
        "xprop", ["-id", window, "-remove", "_NET_WM_STATE"], environment: ["DISPLAY": rig.display.name])
      #expect(shown.isSuccess)
      try await session.wait { $0.status == .playing && $0.currentTime > place + 0.2 }
    }
  }

  @Test(
    "Closing the window ends all of its sessions, or the one in front alone",
    arguments: PlayerConfiguration.WindowClosing.allCases)
  func closing(_ closing: PlayerConfiguration.WindowClosing) async throws {
    let rig = try rig()
    var configuration = PlayerConfiguration()
    configuration.windowClosing = closing
    let program = rig.program()
    try await rig.session(configuration, in: program) { below in
      try await rig.session(configuration, in: program) { front in
        try await below.play(.id("closing--01"))
        try await front.play(.id("closing--02"))
        try await rig.display.window("Stand-in closing--02")
        try await rig.display.press("q")
        try await front.log.wait { $0 == .closed }
        switch closing {
        case .quit: try await below.log.wait { $0 == .closed }
        case .session:
          try await rig.display.window("Stand-in closing--01")
          #expect(!below.log.events.contains(.closed))
          try await below.perform(.pause)
          try await below.wait { $0.status == .paused }
        }
      }
    }
  }
}
