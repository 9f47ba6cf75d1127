import PlayerKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ListWriter {
  /// An XML property list: an array of texts where the entries have nothing but their sources, else a dictionary.
  var propertyList: [UInt8] {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .xml
    let entries = list.entries.map { Item(source: text(of: $0.source), entry: $0, title: line($0.title)) }
    do {
      if line(list.title) == nil, entries.allSatisfy(\.isBare) {
        return Array(try encoder.encode(entries.map(\.source)))
      }
      return Array(try encoder.encode(Root(title: line(list.title).map(Self.xml), entries: entries)))
    } catch {
      // The encoder refuses values that are no property lists' own; there are none in these.
      preconditionFailure("A list can't be written: \(error)")
    }
  }

  /// The text that is read as this source; else the source itself.
  private func text(of source: PlayerSource) -> Source {
    let text = plain(source)
    // A path may have what XML can't.
    if source.kind == .file, Self.xml(text) != text { return .text(ListWriter.url(MediaPath(text))) }
    let isWhole = source.kind == .file || (try? PlayerSource(parsing: text)) == source
    return isWhole && Self.xml(text) == text ? .text(text) : .whole(source)
  }

  /// Text without what XML can't have.
  fileprivate static func xml(_ text: String) -> String {
    let isFine = { (scalar: Unicode.Scalar) in
      (scalar.value >= 0x20 || scalar == "\t") && scalar != "\u{FFFE}" && scalar != "\u{FFFF}"
    }
    guard !text.unicodeScalars.allSatisfy(isFine) else { return text }
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: text.unicodeScalars.map { isFine($0) ? $0 : "\u{FFFD}" })
    return String(scalars)
  }
}

private struct Root: Encodable {
  let title: String?
  let entries: [Item]
}

private enum Source: Encodable {
  case text(String)
  case whole(PlayerSource)

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .text(let text):
      var container = encoder.singleValueContainer()
      try container.encode(text)
    case .whole(let source): try source.encode(to: encoder)
    }
  }
}

private struct Item: Encodable {
  let source: Source
  let title: String?
  let duration: Double?

  init(source: Source, entry: PlayerList.Entry, title: String?) {
    self.source = source
    self.title = title.map(ListWriter.xml)
    duration = entry.milliseconds.map { Double($0) / 1000 }
  }

  var isBare: Bool { title == nil && duration == nil }
}
