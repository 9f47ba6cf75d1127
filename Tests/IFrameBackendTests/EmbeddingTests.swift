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
}
