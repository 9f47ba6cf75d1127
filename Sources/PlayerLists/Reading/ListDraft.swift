import PlayerKit

/// What a list's reader found, before it is known what the places in it mean.
struct ListDraft {
  var title: String?
  var items: [Item] = []

  enum Item {
    case entry(Entry)
    /// Something that can't be an entry.
    case fault(ListFault)
  }

  struct Entry {
    /// The places where it can be had; the first that can be used counts.
    var places: [Place]
    var line: Int?
    var title: String?
    var duration: Double?
    /// Where it begins and ends, in seconds, where the list says so beside the place.
    var start: Double?
    var end: Double?
  }

  /// Where an entry can be had.
  enum Place {
    /// A path or a URL, as a person writes it.
    case plain([UInt8])
    /// A URI reference, against the base that an `xml:base` gives.
    case reference([UInt8], base: [UInt8]?)
    /// A source that is there already.
    case source(PlayerSource)
  }

  /// Whether it has any entry.
  var hasEntries: Bool {
    items.contains { if case .entry = $0 { true } else { false } }
  }

  mutating func add(_ place: Place, line: Int?, title: String? = nil, duration: Double? = nil) {
    items.append(.entry(Entry(places: [place], line: line, title: title, duration: duration)))
  }
}

/// What is wrong with a list file, or with one thing in it.
struct ListFault: Error {
  var line: Int?
  /// What stands there.
  var text: [UInt8] = []
  var code = PlayerError.Code.invalidSource
  /// A whole sentence.
  var message: String
  var remedy: String?
}

extension Double {
  /// A duration as an entry has it: nil unless it is finite and more than 0.
  var asListDuration: Double? { isFinite && self > 0 ? self : nil }
}
