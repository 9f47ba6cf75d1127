import PlayerKit

extension PlayerList {
  /// The list as the bytes of a file. ``rejections`` are not written.
  ///
  /// What is written is read again as the same list, with four exceptions. A relative path that could be taken for
  /// something else gets `./` in front. A start and an end are kept of files and
  /// of YouTube's sources (there as whole seconds), and of streams in property lists alone. Text has no titles and no
  /// durations. Durations are rounded to milliseconds, and titles lose white space at their ends and line breaks.
  ///
  /// - Parameters:
  ///   - format: what is written.
  ///   - folder: absolute; files in it are written relative to it, so that it can be moved with the list. The others
  ///     keep the paths that they have.
  public func bytes(as format: Format, relativeTo folder: MediaPath? = nil) -> [UInt8] {
    let writer = ListWriter(list: self, folder: folder)
    return switch format {
    case .m3u: writer.m3u
    case .pls: writer.pls
    case .xspf: writer.xspf
    case .plist: writer.propertyList
    case .text: writer.text
    }
  }
}
