import FoundationEssentials

/// libmpv: its version, and what it can decode.
enum MPVCheck {
  static func library(_ machine: Machine) -> MachineCheck {
    MachineCheck("libmpv", "libmpv") { finding(await Probe.libmpv.ask(machine.variables)) }
  }

  /// What people have, by FFmpeg's names.
  private static let usual: KeyValuePairs = [
    "h264": "H.264", "hevc": "HEVC", "vp9": "VP9", "av1": "AV1", "mpeg4": "MPEG-4", "mpeg2video": "MPEG-2",
    "aac": "AAC", "mp3": "MP3", "opus": "Opus", "vorbis": "Vorbis", "flac": "FLAC", "ac3": "AC-3",
  ]

  private struct Decoder: Decodable {
    let codec: String
  }

  static func finding(_ answer: Probe.Answer) -> Finding {
    switch answer {
    case .failed(let reason, let errors):
      return Library.finding(MPVLibraryProbe.file, reason, errors)
    case .facts(let facts):
      let mpv = facts["mpv-version"] ?? "mpv of an unknown version"
      let ffmpeg = facts["ffmpeg-version"].map { " with FFmpeg \($0)" } ?? ""
      let codecs: Set<String>
      do {
        let list = try JSONDecoder().decode([Decoder].self, from: Data((facts["decoder-list"] ?? "").utf8))
        codecs = Set(list.map(\.codec))
      } catch {
        return Finding(.warning, "\(mpv)\(ffmpeg), which does not say what it decodes.")
      }
      let missing = usual.filter { !codecs.contains($0.key) }.map(\.value)
      if missing.isEmpty {
        return .ok("\(mpv)\(ffmpeg); decodes \(usual.map(\.value).joined(separator: ", "))")
      }
      return Finding(
        missing.count == usual.count ? .problem : .warning,
        "\(mpv)\(ffmpeg) does not decode \(missing.joined(separator: ", ")).",
        .install("libavcodec-extra"))
    }
  }
}
