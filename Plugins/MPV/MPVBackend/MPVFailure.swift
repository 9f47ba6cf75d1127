import CMPV
import PlayerKit

/// Why a source failed, found from mpv's code and from its log, where alone the cause is told.
struct MPVFailure {
  let source: PlayerSource
  let code: MPVCode
  /// What mpv logged since the source was loaded.
  let log: [MPVLogLine]
  /// Whether mpv reads it over a network, as far as that is known.
  let isNetwork: Bool
  let showsVideo: Bool

  /// The failure in the words of the vocabulary.
  var error: PlayerError {
    if case .file(let path) = source.content {
      do {
        _ = try MPVFile(path)
      } catch {
        return error
      }
    }
    return (source.kind == .stream ? networkError : nil) ?? codeError
  }

  /// Whether the log tells the cause already, so that waiting for more of it is no use.
  var isExplained: Bool {
    if case .file = source.content { return true }
    return networkError != nil
  }

  private var networkError: PlayerError? {
    let text = log.map(\.text).joined(separator: "\n")
    if let status = Self.httpStatus(text) {
      return [404, 410].contains(status)
        ? error(.notFound, "The server has no such file (HTTP \(status)).", "Check the address.", "\(status)")
        : error(
          .network, "The server refused to deliver (HTTP \(status)).", "Try again later.", "\(status)")
    }
    let causes: [(words: [String], PlayerError.Code, String, String)] = [
      (
        ["timed out", "Timeout", "timeout"], .timedOut, "The server did not answer in time.",
        "Try again, or allow more time."
      ),
      (
        ["Failed to resolve", "Name or service not known"], .network, "There is no such host.",
        "Check the address and the network."
      ),
      (
        ["Connection refused"], .network, "The server refused the connection.",
        "Check the address and the port."
      ),
      (
        ["Network is unreachable", "No route to host"], .network, "The network can't be reached.", "Check it."
      ),
      (
        ["Connection reset", "Connection aborted", "Broken pipe", "Stream ends prematurely"], .network,
        "The connection was cut.", "Try again."
      ),
      (
        ["No protocol handler found", "Protocol not found"], .unsupported, "mpv can't open such an address.",
        "Check how the address begins."
      ),
    ]
    return causes.first { cause in cause.words.contains { text.contains($0) } }
      .map { error($0.1, $0.2, $0.3, "\(code.value)") }
  }

  private var codeError: PlayerError {
    let number = "\(code.value)"
    return switch code {
    case MPVCode(MPV_ERROR_UNKNOWN_FORMAT):
      error(.playbackFailed, "This is no media, or it is damaged.", "Give audio or video.", number)
    case MPVCode(MPV_ERROR_NOTHING_TO_PLAY) where !showsVideo:
      error(.playbackFailed, "This source has no sound to play.", "Allow its picture to be shown.", number)
    case MPVCode(MPV_ERROR_NOTHING_TO_PLAY):
      error(.playbackFailed, "There is no sound or picture in it that mpv can decode.", nil, number)
    case MPVCode(MPV_ERROR_LOADING_FAILED):
      error(
        source.kind == .stream ? .network : .playbackFailed, "mpv could not open it\(cause).", nil, number)
    case MPVCode(MPV_ERROR_AO_INIT_FAILED), MPVCode(MPV_ERROR_VO_INIT_FAILED), MPVCode(MPV_ERROR_GENERIC):
      error(.playbackFailed, "mpv could not put it out: \(code)\(cause).", nil, number)
    default:
      error(.unknown, "mpv failed: \(code)\(cause).", nil, number)
    }
  }

  /// mpv's last words, as the end of a sentence.
  private var cause: String {
    (log.last(where: \.isError) ?? log.last).map { " (\($0.text))" } ?? ""
  }

  private func error(
    _ code: PlayerError.Code, _ message: String, _ remedy: String?, _ number: String
  ) -> PlayerError {
    PlayerError(code, message, remedy: remedy, backend: "mpv", backendCode: number)
  }

  /// The status in a line such as `http: HTTP error 404 Not Found`.
  static func httpStatus(_ text: String) -> Int? {
    let mark = Array("HTTP error ".utf8)
    let bytes = Array(text.utf8)
    var index = 0
    while index + mark.count < bytes.count {
      if bytes[index...].starts(with: mark) {
        let digits = bytes[(index + mark.count)...].prefix { (48...57).contains($0) }
        if let status = Int(String(decoding: digits, as: UTF8.self)) { return status }
      }
      index += 1
    }
    return nil
  }

  /// The failure of a source that stopped `time` seconds in, more than a second short of its duration.
  func endedEarly(at time: Double, of duration: Double) -> PlayerError {
    let place = "\(MPVTime.text(time)) s into \(MPVTime.text(duration)) s"
    guard isNetwork else {
      return error(
        .playbackFailed, "The source stopped \(place).", "The file is cut short or damaged.", "eof")
    }
    if let cause = networkError, cause.code == .timedOut { return cause }
    return error(.network, "The connection was cut \(place).", "Try again.", "eof")
  }
}
