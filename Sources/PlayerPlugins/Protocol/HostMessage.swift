import PlayerKit

/// A message of the host's, to a plugin.
struct HostMessage: Sendable, Hashable {
  /// What a reply is to carry; nil where none is waited for.
  let id: JSONValue?
  /// What is asked for, or what is wrong with the message.
  let call: Result<HostCall, WireError>
}

/// What a host asks a plugin for.
enum HostCall: Sendable, Hashable {
  /// Says who speaks.
  case initialize(Initialize)
  /// Makes a backend.
  case create(PlayerConfiguration)
  /// Performs an action.
  case perform(session: Int, PlayerAction)
  /// Gives a backend another place among the pages of a window.
  case present(session: Int, PlayerPresentation)
  /// Shuts a backend down.
  case shutDown(session: Int)
  /// Ends the program.
  case exit

  /// The parameters of `initialize`.
  struct Initialize: Sendable, Hashable {
    /// The protocol that the host speaks.
    var number = PluginProtocol.number
    /// The host's version.
    var host = ""
    /// Whether the plugin is asked whether it can run here.
    var asksAvailability = false
    /// The descriptor by which the host's own standard input was handed over.
    var standardInput: Int32?
  }
}

extension HostCall {
  private enum Key: String, CodingKey {
    case jsonrpc, id, method, params, `protocol`, host, availability, standardInput, configuration, session
    case action
  }

  /// The request's line.
  func line(id: Int) -> [UInt8] {
    var line = Array(#"{"jsonrpc":"2.0","id":\#(id),"method":""#.utf8)
    switch self {
    case .initialize(let call):
      line += #"initialize","params":"#.utf8
      line += JSONLine.json(call)
    case .create(let configuration):
      line += #"create","params":{"configuration":"#.utf8
      line += JSONLine.json(configuration)
      line += "}".utf8
    case .perform(let session, let action):
      line += #"perform","params":{"session":\#(session),"action":"#.utf8
      line += action.usualJSON ?? JSONLine.encode(action)
      line += "}".utf8
    case .present(let session, let presentation):
      line += #"present","params":{"session":\#(session),"presentation":"#.utf8
      line += JSONLine.json(presentation)
      line += "}".utf8
    case .shutDown(let session): line += #"shutDown","params":{"session":\#(session)}"#.utf8
    case .exit: line += #"exit""#.utf8
    }
    line += "}\n".utf8
    return line
  }
}

extension HostCall.Initialize: Encodable {
  private enum Key: String, CodingKey {
    case `protocol`, host, availability, standardInput
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(number, forKey: .protocol)
    try container.encode(host, forKey: .host)
    try container.encode(asksAvailability, forKey: .availability)
    try container.encodeIfPresent(standardInput, forKey: .standardInput)
  }
}

extension HostMessage {
  /// Reads a line. Any bytes are answered by a message, never by a crash.
  init(_ line: [UInt8]) {
    if let message = HostMessage(usual: line) {
      self = message
      return
    }
    do throws(PlayerError) {
      self = try JSONLine.decode(
        Form.self, from: line, maximumLength: PluginProtocol.maximumLineLength
      ).message
    } catch {
      self.init(id: .null, call: .failure(WireError(error, as: .notJSON)))
    }
  }

  /// Reads a `perform` in its usual form.
  private init?(usual line: [UInt8]) {
    var form = UsualForm(line)
    guard form.skip(#"{"jsonrpc":"2.0","id":"#), let id = form.number(),
      form.skip(#","method":"perform","params":{"session":"#), let session = form.number(),
      form.skip(#","action":"#), let value = form.rest(before: "}}"),
      // What is wrong with it is found out by reading it in full.
      let action = try? PlayerAction(UsualForm(value))
        ?? JSONLine.decode(PlayerAction.self, from: value, maximumLength: PluginProtocol.maximumLineLength)
    else { return nil }
    self.init(id: .integer(Int128(id)), call: .success(.perform(session: session, action)))
  }

  /// A message as it is written.
  private struct Form: Decodable {
    let message: HostMessage

    private enum Key: String, CodingKey {
      case id, method, params
    }

    private enum Parameter: String, CodingKey {
      case `protocol`, host, availability, standardInput, configuration, session, action, presentation
    }

    init(from decoder: any Decoder) throws {
      guard let container = try? decoder.container(keyedBy: Key.self) else {
        message = HostMessage(
          id: .null, call: .failure(WireError(.invalidRequest, "A message is an object, and here is none.")))
        return
      }
      let id = container.contains(.id) ? try container.decode(JSONValue.self, forKey: .id) : nil
      message = HostMessage(id: id, call: Result { () throws(WireError) in try Self.call(container) })
    }

    private static func call(_ container: KeyedDecodingContainer<Key>) throws(WireError) -> HostCall {
      guard let method = try? container.decode(String.self, forKey: .method) else {
        throw WireError(.invalidRequest, "The message needs method, the method's name.")
      }
      if method == "exit" { return .exit }
      guard ["initialize", "create", "perform", "present", "shutDown"].contains(method) else {
        throw WireError(.unknownMethod, "There is no method called \(method.beginning(40)).")
      }
      guard let fields = try? container.nestedContainer(keyedBy: Parameter.self, forKey: .params) else {
        throw WireError(.invalidParameters, "The method \(method) needs params, an object.")
      }
      switch method {
      case "initialize":
        var call = HostCall.Initialize()
        call.number = try value(fields, .protocol, "a whole number")
        call.host = (try? fields.decode(String.self, forKey: .host)) ?? ""
        call.asksAvailability = (try? fields.decode(Bool.self, forKey: .availability)) ?? false
        if fields.contains(.standardInput) {
          call.standardInput = try value(fields, .standardInput, "a descriptor's number")
        }
        return .initialize(call)
      case "create": return .create(try value(fields, .configuration, "an object"))
      case "perform":
        return .perform(
          session: try value(fields, .session, "a session's number"),
          try value(fields, .action, "an action"))
      case "present":
        return .present(
          session: try value(fields, .session, "a session's number"),
          try value(fields, .presentation, "an object"))
      default: return .shutDown(session: try value(fields, .session, "a session's number"))
      }
    }

    private static func value<Value: Decodable>(
      _ fields: KeyedDecodingContainer<Parameter>, _ key: Parameter, _ expected: String
    ) throws(WireError) -> Value {
      do {
        return try fields.decode(Value.self, forKey: key)
      } catch let error as PlayerError {
        throw WireError(error, as: .invalidParameters)
      } catch {
        throw WireError(.invalidParameters, "The params need \(key.rawValue), \(expected).")
      }
    }
  }
}
