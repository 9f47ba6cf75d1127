@testable import PlayerKit

/// What holds of the JSON form, whatever is read as it.
enum JSONProperties {
  static func checkAction(_ line: [UInt8]) throws {
    let received = JSONLine.decodeAction(line)
    switch received.result {
    case .success(let action):
      let written = JSONLine.encode(action, id: received.id)
      // Written out, what was just short enough may be longer than what is read.
      if written.count <= JSONLine.maximumLength {
        try hold(JSONLine.decodeAction(written) == received, "An action is written as another one.")
      }
      try checkRoundTrip(action)
    case .failure(let rejection):
      try checkRoundTrip(rejection.event)
      let words = rejection.error.description.utf8.count
      try hold(1..<2000 ~= words, "A rejection has \(words) bytes to say.")
    }
    if let id = received.id { try checkRoundTrip(id) }
  }

  static func checkEvent(_ line: [UInt8]) throws {
    guard let event = try? JSONLine.decode(PlayerEvent.self, from: line) else { return }
    let written = JSONLine.encode(event)
    try hold(
      (try? JSONLine.decode(PlayerEvent.self, from: written, maximumLength: .max)) == event,
      "An event is written as another one.")
    try checkRoundTrip(event)
    // Whatever a backend tells, the state can be told.
    var state = PlayerState()
    state.apply(event)
    try checkRoundTrip(state)
  }

  static func checkValues(_ line: [UInt8]) throws {
    try check(JSONValue.self, line)
    try check(PlayerSource.self, line)
    try check(PlayerState.self, line)
    try check(PlayerConfiguration.self, line)
    try check(PlayerError.self, line)
    try check(PlayerPresentation.self, line)
    try check(BackendDescriptor.self, line)
    guard let queue = try? PlayQueue(json: line) else { return }
    let written = queue.snapshot.json
    let again = try? PlayQueue(json: written)
    try hold(again?.snapshot.json == written, "A queue is written as another one.")
  }

  private static func check<Value: Codable & Equatable>(_ type: Value.Type, _ line: [UInt8]) throws {
    guard let value = try? JSONLine.decode(type, from: line) else { return }
    try checkRoundTrip(value)
  }

  /// Throws unless the value is read again as it was, and then written as before.
  static func checkRoundTrip<Value: Codable & Equatable>(_ value: Value) throws {
    let written = Array(JSONLine.json(value))
    let again: Value
    do {
      again = try JSONLine.decode(Value.self, from: written, maximumLength: .max)
    } catch {
      throw Violation(description: "\(Value.self) writes what it can't read: \(error)")
    }
    try hold(again == value, "\(Value.self) is read again as another one.")
    try hold(Array(JSONLine.json(again)) == written, "\(Value.self) is written again in another way.")
  }
}
