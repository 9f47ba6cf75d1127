import CMPV
import PlayerKit

/// Why a source failed, in the words of the vocabulary.
struct MPVFailure {
  let source: PlayerSource
  /// mpv's code; 0 where it gave none.
  let code: MPVCode
  /// What mpv logged since.
  let log: [MPVLogLine]
  /// Whether mpv reads it over a network, as far as that is known.
  let isNetwork: Bool
  let isSeekable: Bool
  let showsVideo: Bool
  /// For how many seconds, just before, nothing of it came.
  var waited = 0.0

  /// The failure of a source that mpv could not open, or gave up.
  var error: PlayerError {
    if case .file(let path) = source.content {
      do {
        _ = try MPVFile(path)
      } catch {
        return error
      }
    }
    return (source.kind != .file ? networkError : nil) ?? codeError
  }

  /// Whether the log tells the cause already, so that waiting for more of it is no use.
  var isExplained: Bool {
    if case .file = source.content {
      return ![MPVCode(MPV_ERROR_NOTHING_TO_PLAY), MPVCode(MPV_ERROR_GENERIC)].contains(code)
    }
    return networkError != nil
  }

  /// The failure of a source that stopped `time` seconds in, more than a second short of its duration.
  func endedEarly(at time: Double, of duration: Double) -> PlayerError {
    let place = "\(MPVTime.words(time)) into \(MPVTime.words(duration))"
    guard isNetwork else {
      return error(
        .playbackFailed, "The source stopped \(place).", "The file is cut short or damaged; get it whole.",
        "eof")
    }
    if let networkError { return networkError }
    // A connection that is cut ends at once; one that is silent, only after ffmpeg's time-out.
    if waited > 0.5 { return stalled(after: waited) }
    if !isSeekable && time - (source.start ?? 0) < 0.1 {
      return error(
        .playbackFailed, "The server delivers this file only from its beginning, and its index is not there.",
        "Let the server take ranges, or put the index first (ffmpeg: `-movflags +faststart`).", "eof")
    }
    return error(.network, "The connection was cut \(place).", "Check the network, and try again.", "eof")
  }

  /// The failure of a source that did not open within so many seconds.
  func unopened(after seconds: Double) -> PlayerError {
    if let networkError { return networkError }
    return PlayerError(
      .timedOut, "The source did not open within \(MPVTime.words(seconds)).",
      remedy: "Try again, or allow more time.", backend: "mpv")
  }

  /// The failure of an open source of which nothing came for so many seconds.
  func stalled(after seconds: Double) -> PlayerError {
    if let networkError { return networkError }
    return PlayerError(
      .timedOut, "Nothing more of the source came for \(MPVTime.words(seconds)).",
      remedy: "Check the network or the disk, and try again.", backend: "mpv")
  }

  /// The failure of an open source that did not go on for so many seconds, though mpv said that it plays.
  func stoodStill(for seconds: Double) -> PlayerError {
    PlayerError(
      .timedOut, "The sound or the picture has stood still for \(MPVTime.words(seconds)).",
      remedy: "Check the sound device and the display; if they are well, the source is damaged.",
      backend: "mpv")
  }

  private var networkError: PlayerError? {
    guard let cause = MPVLogCause.last(in: log) else { return nil }
    let number = code.isSuccess ? nil : "\(code.value)"
    return switch cause {
    case .status(let status) where [404, 410].contains(status):
      error(.notFound, "The server has no such file (HTTP \(status)).", "Check the address.", "\(status)")
    case .status(let status) where [401, 402, 403, 407, 451].contains(status):
      error(
        .network, "The server gives this file not to everyone (HTTP \(status)).",
        "Sign in, or ask its owner for an address that may be opened.", "\(status)")
    case .status(let status):
      error(.network, "The server refused to deliver (HTTP \(status)).", "Try again later.", "\(status)")
    case .silent:
      error(.timedOut, "The server did not answer in time.", "Try again, or allow more time.", number)
    case .noHost:
      error(.network, "There is no such host.", "Check the address and the network.", number)
    case .refused:
      error(.network, "The server refused the connection.", "Check the address and the port.", number)
    case .unreachable:
      error(.network, "The network can't be reached.", "Check the connection to it.", number)
    case .cut:
      error(.network, "The connection was cut.", "Check the network, and try again.", number)
    case .insecure:
      error(
        .network, "There is no secure connection to the server.",
        "Check the address, and whether the server speaks HTTPS.", number)
    case .unsafePlaylist:
      error(
        .playbackFailed, "The address leads to a playlist that names what may not be opened from there.",
        "A server's playlist may name no local file; give the file itself.", number)
    case .unknownProtocol:
      error(.unsupported, "Addresses that begin so can't be opened by mpv.", "Check how it begins.", number)
    }
  }

  private var codeError: PlayerError {
    let number = "\(code.value)"
    let isStream = source.kind != .file
    return switch code {
    case MPVCode(MPV_ERROR_UNKNOWN_FORMAT) where isStream:
      error(
        .playbackFailed, "What the server sent is no media, perhaps a web page.",
        "Give the address of the audio or video itself.", number)
    case MPVCode(MPV_ERROR_UNKNOWN_FORMAT):
      error(
        .playbackFailed, "This is no media, or it is damaged.", "Give a file of audio or video.", number)
    case MPVCode(MPV_ERROR_NOTHING_TO_PLAY) where !showsVideo:
      error(.playbackFailed, "This source has no sound to play.", "Allow its picture to be shown.", number)
    case MPVCode(MPV_ERROR_NOTHING_TO_PLAY):
      error(
        .playbackFailed, "There is no sound or picture in it that mpv can decode.",
        "Convert it, or use an mpv whose ffmpeg has the codec.", number)
    case MPVCode(MPV_ERROR_LOADING_FAILED) where isStream:
      // ffmpeg logs nothing of these three.
      error(
        .network, "The server gave no answer that can be used.",
        "Check the address: it may redirect in a circle, ask for a sign-in, or be no web server's.", number)
    case MPVCode(MPV_ERROR_LOADING_FAILED):
      error(.playbackFailed, "This file can't be opened\(words).", "Check what it is.", number)
    case MPVCode(MPV_ERROR_AO_INIT_FAILED), MPVCode(MPV_ERROR_VO_INIT_FAILED), MPVCode(MPV_ERROR_GENERIC):
      error(
        .playbackFailed, "Sound or picture can't be put out: \(code)\(words).",
        "Check the devices, and mpv's options `ao` and `vo`.", number)
    default:
      error(.unknown, "Playing failed in mpv: \(code)\(words).", "Load it again.", number)
    }
  }

  /// mpv's last words, as the end of a sentence.
  private var words: String {
    guard let line = log.last(where: \.isError) ?? log.last else { return "" }
    return " (\(line.text.hasSuffix(".") ? String(line.text.dropLast()) : line.text))"
  }

  private func error(
    _ code: PlayerError.Code, _ message: String, _ remedy: String, _ number: String?
  ) -> PlayerError {
    PlayerError(code, message, remedy: remedy, backend: "mpv", backendCode: number)
  }
}
