/// A slider over a player's time: where its knob stands, and what holding and moving it does.
///
/// ```swift
/// let scrubber = Scrubber(player)
/// slider.onPress = { scrubber.begin() }
/// slider.onDrag = { scrubber.move(to: $0) }
/// slider.onRelease = { scrubber.end() }
/// for await value in scrubber.values { slider.position = value.progress ?? 0 }
/// ```
///
/// While the knob is held the player is paused, and the picture follows the knob by inexact seeks: at most one is under
/// way, and then the newest place counts. When it is let go of, an exact seek follows, and the player plays on if it
/// was playing; until then the knob stays where it was let go of, so that it never jumps back. Who pauses or plays
/// meanwhile by other means is heeded, and so is who seeks after the release. A hold ends by itself when another source
/// comes, when playing fails for good, or when the source turns out to be one that can't be sought in; it outlives a
/// change of the backend.
///
/// All members may be used from any thread, and return at once. A scrubber keeps its player. What the player refuses it
/// publishes, see ``PlayerEvent/rejected(_:_:)``. A scrubber that is dropped while it is held does as ``cancel()`` does.
public final class Scrubber: Sendable {
  /// The player whose time it is.
  public var player: Player { core.player }

  private let core: ScrubberCore

  /// A slider over the time of a player.
  ///
  /// - Parameters:
  ///   - player: whose time it shows, and where it seeks.
  ///   - interval: how many seconds of playing lie between two values, at the least; nil, or less than the player's
  ///     ``PlayerConfiguration/timeInterval``: that. Whatever else changes is told at once.
  public init(_ player: Player, interval: Double? = nil) {
    core = ScrubberCore(player, interval: interval)
    core.follow()
  }

  deinit {
    core.cancel()
    core.stopFollowing()
  }

  /// What the slider shows now, which agrees with the player's state now.
  public var value: Value {
    core.refresh()
    return core.newest.value
  }

  /// What the slider shows, beginning with the current value.
  public var values: ScrubberValues { ScrubberValues(newest: core.newest) }

  /// The knob was taken hold of: the player pauses. Nothing where it is held already.
  ///
  /// - Returns: whether it is held: not where nothing is loaded, or the source can't be sought in.
  @discardableResult
  public func begin() -> Bool {
    core.change { $0.begin() }
  }

  /// The knob that is held was moved to this place, 0…1; what lies outside is brought to the nearer end.
  ///
  /// Nothing where it is not held, or where `progress` is not a number. While the duration is not known yet the knob
  /// moves, and the picture follows when it is.
  public func move(to progress: Double) {
    guard progress.isFinite else { return }
    core.change { $0.move(to: .progress(min(max(progress, 0), 1))) }
  }

  /// The knob that is held was moved to this time, in seconds; see ``move(to:)``.
  public func move(toTime time: Double) {
    guard time.isFinite else { return }
    core.change { $0.move(to: .time(max(time, 0))) }
  }

  /// The knob was let go of: the player goes to that place exactly, and plays on if it was playing.
  ///
  /// Nothing where it is not held. Let go of at the end, a player that was playing comes to its end.
  public func end() {
    core.change { $0.end() }
  }

  /// The knob was let go of, and all is to be as before: the player goes back to where it was when the knob was taken
  /// hold of, and plays on if it was playing. Nothing where it is not held.
  public func cancel() {
    core.cancel()
  }

  /// Puts the knob to this place, 0…1, without holding it: a click beside it. Playing is not interrupted.
  ///
  /// Where it is held this moves it. Nothing where the place has no meaning: the duration is not known, the source
  /// can't be sought in, or `progress` is not a number.
  public func jump(to progress: Double) {
    guard progress.isFinite else { return }
    core.change { $0.jump(to: min(max(progress, 0), 1)) }
  }

  /// Moves the knob by so many seconds, forwards or backwards, held or not: a key that was pressed.
  ///
  /// Steps that come faster than the player can follow add up, and at most one seek is under way. Playing is not
  /// interrupted.
  public func step(by seconds: Double) {
    guard seconds.isFinite else { return }
    core.change { $0.step(by: seconds) }
  }
}
