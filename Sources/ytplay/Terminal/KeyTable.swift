import PlayerKit

/// The keys, which are mpv's: what is obeyed, `?`, `ytplay help keys` and the manual page all come from here.
enum KeyTable {
  /// Keys that belong together, and what they do.
  struct Entry: Sendable {
    /// Each key with what it asks for.
    let keys: [(key: Key, command: KeyCommand)]
    /// What they do, as a person reads it: no sentence, no full stop.
    let meaning: String

    /// The keys as people write them: `← →`.
    var label: String { label(isASCII: false) }

    /// The same, in ASCII where the terminal knows no more.
    func label(isASCII: Bool) -> String {
      keys.map { isASCII ? $0.key.asciiLabel : $0.key.label }.joined(separator: " ")
    }

    fileprivate init(_ meaning: String, _ keys: (Key, KeyCommand)...) {
      self.meaning = meaning
      self.keys = keys.map { (key: $0.0, command: $0.1) }
    }
  }

  /// All of them, in the order in which they are shown.
  static let entries = [
    Entry("pause, or go on", (" ", .togglePause), ("p", .togglePause)),
    Entry("back, or on, by 5 seconds", (.left, .seek(-5)), (.right, .seek(5))),
    Entry("on, or back, by a minute", (.up, .seek(60)), (.down, .seek(-60))),
    Entry("slower, faster", ("[", .slower), ("]", .faster)),
    Entry("at the source's own rate", (.backspace, .normalRate)),
    Entry("quieter, louder", ("9", .volume(-2)), ("0", .volume(2))),
    Entry("mute, or unmute", ("m", .toggleMute)),
    Entry("the source before, the next one", ("<", .previous), (">", .next)),
    Entry("pause, and one frame on, or back", (".", .step(1)), (",", .step(-1))),
    Entry("the next subtitles, then none", ("j", .nextSubtitles)),
    Entry("the next audio track", ("#", .nextAudio)),
    Entry("loop: this source, all, off", ("L", .nextLoop)),
    Entry("fill the screen, or go back", ("f", .toggleFullscreen)),
    Entry("write the picture to a file", ("s", .screenshot)),
    Entry("the next backend, at the same place", ("b", .nextBackend)),
    Entry("the state in full", ("i", .showState)),
    Entry("these keys", ("?", .showKeys)),
    Entry("quit", ("q", .quit(keepingPlace: false))),
    Entry("quit, and keep the place", ("Q", .quit(keepingPlace: true))),
  ]

  /// What takes the place of two of them in a feed whose pages lie along the axis: pages are turned by the arrow keys
  /// that point at them.
  static func pageEntry(_ axis: PlayerPresentation.Axis) -> Entry {
    switch axis {
    case .vertical: Entry("the page before, the next one", (.up, .page(-1)), (.down, .page(1)))
    case .horizontal: Entry("the page before, the next one", (.left, .page(-1)), (.right, .page(1)))
    }
  }

  /// All that count in a feed of this axis; nil is no feed.
  static func entries(in feed: PlayerPresentation.Axis?) -> [Entry] {
    guard let page = feed.map(pageEntry) else { return entries }
    let taken = Set(page.keys.map(\.key))
    return entries.map { entry in
      entry.keys.contains { taken.contains($0.key) } ? page : entry
    }
  }

  private static let commands = bindings(in: nil)
  private static let verticalCommands = bindings(in: .vertical)
  private static let horizontalCommands = bindings(in: .horizontal)

  private static func bindings(in feed: PlayerPresentation.Axis?) -> [Key: KeyCommand] {
    var bindings: [Key: KeyCommand] = [.escape: .closeView]
    for (key, command) in entries(in: feed).flatMap(\.keys) { bindings[key] = command }
    return bindings
  }

  /// What a key asks for, in a feed of this axis; nil is no feed.
  static func command(for key: Key, in feed: PlayerPresentation.Axis? = nil) -> KeyCommand? {
    switch feed {
    case nil: commands[key]
    case .vertical?: verticalCommands[key]
    case .horizontal?: horizontalCommands[key]
    }
  }
}

extension Key: ExpressibleByUnicodeScalarLiteral {
  init(unicodeScalarLiteral scalar: Unicode.Scalar) { self = .character(scalar) }

  /// ``label`` where there is nothing but ASCII.
  var asciiLabel: String {
    switch self {
    case .up: "up"
    case .down: "down"
    case .left: "left"
    case .right: "right"
    default: label
    }
  }
}
