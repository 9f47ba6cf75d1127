import Foundation
import PlayerKit

/// Real media, made by ffmpeg once per machine and kept in a temporary folder of the user's.
///
/// Every maker returns an absolute path. Files appear whole or not at all (written aside and renamed), so
/// that test processes may run beside one another.
public enum TestMedia {
  /// H.264 and AAC in an MP4, 320×180 at 25 frames a second, a key frame every second.
  public static func video(seconds: Double = 2) async throws -> String {
    try await make(
      "video-\(seconds).mp4",
      picture(seconds) + tone(seconds) + h264 + [
        "-g", "25", "-c:a", "aac", "-movflags", "+faststart",
        "-metadata", "title=A test picture", "-metadata", "artist=ffmpeg",
      ])
  }

  /// As ``video(seconds:)`` without sound.
  public static func silentVideo(seconds: Double = 2) async throws -> String {
    try await make("silent-\(seconds).mp4", picture(seconds) + h264 + ["-g", "25", "-an"])
  }

  /// Slides without sound, each of which stands for so many seconds.
  public static func slides(_ count: Int = 2, each: Double = 2) async throws -> String {
    let picture = "testsrc=size=160x90:rate=\(1 / each):duration=\(Double(count) * each)"
    return try await make("slides-\(count)-\(each).mp4", ["-f", "lavfi", "-i", picture] + h264 + ["-an"])
  }

  /// H.264 in an MP4 with a single key frame, so that exact and key frame seeks land apart.
  public static func longGroupVideo(seconds: Double = 4) async throws -> String {
    try await make(
      "long-group-\(seconds).mp4",
      picture(seconds) + tone(seconds) + h264 + ["-g", "100000", "-sc_threshold", "0", "-c:a", "aac"])
  }

  /// A film in Matroska: a picture, English and German sound, English subtitles, and two chapters.
  public static func film(seconds: Double = 10) async throws -> String {
    let subtitles = try write("film.srt", Array("1\n00:00:01,000 --> 00:00:05,000\nHello.\n".utf8))
    let half = Int(seconds * 500)
    let chapters = [("One", 0, half), ("Two", half, 2 * half)].map { title, start, end in
      "[CHAPTER]\nTIMEBASE=1/1000\nSTART=\(start)\nEND=\(end)\ntitle=\(title)\n"
    }
    let data = try write("film-\(seconds).txt", Array((";FFMETADATA1\n" + chapters.joined()).utf8))
    return try await make(
      "film-\(seconds).mkv",
      picture(seconds) + tone(seconds) + ["-i", subtitles, "-i", data] + h264 + [
        "-map", "0:v", "-map", "1:a", "-map", "1:a", "-map", "2:s", "-map_metadata", "3", "-map_chapters",
        "3",
        "-g", "25", "-c:a", "libvorbis", "-c:s", "srt",
        "-metadata:s:a:0", "language=eng", "-metadata:s:a:1", "language=ger", "-metadata:s:a:1",
        "title=Deutsch",
        "-metadata:s:s:0", "language=eng", "-disposition:s:0", "0",
      ])
  }

  /// VP8 and Vorbis in a WebM, 320×180.
  public static func webm(seconds: Double = 2) async throws -> String {
    try await make(
      "video-\(seconds).webm",
      picture(seconds) + tone(seconds) + [
        "-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "8", "-g", "25", "-c:a", "libvorbis",
      ])
  }

  /// A sine of 440 Hz as a WAV: 16 bits, 48 kHz, mono.
  public static func audio(seconds: Double = 2) async throws -> String {
    try await make("audio-\(seconds).wav", tone(seconds) + ["-c:a", "pcm_s16le"])
  }

  /// A sine of 440 Hz as a FLAC.
  public static func flac(seconds: Double = 2) async throws -> String {
    try await make("audio-\(seconds).flac", tone(seconds) + ["-c:a", "flac", "-metadata", "title=A tone"])
  }

  /// A picture that does not move.
  public static func image() async throws -> String {
    try await make("image.png", ["-f", "lavfi", "-i", "testsrc2=size=320x180:rate=1", "-frames:v", "1"])
  }

  /// A file of plain text that no player can play.
  public static func text() throws -> String {
    try write("notes.txt", Array("This is a note, and no player can play it.\n".utf8))
  }

  /// A file of no bytes.
  public static func empty() throws -> String {
    try write("empty.mp4", [])
  }

  /// The first half of an MP4 whose index stands at the end, so that it can't be opened.
  public static func truncated() async throws -> String {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: await indexLast()))
    return try write("truncated.mp4", Array(bytes.prefix(bytes.count / 2)))
  }

  /// An MP4 whose index stands at the end.
  public static func indexLast() async throws -> String {
    try await make(
      "index-last.mp4", picture(2) + tone(2) + h264 + ["-c:a", "aac", "-movflags", "-faststart"])
  }

  /// One of the segments, each 2 s long, of which an HLS playlist is made.
  public static func segment(_ index: Int) async throws -> String {
    try await make(
      "segment-\(index).ts",
      picture(2) + tone(2) + h264 + [
        "-g", "25", "-c:a", "aac", "-output_ts_offset", "\(2 * index)", "-f", "mpegts",
      ])
  }

  /// A path where nothing is.
  public static var missing: String { "\(folder)/there-is-no-such-file.mp4" }

  /// A file that exists and that this process may not open: `open` fails with `EACCES`.
  ///
  /// Root may open what mode 000 forbids to others, but not write-only settings of the kernel. Nil where
  /// this machine has nothing of either sort.
  public static func unreadable() throws -> String? {
    let plain = try write("unreadable.wav", Array("RIFF".utf8), mode: 0)
    let settings = ["/proc/sys/vm/compact_memory", "/proc/sys/net/ipv4/route/flush"]
    return ([plain] + settings).first { path in
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      if descriptor >= 0 {
        close(descriptor)
        return false
      }
      return errno == EACCES
    }
  }

  /// A new, empty folder in the temporary folder; the caller removes it.
  public static func temporaryFolder() throws -> String {
    let path = "\(NSTemporaryDirectory())ytplay-test-\(getpid())-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  /// A WAV of silence, written without ffmpeg, in memory.
  public static func silence(seconds: Double, rate: UInt32 = 8000) -> [UInt8] {
    let length = UInt32(seconds * Double(rate)) * 2
    func little(_ value: UInt32, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
    }
    return Array("RIFF".utf8) + little(36 + length, 4) + Array("WAVEfmt ".utf8) + little(16, 4) + little(1, 2)
      + little(1, 2) + little(rate, 4) + little(rate * 2, 4) + little(2, 2) + little(16, 2)
      + Array("data".utf8) + little(length, 4) + [UInt8](repeating: 0, count: Int(length))
  }

  /// Where the media are kept. The number changes with the recipes.
  static let folder = "\(NSTemporaryDirectory())ytplay-media-1-\(geteuid())"
  private static let kitchen = Kitchen()
  static let h264 = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"]

  static func picture(_ seconds: Double) -> [String] {
    ["-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25:duration=\(seconds)"]
  }

  static func tone(_ seconds: Double) -> [String] {
    ["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000:duration=\(seconds)"]
  }

  static func make(_ name: String, _ recipe: [String]) async throws -> String {
    try await kitchen.make(name, recipe)
  }

  static func write(_ name: String, _ bytes: [UInt8], mode: Int = 0o644) throws -> String {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let path = "\(folder)/\(name)"
    let draft = "\(folder)/.\(UUID().uuidString)"
    try Data(bytes).write(to: URL(fileURLWithPath: draft))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: draft)
    guard rename(draft, path) == 0 else {
      throw MediaFailure(name: name, reason: String(cString: strerror(errno)))
    }
    return path
  }
}

/// Why a file could not be made.
struct MediaFailure: Error, CustomStringConvertible {
  let name: String
  let reason: String
  var description: String { "\(name) could not be made: \(reason)" }
}

/// Runs ffmpeg, once for each name.
private actor Kitchen {
  private var orders: [String: Task<String, any Error>] = [:]

  func make(_ name: String, _ recipe: [String]) async throws -> String {
    let order =
      orders[name]
      ?? Task {
        let path = "\(TestMedia.folder)/\(name)"
        if FileManager.default.fileExists(atPath: path) { return path }
        try FileManager.default.createDirectory(
          atPath: TestMedia.folder, withIntermediateDirectories: true)
        // ffmpeg tells the format by the name's ending.
        let draft = "\(TestMedia.folder)/.\(UUID().uuidString)-\(name)"
        let result = try await Subprocess.run(
          "ffmpeg", ["-nostdin", "-v", "error", "-y"] + recipe + [draft], timeLimit: .seconds(120))
        guard result.isSuccess, rename(draft, path) == 0 else {
          throw MediaFailure(name: name, reason: result.description)
        }
        return path
      }
    orders[name] = order
    return try await order.value
  }
}
