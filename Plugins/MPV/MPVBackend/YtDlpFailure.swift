import Glibc
import PlayerKit
import PlayerPlugins

/// Why yt-dlp gave no description, in the words of the vocabulary.
struct YtDlpFailure {
  let program: String
  let outcome: ProgramRun.Outcome
  let isList: Bool

  /// Whether the program ran at all, so that it can be asked for its version.
  var hasRun: Bool {
    if case .notStarted = outcome.end { false } else { true }
  }

  /// The failure.
  ///
  /// - Parameter version: the program's, where it is known.
  func error(version: String?) -> PlayerError {
    let name = "yt-dlp" + (version.map { " \($0)" } ?? " (of an unknown version)")
    switch outcome.end {
    case .notStarted(let number):
      let words = String(cString: strerror(number))
      return PlayerError(
        .backendUnavailable, "yt-dlp, which mpv needs for YouTube, can't be run: “\(program)”: \(words).",
        remedy: "Install yt-dlp, or name it by the variable \(YtDlp.variable).", backend: "mpv",
        backendCode: words)
    case .killed(let signal):
      return PlayerError(
        .unknown, "\(name) was killed by the signal \(signal).", remedy: "Try again.", backend: "mpv",
        backendCode: "signal \(signal)")
    case .unknown:
      return PlayerError(
        .unknown, "\(name) ended, and something else in this program took note of how.",
        remedy: "Wait for no child process in a program that has the mpv backend.", backend: "mpv")
    case .exited(0):
      return PlayerError(
        .unknown, "\(name) answered with what is no description of \(subject).",
        remedy: Self.update, backend: "mpv", backendCode: "0")
    case .exited(let status):
      let reason = reason ?? "it ended with the status \(status)"
      let cause = Self.cause(of: reason)
      return PlayerError(
        cause.code, "\(name) could not open \(subject): \(reason)", remedy: cause.remedy, backend: "mpv",
        backendCode: "\(status)")
    }
  }

  private var subject: String { isList ? "the list" : "the video" }

  /// yt-dlp's last error, as it writes it: `ERROR: [youtube] dQw4w9WgXcQ: Video unavailable`.
  private var reason: String? {
    let lines = String(decoding: outcome.errors, as: UTF8.self).split(whereSeparator: \.isNewline)
    guard let line = lines.last(where: { $0.hasPrefix("ERROR:") }) else { return nil }
    var text = line.dropFirst("ERROR:".count).drop { $0 == " " }
    for tail in Self.tails {
      if let place = text.firstRange(of: tail) { text = text[..<place.lowerBound] }
    }
    guard text.unicodeScalars.count <= 300 else { return text.beginning(300) + "…" }
    return text + (text.last.map { ".!?".contains($0) } == true ? "" : ".")
  }

  /// What yt-dlp appends to its errors, for those who work on it.
  private static let tails = [" (caused by ", "; please report this issue on"]

  private static let update = "Update yt-dlp, and try again."

  private static func cause(of reason: String) -> (code: PlayerError.Code, remedy: String) {
    let text = reason.lowercased()
    return causes.first { cause in cause.words.contains { text.contains($0) } }.map { ($0.code, $0.remedy) }
      ?? (.unknown, update)
  }

  /// What yt-dlp and YouTube say, in small letters, and what it means. The first that fits counts.
  private static let causes: [(words: [String], code: PlayerError.Code, remedy: String)] = [
    (
      ["not a bot", "http error 429"], .notPermitted,
      "Wait, or let yt-dlp sign in (mpv's option ytdl-raw-options, cookies-from-browser)."
    ),
    (
      [
        "private video", "is private", "has been removed", "no longer available", "does not exist",
        "http error 404", "http error 410", "does not have a", "not currently live", "been terminated",
        "incomplete youtube id",
      ], .notFound, "Check the address: YouTube has nothing there that you may see."
    ),
    (
      ["sign in", "age-restricted", "members", "join this channel", "login", "cookies"], .notPermitted,
      "Let yt-dlp sign in (mpv's option ytdl-raw-options, cookies-from-browser)."
    ),
    (
      ["in your country", "not available in your", "geo restrict", "from your location"], .notPermitted,
      "Its owner does not show it where you are."
    ),
    (["timed out", "timeout"], .timedOut, "Try again, or allow more time."),
    (
      [
        "failed to resolve", "name or service not known", "temporary failure in name resolution",
        "getaddrinfo", "connection refused", "connection reset", "network is unreachable",
        "no route to host", "unable to download", "unable to connect", "http error", "ssl", "proxy",
      ], .network, "Check the network, and try again."
    ),
    (
      ["requested format is not available"], .playbackFailed,
      "Choose another format by mpv's option ytdl-format."
    ),
    (
      ["unavailable", "is not available"], .notFound,
      "Check the address: YouTube has nothing there that you may see."
    ),
    (
      ["premieres in", "will begin in", "drm", "no video formats", "unsupported url", "requires payment"],
      .playbackFailed, "It can't be played now, or not by mpv."
    ),
  ]
}
