import PlayerKit

/// What goes along with playing, and neither plays nor is needed for it: the desktop's media keys, the keeping of
/// places.
protocol Companion: Sendable {
  /// Begins, once the first action is under way. It must not wait: nothing starts later because of it.
  func start(on stage: any Stage)
  /// Ends before the backend is shut down. It is awaited for a second at most.
  ///
  /// - Parameter keepingPlace: whether the place is to be kept, even where no place is kept otherwise.
  func stop(keepingPlace: Bool) async
}

/// The companions that the options ask for.
enum Companions {
  static func list(_ options: Options, _ messages: Messages, _ keeper: PlaceKeeper) -> [any Companion] {
    var companions: [any Companion] = [keeper]
    if options.usesMPRIS { companions.append(DesktopControl(options, messages)) }
    return companions
  }
}
