import Foundation
import MPVBackend
import PlayerKit
import TestSupport
import Testing

@Suite("mpv's options and devices")
struct OptionTests {
  @Test(
    "An option that mpv does not have, does not take, or that is the backend's own is refused",
    arguments: [
      ("volume-mx", "100", "Did you mean volume-max?"), ("no-such-thing-at-all", "1", "lists them"),
      ("cache", "perhaps", "manual"), ("keep-open", "no", "ended"), ("a\0b", "1", ""),
    ])
  func refused(name: String, value: String, hint: String) async throws {
    var configuration = PlayerConfiguration()
    configuration.mpvOptions = [.init("ao", "null"), .init(name, value)]
    let log = EventLog()
    let error = await #expect(throws: PlayerError.self) {
      _ = try await MPVBackend.provider.make(configuration, log.emit)
    }
    #expect(error?.code == .invalidArgument)
    #expect(hint.isEmpty || error?.remedy?.contains(hint) == true, "\(String(describing: error))")
    #expect(log.events.isEmpty)
  }

  @Test("Options reach mpv, the last of a name wins")
  func taken() async throws {
    let path = try await TestMedia.audio(seconds: 0.3)
    let options = [("ao", "nonsense-driver,null"), ("ao", "null"), ("term-status-msg", "x"), ("vo", "null")]
    try await Rig.run(options.map { .init($0.0, $0.1) }) { rig in
      try await rig.perform(.load(.file(path)))
      try await rig.reach(.ended)
    }
  }

  @Test("A configuration whose numbers are no lengths of time is refused")
  func configuration() async throws {
    var configuration = PlayerConfiguration()
    configuration.timeInterval = 0
    let error = await #expect(throws: PlayerError.self) {
      _ = try await MPVBackend.provider.make(configuration) { _ in }
    }
    #expect(error?.code == .invalidArgument)
  }

  @Test("Without a sound device playing goes on in time, and the log says so once")
  func withoutSound() async throws {
    let path = try await TestMedia.video(seconds: 1)
    await #expect(processExitsWith: .success) { [path = path as String] in
      // A place where no sound server is.
      setenv("XDG_RUNTIME_DIR", "/nonexistent", 1)
      try await Rig.run([.init("vo", "null")]) { rig in
        for _ in 0..<2 {
          try await rig.perform(.load(.file(path)))
          try await rig.reach(.ended)
        }
        let notes = rig.log.events.count { $0 == .log(.info, "no sound device: playing without sound") }
        // A machine that has a device says nothing.
        guard rig.state.currentTime == 1, notes <= 1 else {
          throw MPVTestFailure(description: "\(rig.log.events)")
        }
      }
    }
  }

  @Test("The provider says what the backend is")
  func provider() async {
    let descriptor = MPVBackend.provider.descriptor
    #expect(descriptor.id == "mpv")
    #expect(descriptor.version.hasPrefix("libmpv 2."))
    #expect(Set(descriptor.kinds.keys) == Set(PlayerSource.Kind.allCases))
    #expect(await MPVBackend.provider.availability() == .available)
  }
}

@Suite("mpv's window")
struct WindowTests {
  @Test("Closing the window drops the source and leaves the backend usable")
  func closed() async throws {
    let path = try await TestMedia.video(seconds: 10)
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let probe = MPVProbe("\(folder)/mpv")
    let options = [("vo", "null"), ("ao", "null"), ("input-ipc-server", "\(folder)/mpv")]
    try await Rig.run(options.map { .init($0.0, $0.1) }) { rig in
      try await rig.play(.file(path))
      // The key that stands for the window's own closing.
      probe.send(#"{"command":["keypress","CLOSE_WIN"]}"#)
      try await rig.log.waitForState { $0.source == nil && $0.status == .unstarted }
      #expect(rig.log.events.contains(.log(.info, "the window was closed")))
      try await rig.play(.file(path))
    }
  }

  @Test("A pause by mpv's own controls amid a seek of theirs is told once that has landed")
  func pausedAmidSeek() async throws {
    let path = try await TestMedia.video(seconds: 20)
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let probe = MPVProbe("\(folder)/mpv")
    let options = [("vo", "null"), ("ao", "null"), ("input-ipc-server", "\(folder)/mpv")]
    try await Rig.run(options.map { .init($0.0, $0.1) }) { rig in
      try await rig.play(.file(path))
      for target in [12.0, 3, 15, 6] {
        probe.send(
          #"{"command":["seek",\#(target),"absolute+exact"]}"# + "\n"
            + #"{"command":["set_property","pause",true]}"#)
        try await rig.log.waitForState { $0.status == .paused && abs($0.currentTime - target) < 0.5 }
        probe.send(#"{"command":["set_property","pause",false]}"#)
        try await rig.reach(.playing)
      }
      #expect(!rig.log.events.statuses.dropFirst(2).contains(.buffering))
    }
  }

  @Test("What mpv's own controls do shows in the state")
  func controls() async throws {
    let path = try await TestMedia.video(seconds: 10)
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let probe = MPVProbe("\(folder)/mpv")
    let options = [("vo", "null"), ("ao", "null"), ("input-ipc-server", "\(folder)/mpv")]
    try await Rig.run(options.map { .init($0.0, $0.1) }) { rig in
      try await rig.play(.file(path))
      probe.send(#"{"command":["set_property","pause",true]}"#)
      try await rig.log.waitForState { $0.status == .paused && !$0.playWhenReady }
      probe.send(#"{"command":["set_property","pause",false]}"#)
      try await rig.log.waitForState { $0.status == .playing && $0.playWhenReady }
      probe.send(#"{"command":["set_property","volume",33]}"#)
      probe.send(#"{"command":["set_property","mute",true]}"#)
      try await rig.log.waitForState { $0.volume == 33 && $0.isMuted }
      probe.send(#"{"command":["seek",5,"absolute+exact"]}"#)
      try await rig.log.waitForState { $0.currentTime > 5 }
      probe.send(#"{"command":["quit"]}"#)
      #expect(try await rig.failure()?.code == .backendFailed)
      let error = await #expect(throws: PlayerError.self) { try await rig.perform(.load(.file(path))) }
      #expect(error?.code == .backendFailed)
    }
  }

  @Test("Without a display the sound alone is played, and the log says so once")
  func withoutDisplay() async throws {
    await #expect(processExitsWith: .success) {
      unsetenv("DISPLAY")
      setenv("WAYLAND_DISPLAY", "no-such-display", 1)
      let path = try await TestMedia.video(seconds: 1)
      try await Rig.run([.init("ao", "null")]) { rig in
        for _ in 0..<2 {
          try await rig.perform(.load(.file(path)))
          try await rig.reach(.ended)
        }
        guard rig.log.events.count(where: { $0 == .log(.info, "no display: sound alone") }) == 1 else {
          throw MPVTestFailure(description: "\(rig.log.events)")
        }
      }
    }
  }
}
