import PlayerKit

/// A message of a plugin's, to its host.
enum PluginMessage: Sendable, Hashable {
  /// The answer to the request of this number; nil where it answers a line that could not be read.
  case reply(id: Int?, Result<PluginReply, WireError>)
  /// What a backend says. `hasMore`: the next event of the session goes on with this one's list.
  case event(session: Int, PlayerEvent, hasMore: Bool)
  /// What the program says.
  case log(LogLevel, String, session: Int?)
  /// Something that this version does not know, and that needs no answer.
  case other(method: String)
}

/// The result of a request, whichever it was.
struct PluginReply: Sendable, Hashable {
  /// Of `initialize`.
  var number: Int?
  var descriptor: BackendDescriptor?
  var availability: BackendAvailability?
  /// Of `create`.
  var session: Int?
}

// MARK: Writing

extension PluginMessage {
  /// The line of an answer.
  static func line(replyTo id: JSONValue, _ result: Result<PluginReply, WireError>) -> [UInt8] {
    var line = Array(#"{"jsonrpc":"2.0","id":"#.utf8)
    if case .integer(let number) = id { line += "\(number)".utf8 } else { line += JSONLine.json(id) }
    switch result {
    case .success(let reply):
      line += #","result":"#.utf8
      line += reply == PluginReply() ? Array("{}".utf8) : Array(JSONLine.json(reply))
    case .failure(let error):
      line += #","error":"#.utf8
      line += JSONLine.json(error)
    }
    line += "}\n".utf8
    return line
  }

  /// The lines of an event: several where its list is too long for one.
  ///
  /// - Parameter limit: the greatest length of a line in bytes, with its end.
  static func lines(
    session: Int, _ event: PlayerEvent, hasMore: Bool = false, limit: Int = PluginProtocol.maximumLineLength
  ) -> [[UInt8]] {
    let line = line(session: session, event, hasMore: hasMore)
    if line.count <= limit { return [line] }
    let halves: (PlayerEvent, PlayerEvent)?
    switch event {
    case .itemsChanged(let items, let index):
      halves = items.halves.map { (.itemsChanged($0, index: index), .itemsChanged($1, index: index)) }
    case .tracksChanged(let tracks, let selected):
      halves = tracks.halves.map {
        (.tracksChanged($0, selected: selected), .tracksChanged($1, selected: selected))
      }
    default: halves = nil
    }
    guard let (first, second) = halves else {
      // One thing alone that is longer than a line can be: nothing that a person could read.
      return [self.line(.warning, "The event \(event.name) was too long to be told.", session: session)]
    }
    return lines(session: session, first, hasMore: true, limit: limit)
      + lines(session: session, second, hasMore: hasMore, limit: limit)
  }

  /// A notification's line.
  static func line(_ level: LogLevel, _ text: String, session: Int? = nil) -> [UInt8] {
    let log = Log(level: level, text: text.beginning(10_000), session: session)
    return Array(#"{"jsonrpc":"2.0","method":"log","params":"#.utf8) + JSONLine.json(log) + Array("}\n".utf8)
  }

  private static func line(session: Int, _ event: PlayerEvent, hasMore: Bool) -> [UInt8] {
    var line = Array(#"{"jsonrpc":"2.0","method":"event","params":"#.utf8)
    line += #"{"session":\#(session),\#(hasMore ? #""more":true,"# : "")"event":"#.utf8
    line += event.usualJSON ?? JSONLine.encode(event)
    line += "}}\n".utf8
    return line
  }
}

/// The parameters of a `log`.
private struct Log: Codable {
  let level: LogLevel
  let text: String
  let session: Int?
}

extension PluginReply: Codable {
  private enum Key: String, CodingKey {
    case `protocol`, descriptor, availability, session
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    number = try container.decodeIfPresent(Int.self, forKey: .protocol)
    descriptor = try container.decodeIfPresent(BackendDescriptor.self, forKey: .descriptor)
    availability = try container.decodeIfPresent(Availability.self, forKey: .availability)?.value
    session = try container.decodeIfPresent(Int.self, forKey: .session)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encodeIfPresent(number, forKey: .protocol)
    try container.encodeIfPresent(descriptor, forKey: .descriptor)
    try container.encodeIfPresent(availability.map(Availability.init), forKey: .availability)
    try container.encodeIfPresent(session, forKey: .session)
  }

  /// An availability as it is written.
  private struct Availability: Codable {
    let available: Bool
    let reason: String?
    let remedy: String?

    init(_ value: BackendAvailability) {
      switch value {
      case .available: (available, reason, remedy) = (true, nil, nil)
      case .unavailable(let reason, let remedy):
        (available, self.reason, self.remedy) = (false, reason, remedy)
      }
    }

    var value: BackendAvailability {
      available ? .available : .unavailable(reason: reason ?? "it does not say why", remedy: remedy)
    }
  }
}

// MARK: Reading

extension PluginMessage {
  /// Reads a line.
  ///
  /// - Throws: ``PlayerError/Code/invalidArgument`` where the line is no message of the protocol.
  init(_ line: [UInt8]) throws(PlayerError) {
    if let message = PluginMessage(usual: line) {
      self = message
      return
    }
    self = try JSONLine.decode(
      Form.self, from: line, maximumLength: PluginProtocol.maximumLineLength
    ).message
  }

  /// Reads an event, or an answer that says no more than that, in its usual form.
  private init?(usual line: [UInt8]) {
    var form = UsualForm(line)
    if form.skip(#"{"jsonrpc":"2.0","method":"event","params":{"session":"#) {
      guard let session = form.number(), form.skip(#","event":"#), let value = form.rest(before: "}}"),
        // What is wrong with it is found out by reading it in full.
        let event = try? PlayerEvent(UsualForm(value))
          ?? JSONLine.decode(PlayerEvent.self, from: value, maximumLength: PluginProtocol.maximumLineLength)
      else { return nil }
      self = .event(session: session, event, hasMore: false)
    } else {
      guard form.skip(#"{"jsonrpc":"2.0","id":"#), let id = form.number(), form.skip(#","result":{}}"#),
        form.isAtEnd
      else { return nil }
      self = .reply(id: id, .success(PluginReply()))
    }
  }

  /// A message as it is written.
  private struct Form: Decodable {
    let message: PluginMessage

    private enum Key: String, CodingKey {
      case id, method, params, result, error
    }

    private enum Parameter: String, CodingKey {
      case session, event, more
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      guard let method = try container.decodeIfPresent(String.self, forKey: .method) else {
        let id = try container.decodeIfPresent(Int.self, forKey: .id)
        let error = try container.decodeIfPresent(WireError.self, forKey: .error)
        if let error {
          message = .reply(id: id, .failure(error))
        } else {
          message = .reply(id: id, .success(try container.decode(PluginReply.self, forKey: .result)))
        }
        return
      }
      switch method {
      case "event":
        let fields = try container.nestedContainer(keyedBy: Parameter.self, forKey: .params)
        message = .event(
          session: try fields.decode(Int.self, forKey: .session),
          try fields.decode(PlayerEvent.self, forKey: .event),
          hasMore: try fields.decodeIfPresent(Bool.self, forKey: .more) ?? false)
      case "log":
        let log = try container.decode(Log.self, forKey: .params)
        message = .log(log.level, log.text, session: log.session)
      default: message = .other(method: method)
      }
    }
  }
}

extension Array {
  /// Its first and its second half; nil where there are no two.
  fileprivate var halves: ([Element], [Element])? {
    count < 2 ? nil : (Array(self[..<(count / 2)]), Array(self[(count / 2)...]))
  }
}
