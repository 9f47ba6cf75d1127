import PlayerKit

@testable import PlayerPlugins

/// What holds of the plugin protocol, whoever speaks it.
enum ProtocolProperties {
  /// In front of a line it changes nothing but that the line is not of the usual form any more.
  private static let space = UInt8(ascii: " ")

  static func checkPluginMessage(_ line: [UInt8]) throws {
    let message = read(line)
    if line.count < PluginProtocol.maximumLineLength {
      try hold(isSame(read([space] + line), message), "The usual form is read in another way than others.")
    }
    switch message {
    case .success(.event(let session, let event, let hasMore)):
      try checkPages(session, event, hasMore, limit: PluginProtocol.maximumLineLength)
      try checkPages(session, event, hasMore, limit: 400)
    case .success(.reply(let id, let result)):
      let written = PluginMessage.line(replyTo: id.map { .integer(Int128($0)) } ?? .null, result)
      try hold(read(written) == message, "An answer is written as another one.")
    case .success(.log(let level, let text, let session)):
      let written = PluginMessage.line(level, text, session: session)
      let kept = PluginMessage.log(level, String(text.prefix(10_000)), session: session)
      try hold(read(written) == .success(kept), "What is said is written as something else.")
    case .success(.other), .failure: break
    }
  }

  /// Throws unless the lines of an event make the same one again.
  private static func checkPages(
    _ session: Int, _ event: PlayerEvent, _ hasMore: Bool, limit: Int
  ) throws {
    let lines = PluginMessage.lines(session: session, event, hasMore: hasMore, limit: limit)
    var items: [PlayerItem] = []
    var tracks: [PlayerTrack] = []
    for (index, line) in lines.enumerated() {
      let isLast = index == lines.count - 1
      switch read(line) {
      case .success(.event(session, .itemsChanged(let page, let current), let more)) where lines.count > 1:
        items += page
        if isLast { try hold(event == .itemsChanged(items, index: current), "Pages make other items.") }
        try hold(more == (isLast ? hasMore : true), "A page does not say whether it is the last.")
      case .success(.event(session, .tracksChanged(let page, let selected), let more)) where lines.count > 1:
        tracks += page
        if isLast {
          try hold(event == .tracksChanged(tracks, selected: selected), "Pages make other tracks.")
        }
        try hold(more == (isLast ? hasMore : true), "A page does not say whether it is the last.")
      case .success(.event(session, let read, hasMore)):
        try hold(read == event, "An event is written as another one.")
      // What is longer than a line is told as that.
      case .success(.log(.warning, _, session)) where limit < PluginProtocol.maximumLineLength: return
      case let other: throw Violation(description: "An event's line is read as \(other).")
      }
    }
  }

  /// Whether two readings say the same. Of several faults in a dictionary either may be told.
  private static func isSame(
    _ first: Result<PluginMessage, PlayerError>, _ second: Result<PluginMessage, PlayerError>
  ) -> Bool {
    switch (first, second) {
    case (.success(let first), .success(let second)): first == second
    case (.failure(let first), .failure(let second)): first.code == second.code
    default: false
    }
  }

  private static func read(_ line: [UInt8]) -> Result<PluginMessage, PlayerError> {
    Result { () throws(PlayerError) in try PluginMessage(line) }
  }

  static func checkHostMessage(_ line: [UInt8]) throws {
    let message = HostMessage(line)
    if line.count < PluginProtocol.maximumLineLength {
      try hold(HostMessage([space] + line) == message, "The usual form is read in another way than others.")
    }
    guard case .integer(let number)? = message.id, let id = Int(exactly: number) else { return }
    switch message.call {
    case .success(let call):
      try hold(HostMessage(call.line(id: id)) == message, "A request is written as another one.")
    case .failure(let error):
      let answer = PluginMessage.line(replyTo: .integer(number), .failure(error))
      try hold(read(answer) == .success(.reply(id: id, .failure(error))), "A refusal is read as another one.")
    }
  }

  /// Two bytes say how the rest is cut: into pieces of this length, and into lines of at most that one.
  static func checkLines(_ bytes: [UInt8]) throws {
    guard bytes.count > 2 else { return }
    let piece = Int(bytes[0]) + 1
    let limit = Int(bytes[1])
    let stream = Array(bytes[2...])
    var whole = JSONLineReader(maximumLength: limit)
    let lines = whole.append(stream) + [whole.finish()].compactMap { $0 }
    var pieces = JSONLineReader(maximumLength: limit)
    var cut: [JSONLineReader.Line] = []
    for start in stride(from: 0, to: stream.count, by: piece) {
      cut += pieces.append(Array(stream[start..<min(start + piece, stream.count)]))
    }
    cut += [pieces.finish()].compactMap { $0 }
    try hold(cut == lines, "The lines depend on the pieces in which they come.")
    for case .line(let line) in lines {
      try hold(line.count <= limit, "A line is longer than \(limit) bytes.")
      try hold(!line.contains(UInt8(ascii: "\n")), "A line has a line's end in it.")
    }
    var last = LastLines()
    let texts = stream.withUnsafeBytes { last.append($0) } + [last.finish()].compactMap { $0 }
    for text in texts {
      try hold(
        text.unicodeScalars.allSatisfy { $0 == "\t" || $0.properties.generalCategory != .control },
        "What a program says could do something to a terminal.")
    }
  }

  static func checkManifest(_ bytes: [UInt8]) throws {
    guard let manifest = try? PluginManifest(bytes: bytes) else { return }
    let again = try? PluginManifest(bytes: Array(JSONLine.json(manifest)))
    try hold(again == manifest, "A manifest is written as another one.")
  }
}
