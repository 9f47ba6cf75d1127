import Glibc

/// What a line of the log says of why a source failed.
///
/// libmpv tells a program only that loading failed (`MPV_ERROR_LOADING_FAILED`), and of a source that stops
/// midway nothing at all; the cause is in mpv's log alone. The lines that are read here, and nowhere else, are
/// those of ffmpeg's `http.c`, `tcp.c`, `network.c`, `tls_gnutls.c` and `rtsp.c` and of mpv's `stream.c`.
/// Neither translates its texts. What ffmpeg appends to them is the operating system's (`strerror`), in the
/// language of the process, and is therefore compared with the words that `strerror` has now.
enum MPVLogCause: Hashable {
  case status(Int)
  case noHost, refused, unreachable, cut, silent, insecure, unknownProtocol, unsafePlaylist

  /// - Returns: nil where the line tells no cause.
  init?(_ line: MPVLogLine) {
    guard line.prefix.hasPrefix("ffmpeg") else {
      if line.text.hasPrefix("No protocol handler found") {
        self = .unknownProtocol
      } else if line.text.hasPrefix("Refusing to load potentially unsafe URL") {
        self = .unsafePlaylist
      } else {
        return nil
      }
      return
    }
    // Behind the name of the protocol, as in `http: HTTP error 404 Not Found`.
    let text = line.text.split(separator: ": ", maxSplits: 1).last ?? ""
    if let status = Self.number(behind: "HTTP error ", in: text) {
      self = .status(status)
    } else if text.hasPrefix("method "), let status = Self.number(behind: " failed: ", in: text) {
      self = .status(status)
    } else if text.hasPrefix("Failed to resolve hostname") {
      self = .noHost
    } else if text.hasPrefix("Stream ends prematurely") || text.hasSuffix("error=End of file.") {
      self = .cut
    } else if let cause = Self.systemCause(text) {
      self = cause
    } else if line.text.hasPrefix("tls: ") {
      self = .insecure
    } else {
      return nil
    }
  }

  /// The last cause that lines tell.
  static func last(in lines: [MPVLogLine]) -> MPVLogCause? {
    lines.reversed().lazy.compactMap { MPVLogCause($0) }.first
  }

  /// What the operating system's words at the end of a line mean.
  private static func systemCause(_ text: Substring) -> MPVLogCause? {
    let causes: [(Int32, MPVLogCause)] = [
      (ETIMEDOUT, .silent), (ECONNREFUSED, .refused), (ENETUNREACH, .unreachable),
      (EHOSTUNREACH, .unreachable), (ECONNRESET, .cut), (ECONNABORTED, .cut), (EPIPE, .cut), (EIO, .cut),
    ]
    let text = text.last == "." ? text.dropLast() : text
    return causes.first { text.hasSuffix(words($0.0)) }?.1
  }

  /// The operating system's words for an error, as ffmpeg gets them.
  static func words(_ number: Int32) -> String { String(cString: strerror(number)) }

  /// The number that follows on a mark.
  private static func number(behind mark: String, in text: Substring) -> Int? {
    let bytes = Array(text.utf8)
    let mark = Array(mark.utf8)
    guard
      let index = bytes.indices.dropLast(mark.count).first(where: { bytes[$0...].starts(with: mark) })
    else { return nil }
    return Int(
      String(decoding: bytes[(index + mark.count)...].prefix { (48...57).contains($0) }, as: UTF8.self))
  }
}
