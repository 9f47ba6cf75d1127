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

extension ArraySlice<UInt8> {
  /// What follows a directive, whose letters may be of either case; nil where the line is another.
  fileprivate func value(ofDirective name: String) -> ArraySlice<UInt8>? {
    let length = name.utf8.count
    guard count >= length, zip(self, name.utf8).allSatisfy({ $0.asciiLowercased == $1.asciiLowercased })
    else { return nil }
    return dropFirst(length)
  }
}
