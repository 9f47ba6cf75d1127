import Foundation
import PlayerKit
import TestSupport
import Testing

@testable import IFrameBackend

@Suite("The player inside a GTK program's own window")
struct EmbeddingTests {
  @Test("The example plays to the end among its own widgets, and leaves nothing behind")
  func example() async throws {
    try await IFrameRig.run { rig in
      let environment = rig.standIn.environment().merging(["DISPLAY": rig.display.name]) { $1 }
      let program = try Subprocess(
        BuiltProgram.path("GTKHost"), ["short-3s--a"], environment: environment.mapValues(Optional.some),
        timeLimit: .seconds(60))
      let result = await program.result()
      #expect(result.isSuccess, "\(result)")
      #expect(result.lines.contains { $0.hasPrefix("playing Stand-in short-3s--a") })
      #expect(result.lines.last?.hasPrefix("ended Stand-in short-3s--a 3 s") == true)
    }
  }

  @Test("Its slider follows the player, and keys at it move the player")
  func slider() async throws {
    try await IFrameRig.run { rig in
      let environment = rig.standIn.environment().merging(["DISPLAY": rig.display.name]) { $1 }
      let program = try Subprocess(
        BuiltProgram.path("GTKHost"), ["dQw4w9WgXcQ"],
        environment: environment.mapValues(Optional.some), timeLimit: .seconds(60))
      #expect(await program.waitForOutput { $0.contains("playing Stand-in dQw4w9WgXcQ 1 s") })
      try await rig.display.window("GTKHost")
      // A step is a twentieth of its 30 s.
      for _ in 0..<10 { try await rig.display.press("Right") }
      #expect(await program.waitForOutput { $0.contains("playing Stand-in dQw4w9WgXcQ 17 s") })
      try await rig.display.press("End")
      let result = await program.result()
      #expect(result.isSuccess, "\(result)")
      #expect(result.lines.last == "ended Stand-in dQw4w9WgXcQ 30 s")
      // Of the seconds on the way some are passed.
      let isPlayedThrough = (2...16).allSatisfy { result.output.contains("dQw4w9WgXcQ \($0) s\n") }
      #expect(!isPlayedThrough, "it has only played on: \(result)")
    }
  }
}
