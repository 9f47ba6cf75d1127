/// What a person pressed, as a terminal tells it.
enum Key: Sendable, Hashable {
  case character(Unicode.Scalar)
  case up, down, left, right
  case backspace, enter, escape

  /// As people write it.
  var label: String {
    switch self {
    case .character(" "): "space"
    case .character(let scalar): String(Character(scalar))
    case .up: "↑"
    case .down: "↓"
    case .left: "←"
    case .right: "→"
    case .backspace: "backspace"
    case .enter: "enter"
    case .escape: "esc"
    }
  }
}
