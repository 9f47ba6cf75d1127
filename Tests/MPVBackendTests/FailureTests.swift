import Foundation
import MPVBackend
import PlayerKit
import TestSupport
import Testing

/// One after another: ffmpeg's log is the process's, and tells not of which player it speaks.
@Suite("What mpv can't play", .serialized)
struct FailureTests {
  @Test("A failed load says why, and the backend goes on", arguments: Broken.allCases)
  func files(broken: Broken) async throws {
    guard let path = try await broken.path() else { return }
    let good = try await TestMedia.audio(seconds: 0.5)
    try await Rig.run { rig in
      try await rig.perform(.load(.file(path)))
      let error = try #require(try await rig.failure())
      #expect(error.code == broken.code, "\(error)")
      #expect(error.backend == "mpv")
      #expect(error.message.hasSuffix("."))
      #expect(rig.state.status == .unstarted && !rig.state.playWhenReady)
      #expect(rig.state.source == .file(path))
      #expect(rig.log.events.statuses == [.unstarted, .buffering])
      try await rig.perform(.load(.file(good)))
      #expect(rig.state.error == nil)
      try await rig.reach(.ended)
    }
  }

  enum Broken: CaseIterable {
    case missing, missingFolder, unreadable, folder, empty, text, truncated, listOfOthers

    var code: PlayerError.Code {
      switch self {
      case .missing, .missingFolder: .notFound
      case .unreadable: .notPermitted
      case .folder, .empty, .text, .truncated, .listOfOthers: .playbackFailed
      }
    }

    func path() async throws -> String? {
      switch self {
      case .missing: return TestMedia.missing
      case .missingFolder: return try TestMedia.text() + "/film.mp4"
      case .unreadable: return try TestMedia.unreadable()
      case .folder: return NSTemporaryDirectory()
      case .empty: return try TestMedia.empty()
      case .text: return try TestMedia.text()
      case .truncated: return try await TestMedia.truncated()
      case .listOfOthers:
        let path = try TestMedia.temporaryFolder() + "/song.mp3"
        try "#EXTM3U\n\(try await TestMedia.audio())\n".write(toFile: path, atomically: true, encoding: .utf8)
        return path
      }
    }
  }

  @Test("Playing after a failure opens the source again")
  func triesAgain() async throws {
    let folder = try TestMedia.temporaryFolder()
    let path = "\(folder)/late.wav"
    try await Rig.run { rig in
      try await rig.perform(.load(.file(path)))
      #expect(try await rig.failure()?.code == .notFound)
      try Data(TestMedia.silence(seconds: 0.5)).write(to: URL(fileURLWithPath: path))
      try await rig.perform(.play)
      #expect(rig.state.error == nil)
      try await rig.reach(.ended)
    }
  }

  @Test("A file that is cut short has failed, not ended")
  func cutShort() async throws {
    let whole = try Data(contentsOf: URL(fileURLWithPath: await TestMedia.video(seconds: 6)))
    let path = try TestMedia.temporaryFolder() + "/short.mp4"
    try whole.prefix(whole.count / 2).write(to: URL(fileURLWithPath: path))
    try await Rig.run { rig in
      try await rig.perform(.load(.file(path)), .setRate(4))
      #expect(try await rig.failure()?.code == .playbackFailed)
      #expect(!rig.log.events.statuses.contains(.ended))
    }
  }

  @Test("What a server says is told as what it means")
  func servers() async throws {
    let bytes = TestMedia.silence(seconds: 30)
    let server = try TestServer([
      "/good.wav": .file(TestMedia.silence(seconds: 0.5)), "/gone.wav": .status(410),
      "/busy.wav": .status(503),
      "/forbidden.wav": .status(403), "/page.html": .file(Array("<html><body>A page</body></html>".utf8)),
      "/cut.wav": .cut(bytes, after: 60_000),
    ])
    defer { server.stop() }
    let closedPort = try TestServer([:])
    closedPort.stop()
    let cases: [(String, PlayerError.Code)] = [
      (server.url("/none.wav"), .notFound), (server.url("/gone.wav"), .notFound),
      (server.url("/busy.wav"), .network), (server.url("/forbidden.wav"), .network),
      (server.url("/page.html"), .playbackFailed), (server.url("/cut.wav"), .network),
      ("http://127.0.0.1:1/a.wav", .network), ("bogus://nothing/here", .unsupported),
    ]
    try await Rig.run { rig in
      for (url, code) in cases {
        try await rig.perform(.load(PlayerSource(.stream(url))), .setRate(4))
        let error = try await rig.failure()
        #expect(error?.code == code, "\(url): \(String(describing: error)) \(rig.log.events.suffix(12))")
      }
      try await rig.perform(.load(PlayerSource(.stream(server.url("/good.wav")))))
      try await rig.reach(.ended)
      #expect(rig.state.isSeekable)
    }
  }

  @Test("Of a server's list the first entry is played, and how much has come is told")
  func lists() async throws {
    let answers: [String: TestServer.Answer] = [
      "/list.m3u": .file(Array("#EXTM3U\nfirst.wav\nsecond.wav\n".utf8)),
      "/first.wav": .file(TestMedia.silence(seconds: 1.5)),
      "/second.wav": .file(TestMedia.silence(seconds: 3)),
    ]
    let server = try TestServer(answers)
    defer { server.stop() }
    try await Rig.run { rig in
      try await rig.perform(.load(PlayerSource(.stream(server.url("/list.m3u")))))
      try await rig.reach(.ended)
      #expect(rig.state.currentTime == 1.5)
      #expect(rig.state.loadedFraction == 1)
      #expect(rig.log.events.statuses == [.unstarted, .buffering, .playing, .ended])
    }
  }

  @Test("A source that does not open in time has timed out", arguments: [true, false])
  func silence(isServer: Bool) async throws {
    let server = try TestServer(["/silent.wav": .silence])
    defer { server.stop() }
    let folder = try TestMedia.temporaryFolder()
    let pipe = "\(folder)/pipe.wav"
    #expect(try await Subprocess.run("mkfifo", [pipe]).isSuccess)
    let source = isServer ? PlayerSource(.stream(server.url("/silent.wav"))) : .file(pipe)
    try await Rig.run(configure: { $0.timeouts.open = 0.5 }) { rig in
      try await rig.perform(.load(source))
      #expect(try await rig.failure()?.code == .timedOut)
      try await rig.perform(.load(.file(try await TestMedia.audio(seconds: 0.5))))
      try await rig.reach(.ended)
    }
  }

  @Test("A server that stops delivering has timed out, not ended")
  func stall() async throws {
    let server = try TestServer(["/stall.wav": .stall(TestMedia.silence(seconds: 120), after: 250_000)])
    defer { server.stop() }
    try await Rig.run(configure: { $0.timeouts.open = 1 }) { rig in
      try await rig.perform(.load(PlayerSource(.stream(server.url("/stall.wav")))), .setRate(4))
      let code = try await rig.failure()?.code
      #expect(code == .timedOut || code == .network)
      #expect(rig.log.events.statuses.contains(.playing))
      #expect(!rig.log.events.statuses.contains(.ended))
    }
  }

  @Test("Why a server did not deliver is told to each of several players, also when the first one has gone")
  func severalPlayers() async throws {
    let server = try TestServer(["/busy.wav": .status(503)])
    defer { server.stop() }
    let url = server.url("/none.wav")
    try await Rig.run { first in
      try await Rig.run { second in
        try await second.perform(.load(PlayerSource(.stream(url))))
        #expect(try await second.failure()?.code == .notFound)
        await first.backend.shutDown()
        try await second.perform(.load(PlayerSource(.stream(url))))
        #expect(try await second.failure()?.code == .notFound)
        try await Rig.run { third in
          try await third.perform(.load(PlayerSource(.stream(server.url("/busy.wav")))))
          #expect(try await third.failure()?.backendCode == "503")
        }
      }
    }
  }
}
