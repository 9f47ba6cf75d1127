/// A YouTube video's id: exactly 11 of `[A-Za-z0-9_-]`.
public struct YouTubeVideoID: Sendable, Hashable, CustomStringConvertible {
  /// The id as YouTube writes it.
  public let description: String

  /// The id, or nil where the text is not one. Nothing is cut to fit.
  public init?(_ text: String) {
    guard Self.isValid(text.utf8) else { return nil }
    description = text
  }

  static func isValid(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.count == 11 && bytes.allSatisfy(\.isYouTubeIDByte)
  }
}

/// A YouTube playlist's id: a known prefix and at least 10 more of `[A-Za-z0-9_-]`, or `RDMM`.
///
/// The lists that need sign-in (`WL`, `LL`, `LM`) are not ids.
public struct YouTubePlaylistID: Sendable, Hashable, CustomStringConvertible {
  /// The prefixes that YouTube gives its lists.
  private static let prefixes = ["PL", "LL", "EC", "UU", "FL", "RD", "UL", "TL", "PU", "OLAK5uy_"]

  /// The id as YouTube writes it.
  public let description: String

  /// The id, or nil where the text is not one. No prefix is added or changed.
  public init?(_ text: String) {
    guard Self.isValid(text.utf8) else { return nil }
    description = text
  }

  static func isValid(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.elementsEqual("RDMM".utf8)
      || bytes.allSatisfy(\.isYouTubeIDByte)
        && prefixes.contains { bytes.count >= $0.utf8.count + 10 && bytes.starts(with: $0.utf8) }
  }
}

/// A YouTube channel's id: `UC` and 22 of `[A-Za-z0-9_-]`.
public struct YouTubeChannelID: Sendable, Hashable, CustomStringConvertible {
  /// The id as YouTube writes it.
  public let description: String

  /// The id, or nil where the text is not one.
  public init?(_ text: String) {
    guard Self.isValid(text.utf8) else { return nil }
    description = text
  }

  /// The playlist of all that the channel uploaded: the same id with `UU` in front.
  public var uploads: YouTubePlaylistID? {
    YouTubePlaylistID("UU" + description.dropFirst(2))
  }

  static func isValid(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.count == 24 && bytes.starts(with: "UC".utf8) && bytes.allSatisfy(\.isYouTubeIDByte)
  }
}

/// The ways to name a YouTube channel.
public enum YouTubeChannel: Sendable, Hashable {
  /// By its id, which plays as the list of its uploads.
  case id(YouTubeChannelID)
  /// By its handle, with the `@`. Needs a look-up.
  case handle(String)
  /// By a user name of the older kind.
  case user(String)
  /// By a custom name of the older kind. Needs a look-up.
  case custom(String)
}

extension UInt8 {
  /// Whether the byte is one of `[A-Za-z0-9_-]`.
  var isYouTubeIDByte: Bool {
    switch self {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
