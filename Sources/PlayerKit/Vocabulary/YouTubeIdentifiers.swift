/// A YouTube video's id: exactly 11 of `[A-Za-z0-9_-]`.
public struct YouTubeVideoID: Sendable, Hashable, CustomStringConvertible {
  /// The first three bytes, the first one highest.
  private let head: UInt32
  /// The other eight, the first one highest.
  private let tail: UInt64

  /// The id, or nil where the text is not one. Nothing is cut to fit.
  public init?(_ text: String) {
    guard let id = ByteRun.reading(text, { Self($0) }) else { return nil }
    self = id
  }

  /// The id of which these are all the bytes.
  init?(_ run: ByteRun) {
    guard run.count == 11 else { return nil }
    var head: UInt32 = 0
    var tail: UInt64 = 0
    for index in 0..<11 {
      let byte = run[index]
      guard byte.isYouTubeIDByte else { return nil }
      if index < 3 { head = head << 8 | UInt32(byte) } else { tail = tail << 8 | UInt64(byte) }
    }
    self.head = head
    self.tail = tail
  }

  /// The id as YouTube writes it.
  public var description: String {
    String(unsafeUninitializedCapacity: 11) { bytes in
      for index in 0..<3 { bytes[index] = UInt8(truncatingIfNeeded: head >> (8 * (2 - index))) }
      for index in 3..<11 { bytes[index] = UInt8(truncatingIfNeeded: tail >> (8 * (10 - index))) }
      return 11
    }
  }
}

/// A YouTube playlist's id: a known prefix and at least 10 more of `[A-Za-z0-9_-]`, or `RDMM`.
///
/// The lists that need sign-in (`WL`, `LL`, `LM`) are not ids.
public struct YouTubePlaylistID: Sendable, Hashable, CustomStringConvertible {
  /// The id as YouTube writes it.
  public let description: String

  /// The id, or nil where the text is not one. No prefix is added or changed.
  public init?(_ text: String) {
    guard ByteRun.reading(text, Self.isValid) ?? false else { return nil }
    description = text
  }

  /// The id of which these are all the bytes.
  init?(_ run: ByteRun) {
    guard Self.isValid(run) else { return nil }
    description = run.string
  }

  /// Whether the bytes are the name of a list that only its owner sees, signed in.
  static func needsSignIn(_ run: ByteRun) -> Bool {
    run.count == 2 && (run.equals("WL") || run.equals("LL") || run.equals("LM"))
  }

  private static func isValid(_ run: ByteRun) -> Bool {
    guard let prefix = prefixLength(run) else { return run.equals("RDMM") }
    return run.count >= prefix + 10 && run.allSatisfy(\.isYouTubeIDByte)
  }

  /// The length of the prefix that YouTube gives its lists.
  private static func prefixLength(_ run: ByteRun) -> Int? {
    guard run.count >= 12 else { return nil }
    switch (run[0], run[1]) {
    case (UInt8(ascii: "P"), UInt8(ascii: "L")), (UInt8(ascii: "L"), UInt8(ascii: "L")),
      (UInt8(ascii: "E"), UInt8(ascii: "C")), (UInt8(ascii: "U"), UInt8(ascii: "U")),
      (UInt8(ascii: "F"), UInt8(ascii: "L")), (UInt8(ascii: "R"), UInt8(ascii: "D")),
      (UInt8(ascii: "U"), UInt8(ascii: "L")), (UInt8(ascii: "T"), UInt8(ascii: "L")),
      (UInt8(ascii: "P"), UInt8(ascii: "U")):
      return 2
    default: return run.starts(with: "OLAK5uy_") ? 8 : nil
    }
  }
}

/// A YouTube channel's id: `UC` and 22 of `[A-Za-z0-9_-]`.
public struct YouTubeChannelID: Sendable, Hashable, CustomStringConvertible {
  /// The id as YouTube writes it.
  public let description: String

  /// The id, or nil where the text is not one.
  public init?(_ text: String) {
    guard ByteRun.reading(text, Self.isValid) ?? false else { return nil }
    description = text
  }

  /// The id of which these are all the bytes.
  init?(_ run: ByteRun) {
    guard Self.isValid(run) else { return nil }
    description = run.string
  }

  /// The playlist of all that the channel uploaded: the same id with `UU` in front.
  public var uploads: YouTubePlaylistID? {
    YouTubePlaylistID("UU" + description.dropFirst(2))
  }

  private static func isValid(_ run: ByteRun) -> Bool {
    run.count == 24 && run.starts(with: "UC") && run.allSatisfy(\.isYouTubeIDByte)
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

extension ByteRun {
  /// What `read` makes of a text's bytes; nil where there are none.
  fileprivate static func reading<R>(_ text: String, _ read: (ByteRun) -> R?) -> R? {
    var text = text
    return text.withUTF8 { buffer in ByteRun(buffer).flatMap(read) }
  }
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
