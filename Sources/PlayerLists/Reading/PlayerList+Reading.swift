import PlayerKit

extension PlayerList {
  /// Reads a list file, and the list files that it names, in their places.
  ///
  /// Relative paths are relative to the file's folder; those in a pipe, to the working directory. Names that were written on other systems are tried in other
  /// ways, where no file of the name is there: with slashes for backslashes, with `%` escapes decoded, and from
  /// Windows-1252 to UTF-8. A list that is in itself, or in more than 16 others, is left out and said, as is
  /// whatever else can't be played, in ``rejections``. URLs of lists are not fetched: they are entries like others.
  ///
  /// A `~` in front is the home folder. The calling thread waits for the disk; where it may not, there is
  /// ``read(_:as:)``.
  ///
  /// - Parameters:
  ///   - path: of a file of at most 64 MiB.
  ///   - format: nil where the file's beginning is to tell it, or else its name; text where neither does.
  /// - Throws: ``/PlayerKit/PlayerError/Code/notFound``, ``/PlayerKit/PlayerError/Code/notPermitted``, or
  ///   ``/PlayerKit/PlayerError/Code/invalidSource`` for what is no list at all, with the line.
  public init(contentsOf path: MediaPath, as format: Format? = nil) throws(PlayerError) {
    self = try ListLoader.load(path, as: format)
  }

  /// Reads a list file as ``init(contentsOf:as:)`` does, while the caller's thread does other things.
  public static func read(_ path: MediaPath, as format: Format? = nil) async throws(PlayerError) -> PlayerList
  {
    let result = await withCheckedContinuation { continuation in
      let isRunning = PlainThread.start {
        continuation.resume(
          returning: Result { () throws(PlayerError) in try ListLoader.load(path, as: format) })
      }
      if !isRunning {
        continuation.resume(
          returning: .failure(PlayerError(.unknown, "There is no room for a thread to read \(path) on.")))
      }
    }
    return try result.get()
  }

  /// Reads the bytes of a list file.
  ///
  /// - Parameters:
  ///   - bytes: all of the file's.
  ///   - format: nil where the beginning is to tell it; text where it doesn't.
  ///   - folder: what relative paths are relative to. Where it is nil, they stay as they are, and so do lists in
  ///     the list: no file is looked at.
  /// - Throws: ``/PlayerKit/PlayerError/Code/invalidSource`` for what is no list at all, with the line.
  public init(
    reading bytes: [UInt8], as format: Format? = nil, relativeTo folder: MediaPath? = nil
  ) throws(PlayerError) {
    self = try ListLoader.load(bytes, as: format, in: folder)
  }

  /// Whether a file is a list by its name and its beginning, and not, as many an `.m3u8` is, a stream in pieces (HLS).
  ///
  /// Text is a list only where somebody says so, so a file whose name ends in no list's ending is none. The calling
  /// thread waits for the disk.
  public static func isList(_ path: MediaPath) -> Bool {
    guard Format(name: path) != nil, ListFile.isRegular(path) else { return false }
    guard let content = try? ListFile.read(path) else {
      // What can't be read is said by whoever reads it as a list, in words about lists.
      return true
    }
    return !HLS.isStream(content.bytes)
  }
}
