import MockBackend
import PlayerKit
import TestSupport
import Testing

@testable import PlayerPlugins

@Suite("A plugin's program answers") struct PluginRequestTests {
  @Test("It says who it is, and whether it can run only where that is asked")
  func initialize() async throws {
    let rig = try PluginRig()
    rig.send(.initialize(.init()), id: 1)
    rig.send(.initialize(.init(asksAvailability: true)), id: 2)
    try await rig.wait(forReplyTo: 2)
    let messages = try await rig.finish()
    let short = try #require(try messages.reply(to: 1)?.get())
    #expect(short == PluginReply(number: 1, descriptor: short.descriptor))
    #expect(short.descriptor?.id == "test" && short.descriptor?.capabilities == [.items])
    let long = try #require(try messages.reply(to: 2)?.get())
    #expect(long.availability == .unavailable(reason: "it is a test", remedy: "Go on."))
    #expect(long.descriptor == short.descriptor)
  }

  @Test("The answer to initialize comes before all others, however long it takes")
  func greetingFirst() async throws {
    let rig = try PluginRig()
    rig.send(.initialize(.init(asksAvailability: true)), id: 1)
    rig.send(.create(PlayerConfiguration()), id: 2)
    rig.send(line: "garbage")
    rig.send(.setVolume(3), id: 3)
    try await rig.wait(forReplyTo: 3)
    let messages = try await rig.finish()
    guard case .reply(id: 1, _)? = messages.first else {
      Issue.record("\(messages.first as Any) came first")
      return
    }
    #expect(messages.error(of: nil)?.code == -32700)
    #expect(try messages.reply(to: 2)?.get() == PluginReply(session: 1))
  }

  @Test("Nothing but initialize and exit is done before initialize")
  func notGreeted() async throws {
    let rig = try PluginRig()
    rig.send(.create(PlayerConfiguration()), id: 1)
    rig.send(.play, id: 2)
    rig.send(.shutDown(session: 1), id: 3)
    rig.send(.initialize(.init(number: 7)), id: 4)
    rig.send(.create(PlayerConfiguration()), id: 5)
    rig.send(.initialize(.init()), id: 6)
    rig.send(.create(PlayerConfiguration()), id: 7)
    rig.send(.exit, id: 8)
    let messages = try await rig.messages()
    for id in [1, 2, 3, 5] { #expect(messages.error(of: id)?.code == -32600) }
    let refusal = try #require(messages.error(of: 4))
    #expect(refusal.code == -32602 && refusal.message.contains("7") && refusal.message.contains("1"))
    #expect(try messages.reply(to: 6)?.get().number == 1)
    #expect(try messages.reply(to: 8)?.get() == PluginReply())
  }

  @Test("A session's first message is the answer that names it, then ready, then what else was told")
  func replyBeforeEvents() async throws {
    let rig = try await PluginRig.open(sessions: 3)
    let messages = try await rig.finish()
    for session in 1...3 {
      let reply = try messages.place(ofReplyTo: PluginRig.creation + session)
      #expect(try messages.reply(to: PluginRig.creation + session)?.get() == PluginReply(session: session))
      #expect(try messages.place(of: .ready, session: session) == reply + 1)
      #expect(messages.events(of: session) == [.ready, .volumeChanged(50)])
    }
  }

  @Test("A configuration that is not valid, and a backend that is not made, are errors with their data")
  func createErrors() async throws {
    let rig = try PluginRig()
    rig.send(.initialize(.init()), id: 1)
    var configuration = PlayerConfiguration()
    configuration.timeInterval = -1
    rig.send(.create(configuration), id: 2)
    configuration = PlayerConfiguration()
    configuration.audioDevice = "broken"
    rig.send(.create(configuration), id: 3)
    for id in [2, 3] { try await rig.wait(forReplyTo: id) }
    let messages = try await rig.finish()
    let invalid = try #require(messages.error(of: 2))
    #expect(invalid.code == -32602 || invalid.code == -32000)
    #expect(invalid.playerError?.code == .invalidArgument)
    #expect(
      messages.error(of: 3)?.playerError
        == PlayerError(.backendUnavailable, "There is no such device.", backend: "test"))
    // Of a backend that was not made nobody hears.
    #expect(messages.count == 3)
  }

  @Test("An action that is refused is an error with its data, and one that is taken an empty result")
  func actionErrors() async throws {
    let rig = try await PluginRig.open()
    rig.send(.next, id: 1)
    rig.send(.setVolume(4), id: 2)
    rig.send(.setVolume(4), to: 9, id: 3)
    rig.send(.shutDown(session: 9), id: 4)
    for id in 1...4 { try await rig.wait(forReplyTo: id) }
    let messages = try await rig.finish()
    let refused = try #require(messages.error(of: 1))
    #expect(refused.code == -32000)
    #expect(
      refused.playerError
        == PlayerError(.nothingLoaded, "There is nothing.", remedy: "Load.", backend: "test"))
    #expect(try messages.reply(to: 2)?.get() == PluginReply())
    #expect(messages.error(of: 3)?.playerError?.code == .closed)
    #expect(try messages.reply(to: 4)?.get() == PluginReply())
  }

  @Test("Every line that is no request is answered by its error, and what has no id by none")
  func malformed() async throws {
    let rig = try await PluginRig.open()
    rig.send(line: "garbage")
    rig.send(line: #"{"id":1}"#)
    rig.send(line: #"{"id":2,"method":"fly"}"#)
    rig.send(line: #"{"id":3,"method":"perform","params":{"session":1,"action":{"action":"fly"}}}"#)
    rig.send(line: #"{"method":"fly"}"#)
    rig.send(
      line: #"{"method":"perform","params":{"session":1,"action":{"action":"setVolume","volume":77}}}"#)
    rig.send(line: "")
    rig.send(line: #"{"id":"text","method":"fly"}"#)
    rig.send(.setVolume(5), id: 5)
    for id in 1...5 where id != 4 { try await rig.wait(forReplyTo: id) }
    try await rig.wait(for: #""id":"text","error":{"code":-32601"#)
    rig.process.closeInput()
    let result = await rig.process.result()
    #expect(result.isSuccess)
    let messages = result.lines.compactMap { try? PluginMessage(Array($0.utf8)) }
    #expect(messages.error(of: nil)?.code == -32700)
    #expect(messages.error(of: 1)?.code == -32600)
    #expect(messages.error(of: 2)?.code == -32601)
    #expect(messages.error(of: 3)?.code == -32602)
    #expect(messages.events().contains(.volumeChanged(77)))
    // The greeting, the session, and six answers.
    #expect(result.lines.filter { $0.contains(#""id":"#) }.count == 8)
  }

  @Test("50,000 lines of garbage are answered one by one, and the next request as ever")
  func flood() async throws {
    let rig = try await PluginRig.open()
    let garbage = String(repeating: "garbage\n", count: 500)
    for _ in 0..<100 { rig.process.write(garbage) }
    rig.send(.initialize(.init()), id: 5)
    let messages = try await rig.finish()
    let errors = messages.filter { if case .reply(id: nil, .failure) = $0 { true } else { false } }
    #expect(errors.count == 50_000)
    #expect(try messages.reply(to: 5)?.get().number == 1)
  }

  @Test("A line of more than 4 MiB is answered by an error, and the next request as ever")
  func longLine() async throws {
    let rig = try await PluginRig.open()
    let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 16)
    for _ in 0..<80 { rig.process.write(piece) }
    rig.send(line: "")
    rig.send(.initialize(.init()), id: 5)
    let messages = try await rig.finish()
    #expect(messages.error(of: nil)?.message.contains("4 MiB") == true)
    #expect(try messages.reply(to: 5)?.get().number == 1)
  }

  @Test("A list that is too long for a line comes in pages")
  func pages() async throws {
    let rig = try await PluginRig.open()
    rig.send(.mute, id: 1)
    // The last line; to look for it in all of them would take long.
    #expect(await rig.process.waitForOutput { $0.hasSuffix(#""id":1,"result":{}}"# + "\n") })
    let messages = try await rig.finish()
    var items: [PlayerItem] = []
    var more: [Bool] = []
    for case .event(1, .itemsChanged(let page, index: 3), let hasMore) in messages {
      items += page
      more.append(hasMore)
    }
    #expect(items.map(\.id) == (0..<4500).map(String.init))
    #expect(more.count > 1 && more.last == false && !more.dropLast().contains(false))
  }

  @Test("The mock is a program of one line")
  func mock() async throws {
    let rig = try await PluginRig.open("ytplay-mock")
    rig.send(.load(PlayerSource(.stream("mock://clip?duration=0.2"))), id: 1)
    try await rig.wait(for: #""status":"ended""#)
    rig.send(.exit, id: 2)
    let messages = try await rig.messages()
    #expect(messages.events().contains(.statusChanged(.playing)))
    #expect(messages.events().last == .statusChanged(.ended, playWhenReady: false))
  }
}
