import Glibc
import PlayerKit
import PlayerPlugins

/// The program yt-dlp: which one, and how it is asked.
struct YtDlp: Sendable {
  /// Its path, or its name, which is looked up in `PATH`.
  let program: String
  /// Which of a video's formats is played, as yt-dlp's `--format`.
  let format: String
  /// Further options of yt-dlp's.
  let options: [String]

  /// The variable of the environment that names the program.
  static let variable = "YTPLAY_YT_DLP"

  /// From mpv's own options for its YouTube script, which the backend reads in its place.
  ///
  /// - Parameters:
  ///   - path: `script-opts`'s `ytdl_hook-ytdl_path`.
  ///   - format: `ytdl-format`.
  ///   - options: `ytdl-raw-options`.
  init(path: String?, format: String?, options: [String: String], showsVideo: Bool) {
    let named = getenv(Self.variable).map { String(cString: $0) }
    program = [path, named].compactMap { $0 }.first { !$0.isEmpty } ?? "yt-dlp"
    let chosen = format.flatMap { $0.isEmpty ? nil : $0 }
    self.format = chosen ?? (showsVideo ? "bestvideo+bestaudio/best" : "bestaudio/best")
    self.options = options.sorted { $0.key < $1.key }
      // One source is one video or one list, whatever an option says.
      .filter { !["yes-playlist", "no-playlist"].contains($0.key) }
      .flatMap { ["--\($0.key)"] + ($0.value.isEmpty ? [] : [$0.value]) }
  }

  /// As mpv was told, by options before it started.
  init(_ handle: MPVHandle, showsVideo: Bool) {
    var options: [String: String] = [:]
    if case .map(let map) = handle.property("options/ytdl-raw-options") {
      options = map.compactMapValues(\.string)
    }
    self.init(
      path: handle.property("options/script-opts")["ytdl_hook-ytdl_path"].string,
      format: handle.property("options/ytdl-format").string, options: options, showsVideo: showsVideo)
  }

  /// What is asked of it.
  enum Question: Sendable, Hashable {
    case video(url: String)
    case list(url: String)
  }

  /// The command that answers a question with a JSON object.
  func command(_ question: Question) -> [String] {
    var command = [program, "--no-warnings", "--dump-single-json", "--flat-playlist"]
    switch question {
    case .video(let url):
      if format != "ytdl" { command += ["--format", format] }
      command += ["--sub-format", "ass/srt/best", "--all-subs"] + options + ["--no-playlist", "--", url]
    case .list(let url):
      command += options + ["--yes-playlist", "--", url]
    }
    return command
  }

  /// The command that tells its version.
  var versionCommand: [String] { [program, "--version"] }

  /// The version in what ``versionCommand`` wrote; nil where that is none.
  static func version(_ outcome: ProgramRun.Outcome) -> String? {
    guard outcome.end == .exited(0) else { return nil }
    let line = outcome.output.prefix { $0 != UInt8(ascii: "\n") }
    guard !line.isEmpty, line.count < 64, line.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else { return nil }
    return String(decoding: line, as: UTF8.self)
  }
}

extension PlayerSource {
  /// What yt-dlp is asked of a source of YouTube's before any video of it can be opened; nil where nothing
  /// is, because its videos are known.
  var listQuestion: YtDlp.Question? {
    switch content {
    case .video(let id, let list?, _):
      // A mix is made for the video that it is opened with.
      return .list(
        url: list.isMix
          ? PlayerSource(.video(id, list: list)).text : PlayerSource(.playlist(list)).text)
    case .playlist(let list, _):
      return .list(url: list.mixURL ?? PlayerSource(.playlist(list)).text)
    case .channel(let channel, live: false):
      if case .id(let id) = channel, let uploads = id.uploads {
        return .list(url: PlayerSource(.playlist(uploads)).text)
      }
      return .list(url: PlayerSource(.channel(channel)).text + "/videos")
    case .video, .videos, .channel, .file, .stream: return nil
    }
  }

  /// What yt-dlp is asked to open a source that is one video; nil where it is none of YouTube's.
  var videoQuestion: YtDlp.Question? {
    switch content {
    case .video(let id, _, _): .video(url: PlayerSource(.video(id)).text)
    case .channel(let channel, live: true): .video(url: PlayerSource(.channel(channel, live: true)).text)
    case .videos, .playlist, .channel, .file, .stream: nil
    }
  }

  /// Whether it is YouTube's.
  var isYouTube: Bool {
    switch kind {
    case .video, .videos, .playlist, .channel: true
    case .file, .stream: false
    }
  }
}

extension YouTubePlaylistID {
  /// Whether YouTube makes the list up as it is played, so that it has no page of its own.
  fileprivate var isMix: Bool { description.hasPrefix("RD") && !description.hasPrefix("RDCLAK") }

  /// The address of a mix that is named after the video that it begins with.
  fileprivate var mixURL: String? {
    guard isMix, let id = YouTubeVideoID(String(description.suffix(11))) else { return nil }
    return PlayerSource(.video(id, list: self)).text
  }
}
