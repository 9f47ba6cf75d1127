import PlayerKit
import PlayerLists

/// What holds of list files, whatever bytes they are.
enum ListProperties {
  static func check(_ bytes: [UInt8]) throws {
    for format in PlayerList.Format.allCases { _ = try? PlayerList(reading: bytes, as: format) }
    guard let list = try? PlayerList(reading: bytes) else { return }
    for format in PlayerList.Format.allCases { try check(list, as: format) }
  }

  /// Throws unless what is written of a list is read as the same one, also where nothing says in which format it is.
  private static func check(_ list: PlayerList, as format: PlayerList.Format) throws {
    let bytes = list.bytes(as: format)
    let first = try read(bytes, as: format)
    try hold(try read(bytes, as: nil) == first, "A list in \(format) is taken for one of another format.")
    try hold(first.rejections.isEmpty, "A list in \(format) can't be read: \(first.rejections).")
    try hold(first.entries.count == list.entries.count, "A list in \(format) has other entries.")
    for (read, written) in zip(first.entries, list.entries) {
      // As `bytes(as:relativeTo:)` says, parts of sources are not kept by each format.
      let isWhole = written.source.start == nil && written.source.end == nil
      let (there, here) = (plain(read.source), plain(written.source))
      try hold(
        isWhole ? there == here : there.content == here.content,
        "A list in \(format) has \(read.source) for \(written.source).")
    }
    let second = try read(first.bytes(as: format), as: format)
    try hold(second == first, "A list in \(format) is written again in another way.")
  }

  /// The source without the `./` that a path may get.
  private static func plain(_ source: PlayerSource) -> PlayerSource {
    guard case .file(let path) = source.content, path.bytes.starts(with: "./".utf8) else { return source }
    return .file(MediaPath(bytes: path.bytes.dropFirst(2)), start: source.start, end: source.end)
  }

  private static func read(_ bytes: [UInt8], as format: PlayerList.Format?) throws -> PlayerList {
    do {
      return try PlayerList(reading: bytes, as: format)
    } catch {
      throw Violation(description: "A list is written so that it can't be read: \(error)")
    }
  }
}
