import PlayerKit
import Testing

@Suite("What is no action is rejected")
struct JSONRejectionTests {
  @Test(
    "A malformed action is told by its field, what was expected and what was given", arguments: malformedLines
  )
  func malformed(_ json: String, _ message: String, _ remedy: String) throws {
    let rejection = try rejection(of: Array(json.utf8))
    #expect(rejection.error.code == .invalidArgument)
    #expect(rejection.error.message == message)
    #expect(rejection.error.remedy == remedy)
    #expect(rejection.action == .unreadable(try decode(JSONValue.self, json)))
  }

  @Test("A message is short, also where what was given is one letter with accents without end")
  func accents() throws {
    let letter = "a" + String(repeating: "\u{301}", count: 20_000)
    for json in [
      #"{"action":"\#(letter)"}"#, #"{"action":"setRate","rate":"\#(letter)"}"#,
      #"{"action":"load","source":{"kind":"\#(letter)"}}"#,
    ] {
      let error = try rejection(of: Array(json.utf8)).error
      #expect(error.description.utf8.count < 1000)
    }
    let event = #"{"event":"tracksChanged","tracks":[],"selectedTracks":{"\#(letter)":7}}"#
    let error = #expect(throws: PlayerError.self) { try decode(PlayerEvent.self, event) }
    #expect((error?.description.utf8.count ?? .max) < 1000)
  }

  private static let allActions =
    "The actions are idle, load, cue, play, pause, stop, clear, seek, duration, currentTime, mute, unmute, "
    + "setVolume, setRate, setQuality, next, previous, playItem, setLoop, setShuffle, setTrack, setFullscreen, "
    + "stepFrame, screenshot."

  private static let malformedLines: [(String, String, String)] = [
    (#"{"action":"fly"}"#, "There is no action called “fly”.", allActions),
    (#"{"action":"PLAY"}"#, "There is no action called “PLAY”.", "Did you mean play?"),
    (#"{"action":"setVolum"}"#, "There is no action called “setVolum”.", "Did you mean setVolume?"),
    (#"{"action":"shuffle"}"#, "There is no action called “shuffle”.", "Did you mean setShuffle?"),
    (#"{}"#, "An action needs action, the action's name.", #"Write it as {"action":"play"}."#),
    (
      #"{"action":null}"#, "An action needs action, the action's name, and was given null.",
      #"Write it as {"action":"play"}."#
    ),
    (
      #"{"action":7}"#, "An action needs action, the action's name, and was given 7.",
      #"Write it as {"action":"play"}."#
    ),
    (
      #"{"action":"setVolume"}"#, "The action setVolume needs volume, a number of 0 to 100.",
      #"Write it as {"action":"setVolume","volume":40}."#
    ),
    (
      #"{"action":"setVolume","volume":"loud"}"#,
      "The action setVolume needs volume, a number of 0 to 100, and was given “loud”.",
      #"Write it as {"action":"setVolume","volume":40}."#
    ),
    (
      #"{"action":"setVolume","volume":true}"#,
      "The action setVolume needs volume, a number of 0 to 100, and was given true.",
      #"Write it as {"action":"setVolume","volume":40}."#
    ),
    (
      #"{"action":"setVolume","volume":null}"#,
      "The action setVolume needs volume, a number of 0 to 100, and was given null.",
      #"Write it as {"action":"setVolume","volume":40}."#
    ),
    (
      #"{"action":"setShuffle","shuffled":1}"#,
      "The action setShuffle needs shuffled, true or false, and was given 1.",
      #"Write it as {"action":"setShuffle","shuffled":true}."#
    ),
    (
      #"{"action":"playItem","index":1.5}"#,
      "The action playItem needs index, a whole number, counted from 0, and was given 1.5.",
      #"Write it as {"action":"playItem","index":2}."#
    ),
    (
      #"{"action":"playItem","index":99999999999999999999}"#,
      "The action playItem needs index, a whole number, counted from 0, and was given 99999999999999999999.",
      #"Write it as {"action":"playItem","index":2}."#
    ),
    (
      #"{"action":"setLoop","loop":"twice"}"#,
      "The action setLoop needs loop, one of off, one and all, and was given “twice”.",
      #"Write it as {"action":"setLoop","loop":"one"}."#
    ),
    (
      #"{"action":"seek"}"#, "The action seek needs exactly one of to, by and fraction.",
      #"Write it as {"action":"seek","to":12.5,"precise":true}."#
    ),
    (
      #"{"action":"seek","to":1,"by":2}"#, "The action seek needs exactly one of to, by and fraction.",
      #"Write it as {"action":"seek","to":12.5,"precise":true}."#
    ),
    (
      #"{"action":"seek","to":1,"precise":"yes"}"#,
      "The action seek needs precise, true or false, and was given “yes”.",
      #"Write it as {"action":"seek","to":12.5,"precise":true}."#
    ),
    (
      #"{"action":"setTrack","kind":"audio"}"#,
      "The action setTrack needs id, a track's id, or null for none.",
      #"Write it as {"action":"setTrack","kind":"subtitles","id":"2"}."#
    ),
    (
      #"{"action":"setTrack","kind":"smell","id":"1"}"#,
      "The action setTrack needs kind, one of audio, video and subtitles, and was given “smell”.",
      #"Write it as {"action":"setTrack","kind":"subtitles","id":"2"}."#
    ),
    (
      #"{"action":"setTrack","kind":"audio","id":2}"#,
      "The action setTrack needs id, a track's id, or null for none, and was given 2.",
      #"Write it as {"action":"setTrack","kind":"subtitles","id":"2"}."#
    ),
    (
      #"{"action":"screenshot"}"#, "The action screenshot needs either path or pathBase64.",
      #"Write it as {"action":"screenshot","path":"shot.png"}."#
    ),
    (
      #"{"action":"screenshot","pathBase64":"?"}"#,
      "The action screenshot needs pathBase64, a path's bytes in Base64, and was given “?”.",
      #"Write it as {"action":"screenshot","path":"shot.png"}."#
    ),
    (
      #"{"action":"load"}"#, "The action load needs source, text or an object.",
      #"Write it as {"action":"load","source":"https://youtu.be/dQw4w9WgXcQ"}."#
    ),
    (
      #"{"action":"load","source":5}"#, "A source is text or an object.",
      #"Write a URL, an id or a path as text, or an object such as {"kind":"file","path":"a.mp4"}."#
    ),
    (
      "[]", "The line is a list, and not an object.",
      #"Write one object on one line, such as {"action":"play"}."#
    ),
    ("5", "The line is 5, and not an object.", #"Write one object on one line, such as {"action":"play"}."#),
    (
      "null", "The line is null, and not an object.",
      #"Write one object on one line, such as {"action":"play"}."#
    ),
    (
      #""play""#, "The line is “play”, and not an object.",
      #"Write one object on one line, such as {"action":"play"}."#
    ),
  ]

  @Test(
    "An object that names no source is an invalid source",
    arguments: [
      #"{}"#, #"{"kind":"cassette"}"#, #"{"kind":7}"#, #"{"kind":"video"}"#,
      #"{"kind":"video","id":"short"}"#,
      #"{"kind":"video","id":"dQw4w9WgXcQ","list":"WL"}"#,
      #"{"kind":"video","id":"dQw4w9WgXcQ","index":"1"}"#,
      #"{"kind":"video","id":"dQw4w9WgXcQ","start":"1:30"}"#, #"{"kind":"videos"}"#,
      #"{"kind":"videos","ids":[]}"#,
      #"{"kind":"videos","ids":["dQw4w9WgXcQ",7]}"#, #"{"kind":"playlist","id":"dQw4w9WgXcQ"}"#,
      #"{"kind":"channel"}"#, #"{"kind":"channel","id":"UCshort"}"#, #"{"kind":"channel","handle":"name"}"#,
      #"{"kind":"channel","handle":"@a","user":"b"}"#, #"{"kind":"channel","user":""}"#, #"{"kind":"file"}"#,
      #"{"kind":"file","path":""}"#, #"{"kind":"file","path":"a\u0000b"}"#,
      #"{"kind":"file","pathBase64":"a"}"#,
      #"{"kind":"file","path":"a","pathBase64":"YQ=="}"#, #"{"kind":"stream"}"#,
      #"{"kind":"stream","url":""}"#,
      #"{"kind":"stream","url":"a\u0000"}"#,
    ])
  func sources(_ json: String) throws {
    let line = #"{"action":"load","source":\#(json),"id":1}"#
    let received = JSONLine.decodeAction(Array(line.utf8))
    let rejection = try rejection(of: Array(line.utf8))
    #expect(rejection.error.code == .invalidSource)
    #expect(rejection.error.message.hasSuffix("."))
    #expect(received.id == .integer(1))
  }

  @Test(
    "What is no JSON is told as such, without an action",
    arguments: [
      "", " ", "play", "{", "{\"action\":\"play\"", "{\"action\":\"play\"}}", "{\"action\":\"play\"} {}",
      "{'action':'play'}", "{\"action\":NaN}", "{\"action\":\"play\",\"id\":1e999}",
      "{\"action\":\"play\",\"x\":01}",
      "{\"action\":\"\\ud800\"}", "{\"action\":\"play\",\"x\":\"\\q\"}", "{\"action\":\"pl\ny\"}",
    ])
  func noJSON(_ json: String) throws {
    let rejection = try rejection(of: Array(json.utf8))
    #expect(rejection.action == nil)
    #expect(rejection.error.message == "The line is not valid JSON.")
    #expect(rejection.event == .rejected(nil, rejection.error))
  }

  @Test(
    "Bytes that are not UTF-8 text are told as such",
    arguments: [
      [0xff], [0x22, 0xc0, 0xaf, 0x22], [0x22, 0xed, 0xa0, 0x80, 0x22], [0x7b, 0, 0x7d, 0],
      [0xff, 0xfe, 0x7b, 0, 0x7d, 0],
      Array(#"{"action":"play","x":""#.utf8) + [0x80] + Array(#""}"#.utf8),
    ] as [[UInt8]])
  func noText(_ bytes: [UInt8]) throws {
    #expect(try rejection(of: bytes).error.message == "The line is not UTF-8 text.")
  }

  @Test("A line of 64 KiB is read and a longer one rejected")
  func length() throws {
    let frame = #"{"action":"play","x":""}"#
    let longest =
      #"{"action":"play","x":"\#(String(repeating: "x", count: JSONLine.maximumLength - frame.utf8.count))"}"#
    #expect(longest.utf8.count == 65536)
    #expect(try JSONLine.decodeAction(Array(longest.utf8)).result.get() == .play)
    let rejection = try rejection(of: Array((longest + " ").utf8))
    #expect(rejection.action == nil)
    #expect(rejection.error.message == "The line is longer than 65536 bytes.")
  }

  @Test(
    "Nesting is read down to a depth and rejected beyond it, however deep",
    arguments: [
      ("[", "]"), (#"{"a":"#, "}"), ("[", ""), (#"[{"a":"#, ""),
    ])
  func depth(_ opening: String, _ closing: String) throws {
    // At 513 levels Foundation's own decoder traps.
    for count in [65, 512, 513, 514, 10_000] {
      let value = String(repeating: opening, count: count) + "1" + String(repeating: closing, count: count)
      let rejection = try rejection(of: Array(value.utf8))
      #expect(rejection.error.message == "The line nests lists and objects more than 64 deep.")
      #expect(rejection.action == nil)
    }
    guard !closing.isEmpty else { return }
    let value = String(repeating: opening, count: 63) + "1" + String(repeating: closing, count: 63)
    let received = JSONLine.decodeAction(Array(#"{"action":"play","id":\#(value)}"#.utf8))
    #expect(try received.result.get() == .play)
    #expect(text(JSONLine.encode(replyTo: try #require(received.id))) == #"{"reply":\#(value)}"#)
  }

  @Test("Brackets inside text are no nesting and colons no keys")
  func textIsNoStructure() throws {
    let brackets = String(repeating: "[{:\\\"", count: 100)
    let received = JSONLine.decodeAction(Array(#"{"action":"play","x":"\#(brackets)","id":"\\"}"#.utf8))
    #expect(try received.result.get() == .play)
    #expect(received.id == .string("\\"))
  }

  @Test(
    "A key that stands twice is rejected, at any depth and however it is written",
    arguments: [
      #"{"action":"play","action":"stop"}"#, #"{"action":"play","\u0061ction":"stop"}"#,
      #"{"action":"play","x":{"a":1,"a":1}}"#,
      #"{"action":"load","source":{"kind":"file","path":"a","path":"b"}}"#,
      #"{"action":"play","x":[{"a":1},{"a":1,"b":{},"b":{}}]}"#,
    ])
  func twice(_ json: String) throws {
    let rejection = try rejection(of: Array(json.utf8))
    #expect(rejection.error.code == .invalidArgument)
    #expect(rejection.error.message == "A key stands twice in an object of the line.")
  }

  @Test("Valid JSON that is another thing than was expected is told by the place")
  func anotherThing() {
    let error = #expect(throws: PlayerError.self) { try decode([String: [Bool]].self, #"{"a":[true,1]}"#) }
    #expect(error?.message == "The line is valid JSON, but not what was expected at a.1.")
    let root = #expect(throws: PlayerError.self) { try decode([Bool].self, "true") }
    #expect(root?.message == "The line is valid JSON, but not what was expected.")
    let state = #expect(throws: PlayerError.self) { try decode(PlayerState.self, "true") }
    #expect(state?.message == "A state is an object, and here is none.")
  }

  @Test("A rejected line keeps its id")
  func idOfTheRejected() {
    let received = JSONLine.decodeAction(Array(#"{"action":"fly","id":"a"}"#.utf8))
    #expect(received.id == .string("a"))
    #expect(throws: JSONLine.Rejection.self) { try received.result.get() }
  }

  private func rejection(of line: [UInt8]) throws -> JSONLine.Rejection {
    guard case .failure(let rejection) = JSONLine.decodeAction(line).result else {
      throw Unexpected(what: "an action in \(text(line).prefix(80))")
    }
    return rejection
  }
}

@Suite("An action's id")
struct JSONIDTests {
  @Test(
    "An id of any type comes back in the reply as it was written",
    arguments: [
      "1", "0", "-1", "9007199254740993", "18446744073709551615", "-9223372036854775808",
      "170141183460469231731687303715884105727", "0.5", "1e+300", "true", "false", "null",
      #""""#, #""a/b""#, #""é\n""#, "[]", "{}", #"[1,true,null,"1",{"a":[0.25]}]"#,
    ])
  func roundTrip(_ id: String) throws {
    let received = JSONLine.decodeAction(Array(#"{"action":"play","id":\#(id)}"#.utf8))
    #expect(try received.result.get() == .play)
    #expect(text(JSONLine.encode(replyTo: try #require(received.id))) == #"{"reply":\#(id)}"#)
  }

  @Test("true, 1, 1.0 and \"1\" are kept apart where JSON does")
  func kinds() throws {
    #expect(try decode(JSONValue.self, "true") == .bool(true))
    #expect(try decode(JSONValue.self, "1") == .integer(1))
    #expect(try decode(JSONValue.self, "1.0") == .integer(1))
    #expect(try decode(JSONValue.self, "1e2") == .integer(100))
    #expect(try decode(JSONValue.self, "1.5") == .number(1.5))
    #expect(try decode(JSONValue.self, "\"1\"") == .string("1"))
    #expect(try decode(JSONValue.self, "0") == .integer(0))
    #expect(try decode(JSONValue.self, "false") == .bool(false))
  }

  @Test("A line without an id has none")
  func absent() {
    #expect(JSONLine.decodeAction(Array(#"{"action":"play"}"#.utf8)).id == nil)
  }

  @Test("The id of a setTrack is its track's, unless the track's is told as track")
  func setTrack() throws {
    let plain = JSONLine.decodeAction(Array(#"{"action":"setTrack","kind":"audio","id":"2"}"#.utf8))
    #expect(plain.id == nil)
    #expect(try plain.result.get() == .setTrack(.audio, id: "2"))
    let both = JSONLine.decodeAction(Array(#"{"action":"setTrack","kind":"audio","id":9,"track":"2"}"#.utf8))
    #expect(both.id == .integer(9))
    #expect(try both.result.get() == .setTrack(.audio, id: "2"))
    let none = JSONLine.decodeAction(Array(#"{"action":"setTrack","kind":"audio","id":9,"track":null}"#.utf8))
    #expect(none.id == .integer(9))
    #expect(try none.result.get() == .setTrack(.audio, id: nil))
    let line = JSONLine.encode(.setTrack(.audio, id: "2"), id: .integer(9))
    #expect(text(line) == #"{"action":"setTrack","id":9,"kind":"audio","track":"2"}"#)
  }
}
