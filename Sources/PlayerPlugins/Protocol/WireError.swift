import PlayerKit

/// An error on the wire.
struct WireError: Error, Sendable, Hashable {
  /// The code, of ``WireCode`` or any other.
  let code: Int
  let message: String
  /// The player's own error, where it is one.
  let playerError: PlayerError?

  init(_ code: WireCode, _ message: String) {
    self.code = code.rawValue
    self.message = message
    playerError = nil
  }

  init(_ error: PlayerError, as code: WireCode = .playerError) {
    self.code = code.rawValue
    message = error.message
    playerError = error
  }

  /// What the host makes of it: a plugin that gives no error of the player's has failed in an unknown way.
  var asPlayerError: PlayerError {
    playerError ?? PlayerError(.unknown, message, backendCode: String(code))
  }
}

extension WireError: Codable {
  private enum Key: String, CodingKey {
    case code, message, data
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    code = try container.decode(Int.self, forKey: .code)
    message = try container.decodeIfPresent(String.self, forKey: .message) ?? ""
    // Of another's code `data` may be anything.
    playerError = try? container.decode(PlayerError.self, forKey: .data)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(code, forKey: .code)
    try container.encode(message, forKey: .message)
    try container.encodeIfPresent(playerError, forKey: .data)
  }
}
