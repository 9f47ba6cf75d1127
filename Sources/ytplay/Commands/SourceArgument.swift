import Glibc
import PlayerKit

/// A source as it was typed, and what it is.
struct SourceArgument: Sendable {
  /// The bytes that were typed.
  let input: [UInt8]
  /// What they name, or why nothing.
  let reading: Result<PlayerSource, PlayerError>

  /// The source to play.
  var source: PlayerSource? { try? reading.get() }

  /// Reads an argument. The file system is asked first: an existing file wins over an id, and a folder is as
  /// many sources as it has media files.
  ///
  /// - Parameters:
  ///   - start: seconds; where it is given, it wins over the source's own.
  ///   - end: seconds; likewise.
  static func read(_ input: [UInt8], start: Double? = nil, end: Double? = nil) -> [SourceArgument] {
    sources(input).map { reading in
      let bounded = reading.flatMap { source in
        Result { () throws(PlayerError) in
          var source = source
          source.start = start ?? source.start
          source.end = end ?? source.end
          try source.validate()
          return source
        }
      }
      return SourceArgument(input: input, reading: bounded)
    }
  }

  private static func sources(_ input: [UInt8]) -> [Result<PlayerSource, PlayerError>] {
    if input == Array("-".utf8) { return [.success(.standardInput)] }
    let path = MediaPath(bytes: input)
    var source = PlayerSource.file(path)
    if path.fileKind == nil {
      do throws(PlayerError) {
        source = try parse(input)
      } catch {
        return [.failure(error)]
      }
    }
    guard case .file(let path) = source.content, path.fileKind == .folder else { return [.success(source)] }
    do throws(PlayerError) {
      return try MediaFolder.files(in: path).map { .success(.file($0)) }
    } catch {
      return [.failure(error)]
    }
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
