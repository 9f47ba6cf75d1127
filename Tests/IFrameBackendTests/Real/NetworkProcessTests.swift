import Foundation
import PlayerKit
import TestSupport
import Testing

@Suite("The death of the web view's network process", .serialized, .sharedRig, .timeLimit(.minutes(5)))
struct NetworkProcessTests {
  /// Kills the network processes of the program.
  private func kill(_ session: RealSession) throws {
    let processes = try ProcessTable.descendants(of: #require(session.program.processID))
      .filter { ProcessTable.name(of: $0).hasPrefix("WebKitNetworkPr") }
    #expect(!processes.isEmpty)
    for process in processes { Foundation.kill(process, SIGKILL) }
  }

  @Test("Playing goes on, and the next source plays")
  func playing() async throws {
    let rig = try #require(RealRig.shared)
    try await rig.session { session in
      try await session.play(.id("dQw4w9WgXcQ"))
      try kill(session)
      let before = session.state.currentTime
      try await session.wait { $0.status == .playing && $0.currentTime > before + 3 }
      try await session.play(.id("jNQXAC9IVRw"))
      #expect(!session.log.events.contains { if case .log(.warning, _) = $0 { true } else { false } })
    }
  }

  @Test("Where media fail by it the page is made anew, and what was wanted plays")
  func failing() async throws {
    let rig = try #require(RealRig.shared)
    try await rig.session { session in
      try await session.play(.text("PLstandin-hundred"))
      try kill(session)
      // The network process that comes trusts the stand-in no more.
      try await session.perform(.next)
      let state = try await session.wait {
        $0.status == .playing && $0.itemIndex == 1 && $0.metadata.videoID == "hundred-002"
          && $0.currentTime > 0.3
      }
      #expect(state.error == nil)
      #expect(session.log.events.contains { if case .log(.warning, _) = $0 { true } else { false } })
    }
  }
}
