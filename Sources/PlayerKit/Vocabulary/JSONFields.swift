/// The keys of the JSON form: the names of the vocabulary.
enum JSONKey: String, CodingKey {
  // The discriminators.
  case action, event
  // Of actions.
  case by, fraction, fullscreen, id, index, kind, path, pathBase64, precise, shuffled, to, track
  // Of sources.
  case custom, end, handle, ids, list, live, start, url, user
  // Of states, and so of events.
  case availableQualities, availableRates, backend, currentTime, duration, error, isFullscreen, isLive
  case isMuted, isSeekable, isSeeking, isShuffled, itemIndex, items, loadedFraction, loop, metadata
  case playWhenReady, quality, rate, ready, seekableRange, selectedTracks, source, status, tracks, videoSize
  case volume
  // Of events alone.
  case count, level, reason, text, willRestart
}

/// The fields of an object that is being read, and what to say of those that are not as they should be.
struct JSONFields<Key: CodingKey> {
  let container: KeyedDecodingContainer<Key>
  /// What the object is, as the start of a sentence: `The action seek`.
  let subject: String
  /// The code of the errors.
  let code: PlayerError.Code
  /// What to do about them.
  let remedy: String?

  init(
    _ container: KeyedDecodingContainer<Key>, _ subject: String, _ code: PlayerError.Code = .invalidArgument,
    remedy: String? = nil
  ) {
    self.container = container
    self.subject = subject
    self.code = code
    self.remedy = remedy
  }

  /// The fields of the object that the decoder stands at.
  init(of decoder: any Decoder, _ subject: String) throws(PlayerError) {
    do {
      self.init(try decoder.container(keyedBy: Key.self), subject)
    } catch {
      // A decoder refuses to see an object only in what is none.
      throw PlayerError(.invalidArgument, "\(subject) is an object, and here is none.")
    }
  }

  /// Whether the field is there and not null.
  func has(_ key: Key) -> Bool {
    // A missing key is all that `decodeNil` throws for, and it would take its time.
    container.contains(key) && (try? container.decodeNil(forKey: key)) == false
  }

  /// The field's value.
  func required<Value: Decodable>(
    _ key: Key, _ expected: String, as type: Value.Type = Value.self
  ) throws(PlayerError) -> Value {
    do {
      return try container.decode(type, forKey: key)
    } catch let error as PlayerError {
      throw error
    } catch {
      throw mistyped(key, expected, error)
    }
  }

  /// The field's value; nil where it is absent or null.
  func optional<Value: Decodable>(
    _ key: Key, _ expected: String, as type: Value.Type = Value.self
  ) throws(PlayerError) -> Value? {
    has(key) ? try required(key, expected, as: type) : nil
  }

  /// An error that says this of the object.
  func failure(_ predicate: String) -> PlayerError {
    PlayerError(code, "\(subject) \(predicate)", remedy: remedy)
  }

  private func mistyped(_ key: Key, _ expected: String, _ error: any Error) -> PlayerError {
    let needed = "needs \(key.stringValue), \(expected)"
    guard container.contains(key) else { return failure("\(needed).") }
    let path = (error as? DecodingError)?.path.drop { $0.stringValue != key.stringValue } ?? []
    let place = path.count > 1 ? " with a fault at \(path.text)" : ""
    // A value that can't be read at all is told as such.
    let given = (try? container.decode(JSONValue.self, forKey: key))?.summary ?? "something unreadable"
    return failure("\(needed), and was given \(given)\(place).")
  }
}

/// A range of seconds in the JSON form.
struct JSONRange: Codable {
  static let expected = "an object of a start and an end that is no earlier"

  let start: Double
  let end: Double

  /// Nil where an end is not finite, since JSON has no such number.
  init?(_ range: ClosedRange<Double>) {
    guard range.lowerBound.isFinite, range.upperBound.isFinite else { return nil }
    (start, end) = (range.lowerBound, range.upperBound)
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    start = try container.decode(Double.self, forKey: .start)
    end = try container.decode(Double.self, forKey: .end)
    guard start <= end else {
      throw DecodingError.dataCorruptedError(
        forKey: .end, in: container, debugDescription: "The end is before the start.")
    }
  }

  var range: ClosedRange<Double> { start...end }
}

extension DecodingError {
  /// Where it happened, down to a key that is missing.
  var path: [any CodingKey] {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      context.codingPath
    case .keyNotFound(let key, let context): context.codingPath + [key]
    @unknown default: []
    }
  }
}

extension Collection<any CodingKey> {
  /// The keys for a message: `tracks.1.kind`.
  var text: String {
    map { $0.intValue.map(String.init) ?? $0.stringValue.shortened }.joined(separator: ".")
  }
}

extension JSONValue {
  /// The value for a message: short, whatever it holds.
  package var summary: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .number(let value): "\(value)"
    case .string(let value): "“\(value.shortened)”"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

extension String {
  /// The text for a message: cut after 40 scalars, on one line.
  var shortened: String {
    // As nearly all are: also where reading only tries whether a value is of some kind, it says why it is not.
    if utf8.count <= 40, utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return self }
    let start = beginning(40)
    let line = String(start.map { $0.isNewline ? " " : $0 })
    return start.utf8.count < utf8.count ? line + "…" : line
  }
}

extension KeyedEncodingContainer {
  /// Writes a number; null where it is not finite, since JSON has no other number.
  mutating func encode(finite value: Double, _ key: Key) throws {
    if value.isFinite { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
  }

  /// Writes a number where there is a finite one.
  mutating func encode(finiteIfPresent value: Double?, _ key: Key) throws {
    if let value, value.isFinite { try encode(value, forKey: key) }
  }

  /// Writes a value, or null.
  mutating func encode(orNull value: (some Encodable)?, _ key: Key) throws {
    if let value { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
  }
}
