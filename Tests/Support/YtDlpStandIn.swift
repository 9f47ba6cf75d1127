import Foundation
import PlayerKit

/// A program that stands in for yt-dlp: a shell script that answers each address as it was told to, and every
/// other one as yt-dlp does where YouTube has no such video.
///
/// YouTube is not spoken to. What is played comes from a server on this machine.
public final class YtDlpStandIn: Sendable {
  /// What it says of its version.
  public static let version = "2026.01.02"

  /// Whether pictures, sound and subtitles are several files, as YouTube has them.
  public enum Form: Sendable {
    /// One file.
    case whole
    /// One for the picture, one for the sound.
    case separate
    /// One for both, one for the subtitles.
    case withSubtitles
  }

  private let folder: String
  private let server: FaultServer

  /// - Parameter seconds: how long each video is.
  public init(seconds: Double = 20) async throws {
    folder = try TestMedia.temporaryFolder()
    func bytes(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path))) }
    server = try FaultServer([
      "/video.mp4": .file(bytes(await TestMedia.video(seconds: seconds))),
      "/sound.wav": .file(bytes(await TestMedia.audio(seconds: seconds))),
      "/words.vtt": .file(Array("WEBVTT\n\n00:00.000 --> 00:09.000\nA word.\n".utf8)),
    ])
    try FileManager.default.createDirectory(atPath: "\(folder)/answers", withIntermediateDirectories: true)
    try write(
      "yt-dlp",
      """
      #!/bin/sh
      for address; do :; done
      echo "$@" >> '\(folder)/calls'
      if [ "$1" = --version ]; then echo \(Self.version); exit 0; fi
      answer='\(folder)/answers/'$(printf %s "$address" | tr -c 'A-Za-z0-9' _)
      if [ -e "$answer" ]; then exec /bin/sh "$answer"; fi
      echo 'ERROR: [youtube] x: Video unavailable' >&2
      echo null
      exit 1
      """)
  }

  deinit {
    server.stop()
    // A folder that is left behind harms nobody.
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Where the program is.
  public var path: String { "\(folder)/yt-dlp" }

  /// mpv's options for a backend that uses it, without window and sound device.
  public var options: [PlayerConfiguration.MPVOption] {
    [
      .init("vo", "null"), .init("ao", "null"), .init("script-opts", "ytdl_hook-ytdl_path=\(path)"),
    ]
  }

  /// How it was called, a line for each time.
  public var calls: [String] {
    // Nobody has called it yet where there is no such file.
    ((try? String(contentsOfFile: "\(folder)/calls", encoding: .utf8)) ?? "")
      .split(separator: "\n").map(String.init)
  }

  /// Describes a video.
  public func video(_ id: String, title: String = "A title", _ form: Form = .whole, more: String = "") throws
  {
    let whole = #""url":"\#(server.url("/video.mp4"))""#
    let formats = #"{"url":"\#(server.url("/video.mp4"))"},{"url":"\#(server.url("/sound.wav"))"}"#
    let source =
      switch form {
      case .whole: whole
      case .separate: #""requested_formats":[\#(formats)]"#
      case .withSubtitles:
        whole
          + #","requested_subtitles":{"en":{"url":"\#(server.url("/words.vtt"))","ext":"vtt","name":"English"}}"#
      }
    try answer(
      "https://www.youtube.com/watch?v=\(id)",
      json: #"{"id":"\#(id)","title":"\#(title)","channel":"A channel",\#(source),"#
        + #""thumbnail":"https://i.ytimg.com/vi/\#(id)/0.jpg",\#(more)"_type":"video"}"#)
  }

  /// Describes a list of videos with the titles “Title 1”, …, and each of them.
  ///
  /// - Parameter gate: a file that has to be there before the list is answered; nil: it is answered at once.
  public func list(_ address: String, _ ids: [String], behind gate: String? = nil) throws {
    let entries = ids.enumerated().map { index, id in
      #"{"_type":"url","ie_key":"Youtube","id":"\#(id)","url":"https://www.youtube.com/watch?v=\#(id)","#
        + #""title":"Title \#(index + 1)"}"#
    }
    let wait = gate.map { "while [ ! -e '\($0)' ]; do sleep 0.01; done\n" } ?? ""
    try answer(
      address, json: #"{"_type":"playlist","id":"x","entries":[\#(entries.joined(separator: ","))]}"#,
      after: wait)
    for (index, id) in ids.enumerated() { try video(id, title: "Title \(index + 1)") }
  }

  /// Answers an address with a text, after what a shell does first.
  public func answer(_ address: String, json: String, after script: String = "") throws {
    try answer(address, script: "\(script)cat <<'END'\n\(json)\nEND\n")
  }

  /// Answers an address with what a shell does.
  public func answer(_ address: String, script: String) throws {
    let name = String(address.utf8.map { Self.isPlain($0) ? Character(UnicodeScalar($0)) : "_" })
    try write("answers/\(name)", script)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    let character = Character(UnicodeScalar(byte))
    return byte < 0x80 && (character.isLetter || character.isNumber)
  }

  private func write(_ name: String, _ text: String) throws {
    try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(folder)/\(name)")
  }
}
