import PlayerKit

@testable import ytplay

/// What holds of what the program itself reads.
enum CommandProperties {
  private static let path = MediaPath("/configurations/ytplay.conf")

  static func checkConfiguration(_ bytes: [UInt8]) throws {
    let configuration = Configuration(bytes, path: path)
    try hold(configuration.problems.count <= 21, "A configuration has endless problems.")
    try configuration.problems.forEach(checkSentence)
    let written = text(of: configuration.settings)
    let again = Configuration(written, path: path)
    try hold(
      again.settings.map(\.value) == configuration.settings.map(\.value),
      "Settings are written as others.")
    try hold(
      again.settings.map(\.option.name) == configuration.settings.map(\.option.name),
      "Settings are written for other options.")
    if configuration.problems.isEmpty {
      try hold(again.problems.isEmpty, "Settings that are right are wrong where they are written again.")
    }
  }

  /// The lines of a configuration that sets these.
  private static func text(of settings: [Setting]) -> [UInt8] {
    var text: [UInt8] = []
    for setting in settings where setting.option.section == nil {
      text += Array("\(setting.option.name) = \"".utf8) + setting.value + Array("\"\n".utf8)
    }
    var section: ConfigurationSection?
    for setting in settings {
      guard let own = setting.option.section else { continue }
      if own != section { text += Array("[\(own.rawValue)]\n".utf8) }
      section = own
      let pair = setting.value.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      text += Array(pair[0]) + Array(" = \"".utf8) + pair.dropFirst().joined() + Array("\"\n".utf8)
    }
    return text
  }

  static func checkPlaces(_ bytes: [UInt8]) throws {
    guard let book = try? PlaceBook(bytes) else { return }
    let again = try? PlaceBook(book.bytes)
    try hold(again == book, "Places are written as others.")
    var changed = book
    changed.apply(["key": Place(source: "source")], at: 0)
    try hold(changed.places.count <= PlaceBook.limit, "More places are kept than may be.")
    try hold(changed["key"] != nil, "The latest place is forgotten.")
    try hold((try? PlaceBook(changed.bytes)) == changed, "Places are written as others after a change.")
  }

  /// The first byte says in what pieces the others come.
  static func checkKeys(_ bytes: [UInt8]) throws {
    guard let first = bytes.first else { return }
    let stream = bytes[1...]
    var whole = KeyDecoder()
    let keys = whole.decode(stream)
    var pieces = KeyDecoder()
    var cut: [Key] = []
    var rest = stream
    while !rest.isEmpty {
      let piece = rest.prefix(Int(first) + 1)
      cut += pieces.decode(piece)
      rest = rest.dropFirst(piece.count)
    }
    try hold(cut == keys, "The keys depend on the pieces in which they come.")
    try hold(keys.count <= stream.count, "There are more keys than bytes.")
    _ = whole.pause()
    whole.giveUpPaste()
    try hold(!whole.isPending && whole.decode([UInt8(ascii: "q")]) == [.character("q")], "A key is lost.")
  }

  /// The arguments stand with a NUL between them.
  static func checkArguments(_ bytes: [UInt8]) throws {
    let arguments = bytes.split(separator: 0, omittingEmptySubsequences: false).map(Array.init)
    let result: ArgumentParser<Options>.Result
    do throws(UsageError) {
      result = try parse(arguments)
    } catch {
      return try error.sentences.forEach(checkSentence)
    }
    // What stands behind the last that counts is not looked at.
    if result.given.contains(where: \.option.isLast) { return }
    let again = try? parse(inLongForm(result))
    try hold(
      again?.given.map(\.option.name) == result.given.map(\.option.name)
        && again?.given.map(\.value) == result.given.map(\.value),
      "In the long form they are other options.")
    try hold(again?.operands.map(\.bytes) == result.operands.map(\.bytes), "There are other operands.")
  }

  private static func parse(_ arguments: [[UInt8]]) throws(UsageError) -> ArgumentParser<Options>.Result {
    try ArgumentParser(table: OptionTable.all).parse(arguments, into: Options())
  }

  /// `--name=value` for each option, and the operands behind `--`.
  private static func inLongForm(_ result: ArgumentParser<Options>.Result) -> [[UInt8]] {
    let options = result.given.map { given -> [UInt8] in
      let name = Array("--\(given.option.name)".utf8)
      let hasValue = given.option.placeholder != nil || given.option.opposite != nil
      return hasValue ? name + Array("=".utf8) + given.value : name
    }
    return options + [Array("--".utf8)] + result.operands.map(\.bytes)
  }

  private static func checkSentence(_ sentence: String) throws {
    try hold(Text.safe(sentence) == sentence, "A sentence could do something to a terminal: \(sentence)")
  }
}
