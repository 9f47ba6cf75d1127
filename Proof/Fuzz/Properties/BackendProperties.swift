import IFramePage
import PlayerKit

@testable import MPVBackend

/// What holds of what the backends are told by others.
enum BackendProperties {
  static func checkPageReport(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let report = PageReport(text) else { return }
    // White space around a report says nothing.
    try hold(PageReport(" \(text)\n") == report, "A report depends on the white space around it.")
  }

  static func checkYtDlpDescription(_ bytes: [UInt8]) throws {
    guard let description = YtDlpDescription(bytes), case .video(let video) = description.content else {
      return
    }
    try hold(
      ["http://", "https://", "edl://"].contains { video.url.hasPrefix($0) },
      "yt-dlp has mpv open \(video.url).")
  }
}
