import PlayerKit

/// mpv's window: what is asked of it, and what a person does in it.
extension MPVSession {
  /// Fills the screen, or goes back to a window; lives on across sources.
  func setFullscreen(_ isFullscreen: Bool) throws(PlayerError) {
    guard mayShowWindow else {
      throw PlayerError(
        .unsupported, "There is no window that could fill the screen.",
        remedy: configuration.showsVideo ? "It needs a display." : "Allow the picture to be shown.",
        backend: "mpv")
    }
    sayIfNew(.fullscreenChanged(isFullscreen))
    set(.fullscreen, .flag(isFullscreen))
  }

  /// A key was pressed whose meaning is the backend's.
  func fulfil(_ wish: MPVKeys.Wish) {
    switch wish {
    case .close:
      say(.log(.info, "the window was closed"))
      // The window of a feed, whatever page it shows.
      if presentation?.turnsPages == true { quit() } else { clear() }
    // A key that can't be obeyed does nothing, as in mpv.
    case .stop: perform(.stop) { _ in }
    case .stepForward: perform(.stepFrame(by: 1)) { _ in }
    case .stepBack: perform(.stepFrame(by: -1)) { _ in }
    // Without another item they do nothing, as in mpv: the source would end.
    case .next: if let list, !list.isAtLast || state.loop == .all { perform(.next) { _ in } }
    case .previous: if list != nil { perform(.previous) { _ in } }
    case .pageForward, .wheelForward: turnPage(by: 1, isWheel: wish == .wheelForward)
    case .pageBack, .wheelBack: turnPage(by: -1, isWheel: wish == .wheelBack)
    }
  }

  /// Names the window by what is played.
  func nameWindow(_ title: String?) {
    let name = title.map { "\(Self.withoutControls($0)) - ytplay" } ?? "ytplay"
    // `$>`: nothing behind it is mpv's to expand.
    engine.set("title", .string("$>\(name)"))
  }

  /// The text with a space for each control character: a title may come from anyone.
  static func withoutControls(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          switch scalar.properties.generalCategory {
          case .control, .lineSeparator, .paragraphSeparator: " "
          default: scalar
          }
        }))
  }

  /// Whether the picture goes where nobody sees it.
  func noteVideoOutput(_ media: MPVMedia, _ driver: String?) {
    guard mayShowWindow, isInFront, driver == "null", !isBlindnessNoted, media.hasPicture else { return }
    isBlindnessNoted = true
    say(.log(.info, "no window could be opened: sound alone"))
  }
}
