import Foundation
import PlayerKit

/// `youtube-urls.tsv`: what a text is to be read as, a row a text.
///
/// The columns: text, kind, value, start, list, index, live. The value of a channel is `id:`, `handle:`,
/// `user:` or `custom:` and the name; of `videos` the ids with commas; of `error` the code. The text is
/// verbatim, white space at its ends included.
struct SourceTable {
  struct Row: Sendable, Hashable {
    let text: String
    /// The columns behind the text.
    let expected: [String]

  }

  static let rows: [Row] = {
    guard
      let url = Bundle.module.url(
        forResource: "youtube-urls", withExtension: "tsv", subdirectory: "Resources"),
      let table = try? String(contentsOf: url, encoding: .utf8)
    else { return [] }
    return table.split(separator: "\n").dropFirst().map { line in
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return Row(text: columns[0], expected: Array(columns.dropFirst()))
    }
  }()

  /// The columns behind the text, for what the parser made of it.
  static func columns(parsing text: String) -> [String] {
    do {
      return columns(try PlayerSource(parsing: text))
    } catch {
      return ["error", error.code.rawValue, "", "", "", ""]
    }
  }

  static func columns(_ source: PlayerSource) -> [String] {
    var value = ""
    var list = ""
    var index: Int?
    var isLive = false
    switch source.content {
    case .video(let id, let itsList, let itsIndex):
      (value, list, index) = (id.description, itsList?.description ?? "", itsIndex)
    case .videos(let ids, let itsIndex):
      (value, index) = (ids.map(\.description).joined(separator: ","), itsIndex > 0 ? itsIndex : nil)
    case .playlist(let id, let itsIndex): (value, index) = (id.description, itsIndex)
    case .channel(let channel, let live):
      isLive = live
      value =
        switch channel {
        case .id(let id): "id:\(id)"
        case .handle(let name): "handle:\(name)"
        case .user(let name): "user:\(name)"
        case .custom(let name): "custom:\(name)"
        }
    case .file(let path): value = path.description
    case .stream(let url): value = url
    }
    let start = source.start.map { $0 == $0.rounded() ? String(Int($0)) : String($0) }
    return [
      source.kind.rawValue, value, start ?? "", list, index.map(String.init) ?? "", isLive ? "live" : "",
    ]
  }
}
