import Glibc
import PlayerKit

/// What a source, or a queue of them, is called among the places: the same however it was written.
enum PlaceKey {
  /// The key of a source; nil for what has no place: standard input, a pipe, a device, a file that is not there.
  ///
  /// A file is asked for on the disk.
  static func of(_ source: PlayerSource) -> String? {
    switch source.content {
    case .video(let id, let list, _): PlayerSource(.video(id, list: list)).text
    case .videos(let ids, _): PlayerSource(.videos(ids)).text
    case .playlist(let id, _): PlayerSource(.playlist(id)).text
    case .channel(_, live: true), .stream("-"): nil
    case .channel, .stream: PlayerSource(source.content).text
    case .file(let path): of(path)
    }
  }

  /// The key of several sources, by the words that named them: a folder or a list file keeps its key when it holds
  /// more. The words in another order are another queue.
  ///
  /// Files are asked for on the disk.
  static func ofQueue(_ inputs: [[UInt8]]) -> String {
    var hash = FNV()
    for input in inputs {
      let resolved = MediaPath(bytes: input).resolved ?? MediaPath(bytes: input)
      hash.add(resolved.bytes + [0])
    }
    return "queue:\(inputs.count):\(String(hash.value, radix: 16))"
  }

  private static func of(_ path: MediaPath) -> String? {
    guard let resolved = path.inHome.resolved else { return nil }
    var status = stat()
    guard stat(resolved.cString, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return PlayerSource(.file(resolved)).text
  }
}

/// The 64-bit FNV-1a hash, by Fowler, Noll and Vo: the same in every run.
private struct FNV {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ bytes: [UInt8]) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }
}

extension MediaPath {
  /// The path with `~` as the person's home, as it is opened.
  fileprivate var inHome: MediaPath {
    let tilde = Array("~/".utf8)
    guard bytes.starts(with: tilde), let home = PersonalFolders.home else { return self }
    return home.appending(Array(bytes.dropFirst(tilde.count)))
  }

  /// The absolute path without symbolic links; nil where nothing is there.
  fileprivate var resolved: MediaPath? {
    guard !bytes.isEmpty, !bytes.contains(0), let real = realpath(cString, nil) else { return nil }
    defer { free(real) }
    return MediaPath(bytes: UnsafeRawBufferPointer(start: real, count: strlen(real)))
  }
}
