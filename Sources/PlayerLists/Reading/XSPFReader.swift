import PlayerKit

/// Reads XSPF.
final class XSPFReader: XMLReader {
  private static let namespace = "http://xspf.org/ns/0/"

  /// Where the elements are that say something.
  private enum Place {
    case playlist, title, trackList, track, location, trackTitle, duration
    /// An element of somebody else's, or one that says nothing of what is played.
    case other
  }

  private var draft = ListDraft()
  private var open: [(place: Place, base: [UInt8]?)] = []
  private var track: ListDraft.Entry?
  private var content: [UInt8] = []
  /// How many bytes the bases may still come to, each counted for every place that it stands in front of: one long base
  /// and many short places are as good as without end in a small file.
  private var baseAllowance: Int

  private init(baseAllowance: Int) {
    self.baseAllowance = baseAllowance
  }

  /// What can be read; where the document breaks off, the fault is its last item.
  ///
  /// - Parameter bases: how many bytes the bases may come to, each counted for every place that it stands in front of.
  static func read(_ bytes: [UInt8], bases: Int = ListFile.maximumLength) throws(ListFault) -> ListDraft {
    let reader = XSPFReader(baseAllowance: bases)
    do throws(ListFault) {
      try XMLScanner.scan(bytes, reader)
    } catch {
      if !reader.draft.hasEntries { throw error }
      reader.draft.items.append(.fault(error))
    }
    return reader.draft
  }

  func begin(_ name: XMLName, _ attributes: XMLAttributes, line: Int) throws(ListFault) {
    let place = place(of: name)
    if open.isEmpty, place == .other {
      throw ListFault(line: line, message: "The XML is no XSPF list: it begins with <\(name.local)>.")
    }
    var base = open.last?.base
    if let own = attributes["xml:base"] {
      try charge(base)
      base = ReferenceBase.resolve(Array(own.utf8), against: base)
    }
    if place == .track { track = ListDraft.Entry(places: [], line: line) }
    open.append((place, base))
    if place != .other { content = [] }
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>) {
    switch open.last?.place {
    case .title, .location, .trackTitle, .duration: content.append(contentsOf: bytes)
    default: break
    }
  }

  func end() throws(ListFault) {
    guard let (place, base) = open.popLast() else { return }
    switch place {
    case .title: draft.title = draft.title ?? ListText.title(content)
    case .trackTitle: if track?.title == nil { track?.title = ListText.title(content) }
    case .duration:
      let milliseconds = Double(String(decoding: content.listTrimmed, as: UTF8.self))
      if track?.duration == nil { track?.duration = milliseconds.flatMap { ($0 / 1000).asListDuration } }
    case .location:
      try charge(base)
      track?.places.append(.reference(content.listTrimmed, base: base))
    case .track:
      if let track {
        let hasPlace = !track.places.isEmpty
        draft.items.append(
          hasPlace
            ? .entry(track)
            : .fault(
              ListFault(
                line: track.line, text: Array((track.title ?? "").utf8),
                message: "The track has no location.")))
      }
      track = nil
    case .playlist, .trackList, .other: break
    }
  }

  private func charge(_ base: [UInt8]?) throws(ListFault) {
    baseAllowance -= base?.count ?? 0
    if baseAllowance < 0 {
      throw ListFault(message: "The places are too long with the bases that they are relative to.")
    }
  }

  private func place(of name: XMLName) -> Place {
    // Many writers forget the namespace.
    guard name.namespace.isEmpty || name.namespace == Self.namespace else { return .other }
    switch (open.last?.place, name.local) {
    case (nil, "playlist"): return .playlist
    case (.playlist?, "title"): return .title
    case (.playlist?, "trackList"): return .trackList
    case (.trackList?, "track"): return .track
    case (.track?, "location"): return .location
    case (.track?, "title"): return .trackTitle
    case (.track?, "duration"): return .duration
    default: return .other
    }
  }
}
