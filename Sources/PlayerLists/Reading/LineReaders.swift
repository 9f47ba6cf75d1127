import PlayerKit

/// Reads text: one source a line.
enum TextListReader {
  static func read(_ bytes: [UInt8]) throws(ListFault) -> ListDraft {
    try ListText.checkIsText(bytes)
    var draft = ListDraft()
    for (number, line) in ListLines(bytes) {
      let text = line.drop(while: \.isListSpace)
      if text.isEmpty || text.first == UInt8(ascii: "#") { continue }
      draft.add(.plain(Array(line)), line: number)
    }
    return draft
  }
}

/// Reads m3u.
enum M3UReader {
  static func read(_ bytes: [UInt8]) throws(ListFault) -> ListDraft {
    try ListText.checkIsText(bytes)
    var draft = ListDraft()
    var announced: (title: String?, duration: Double?) = (nil, nil)
    for (number, line) in ListLines(bytes) {
      let text = line.drop(while: \.isListSpace)
      if text.isEmpty { continue }
      guard text.first == UInt8(ascii: "#") else {
        draft.add(.plain(Array(line)), line: number, title: announced.title, duration: announced.duration)
        announced = (nil, nil)
        continue
      }
      if let value = text.value(ofDirective: "#EXTINF:") {
        announced = information(value)
      } else if let value = text.value(ofDirective: "#PLAYLIST:"), let title = ListText.title(value) {
        draft.title = title
      } else if text.value(ofDirective: "#EXT-X-") != nil {
        throw ListFault(
          line: number, message: "This is no list of media but an HLS stream, which is played itself.",
          remedy: "Name the file, or its URL, as a source.")
      }
    }
    return draft
  }

  /// What `#EXTINF:` says: seconds, perhaps attributes (`tvg-id="…"`), a comma, and the title.
  private static func information(_ value: ArraySlice<UInt8>) -> (title: String?, duration: Double?) {
    var isQuoted = false
    var comma = value.endIndex
    for index in value.indices {
      if value[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
      if value[index] == UInt8(ascii: ","), !isQuoted {
        comma = index
        break
      }
    }
    // A quotation mark that is never closed hides no comma.
    if comma == value.endIndex { comma = value.firstIndex(of: UInt8(ascii: ",")) ?? comma }
    let seconds = value[..<comma].drop(while: \.isListSpace).prefix { !$0.isListSpace }
    let duration = Double(String(decoding: seconds, as: UTF8.self))?.asListDuration
    return (ListText.title(value[comma...].dropFirst()), duration)
  }
}

/// Reads pls.
enum PLSReader {
  static func read(_ bytes: [UInt8]) throws(ListFault) -> ListDraft {
    try ListText.checkIsText(bytes)
    var draft = ListDraft()
    var entries: [Int: ListDraft.Entry] = [:]
    var isInside = false
    var hasSection = false
    for (number, line) in ListLines(bytes) {
      let text = line.listTrimmed
      if text.first == UInt8(ascii: "[") {
        isInside = text.map(\.asciiLowercased).elementsEqual("[playlist]".utf8)
        hasSection = hasSection || isInside
        continue
      }
      guard isInside, let equals = text.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let key = text[..<equals].listTrimmed.map(\.asciiLowercased)
      let value = text[(equals + 1)...]
      if key.elementsEqual("x-gnome-title".utf8) {
        draft.title = ListText.title(value)
        continue
      }
      let digits = key.reversed().prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }.count
      let name = String(decoding: key.dropLast(digits), as: UTF8.self)
      guard digits > 0, ["file", "title", "length"].contains(name) else { continue }
      guard let place = Int(String(decoding: key.suffix(digits), as: UTF8.self)) else {
        if name == "file" {
          draft.items.append(
            .fault(ListFault(line: number, text: text, message: "An entry can't have so great a number.")))
        }
        continue
      }
      var entry = entries[place] ?? ListDraft.Entry(places: [], line: nil)
      switch name {
      case "file" where entry.places.isEmpty && !value.isEmpty:
        entry.places = [.plain(Array(value))]
        entry.line = number
      case "title" where entry.title == nil: entry.title = ListText.title(value)
      case "length" where entry.duration == nil:
        entry.duration = Double(String(decoding: value.listTrimmed, as: UTF8.self))?.asListDuration
      default: break
      }
      entries[place] = entry
    }
    guard hasSection else {
      throw ListFault(
        message: "This is no pls list: it has no section [playlist].", remedy: "Check the file's name.")
    }
    // `NumberOfEntries` is often wrong and says nothing that the entries don't.
    draft.items =
      entries.sorted { $0.key < $1.key }.filter { !$0.value.places.isEmpty }.map { .entry($0.value) }
      + draft.items
    return draft
  }
}

extension ArraySlice<UInt8> {
  /// What follows a directive, whose letters may be of either case; nil where the line is another.
  fileprivate func value(ofDirective name: String) -> ArraySlice<UInt8>? {
    let length = name.utf8.count
    guard count >= length, zip(self, name.utf8).allSatisfy({ $0.asciiLowercased == $1.asciiLowercased })
    else { return nil }
    return dropFirst(length)
  }
}
