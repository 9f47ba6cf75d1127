/// A rule of the contract: what every backend promises, by number.
///
/// The table ``all`` is the contract of `docs/contract.md` in the order of its numbers.
public struct ConformanceRule: Sendable, Hashable, Identifiable {
  /// The rule's number in the contract, from 1.
  public let number: Int
  /// A short name that people read.
  public let name: String
  /// What the suite checks, in full sentences.
  public let summary: String

  /// The number.
  public var id: Int { number }

  /// The rule with this number, or nil where the contract has none.
  public init?(number: Int) {
    guard let rule = Self.all.first(where: { $0.number == number }) else { return nil }
    self = rule
  }

  private init(_ number: Int, _ name: String, _ summary: String) {
    self.number = number
    self.name = name
    self.summary = summary
  }

  /// Every rule, in the order of the numbers.
  public static let all: [ConformanceRule] = [
    ConformanceRule(
      1, "ready",
      """
      Making a backend returns a ready one or throws within 10 s, and its first event is `ready`.
      """),
    ConformanceRule(
      2, "load and cue",
      """
      A load sends `sourceChanged`, then goes from `unstarted` over `buffering` to `playing` when it plays by \
      itself, else to `queued`. A cue ends `queued`, without a moment of sound.
      """),
    ConformanceRule(
      3, "one source at a time",
      """
      Once a load is accepted no event of the earlier source arrives. A load overtaken by the next one may \
      send nothing but its `sourceChanged`.
      """),
    ConformanceRule(
      4, "a seek keeps play and pause",
      """
      Playing stays playing, paused paused, queued queued with the start moved, stopped stopped; ended \
      becomes paused at the target. At the very end paused stays paused, and the next play starts again.
      """),
    ConformanceRule(
      5, "early seeks",
      """
      A seek sent before the source is open is held and applied, the last one wins, `by` counts from \
      `start`, and `fraction` waits for the duration. `start` is part of the load.
      """),
    ConformanceRule(
      6, "the bounds of a seek",
      """
      A seek is clamped to 0…`end` or the duration. It is `unsupported` where the source can't be sought, \
      and `invalidArgument` where it is not a number.
      """),
    ConformanceRule(
      7, "a slider never jumps back",
      """
      From a seek's acceptance until it has landed `isSeeking` holds and `currentTime` is the target; on \
      landing it becomes the true position, once.
      """),
    ConformanceRule(
      8, "time",
      """
      While playing the time comes every `timeInterval` and runs at real time within 50 ms; while paused it \
      comes only when it is asked for.
      """),
    ConformanceRule(
      9, "the end",
      """
      `ended` comes exactly once, after a last time that says the end; a source with items ends once, after \
      its last; one that stops short has failed. Play after the end starts again.
      """),
    ConformanceRule(
      10, "nothing for nothing",
      """
      Play while playing and pause while paused are nothing: no event, no error.
      """),
    ConformanceRule(
      11, "what lives on",
      """
      Volume, mute, rate and loop live on across loads, muting keeps the volume, and what is out of range is \
      `invalidArgument`.
      """),
    ConformanceRule(
      12, "capabilities never lie",
      """
      An action whose capability is missing is `unsupported` and changes nothing; one whose capability is \
      listed works, wherever the source allows it.
      """),
    ConformanceRule(
      13, "failures",
      """
      A failure sets `error` and `unstarted` with its true cause, the next load clears it, and the backend \
      stays usable.
      """),
    ConformanceRule(
      14, "nothing loaded",
      """
      Without a source what needs one throws `nothingLoaded`, and stop and clear do nothing.
      """),
    ConformanceRule(
      15, "order",
      """
      The actions of one task are applied in the order sent, any number of tasks may send at once, and \
      events come one at a time.
      """),
    ConformanceRule(
      16, "shutting down",
      """
      Shutting down ends within 5 s even amid a load and may be asked for again; nothing arrives after it, \
      each action throws `closed`, and threads, descriptors and processes are gone.
      """),
    ConformanceRule(
      17, "no leaks",
      """
      After a warm-up, cycles of make, load and shut down leave no thread, descriptor or process behind, and \
      memory stays flat.
      """),
    ConformanceRule(
      18, "blocked autoplay",
      """
      Where the platform blocks playback, play ends in `autoplayBlocked`, never in a silent `unstarted`.
      """),
  ]
}

extension ConformanceRule: CustomStringConvertible {
  /// The number and the name.
  public var description: String { "rule \(number), \(name)" }
}
