import MockBackend
import PlayerKit
import TestSupport
import Testing

@testable import PlayerPlugins

@Suite("The pages of a window, by the plugin protocol")
struct PluginPresentTests {
  private let place = PlayerPresentation(page: -2, isFront: true, axis: .horizontal)

  @Test("A plugin's backend is told its place, in order with the actions around it")
  func order() async throws {
    let rig = try await PluginRig.open()
    rig.send(.setVolume(1), id: 1)
    rig.send(.present(session: 1, place), id: 2)
    rig.send(.setVolume(2), id: 3)
    try await rig.wait(forReplyTo: 3)
    let messages = try await rig.finish()
    #expect(try messages.reply(to: 2)?.get() == PluginReply())
    #expect(
      messages.events(of: 1).suffix(3) == [
        .volumeChanged(1), .log(.info, "page -2, in front true, horizontal"), .volumeChanged(2),
      ])
  }

  @Test("A place of no session, and one that is none, are refused")
  func refused() async throws {
    let rig = try await PluginRig.open()
    rig.send(.present(session: 77, place), id: 1)
    rig.send(line: #"{"jsonrpc":"2.0","id":2,"method":"present","params":{"session":1}}"#)
    rig.send(
      line: #"{"jsonrpc":"2.0","id":3,"method":"present","params":{"session":1,"presentation":{"page":1}}}"#)
    try await rig.wait(forReplyTo: 3)
    let messages = try await rig.finish()
    #expect(messages.error(of: 1)?.asPlayerError.code == .closed)
    #expect(messages.error(of: 2)?.code == -32602)
    #expect(messages.error(of: 3)?.code == -32602)
  }

  @Test("A plugin whose backend knows no pages says that they are unsupported")
  func unsupported() async throws {
    let rig = try await PluginRig.open("PluginUnderTest", ["pageless"])
    rig.send(.present(session: 1, place), id: 1)
    try await rig.wait(forReplyTo: 1)
    #expect(try await rig.finish().error(of: 1)?.asPlayerError.code == .unsupported)
  }

  @Test("A plugin that lists the capability takes a place, and after its end none")
  func host() async throws {
    let program = PluginProgram(
      executable: BuiltProgram.path("ytplay-mock"), descriptor: MockBackend.provider.descriptor)
    let made = try await program.provider.make(PlayerConfiguration()) { _ in }
    let backend = try #require(made as? any PresentingBackend)
    try await backend.present(place)
    let beyond = PlayerPresentation(page: .max, isFront: true)
    let error = await #expect(throws: PlayerError.self) { try await backend.present(beyond) }
    #expect(error?.code == .invalidArgument)
    await backend.shutDown()
    let late = await #expect(throws: PlayerError.self) { try await backend.present(place) }
    #expect(late?.code == .closed)
    await program.stop()
  }

  @Test("A plugin that does not list the capability is never asked")
  func notAsked() async throws {
    // The program would take it.
    let program = PluginProgram(
      executable: BuiltProgram.path("PluginUnderTest"),
      descriptor: BackendDescriptor(
        id: "test", name: "Test", version: "1", kinds: [.stream: .init(priority: 1)], capabilities: [.items]))
    let log = EventLog()
    let made = try await program.provider.make(PlayerConfiguration(), log.emit)
    let backend = try #require(made as? any PresentingBackend)
    let error = await #expect(throws: PlayerError.self) { try await backend.present(place) }
    #expect(error?.code == .unsupported)
    try await backend.perform(.setVolume(1))
    #expect(!log.events.contains { if case .log = $0 { true } else { false } })
    await backend.shutDown()
    await program.stop()
  }
}
