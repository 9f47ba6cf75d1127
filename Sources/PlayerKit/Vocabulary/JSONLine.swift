#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The line protocol: one JSON object a line, as bytes, without the newline at its end.
///
/// What a line is (`event`, `action`, `state`, `reply`) stands first in it, and the other keys follow in
/// their order, so that equal values make equal lines. Writing never fails: a number that is not finite,
/// which only a faulty backend could send, is written as null, or left out where the field may be absent.
/// Any number of threads may read and write at once.
public enum JSONLine {
  /// The greatest length of a line that is read as an action, in bytes.
  public static let maximumLength = 64 * 1024
  /// How deep lists and objects may stand in one another.
  public static let maximumDepth = 64

  /// An action that was read, or why none was.
  public struct ReceivedAction: Sendable, Hashable {
    /// The `id` that the line carried: whoever sent it waits for a reply with it.
    public let id: JSONValue?
    /// The action, or why there is none.
    public let result: Result<PlayerAction, Rejection>
  }

  /// Why a line is no action.
  public struct Rejection: Error, Sendable, Hashable {
    /// What was given; nil where the line was no JSON.
    public let action: RejectedAction?
    /// What is wrong with it.
    public let error: PlayerError

    /// The event that says so.
    public var event: PlayerEvent { .rejected(action, error) }
  }

  // MARK: Writing

  /// `{"event":"timeChanged","currentTime":1.25}`
  public static func encode(_ event: PlayerEvent) -> [UInt8] {
    encode("event", event.name, EventFields(event: event))
  }

  /// `{"action":"setVolume","id":7,"volume":40}`
  ///
  /// - Parameters:
  ///   - action: what is written.
  ///   - id: what a reply is to carry. The id of a `setTrack` is its track's; beside an `id` of the line's own the
  ///     track's is written as `track`.
  public static func encode(_ action: PlayerAction, id: JSONValue? = nil) -> [UInt8] {
    encode("action", action.name, ActionFields(action: action, id: id))
  }

  /// `{"state":{"backend":"mpv","status":"playing",…}}`
  public static func encode(_ state: PlayerState) -> [UInt8] {
    Array(#"{"state":"#.utf8) + json(state) + Array("}".utf8)
  }

  /// `{"reply":7}`, or `{"reply":7,"error":{…}}` where the action was refused.
  public static func encode(replyTo id: JSONValue, error: PlayerError? = nil) -> [UInt8] {
    var line = Array(#"{"reply":"#.utf8) + json(id)
    if let error { line += Array(#","error":"#.utf8) + json(error) }
    return line + Array("}".utf8)
  }

  /// Puts the discriminator in front of the fields. Neither of its parts needs escaping.
  private static func encode(_ key: String, _ name: String, _ fields: some Encodable) -> [UInt8] {
    let fields = json(fields)
    var line: [UInt8] = []
    line.reserveCapacity(key.utf8.count + name.utf8.count + fields.count + 8)
    line += #"{""#.utf8
    line += key.utf8
    line += #"":""#.utf8
    line += name.utf8
    line += #"""#.utf8
    // `{}` has nothing to put behind it.
    if fields.count > 2 { line += ",".utf8 }
    line += fields.dropFirst()
    return line
  }

  /// The value alone, without a line's end.
  package static func json(_ value: some Encodable) -> Data {
    do {
      return try encoder.encode(value)
    } catch {
      // All that an encoder refuses are numbers that are not finite, and no type here hands it one. Were it to
      // happen, a line that says less is better than none.
      return Data("{}".utf8)
    }
  }

  private static let encoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }()

  private static let decoder = JSONDecoder()

  private struct EventFields: Encodable {
    let event: PlayerEvent

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: JSONKey.self)
      try event.encodeFields(to: &container)
    }
  }

  private struct ActionFields: Encodable {
    let action: PlayerAction
    let id: JSONValue?

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: JSONKey.self)
      try action.encodePayload(to: &container, track: id == nil ? .id : .track)
      try container.encodeIfPresent(id, forKey: .id)
    }
  }

  // MARK: Reading

  /// Reads a line as an action. Any bytes are answered by a rejection or an action, never by a crash.
  ///
  /// A key may stand once in an object: what is meant by a second one can't be told.
  public static func decodeAction(_ line: [UInt8]) -> ReceivedAction {
    let envelope: Envelope
    var action: Result<PlayerAction, PlayerError>
    do throws(PlayerError) {
      let shape = try shape(line, maximumLength)
      envelope = try decode(Envelope.self, shaped: line)
      action = envelope.action
      // Of keys that are equal the decoder keeps one and tells nobody.
      if envelope.value.memberCount != shape.members {
        action = .failure(repeatedKey)
      }
    } catch {
      return ReceivedAction(id: nil, result: .failure(Rejection(action: nil, error: error)))
    }
    let result = action.mapError { error in
      // An action with a key twice can be read, and would be where the event that rejects it is.
      let given = (try? envelope.action.get()).map(RejectedAction.action)
      return Rejection(action: given ?? .unreadable(envelope.value), error: error)
    }
    return ReceivedAction(id: envelope.id, result: result)
  }

  /// Reads a line as any value.
  ///
  /// - Throws: ``PlayerError/Code/invalidArgument`` where the line is too long, not UTF-8, not JSON, nested
  ///   deeper than ``maximumDepth`` or not the value; and what the value's own reading throws.
  public static func decode<Value: Decodable>(
    _ type: Value.Type, from line: [UInt8], maximumLength: Int = maximumLength
  ) throws(PlayerError) -> Value {
    _ = try shape(line, maximumLength)
    return try decode(type, shaped: line)
  }

  /// Reads a line as an object whose keys are to be looked at one by one; nil where it is another value.
  ///
  /// - Throws: ``PlayerError/Code/invalidArgument`` for what ``decode(_:from:maximumLength:)`` refuses, and where a key
  ///   stands twice in an object.
  package static func decodeMembers(_ line: [UInt8]) throws(PlayerError) -> [String: JSONValue]? {
    let shape = try shape(line, maximumLength)
    let value = try decode(JSONValue.self, shaped: line)
    guard value.memberCount == shape.members else { throw repeatedKey }
    guard case .object(let members) = value else { return nil }
    return members
  }

  private static let repeatedKey = PlayerError(
    .invalidArgument, "A key stands twice in an object of the line.", remedy: "Write each key once.")

  /// Refuses a line that must not reach the decoder.
  private static func shape(_ line: [UInt8], _ maximumLength: Int) throws(PlayerError) -> JSONShape {
    if line.count > maximumLength {
      throw PlayerError(
        .invalidArgument, "The line is longer than \(maximumLength) bytes.", remedy: "Send less at once.")
    }
    // Most lines are ASCII, and need no other look.
    guard
      line.allSatisfy({ 1..<0x80 ~= $0 })
        || !line.contains(0) && String(validating: line, as: UTF8.self) != nil
    else {
      throw PlayerError(.invalidArgument, "The line is not UTF-8 text.", remedy: "Write UTF-8.")
    }
    // Beyond a depth of its own Foundation's decoder can trap.
    let shape = JSONShape(line)
    if shape.depth > maximumDepth {
      throw PlayerError(
        .invalidArgument, "The line nests lists and objects more than \(maximumDepth) deep.",
        remedy: "Nest less.")
    }
    return shape
  }

  private static func decode<Value: Decodable>(
    _ type: Value.Type, shaped line: [UInt8]
  ) throws(PlayerError) -> Value {
    do {
      return try decoder.decode(type, from: Data(line))
    } catch let error as PlayerError {
      throw error
    } catch DecodingError.dataCorrupted {
      throw PlayerError(
        .invalidArgument, "The line is not valid JSON.",
        remedy: #"Write one object on one line, such as {"action":"play"}."#)
    } catch {
      let path = (error as? DecodingError)?.path ?? []
      throw PlayerError(
        .invalidArgument,
        "The line is valid JSON, but not what was expected\(path.isEmpty ? "" : " at \(path.text)").")
    }
  }

  /// All that is to be known of a line that should be an action.
  private struct Envelope: Decodable {
    let value: JSONValue
    let id: JSONValue?
    let action: Result<PlayerAction, PlayerError>

    init(from decoder: any Decoder) throws {
      guard let members = try? [String: JSONValue](from: decoder) else {
        value = try JSONValue(from: decoder)
        id = nil
        action = .failure(
          PlayerError(
            .invalidArgument, "The line is \(value.summary), and not an object.",
            remedy: #"Write one object on one line, such as {"action":"play"}."#))
        return
      }
      value = .object(members)
      // The `id` of a setTrack is its track's, unless that has been told as `track`.
      id = members["action"] == .string("setTrack") && members["track"] == nil ? nil : members["id"]
      let container = try decoder.container(keyedBy: JSONKey.self)
      action = Result { () throws(PlayerError) in try PlayerAction(container) }
    }
  }
}

extension JSONValue {
  /// How many members all its objects have together.
  fileprivate var memberCount: Int {
    switch self {
    case .null, .bool, .integer, .number, .string: 0
    case .array(let values): values.reduce(0) { $0 + $1.memberCount }
    case .object(let members): members.values.reduce(members.count) { $0 + $1.memberCount }
    }
  }
}

/// What brackets and colons tell of a JSON text before it is read.
struct JSONShape {
  /// How deep lists and objects stand in one another.
  private(set) var depth = 0
  /// How many members all its objects have together.
  private(set) var members = 0

  init(_ text: [UInt8]) {
    var open = 0
    var isInString = false
    var isEscaped = false
    for byte in text {
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        open += 1
        depth = max(depth, open)
      case UInt8(ascii: "]"), UInt8(ascii: "}"): open -= 1
      case UInt8(ascii: ":"): members += 1
      default: break
      }
    }
  }
}
