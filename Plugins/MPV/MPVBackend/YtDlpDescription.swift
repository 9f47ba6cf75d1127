import PlayerKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What yt-dlp tells of one address, as JSON (`yt-dlp -J`).
struct YtDlpDescription: Sendable {
  /// A video that mpv can open, or a list of videos.
  enum Content: Sendable {
    case video(YtDlpVideo)
    case list([PlayerItem])
  }

  let content: Content
  /// The version of yt-dlp that told it, where it said so.
  let version: String?

  /// Reads a description; nil where it is none, or has no address that may be opened.
  init?(_ json: [UInt8]) {
    guard let page = try? JSONDecoder().decode(Page.self, from: Data(json)) else { return nil }
    version = page.program?.version
    if let entries = page.entries {
      content = .list(Self.items(entries))
    } else if let video = YtDlpVideo(page) {
      content = .video(video)
    } else {
      return nil
    }
  }

  /// The videos of a list, and those of the lists in it, in their order.
  private static func items(_ entries: [Page?]) -> [PlayerItem] {
    entries.flatMap { entry -> [PlayerItem] in
      guard let entry else { return [] }
      if let inner = entry.entries { return items(inner) }
      guard let id = entry.id.flatMap(YouTubeVideoID.init) else { return [] }
      return [PlayerItem(id: id.description, title: entry.title)]
    }
  }

  /// An address's page, and each entry of a list.
  struct Page: Decodable {
    let id: String?
    let title: String?
    let channel: String?
    let uploader: String?
    let thumbnail: String?
    let url: String?
    let manifest: String?
    let scheme: String?
    let headers: [String: String]?
    let formats: [Format]?
    let subtitles: [String: Subtitles]?
    let chapters: [Section]?
    let entries: [Page?]?
    let program: Program?

    private enum CodingKeys: String, CodingKey {
      case id, title, channel, uploader, thumbnail, url, chapters, entries
      case manifest = "manifest_url"
      case scheme = "protocol"
      case headers = "http_headers"
      case formats = "requested_formats"
      case subtitles = "requested_subtitles"
      case program = "_version"
    }

    /// One of the files that make a video up.
    struct Format: Decodable {
      let url: String?
      let manifest: String?
      let scheme: String?
      let headers: [String: String]?

      private enum CodingKeys: String, CodingKey {
        case url
        case manifest = "manifest_url"
        case scheme = "protocol"
        case headers = "http_headers"
      }
    }

    struct Subtitles: Decodable {
      let url: String?
      let ext: String?
      let name: String?
    }

    /// A chapter.
    struct Section: Decodable {
      let start: Double
      let title: String?

      private enum CodingKeys: String, CodingKey {
        case start = "start_time"
        case title
      }
    }

    /// yt-dlp itself.
    struct Program: Decodable {
      let version: String?
    }
  }
}

/// A video as mpv opens it, and what is known of it.
struct YtDlpVideo: Sendable {
  /// An address of http or https, or an EDL of several such, each with its length before it.
  let url: String
  /// Who the server is to be told that it speaks to.
  let userAgent: String?
  /// Further lines of the request, as `Name: value`.
  let headers: [String]
  let metadata: PlayerMetadata

  init?(_ page: YtDlpDescription.Page) {
    let whole = YtDlpDescription.Page.Format(
      url: page.url, manifest: page.manifest, scheme: page.scheme, headers: page.headers)
    let formats = page.formats ?? [whole]
    let addresses = formats.compactMap(\.address)
    guard !addresses.isEmpty, addresses.count == formats.count else { return nil }
    let subtitles = (page.subtitles ?? [:]).sorted { $0.key < $1.key }
      .compactMap { Self.subtitles($0.value, language: $0.key) }
    if addresses.count == 1 && subtitles.isEmpty {
      url = addresses[0]
    } else {
      let streams = addresses.map { "!new_stream;!no_clip;!no_chapters;\(Self.quoted($0))" }
      url = "edl://" + (streams + subtitles).joined(separator: ";")
    }
    let headers = formats[0].headers ?? page.headers ?? [:]
    userAgent = headers["User-Agent"]
    self.headers = ["Cookie", "Referer", "X-Forwarded-For"].compactMap { name in
      headers[name].map { "\(name): \($0)" }
    }
    metadata = PlayerMetadata(
      title: page.title, author: page.channel ?? page.uploader, videoID: page.id,
      thumbnail: page.thumbnail,
      chapters: (page.chapters ?? []).map { Chapter(start: max($0.start, 0), title: $0.title) })
  }

  /// A stream of subtitles that is opened when it is selected.
  private static func subtitles(
    _ subtitles: YtDlpDescription.Page.Subtitles, language: String
  ) -> String? {
    guard let url = subtitles.url, isSafe(url) else { return nil }
    let codec = subtitles.ext == "vtt" ? "webvtt" : subtitles.ext == "srt" ? "subrip" : "null"
    let title = subtitles.name ?? language
    return "!new_stream;!no_clip;!no_chapters;!delay_open,media_type=sub,codec=\(codec);"
      + "!track_meta,title=\(quoted(title)),lang=\(quoted(language));\(quoted(url))"
  }

  /// A text in an EDL, with its length, so that nothing in it is read.
  private static func quoted(_ text: String) -> String { "%\(text.utf8.count)%\(text)" }

  /// Whether mpv may open it: nothing local, and nothing that only mpv knows.
  static func isSafe(_ url: String) -> Bool {
    (url.hasPrefix("https://") || url.hasPrefix("http://"))
      && url.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7f }
  }
}

extension YtDlpDescription.Page.Format {
  /// Where the format is to be had; of one in fragments, where its list is.
  fileprivate var address: String? {
    let address = scheme == "http_dash_segments" ? manifest ?? url : url
    return address.flatMap { YtDlpVideo.isSafe($0) ? $0 : nil }
  }
}
