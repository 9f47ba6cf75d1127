import PlayerKit
import TestSupport
import Testing

@testable import PlayerPlugins

@Suite struct WireTests {
  private static func text(_ line: [UInt8]) -> String {
    String(decoding: line, as: UTF8.self)
  }

  private static let descriptor = BackendDescriptor(
    id: "x", name: "X", version: "1", kinds: [.file: .init(priority: 3)], capabilities: [.setRate])

  @Test(
    "What the host asks for is read by the plugin as it was asked",
    arguments: [
      HostCall.initialize(.init(host: "0.1.0", asksAvailability: true, standardInput: 3)),
      .create(PlayerConfiguration()),
      .perform(session: 7, .seek(.to(12.5), precise: true)),
      .perform(session: 7, .setTrack(.audio, id: "2")),
      .perform(session: 1, .load(PlayerSource(.file(MediaPath(bytes: [0x2F, 0xFF, 0x0A]))))),
      .present(session: 7, PlayerPresentation(page: -2, isFront: true, axis: .horizontal, isAnimated: false)),
      .shutDown(session: 9), .exit,
    ])
  func requests(call: HostCall) {
    let line = call.line(id: 41)
    #expect(line.last == UInt8(ascii: "\n") && line.filter { $0 == UInt8(ascii: "\n") }.count == 1)
    #expect(HostMessage(line.dropLast()) == HostMessage(id: .integer(41), call: .success(call)))
  }

  @Test("What the plugin answers is read by the host as it was answered")
  func replies() throws {
    let results: [Result<PluginReply, WireError>] = [
      .success(PluginReply()), .success(PluginReply(session: 3)),
      .success(PluginReply(number: 1, descriptor: Self.descriptor, availability: .available)),
      .success(PluginReply(number: 1, availability: .unavailable(reason: "so", remedy: "do"))),
      .failure(WireError(PlayerError(.network, "Gone.", remedy: "Wait.", backendCode: "7"))),
      .failure(WireError(.unknownMethod, "No.")),
    ]
    for result in results {
      let line = PluginMessage.line(replyTo: .integer(5), result)
      #expect(try PluginMessage(line.dropLast()) == .reply(id: 5, result))
    }
    #expect(
      Self.text(PluginMessage.line(replyTo: .integer(5), .success(.init())))
        == "{\"jsonrpc\":\"2.0\",\"id\":5,\"result\":{}}\n")
  }

  @Test("An event and a log line are read as they were told")
  func notifications() throws {
    let lines = PluginMessage.lines(session: 2, .timeChanged(1.25))
    #expect(lines.count == 1)
    #expect(try PluginMessage(lines[0].dropLast()) == .event(session: 2, .timeChanged(1.25), hasMore: false))
    let log = PluginMessage.line(.warning, "a\nb", session: 2)
    #expect(try PluginMessage(log.dropLast()) == .log(.warning, "a\nb", session: 2))
  }

  @Test("What is said fits a line, also where it is one letter with accents without end")
  func endlessLetter() throws {
    let line = PluginMessage.line(.warning, "a" + String(repeating: "\u{301}", count: 3_000_000))
    #expect(line.count < 100_000)
    guard case .log(.warning, let text, nil) = try PluginMessage(line.dropLast()) else {
      Issue.record("What was said is no log.")
      return
    }
    #expect(text.unicodeScalars.first == "a" && text.unicodeScalars.count == 10_000)
  }

  @Test("A list that is too long for a line comes in pages that make the same list again")
  func pages() throws {
    let items = (0..<1000).map { PlayerItem(id: "\($0)", title: "An item") }
    let lines = PluginMessage.lines(session: 1, .itemsChanged(items, index: 4), limit: 5000)
    #expect(lines.count >= 7 && lines.allSatisfy { $0.count <= 5000 })
    var read: [PlayerItem] = []
    for (place, line) in lines.enumerated() {
      guard
        case .event(1, .itemsChanged(let page, index: 4), let hasMore) = try PluginMessage(line.dropLast())
      else {
        Issue.record("\(Self.text(line))")
        return
      }
      #expect(hasMore == (place + 1 < lines.count))
      read += page
    }
    #expect(read == items)
  }

  @Test("What is too long for a line and can't be cut is said, and not sent")
  func unpageable() throws {
    let event = PlayerEvent.log(.info, String(repeating: "x", count: 9000))
    let lines = PluginMessage.lines(session: 1, event, limit: 5000)
    guard
      case .log(.warning, let text, session: 1)? = try lines.first.map({ try PluginMessage($0.dropLast()) })
    else {
      Issue.record("It was sent")
      return
    }
    #expect(lines.count == 1 && text.contains("log"))
  }

  @Test(
    "A line that is no request is answered by JSON-RPC's own code",
    arguments: [
      ("nonsense", -32700, JSONValue?.some(.null)), ("", -32700, .null), ("[]", -32600, .null),
      ("7", -32600, .null),
      (#"{"id":4}"#, -32600, .integer(4)), (#"{"id":4,"method":7}"#, -32600, .integer(4)),
      (#"{"id":"a","method":"fly"}"#, -32601, .string("a")), (#"{"method":"fly"}"#, -32601, nil),
      (#"{"id":4,"method":"perform"}"#, -32602, .integer(4)),
      (#"{"id":4,"method":"perform","params":[1]}"#, -32602, .integer(4)),
      (#"{"id":4,"method":"perform","params":{"session":1,"action":{"action":"fly"}}}"#, -32602, .integer(4)),
      (
        #"{"id":4,"method":"perform","params":{"session":"a","action":{"action":"play"}}}"#, -32602,
        .integer(4)
      ),
      (#"{"id":4,"method":"initialize","params":{}}"#, -32602, .integer(4)),
      (#"{"id":4,"method":"create","params":{"configuration":7}}"#, -32602, .integer(4)),
    ])
  func rejections(line: String, code: Int, id: JSONValue?) {
    let message = HostMessage(Array(line.utf8))
    guard case .failure(let error) = message.call else {
      Issue.record("\(line) was taken")
      return
    }
    #expect(error.code == code && !error.message.isEmpty)
    #expect(message.id == id)
  }

  @Test(
    "A line that is no message of a plugin's is refused with a reason",
    arguments: [
      "hello", "", "7", "[]", "{}", #"{"id":1}"#, #"{"method":"event"}"#, #"{"method":"event","params":{}}"#,
      #"{"method":"event","params":{"session":1,"event":{"event":"fly"}}}"#,
      #"{"id":1,"result":7}"#, #"{"id":1,"error":7}"#,
      #"{"method":"log","params":{"level":"loud","text":""}}"#,
    ])
  func malformed(line: String) {
    #expect(throws: PlayerError.self) { try PluginMessage(Array(line.utf8)) }
  }

  @Test("What another version may add is passed over")
  func unknown() throws {
    #expect(try PluginMessage(Array(#"{"method":"news","params":[1]}"#.utf8)) == .other(method: "news"))
    let reply = #"{"jsonrpc":"2.0","id":1,"result":{"session":1,"color":"red"},"new":1}"#
    #expect(try PluginMessage(Array(reply.utf8)) == .reply(id: 1, .success(PluginReply(session: 1))))
    let error = #"{"id":1,"error":{"code":12,"message":"Bad.","data":[1]}}"#
    guard case .reply(id: 1, .failure(let failure)) = try PluginMessage(Array(error.utf8)) else {
      Issue.record("It is no error")
      return
    }
    #expect(failure.asPlayerError == PlayerError(.unknown, "Bad.", backendCode: "12"))
  }
}

@Suite struct UsualFormTests {
  @Test(
    "A message means the same whatever its form",
    arguments: [
      #"{"action":"setVolume","volume":4}"#, #"{"action":"play"},"more":{"a":1}"#, #"{"action":"play"}}"#,
      #"{"action":"fly"}"#, #"[{"action":"play"}]"#, #"{"action":"play","action":"pause"}"#, "", "{", "7",
    ])
  func requests(value: String) {
    let head = #"{"jsonrpc":"2.0","id":7,"method":"perform","params":{"session":3,"action":"#
    let usual = HostMessage(Array("\(head)\(value)}}".utf8))
    // A space makes it another form, which is read in full.
    let other = HostMessage(Array(" \(head)\(value)}}".utf8))
    #expect(usual == other)
  }

  @Test(
    "A number means the same whatever the message's form",
    arguments: [
      "0", "-0", "1", "1.5", "-1.5", "1e3", "1E+3", "1.25e-7", "12345678901234567", "01", "-", "1.", ".5",
      "+1",
      "1e", "1e+", "1e999", "0x10", "inf", "nan", "1_0", "1 ", "--1", "1-", "1e3.5", "", "null", "\"1\"",
      "0.1000000000000000055511151231257827021181583404541015625", "1,\"to\":2", "1}", "1,\"new\":[]",
    ])
  func numbers(text: String) {
    for value in [
      #"{"action":"seek","precise":true,"to":\#(text)}"#, #"{"action":"seek","precise":false,"to":\#(text)}"#,
      #"{"action":"setVolume","volume":\#(text)}"#,
    ] { requests(value: value) }
    for value in [
      #"{"event":"timeChanged","currentTime":\#(text)}"#,
      #"{"event":"seeking","currentTime":\#(text),"isSeeking":true}"#,
      #"{"event":"seeked","currentTime":\#(text),"isSeeking":false}"#,
    ] { messages(line: #"{"jsonrpc":"2.0","method":"event","params":{"session":3,"event":\#(value)}}"#) }
  }

  @Test("Values that are written without the coder are written as it does, and read as what they were")
  func values() throws {
    var random = SplitMix64(state: 6)
    let numbers: [Double] =
      [
        0, -0.0, 1, 100, 0.1, 1e15, 1e16, 1e22, .leastNonzeroMagnitude, .greatestFiniteMagnitude, .infinity,
        .nan,
      ]
      + (0..<2000).map { _ in Double(bitPattern: random.next()) }
      + (0..<2000).map { _ in Double.random(in: 0..<10_000, using: &random) }
    for number in numbers {
      for event in [PlayerEvent.timeChanged(number), .seeking(to: number), .seeked(at: number)] {
        guard number.isFinite else {
          #expect(event.usualJSON == nil)
          continue
        }
        let json = try #require(event.usualJSON)
        #expect(json == JSONLine.encode(event))
        #expect(PlayerEvent(UsualForm(json)) == event)
      }
      for action in [
        PlayerAction.seek(.to(number)), .seek(.to(number), precise: false), .setVolume(number),
      ] where number.isFinite {
        let json = try #require(action.usualJSON)
        #expect(json == JSONLine.encode(action))
        #expect(PlayerAction(UsualForm(json)) == action)
      }
    }
  }

  @Test(
    "An event and a reply mean the same whatever their form",
    arguments: [
      #"{"jsonrpc":"2.0","method":"event","params":{"session":3,"event":{"event":"timeChanged","currentTime":1}}}"#,
      #"{"jsonrpc":"2.0","method":"event","params":{"session":03,"event":{"event":"ready"}}}"#,
      #"{"jsonrpc":"2.0","method":"event","params":{"session":3,"event":{"event":"fly"}}}"#,
      #"{"jsonrpc":"2.0","method":"event","params":{"session":3,"event":{"event":"ready"},"more":true}}"#,
      #"{"jsonrpc":"2.0","id":12,"result":{}}"#, #"{"jsonrpc":"2.0","id":12,"result":{}} "#,
      #"{"jsonrpc":"2.0","id":012,"result":{}}"#, #"{"jsonrpc":"2.0","id":,"result":{}}"#,
      #"{"jsonrpc":"2.0","id":12345678901234567890,"result":{}}"#, #"{"jsonrpc":"2.0","id":12,"result":{}}}"#,
    ])
  func messages(line: String) {
    let usual = try? PluginMessage(Array(line.utf8))
    let other = try? PluginMessage(Array(" \(line)".utf8))
    #expect(usual == other)
  }
}
