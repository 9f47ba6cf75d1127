import FoundationEssentials

/// All places that are kept, and the text that they are kept as.
///
/// A plain value: what the disk does is the ``PlaceStore``'s business.
struct PlaceBook: Equatable, Sendable {
  /// Why text is no book.
  enum Failure: Error {
    /// It is broken.
    case damaged
    /// A later version of the program wrote it, which knows better.
    case newer
  }

  /// The most places that are kept; of more the oldest are forgotten.
  static let limit = 1000
  private static let version = 1

  private(set) var places: [String: Place] = [:]

  /// The place of a source or a queue.
  subscript(_ key: String) -> Place? { places[key] }

  /// An empty book.
  init() {}

  /// Takes over changes that are made now. They are the latest, also where the clock has been set back since the
  /// others were kept.
  ///
  /// - Parameter now: seconds since 1970.
  mutating func apply(_ changes: [String: Place?], at now: Int64) {
    let latest = places.values.map(\.saved).max() ?? now
    // No place may be later than the last second: it would not be read again.
    let saved = latest > now ? min(latest + 1, Place.lastSecond) : now
    apply(
      changes.mapValues { place in
        var place = place
        place?.saved = saved
        return place
      })
  }

  /// Takes over changes: places to keep, and nil for those to forget.
  mutating func apply(_ changes: [String: Place?]) {
    for (key, place) in changes { places[key] = place }
    guard places.count > Self.limit else { return }
    for (key, _) in sorted.dropFirst(Self.limit) { places[key] = nil }
  }

  /// The latest first.
  private var sorted: [(key: String, value: Place)] {
    places.sorted { ($1.value.saved, $0.key) < ($0.value.saved, $1.key) }
  }

  // MARK: As text

  private struct Entry: Codable {
    let key: String
    let place: Place
  }

  private struct Header: Decodable {
    let version: Int
  }

  private struct Contents: Decodable {
    let places: [Entry]
  }

  /// Reads the bytes of a file.
  init(_ bytes: [UInt8]) throws(Failure) {
    let data = Data(bytes)
    let decoder = JSONDecoder()
    do {
      let version = try decoder.decode(Header.self, from: data).version
      if version > Self.version { throw Failure.newer }
      for entry in try decoder.decode(Contents.self, from: data).places where entry.place.isSound {
        places[entry.key] = entry.place
      }
    } catch Failure.newer {
      throw .newer
    } catch {
      // What exactly is broken helps nobody: the file is set aside in whole.
      throw .damaged
    }
  }

  /// The bytes of a file: JSON, a place a line, the latest first.
  var bytes: [UInt8] {
    var bytes = Array("{\"version\":\(Self.version),\"places\":[\n".utf8)
    for (index, (key, place)) in sorted.enumerated() {
      if index > 0 { bytes += Array(",\n".utf8) }
      bytes += JSONText.line(Entry(key: key, place: place)).dropLast()
    }
    return bytes + Array("\n]}\n".utf8)
  }
}

extension Place {
  /// The end of the year 9999; no clock is later.
  fileprivate static let lastSecond: Int64 = 253_402_300_799

  /// Whether a player can go there, and it was kept at a time that there is.
  fileprivate var isSound: Bool {
    (time ?? 0) >= 0 && (item ?? 0) >= 0 && (time != nil || source != nil) && saved <= Self.lastSecond
  }
}
