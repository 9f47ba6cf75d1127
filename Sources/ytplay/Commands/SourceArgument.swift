import Glibc
import PlayerKit
import PlayerLists

/// A source as it was typed, and what it is.
struct SourceArgument: Sendable {
  /// The bytes that were typed: for what is in a folder or a list, those that name it.
  let input: [UInt8]
  /// What they name, or why nothing.
  let reading: Result<PlayerSource, PlayerError>
  /// What a list calls it.
  let title: String?

  /// The source to play.
  var source: PlayerSource? { try? reading.get() }

  /// One of the things that an argument names.
  struct Entry {
    let reading: Result<PlayerSource, PlayerError>
    var title: String?

    init(_ reading: Result<PlayerSource, PlayerError>, title: String? = nil) {
      self.reading = reading
      self.title = title
    }
  }

  /// An argument, or one of the things that it names.
  ///
  /// - Parameters:
  ///   - start: seconds; where it is given, it wins over the source's own.
  ///   - end: seconds; likewise.
  init(input: [UInt8], _ entry: Entry, start: Double?, end: Double?) {
    self.input = input
    title = entry.title
    reading = entry.reading.flatMap { source in
      Result { () throws(PlayerError) in
        var source = source
        source.start = start ?? source.start
        source.end = end ?? source.end
        try source.validate()
        return source
      }
    }
  }

  /// Reads an argument. The file system is asked first: an existing file wins over an id, and a folder is as
  /// many sources as it has media files, a list file as many as it has entries.
  ///
  /// - Parameters:
  ///   - start: seconds; where it is given, it wins over the source's own.
  ///   - end: seconds; likewise.
  static func read(_ input: [UInt8], start: Double? = nil, end: Double? = nil) -> [SourceArgument] {
    entries(input).map { SourceArgument(input: input, $0, start: start, end: end) }
  }

  private static func entries(_ input: [UInt8]) -> [Entry] {
    if input == Array("-".utf8) { return [Entry(.success(.standardInput))] }
    let path = MediaPath(bytes: input)
    var source = PlayerSource.file(path)
    if path.fileKind == nil {
      do throws(PlayerError) {
        source = try parse(input)
      } catch {
        return [Entry(.failure(error))]
      }
    }
    guard case .file(let path) = source.content else { return [Entry(.success(source))] }
    if path.fileKind == .folder {
      do throws(PlayerError) {
        return try MediaFolder.files(in: path).map { Entry(.success(.file($0))) }
      } catch {
        return [Entry(.failure(error))]
      }
    }
    return PlayerList.isList(path) ? entries(of: path) : [Entry(.success(source))]
  }

  /// What text names; bytes that are no text can only be a file's name.
  private static func parse(_ input: [UInt8]) throws(PlayerError) -> PlayerSource {
    guard let text = String(validating: input, as: UTF8.self) else { return .file(MediaPath(bytes: input)) }
    return try PlayerSource(parsing: text)
  }

  /// Whether an argument with a dash in front is more likely a YouTube id than an option.
  static func looksLikeVideoID(_ argument: [UInt8]) -> Bool {
    String(validating: argument, as: UTF8.self).flatMap { YouTubeVideoID($0) } != nil
  }
}

extension MediaPath {
  /// What a path leads to.
  enum FileKind {
    case folder
    case other
  }

  /// What the path leads to, through symbolic links; nil where nothing is there.
  var fileKind: FileKind? {
    guard !bytes.isEmpty, !bytes.contains(0) else { return nil }
    var status = stat()
    let result = stat(cString, &status)
    guard result == 0 else { return nil }
    return status.st_mode & S_IFMT == S_IFDIR ? .folder : .other
  }

  /// The path as C wants it.
  var cString: [CChar] { bytes.map { CChar(bitPattern: $0) } + [0] }
}
