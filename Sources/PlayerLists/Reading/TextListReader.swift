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
