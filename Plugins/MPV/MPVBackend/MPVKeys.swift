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
  }

  /// Each key, by the name that mpv's `input.conf` gives it.
  private static let keys: [(String, Wish)] = [
    ("CLOSE_WIN", .close), ("q", .close), ("Q", .close), ("Ctrl+w", .close), ("Ctrl+c", .close),
    ("POWER", .close), ("STOP", .stop), (".", .stepForward), (",", .stepBack), (">", .next),
    ("NEXT", .next), ("<", .previous), ("PREV", .previous),
  ]

  /// The commands that bind them. Positional ones: the first argument is itself called `name`.
  static let commands = keys.map { key, wish in
    MPVNode.array(["keybind", .string(key), .string("script-message \(address) \(wish.rawValue)")])
  }

  /// The wish in a message of mpv's; nil where the message is another's.
  static func wish(_ message: [String]) -> Wish? {
    message.count == 2 && message[0] == address ? Wish(rawValue: message[1]) : nil
  }

  private static let address = "ytplay"
}
