extension YouTubeParameters {
  /// The parameters' names, YouTube's own, `host`, and the framework's.
  public static let names = Key.allCases.map(\.rawValue)

  /// Sets the parameter of this name, as it would stand in an address: `set("cc_load_policy", to: "1")`.
  ///
  /// Switches are `0`, `1`, `true` or `false`; `playlist` is ids with commas between them.
  ///
  /// - Throws: ``PlayerError/Code/invalidArgument`` for a name that is none of ``names``, and for a value that the
  ///   parameter can't have; then nothing has changed.
  public mutating func set(_ name: String, to text: String) throws(PlayerError) {
    guard Self.names.contains(name) else {
      throw PlayerError(
        .invalidArgument, "YouTube's player has no parameter called “\(name.shortened)”.",
        remedy: NearestName.find(name, in: Self.names).map { "Did you mean \($0)?" })
    }
    var failure: PlayerError?
    for value in JSONValue.readings(of: text) {
      do throws(PlayerError) {
        return self = try setting(name, to: value)
      } catch {
        // What the text is most like says best what is wrong with it.
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }

  private func setting(_ name: String, to value: JSONValue) throws(PlayerError) -> YouTubeParameters {
    var fields = try JSONLine.decode(
      [String: JSONValue].self, from: Array(JSONLine.json(self)), maximumLength: .max)
    fields[name] = value
    return try JSONLine.decode(Named.self, from: Array(JSONLine.json(fields)), maximumLength: .max).parameters
  }

  /// Parameters whose faults are told as those of YouTube's player.
  private struct Named: Decodable {
    let parameters: YouTubeParameters

    init(from decoder: any Decoder) throws {
      parameters = try YouTubeParameters(from: decoder, "YouTube's player")
    }
  }
}

extension JSONValue {
  /// What a text without quotes most likely stands for.
  init(readingPlain text: String) {
    self = Self.readings(of: text).first ?? .string(text)
  }

  /// The values that a text without quotes may stand for, the likeliest first.
  fileprivate static func readings(of text: String) -> [JSONValue] {
    switch text {
    case "true": [.bool(true), .string(text)]
    case "false": [.bool(false), .string(text)]
    default: (Int128(text).map { [.integer($0)] } ?? []) + [.string(text)]
    }
  }
}
