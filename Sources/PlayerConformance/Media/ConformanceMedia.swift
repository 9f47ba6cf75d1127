import PlayerKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The sources that a run works with: those given, and stand-ins for those that are not.
struct ConformanceMedia: Sendable {
  /// What is played throughout.
  let main: PlayerSource
  /// What other loads go to; may be the main one where only that was given.
  let second: PlayerSource
  /// A source that fails to open.
  let failing: PlayerSource?
  /// The code that the failing source fails with, where it is the suite's own.
  let failureCode: PlayerError.Code?
  /// A source with a list of items.
  let items: PlayerSource?
  /// Where the run's own files are; removed by ``remove()``.
  let folder: URL

  /// Looks for the sources, and writes files where the backend plays files and none is given.
  ///
  /// - Throws: ``NotChecked`` where there is nothing that the backend could play; what the file system
  ///   throws.
  init(_ descriptor: BackendDescriptor, _ options: ConformanceOptions) throws {
    let given = options.sources.filter { descriptor.kinds[$0.kind] != nil }.map { PlayerSource($0.content) }
    let playsFiles = descriptor.kinds[.file] != nil
    guard given.first != nil || playsFiles || descriptor.kinds[.video] != nil else {
      throw NotChecked("it plays neither files nor videos; give a source")
    }
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("player-conformance-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    do {
      if let first = given.first {
        main = first
        second = given.dropFirst().first ?? first
      } else if playsFiles {
        main = try Self.write(WaveFile(seconds: 10, frequency: 220), to: folder, "main.wav")
        second = try Self.write(WaveFile(seconds: 7, frequency: 330), to: folder, "second.wav")
      } else {
        main = PlayerSource(.video(Self.videos[0]))
        second = PlayerSource(.video(Self.videos[1]))
      }
    } catch {
      try? FileManager.default.removeItem(at: folder)  // What counts is why the file could not be written.
      throw error
    }
    if let failing = options.failingSource {
      self.failing = failing
      failureCode = nil
    } else if playsFiles {
      failing = .file(MediaPath(folder.appendingPathComponent("missing.wav").path))
      failureCode = .notFound
    } else {
      failing = descriptor.kinds[.video].flatMap { _ in
        YouTubeVideoID("-----------").map { PlayerSource(.video($0)) }
      }
      failureCode = nil
    }
    items = options.itemsSource ?? Self.items(descriptor, given)
  }

  /// Removes the run's own files.
  func remove() {
    // A file that is left in the temporary folder breaks nothing, and there is nobody to tell.
    try? FileManager.default.removeItem(at: folder)
  }

  /// A path in the run's own folder.
  func path(_ name: String) -> String {
    folder.appendingPathComponent(name).path
  }

  /// Videos that are there to stay and may be embedded: YouTube's own sample, and free films.
  private static let videos = ["M7lc1UVf-VE", "aqz-KE-bpKQ", "eRsGyueVLvQ", "R6MlUcmOul8"]
    .compactMap(YouTubeVideoID.init)

  private static func items(_ descriptor: BackendDescriptor, _ given: [PlayerSource]) -> PlayerSource? {
    if let list = given.first(where: { [.videos, .playlist, .channel].contains($0.kind) }) { return list }
    // A backend that plays files may need programs and a network for more: then a list has to be given.
    guard let support = descriptor.kinds[.videos],
      support.needs.isEmpty || descriptor.kinds[.file] == nil
    else { return nil }
    return PlayerSource(.videos(videos))
  }

  private static func write(_ wave: WaveFile, to folder: URL, _ name: String) throws -> PlayerSource {
    let file = folder.appendingPathComponent(name)
    try wave.bytes.write(to: file)
    return .file(MediaPath(file.path))
  }
}
