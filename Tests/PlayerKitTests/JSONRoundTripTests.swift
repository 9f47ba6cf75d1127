import Foundation
import PlayerKit
import Testing

@Suite("What is written is read back equal")
struct JSONRoundTripTests {
  @Test("Every action with random payloads", arguments: PlayerAction.names)
  func actions(_ name: String) throws {
    var random = RandomVocabulary(seed: 1)
    for _ in 0..<60 {
      let action = try random.action(named: name)
      let id = random.maybe { $0.value() }
      let line = JSONLine.encode(action, id: id)
      let received = JSONLine.decodeAction(line)
      #expect(try received.result.get() == action, "\(text(line))")
      // Without an id of its own a setTrack's is its track's.
      #expect(received.id == id, "\(text(line))")
      #expect(text(line).hasPrefix(#"{"action":"\#(name)""#))
      #expect(!line.contains(UInt8(ascii: "\n")))
    }
  }

  @Test("Every event with random payloads", arguments: 0..<RandomVocabulary.eventKinds)
  func events(_ kind: Int) throws {
    var random = RandomVocabulary(seed: 2)
    for _ in 0..<60 {
      let event = try random.event(kind)
      let line = JSONLine.encode(event)
      #expect(try JSONLine.decode(PlayerEvent.self, from: line) == event, "\(text(line))")
      #expect(text(line).hasPrefix(#"{"event":"\#(event.name)""#))
      #expect(!line.contains(UInt8(ascii: "\n")))
    }
  }

  @Test("Every source of the table, which may also be loaded")
  func table() throws {
    for row in SourceTable.rows {
      guard let source = try? PlayerSource(parsing: row.text) else { continue }
      try source.validate()
      let line = JSONLine.encode(.load(source))
      #expect(try JSONLine.decodeAction(line).result.get() == .load(source), "\(text(line))")
    }
  }

  @Test("States that random events lead to")
  func states() throws {
    var random = RandomVocabulary(seed: 3)
    for _ in 0..<100 {
      var state = PlayerState.empty
      for _ in 0..<random.integer(0...30) { state.apply(try random.event()) }
      let line = JSONLine.encode(state)
      #expect(
        try JSONLine.decode([String: PlayerState].self, from: line) == ["state": state], "\(text(line))")
    }
  }

  @Test("Random configurations")
  func configurations() throws {
    var random = RandomVocabulary(seed: 4)
    for _ in 0..<300 {
      let configuration = try random.configuration()
      let line = Array(try JSONEncoder().encode(configuration))
      #expect(try JSONLine.decode(PlayerConfiguration.self, from: line) == configuration, "\(text(line))")
    }
  }

  @Test("Random values, whatever their kind")
  func values() throws {
    var random = RandomVocabulary(seed: 5)
    for _ in 0..<500 {
      let value = random.value()
      let line = Array(try JSONEncoder().encode(value))
      #expect(try JSONLine.decode(JSONValue.self, from: line) == value, "\(text(line))")
    }
  }

  @Test("Equal values make equal lines")
  func determinism() throws {
    var random = RandomVocabulary(seed: 6)
    for _ in 0..<100 {
      let event = try random.event()
      let again = try JSONLine.decode(PlayerEvent.self, from: JSONLine.encode(event))
      #expect(JSONLine.encode(event) == JSONLine.encode(again))
    }
  }
}
