import PlayerKit
import TestSupport
import Testing

@testable import PlayerPlugins

@Suite("A plugin's sessions") struct PluginSessionTests {
  @Test("The actions of each session are taken in the order in which they were sent")
  func order() async throws {
    let (sessions, actions) = (8, 500)
    let rig = try await PluginRig.open(sessions: sessions)
    for place in 0..<actions {
      for session in 1...sessions {
        rig.send(.setVolume(Double(place) / 10), to: session, id: 10_000 + place * sessions + session)
      }
    }
    let last = 10_000 + (actions - 1) * sessions
    for session in 1...sessions { try await rig.wait(forReplyTo: last + session) }
    let messages = try await rig.finish()
    let expected = (0..<actions).map { PlayerEvent.volumeChanged(Double($0) / 10) }
    for session in 1...sessions {
      #expect(messages.events(of: session) == [.ready, .volumeChanged(50)] + expected)
    }
  }

  @Test("What an action leads to at once is told before its answer")
  func eventBeforeReply() async throws {
    let rig = try await PluginRig.open()
    for id in 1...50 { rig.send(.setVolume(Double(id)), id: id) }
    try await rig.wait(forReplyTo: 50)
    let messages = try await rig.finish()
    for id in 1...49 where id != 50 {
      #expect(try messages.place(of: .volumeChanged(Double(id))) < messages.place(ofReplyTo: id))
    }
  }

  @Test("An action that is never taken keeps no other session waiting")
  func independence() async throws {
    let rig = try await PluginRig.open(sessions: 2)
    rig.send(.play, to: 1, id: 1)
    rig.send(.setVolume(1), to: 1, id: 2)
    rig.send(.setVolume(2), to: 2, id: 3)
    try await rig.wait(forReplyTo: 3)
    let messages = try await rig.finish()
    #expect(messages.events(of: 2).last == .volumeChanged(2))
    #expect(!messages.events(of: 1).contains(.volumeChanged(1)))
  }

  @Test("Shutting down waits for no action; those under way, waiting and to come are refused as closed")
  func shutDown() async throws {
    let rig = try await PluginRig.open(sessions: 2)
    rig.send(.play, id: 1)
    for id in 2...20 { rig.send(.setVolume(1), id: id) }
    rig.send(.shutDown(session: 1), id: 21)
    rig.send(.setVolume(1), id: 22)
    rig.send(.shutDown(session: 1), id: 23)
    for id in 1...23 { try await rig.wait(forReplyTo: id) }
    rig.send(.setVolume(9), id: 24)
    rig.send(.create(PlayerConfiguration()), id: 25)
    for id in 24...25 { try await rig.wait(forReplyTo: id) }
    let messages = try await rig.finish()
    for id in Array(1...20) + [22, 24] { #expect(messages.error(of: id)?.playerError?.code == .closed) }
    for id in [21, 23] { #expect(try messages.reply(to: id)?.get() == PluginReply()) }
    #expect(messages.events(of: 1) == [.ready, .volumeChanged(50)])
    // No number is used twice.
    #expect(try messages.reply(to: 25)?.get() == PluginReply(session: 3))
  }

  @Test("Nothing of a session comes behind the answer to its shutDown, whatever its backend says")
  func silence() async throws {
    let rig = try await PluginRig.open(sessions: 2)
    for session in 1...2 { rig.send(.duration, to: session, id: session) }
    try await rig.wait(for: #"{"session":1,"event":{"event":"timeChanged","currentTime":20}"#)
    rig.send(.shutDown(session: 1), id: 3)
    try await rig.wait(forReplyTo: 3)
    // The other one goes on, for long enough to have seen the first do so.
    let count = rig.process.outputSoFar.utf8.count
    #expect(await rig.process.waitForOutput { $0.utf8.count > count + 20_000 })
    let messages = try await rig.finish()
    let end = try messages.place(ofReplyTo: 3)
    #expect(Array(messages[end...]).events(of: 1).isEmpty)
    #expect(Array(messages[end...]).events(of: 2).count > 20)
  }
}
