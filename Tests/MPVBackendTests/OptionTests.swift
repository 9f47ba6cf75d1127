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

  @Test("Without a sound device playing goes on in time, and without a display the sound alone is played")
  func withoutDevices() async throws {
    let path = try await TestMedia.video(seconds: 1)
    // A driver that finds no device stands for a machine that has none.
    try await Rig.run([.init("ao", "alsa"), .init("alsa-no-such", "")].dropLast()) { rig in
      try await rig.perform(.load(.file(path)))
      try await rig.reach(.ended)
      #expect(rig.state.currentTime == 1)
    }
  }

  @Test("The provider says what the backend is")
  func provider() async {
    let descriptor = MPVBackend.provider.descriptor
    #expect(descriptor.id == "mpv")
    #expect(descriptor.version.hasPrefix("libmpv 2."))
    #expect(descriptor.kinds.keys.sorted { $0.rawValue < $1.rawValue } == [.file, .stream])
    #expect(await MPVBackend.provider.availability() == .available)
  }
}
