import Foundation
import MPVBackend
import PlayerKit
import TestSupport
import Testing

extension FaultTableTests {
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

  @Test("Of a server's list the first entry is played, and how much has come is told")
  func lists() async throws {
    let answers: [String: FaultAnswer] = [
      "/list.m3u": .file(Array("#EXTM3U\nfirst.wav\nsecond.wav\n".utf8)),
      "/first.wav": .file(TestMedia.silence(seconds: 1.5)),
      "/second.wav": .file(TestMedia.silence(seconds: 3)),
    ]
    let server = try FaultServer(answers)
    defer { server.stop() }
    try await Rig.run { rig in
      try await rig.perform(.load(PlayerSource(.stream(server.url("/list.m3u")))))
      try await rig.reach(.ended)
      #expect(rig.state.currentTime == 1.5)
      #expect(rig.state.loadedFraction == 1)
      #expect(rig.log.events.statuses == [.unstarted, .buffering, .playing, .ended])
    }
  }

  @Test("Why a server did not deliver is told to each of several players, also when the first one has gone")
  func severalPlayers() async throws {
    let server = try FaultServer(["/busy.wav": .status(503)])
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
