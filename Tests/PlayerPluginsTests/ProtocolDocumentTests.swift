import Foundation
import PlayerKit
import Testing

@testable import PlayerPlugins

/// The lines of `docs/plugin-protocol.md` that are marked as `wire`: `→` is the host's, `←` the plugin's.
@Suite("The protocol's page")
struct ProtocolDocumentTests {
  private static let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../..")
    .standardizedFileURL

  /// The page's blocks of code, each with what stands behind its opening fence.
  private static func blocks() throws -> [(mark: Substring, lines: [Substring])] {
    let page = root.appendingPathComponent("docs/plugin-protocol.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    var blocks: [(mark: Substring, lines: [Substring])] = []
    for (place, part) in ("\n" + text).split(separator: "\n```").enumerated() where place % 2 == 1 {
      let lines = part.split(separator: "\n", omittingEmptySubsequences: false)
      blocks.append((lines[0], Array(lines.dropFirst())))
    }
    return blocks
  }

  private static func value(_ bytes: some Sequence<UInt8>) throws -> JSONValue {
    try JSONDecoder().decode(JSONValue.self, from: Data(bytes))
  }

  @Test(
    "Every line of a conversation is read by the side that it is sent to, and every reply has its request")
  func conversations() throws {
    let conversations = try Self.blocks().filter { $0.mark == "wire" }
    #expect(conversations.count >= 15)
    for (_, lines) in conversations {
      var waiting: [Int: HostMessage] = [:]
      for line in lines {
        let bytes = Array(line.dropFirst(2).utf8)
        if line.hasPrefix("→ ") {
          let message = HostMessage(bytes)
          guard case .integer(let number)? = message.id, let id = Int(exactly: number) else {
            Issue.record("a request without a number: \(line)")
            continue
          }
          waiting[id] = message
          try checkIsWritten(message, as: bytes, id: id)
        } else if line.hasPrefix("← ") {
          try check(PluginMessage(bytes), bytes, &waiting)
        } else {
          Issue.record("neither the host's nor the plugin's: \(line)")
        }
      }
    }
  }

  /// What the host sends is, but for what may be left out, what it would write.
  private func checkIsWritten(_ message: HostMessage, as bytes: [UInt8], id: Int) throws {
    let call = try message.call.get()
    switch call {
    case .initialize, .create: break
    case .perform, .present, .shutDown, .exit:
      #expect(try Self.value(call.line(id: id)) == Self.value(bytes))
    }
  }

  private func check(
    _ message: PluginMessage, _ bytes: [UInt8], _ waiting: inout [Int: HostMessage]
  ) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    switch message {
    case .reply(let id, let result):
      let request = try #require(id.flatMap { waiting.removeValue(forKey: $0) }, "no request for \(text)")
      guard case .success(let reply) = result else { return }
      switch try request.call.get() {
      case .initialize(let call):
        #expect(reply.number == 1 && reply.descriptor != nil, "\(text)")
        #expect((reply.availability != nil) == call.asksAvailability, "\(text)")
      case .create: #expect(reply.session != nil, "\(text)")
      case .perform, .present, .shutDown, .exit: #expect(reply == PluginReply(), "\(text)")
      }
    case .event(let session, let event, let hasMore):
      if !hasMore {
        let line = try #require(PluginMessage.lines(session: session, event).first)
        #expect(try Self.value(line) == Self.value(bytes), "\(text)")
      }
    case .log: break
    case .other(let method): Issue.record("there is no \(method): \(text)")
    }
  }

  @Test("Every action there is stands on the page, as the host writes it")
  func actions() throws {
    var names: Set<String> = []
    for (mark, lines) in try Self.blocks() where mark == "json" {
      for line in lines where line.hasPrefix(#"{"action""#) {
        let action = try JSONLine.decodeAction(Array(line.utf8)).result.get()
        #expect(try Self.value(JSONLine.encode(action)) == Self.value(line.utf8))
        names.insert(action.name)
      }
    }
    #expect(names == Set(PlayerAction.names))
  }

  @Test("The page's manifest is the one of the plugin in Python")
  func manifest() throws {
    let manifests = try Self.blocks().filter { $0.mark == "json manifest" }
    #expect(manifests.count == 1)
    let file = Self.root.appendingPathComponent("Examples/plugins/python/py-mpv.json")
    let text = try #require(manifests.first).lines.joined(separator: "\n")
    #expect(try Self.value(text.utf8) == Self.value(Data(contentsOf: file)))
  }

  @Test("Each example's manifest says what its program says", arguments: ["c", "python"])
  func examples(name: String) async throws {
    let plugin = try await name == "c" ? ExamplePlugin.timer() : ExamplePlugin.python()
    let program = plugin.program()
    #expect(await program.provider.availability() == .available)
    await program.stop()
    let lines = try plugin.start()
    lines.write(HostCall.initialize(.init()).line(id: 1))
    lines.closeInput()
    let reply = try #require(await lines.result().lines.first)
    #expect(
      try PluginMessage(Array(reply.utf8))
        == .reply(id: 1, .success(PluginReply(number: 1, descriptor: plugin.descriptor))))
  }
}
