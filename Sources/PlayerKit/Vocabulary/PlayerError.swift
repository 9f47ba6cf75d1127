/// What went wrong, in words for a person and in a code for a program.
///
/// Every function of PlayerKit that can fail throws this type and no other.
public struct PlayerError: Error, Sendable, Hashable {
  /// The kinds of failure.
  public enum Code: String, Sendable, Hashable, Codable, CaseIterable {
    /// The text, or the object, names nothing that could be played.
    case invalidSource
    /// A value is out of its range, not a number, or an action is malformed.
    case invalidArgument
    /// A missing file; HTTP 404 and 410; YouTube's 100 and 105.
    case notFound
    /// The file may not be read.
    case notPermitted
    /// The owner allows no embedding: YouTube's 101 and 150.
    case embeddingNotAllowed
    /// The page that embeds the player did not say who it is: YouTube's 152 and 153.
    case missingIdentity
    /// A broken or unknown format; YouTube's 2 and 5.
    case playbackFailed
    /// The network, or a server, did not deliver.
    case network
    /// No answer within the time allowed.
    case timedOut
    /// The platform blocks playback that no person has asked for.
    case autoplayBlocked
    /// The backend, or this source, can't do that.
    case unsupported
    /// There is no source to do that with.
    case nothingLoaded
    /// The backend can't run on this machine.
    case backendUnavailable
    /// The backend died.
    case backendFailed
    /// A plugin's manifest or program was refused.
    case pluginRejected
    /// The player, or the backend, has been shut down.
    case closed
    /// Anything else; ``PlayerError/backendCode`` keeps what the backend said.
    case unknown
  }

  /// The kind of failure.
  public let code: Code
  /// What happened, as a full sentence.
  public let message: String
  /// What the reader can do about it now, where there is something.
  public let remedy: String?
  /// The id of the backend that it came from.
  public let backend: String?
  /// The backend's own code, as the backend wrote it.
  public let backendCode: String?

  /// An error with a full-sentence message and, where there is one, a remedy.
  public init(
    _ code: Code, _ message: String, remedy: String? = nil, backend: String? = nil, backendCode: String? = nil
  ) {
    self.code = code
    self.message = message
    self.remedy = remedy
    self.backend = backend
    self.backendCode = backendCode
  }

  /// The same error, said to come from `backend` unless it already names one.
  public func attributed(to backend: String) -> PlayerError {
    self.backend != nil
      ? self
      : PlayerError(code, message, remedy: remedy, backend: backend, backendCode: backendCode)
  }
}

extension PlayerError: CustomStringConvertible {
  /// The message, and behind it the remedy.
  public var description: String {
    guard let remedy else { return message }
    return "\(message) \(remedy)"
  }
}

extension PlayerError: Codable {
  private enum CodingKeys: String, CodingKey {
    case code, message, remedy, backend, backendCode
  }

  /// Reads an error; a code that this version does not know becomes ``Code/unknown`` and is kept as the
  /// backend's code.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let name = try container.decode(String.self, forKey: .code)
    let code = Code(rawValue: name)
    self.init(
      code ?? .unknown,
      try container.decodeIfPresent(String.self, forKey: .message) ?? "",
      remedy: try container.decodeIfPresent(String.self, forKey: .remedy),
      backend: try container.decodeIfPresent(String.self, forKey: .backend),
      backendCode: try container.decodeIfPresent(String.self, forKey: .backendCode)
        ?? (code == nil ? name : nil))
  }
}
