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

/// Libraries that were looked for.
enum Library {
  /// The package of a library, by its file's name, on Debian 12 and 13.
  private static let packages = [
    "libmpv.so.2": "libmpv2",
    "libwebkitgtk-6.0.so.4": "libwebkitgtk-6.0-4",
    "libjavascriptcoregtk-6.0.so.1": "libjavascriptcoregtk-6.0-1",
    "libgtk-4.so.1": "libgtk-4-1",
    "libgstreamer-1.0.so.0": "libgstreamer1.0-0",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgio-2.0.so.0": "libglib2.0-0",
    "libgobject-2.0.so.0": "libglib2.0-0",
    "libexpat.so.1": "libexpat1",
    "libstdc++.so.6": "libstdc++6",
    "libxcb.so.1": "libxcb1",
    "libwayland-client.so.0": "libwayland-client0",
  ]

  /// A library that can't be used, with the loader's or the probe's own words.
  static func finding(_ file: String, _ reason: String, _ errors: String = "") -> Finding {
    if let missing = missing(in: reason) {
      let detail = missing == file ? "\(file) is not there." : "\(file) needs \(missing), which is not there."
      return Finding(.problem, detail, remedy(missing))
    }
    let said = errors.isEmpty ? "" : " (\(errors))"
    let package = packages[file].map { Remedy(packages: [$0], advice: "If it is there, install it again.") }
    return Finding(.problem, "\(file) can't be used: \(reason)\(said).", package)
  }

  /// The library that the loader did not find, in its own words; nil where it says something else.
  static func missing(in text: String) -> String? {
    guard text.contains("cannot open shared object file") else { return nil }
    return text.split { " :\n".contains($0) }.first { $0.contains(".so") }.map(String.init)
  }

  /// How to get a library.
  static func remedy(_ file: String) -> Remedy {
    if let package = packages[file] { return .install(package) }
    return .advice("Install the library \(file).")
  }
}
