/// How the program ends, in mpv's own numbers.
enum ExitStatus: Int32, Sendable {
  /// Played to the end, or quit.
  case success = 0
  /// Wrong usage, or nothing could be started.
  case usage = 1
  /// No source could be played.
  case nothingPlayed = 2
  /// Some sources could be played and some could not.
  case partlyPlayed = 3
  /// A signal ended it; a reader who goes away counts as one, as SIGPIPE is.
  case signal = 4
}
