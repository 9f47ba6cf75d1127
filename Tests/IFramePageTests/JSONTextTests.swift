import Foundation
import PlayerKit
import Testing

@testable import IFramePage

@Suite("Commands as text")
struct JSONTextTests {
  @Test("come back as they were, whatever they hold")
  func roundTrip() throws {
    let texts = [
      "", "plain", "\"quoted\" \\ back", "\u{0}\u{1F}\n\r\t\u{7F}", "\u{2028}\u{2029}", "👩‍🚀 ẞ \u{301}",
      "</script>",
      String(repeating: "x\"", count: 1000),
    ]
    var values: [JSONValue] = texts.map(JSONValue.string)
    values += [.null, .bool(true), .bool(false), .integer(-7), .number(0.25), .number(30), .number(-1e-9)]
    values += [
      .number(1.5e300), .array([]), .object([:]),
      .array([.object(["b": .array([.null]), "a\"": .bool(true)])]),
    ]
    let text = PageCommand.text([.call(.setOption, values), .mark(3), .read, .call(.playVideo)])
    let read = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
    guard case .array(let commands) = read, case .object(let call)? = commands.first,
      case .array(let arguments)? = call["args"]
    else {
      Issue.record("not what was written: \(text)")
      return
    }
    #expect(commands.count == 4)
    #expect(call["do"] == .string("call") && call["name"] == .string("setOption"))
    #expect(arguments.count == values.count)
    for (argument, value) in zip(arguments, values) {
      #expect(argument.isSame(as: value), "\(argument) \(value)")
    }
  }

  /// What copies all that is written for each piece more takes hours for it.
  @Test("are written in time in proportion to their length", .timeLimit(.minutes(5)))
  func proportion() {
    let command = PageCommand.call(.setOption, [.string("https://example.org/\"quoted\"")])
    let one = PageCommand.text([command]).utf8.count
    let count = 200_000
    // Between brackets, and with commas between them.
    #expect(PageCommand.text(Array(repeating: command, count: count)).utf8.count == (one - 1) * count + 1)
  }

  @Test("hold null for a number that is none")
  func notFinite() {
    let values: [JSONValue] = [.number(.nan), .number(.infinity), .number(-.infinity)]
    #expect(
      PageCommand.text([.call(.seekTo, values)])
        == #"[{"args":[null,null,null],"do":"call","name":"seekTo"}]"#)
  }
}

extension JSONValue {
  /// A whole number is read as an integer, however it was written.
  fileprivate func isSame(as other: JSONValue) -> Bool {
    switch (self, other) {
    case (.integer(let integer), .number(let number)): Double(integer) == number
    case (.array(let mine), .array(let theirs)):
      mine.count == theirs.count && zip(mine, theirs).allSatisfy { $0.isSame(as: $1) }
    default: self == other
    }
  }
}
