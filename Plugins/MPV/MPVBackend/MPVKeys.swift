import PlayerKit

/// Keys of mpv's window that the backend takes over, because mpv's own meaning of them would end mpv, or would
/// go past the vocabulary.
enum MPVKeys {
  /// What a key asks for.
  enum Wish: String, CaseIterable {
    /// Drops the source; mpv itself would quit.
    case close
    /// Goes back to the start; mpv itself would quit.
    case stop
    /// Pauses and steps by a frame; mpv itself plays for a moment.
    case stepForward, stepBack
    /// Goes to another item of the source's list, of which mpv knows the current one alone.
    case next, previous
    /// Asks for another page, where the session is one of several.
    case pageForward, pageBack, wheelForward, wheelBack
  }

  /// Each key, by the name that mpv's `input.conf` gives it.
  private static let keys: [(String, Wish)] = [
    ("CLOSE_WIN", .close), ("q", .close), ("Q", .close), ("Ctrl+w", .close), ("Ctrl+c", .close),
    ("POWER", .close), ("STOP", .stop), (".", .stepForward), (",", .stepBack), (">", .next),
    ("NEXT", .next), ("<", .previous), ("PREV", .previous),
  ]

  /// The commands that bind them. Positional ones: the first argument is itself called `name`.
  static let commands =
    keys.map { key, wish in
      MPVNode.array(["keybind", .string(key), .string("script-message \(address) \(wish.rawValue)")])
    } + sections

  /// The wish in a message of mpv's; nil where the message is another's.
  static func wish(_ message: [String]) -> Wish? {
    message.count == 2 && message[0] == address ? Wish(rawValue: message[1]) : nil
  }

  /// How long after one page the wheel may ask for the next, in seconds.
  static let wheelInterval = 0.35

  /// Keys that ask for pages, while they do.
  private static func pageKeys(_ axis: PlayerPresentation.Axis) -> [(String, Wish)] {
    let wheel: [(String, Wish)] = [
      ("WHEEL_DOWN", .wheelForward), ("WHEEL_RIGHT", .wheelForward), ("WHEEL_UP", .wheelBack),
      ("WHEEL_LEFT", .wheelBack),
    ]
    switch axis {
    case .vertical: return wheel + [("DOWN", .pageForward), ("UP", .pageBack)]
    case .horizontal: return wheel + [("RIGHT", .pageForward), ("LEFT", .pageBack)]
    }
  }

  private static func section(_ axis: PlayerPresentation.Axis) -> MPVNode {
    .string("ytplay-\(axis.rawValue)")
  }

  /// The commands that define the pages' keys, each axis a section that can be switched on and off.
  static let sections = PlayerPresentation.Axis.allCases.map { axis in
    let lines = pageKeys(axis).map { "\($0) script-message \(address) \($1.rawValue)\n" }
    return MPVNode.array(["define-section", section(axis), .string(lines.joined()), "force"])
  }

  /// Has an axis' keys ask for pages.
  static func enable(_ axis: PlayerPresentation.Axis) -> MPVNode {
    .array(["enable-section", section(axis), "allow-hide-cursor+allow-vo-dragging"])
  }

  /// Gives an axis' keys their own meaning again.
  static func disable(_ axis: PlayerPresentation.Axis) -> MPVNode {
    .array(["disable-section", section(axis)])
  }

  private static let address = "ytplay"
}
