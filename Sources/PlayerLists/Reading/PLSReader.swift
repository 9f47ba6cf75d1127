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
