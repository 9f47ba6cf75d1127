import PlayerKit

/// A source that says what it wants to be: `mock://clip?duration=3&latency=0.2&fail=notFound`.
///
/// | key | meaning |
/// | --- | --- |
/// | `duration` | seconds, or `endless` |
/// | `announced` | `no`: the duration becomes known at the end |
/// | `live` | `yes`: a live stream |
/// | `seekable` | `no`: it can't be sought in |
/// | `video` | `no`: sound alone |
/// | `latency` | seconds until it is open |
/// | `seekLatency` | seconds until a seek lands |
/// | `fail` | the code of a ``PlayerError``: it can't be opened, or, with `failAt`, fails there |
/// | `failAt` | the place in seconds where playing fails; without `fail`, with `playbackFailed` |
/// | `stallAt`, `stallFor` | the place where playing waits for data, and for how long (1 s unless said) |
/// | `breaksOff` | the place where the delivery breaks off |
/// | `items` | a list of so many of it, 1…5,000 |
///
/// Other keys are ignored. A value that can't be read makes the source fail as `invalidSource`.
public struct MockURL: Sendable {
  /// What stands before the `?`.
  public let name: String
  private let values: [(key: String, value: String)]

  /// Reads a URL of the scheme `mock`; nil for any other.
  public init?(_ text: String) {
    let scheme = "mock:"
    guard text.utf8.count >= scheme.utf8.count, text.prefix(scheme.count).lowercased() == scheme else {
      return nil
    }
    let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    name = String(parts[0].dropFirst(scheme.count).drop { $0 == "/" })
    values =
      parts.count < 2
      ? []
      : parts[1].split(separator: "&").map { pair in
        let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return (String(sides[0]), sides.count > 1 ? String(sides[1]) : "")
      }
  }

  /// The medium that is asked for.
  ///
  /// - Parameter duration: seconds that it lasts where the URL does not say.
  public func media(duration: Double = 10) -> MockMedia {
    do throws(PlayerError) {
      return try read(duration)
    } catch {
      return .failing(error)
    }
  }

  private func read(_ duration: Double) throws(PlayerError) -> MockMedia {
    let length = text("duration") == "endless" ? nil : try number("duration") ?? duration
    var media = MockScript.named(name.isEmpty ? "mock" : name, length ?? 0)
    media.duration = length
    if length == nil { media.metadata.chapters = [] }
    media.announcesDuration = try flag("announced") ?? true
    media.isLive = try flag("live") ?? false
    media.isSeekable = try flag("seekable") ?? !media.isLive
    if try flag("video") == false { media.removePicture() }
    media.openLatency = try number("latency") ?? 0
    media.seekLatency = try number("seekLatency") ?? 0
    media.breaksOff = try number("breaksOff")
    if let place = try number("stallAt") {
      media.stalls = [.init(at: place, for: try number("stallFor") ?? 1)]
    }
    let error = try failure()
    if let place = try number("failAt") {
      media.failure = .init(at: place, error ?? Self.scripted(.playbackFailed))
    } else {
      media.openFailure = error
    }
    guard let count = try count("items") else { return media }
    return .list(
      (1...count).map { number in
        var item = media
        item.id = "\(media.id)#\(number)"
        item.metadata.title = "\(media.metadata.title ?? media.id) \(number)"
        return item
      })
  }

  private func text(_ key: String) -> String? {
    values.first { $0.key == key }?.value
  }

  private func number(_ key: String) throws(PlayerError) -> Double? {
    guard let text = text(key) else { return nil }
    guard let number = Double(text), number.isFinite, number >= 0 else {
      throw unreadable(key, text, remedy: "Give seconds.")
    }
    return number
  }

  private func flag(_ key: String) throws(PlayerError) -> Bool? {
    guard let text = text(key) else { return nil }
    switch text {
    case "", "yes", "true", "1": return true
    case "no", "false", "0": return false
    default: throw unreadable(key, text, remedy: "Say yes or no.")
    }
  }

  private func count(_ key: String) throws(PlayerError) -> Int? {
    guard let text = text(key) else { return nil }
    guard let count = Int(text), (1...5_000).contains(count) else {
      throw unreadable(key, text, remedy: "Give a number of 1 to 5000.")
    }
    return count
  }

  private func failure() throws(PlayerError) -> PlayerError? {
    guard let text = text("fail") else { return nil }
    guard let code = PlayerError.Code(rawValue: text) else {
      throw unreadable(
        "fail", text,
        remedy: "Give one of \(PlayerError.Code.allCases.map(\.rawValue).joined(separator: ", ")).")
    }
    return Self.scripted(code)
  }

  private static func scripted(_ code: PlayerError.Code) -> PlayerError {
    PlayerError(code, "The source fails as it was asked to, with \(code).")
  }

  private func unreadable(_ key: String, _ value: String, remedy: String) -> PlayerError {
    PlayerError(.invalidSource, "The mock can't read \(key)=\(value).", remedy: remedy)
  }
}

extension MockMedia {
  /// Leaves sound alone.
  mutating func removePicture() {
    videoSize = nil
    qualities = []
    quality = nil
    tracks.removeAll { $0.kind == .video }
    selectedTracks[.video] = nil
  }
}
