import Foundation
import PlayerKit
import TestSupport
import Testing

@testable import ytplay

/// The doctor on this machine, from which things are taken away for real.
@Suite("ytplay doctor")
struct DoctorTests {
  /// What it has found, by the words of its checks.
  private struct Report {
    let result: Subprocess.Result
    let head: JSONValue
    private let checks: [String: JSONValue]

    init(_ result: Subprocess.Result) throws {
      self.result = result
      let lines = try result.json()
      head = try #require(lines.first, "\(result)")
      checks = Dictionary(
        lines.dropFirst().map { ($0["check"]?.text ?? "", $0) }, uniquingKeysWith: { first, _ in first })
    }

    func outcome(_ check: String) -> String? { checks[check]?["result"]?.text }
    func detail(_ check: String) -> String { checks[check]?["detail"]?.text ?? "" }
    func remedy(_ check: String) -> String { checks[check]?["remedy"]?.text ?? "" }
    func packages(_ check: String) -> [String] {
      checks[check]?["packages"]?.elements?.compactMap(\.text) ?? []
    }
    var outcomes: [String: String] { checks.compactMapValues { $0["result"]?.text } }
  }

  /// A folder whose path others may walk through, as plugins have it.
  private final class Folder {
    let path: String

    init() throws {
      path = try TestMedia.temporaryFolder()
      try #require(chmod(path, 0o755) == 0)
    }

    deinit {
      // A folder that is left behind harms nobody.
      try? FileManager.default.removeItem(atPath: path)
    }

    @discardableResult
    func write(_ name: String, _ text: String, mode: mode_t = 0o644) throws -> String {
      try text.write(toFile: "\(path)/\(name)", atomically: false, encoding: .utf8)
      try #require(chmod("\(path)/\(name)", mode) == 0)
      return "\(path)/\(name)"
    }

    func makeFolder(_ name: String) throws -> String {
      try FileManager.default.createDirectory(
        atPath: "\(path)/\(name)", withIntermediateDirectories: true)
      return "\(path)/\(name)"
    }

    func link(_ name: String, to target: String) throws {
      try FileManager.default.createSymbolicLink(
        atPath: "\(path)/\(name)", withDestinationPath: target)
    }
  }

  private static func run(
    _ arguments: [String] = [], environment: [String: String?] = [:]
  ) async throws -> Report {
    try Report(
      await CommandUnderTest.run(
        ["doctor", "--json"] + arguments,
        environment: ["YTPLAY_PLUGIN_PATH": nil, "XDG_DATA_HOME": "/nonexistent", "LC_ALL": "C.UTF-8"]
          .merging(environment) { $1 }))
  }

  /// A display that is named and not there: windows are wanted, and all that they need is looked at.
  private static let deadDisplay: [String: String?] = ["DISPLAY": ":9731"]

  // MARK: As it is

  @Test("Without a display nothing of WebKit's is needed, and the status is 0")
  func headless() async throws {
    let report = try await Self.run(environment: ["PATH": "/nonexistent"])
    #expect(report.head["use"] == .string("headless"))
    #expect(report.result.exitStatus == 0, "\(report.result)")
    for check in ["display", "backend.iframe", "webkit", "codecs", "sandbox"] {
      #expect(report.outcome(check) == "notNeeded", "\(check)")
    }
    for check in ["backend.mpv", "libmpv", "locale", "state", "configuration"] {
      #expect(report.outcome(check) == "ok", "\(check): \(report.detail(check))")
    }
    #expect(report.detail("libmpv").contains("decodes H.264, "))
    #expect(report.detail("yt-dlp") == "It is not there: nothing of YouTube's plays.")
    #expect(report.packages("yt-dlp") == ["yt-dlp"])
  }

  @Test("With a display, a session bus and all libraries everything that a desktop needs is there")
  func desktop() async throws {
    let report = try await PrivateBus.run { bus in
      try await VirtualDisplay.run { display in
        try await Self.run(
          environment: ["DISPLAY": display.name, "DBUS_SESSION_BUS_ADDRESS": bus.address])
      }
    }
    #expect(report.head["use"] == .string("desktop"))
    #expect(report.result.exitStatus == 0, "\(report.result)")
    let needed = [
      "display", "backend.mpv", "backend.iframe", "webkit", "codecs", "sandbox", "certificates", "bus",
    ]
    for check in needed {
      #expect(report.outcome(check) == "ok", "\(check): \(report.detail(check))")
    }
  }

  @Test("For people there are lines, and the last one says what it comes to")
  func text() async throws {
    let result = try await CommandUnderTest.run(["doctor"], environment: Self.deadDisplay)
    #expect(result.lines.first?.hasPrefix("ytplay \(Program.version) on ") == true, "\(result)")
    #expect(result.lines.contains { $0.hasPrefix("ok       libmpv ") })
    #expect(result.lines.contains { $0.hasPrefix("PROBLEM  display ") })
    #expect(result.lines.last?.contains(" problem") == true)
    #expect(result.exitStatus == 2)
    #expect(result.errors.isEmpty)
  }

  @Test("A source is not for the doctor")
  func usage() async throws {
    let result = try await CommandUnderTest.run(["doctor", "clip.mp4"])
    #expect(result.errors == "ytplay: `ytplay doctor` takes no source, and was given clip.mp4.\n")
    #expect(result.exitStatus == 1)
  }

  // MARK: With things taken away

  @Test("Libraries that are not there are named with their packages, and their backends too")
  func withoutLibraries() async throws {
    let folder = try Folder()
    let libraries = try Self.libraryFolder()
    _ = try folder.makeFolder("lib")
    for name in try FileManager.default.contentsOfDirectory(atPath: libraries)
    where !name.hasPrefix("libmpv.so") && !name.hasPrefix("libwebkitgtk-6.0.so") {
      try folder.link("lib/\(name)", to: "/mnt/\(name)")
    }
    // The system's libraries at another place, and in theirs links to all but those.
    let result = try await Subprocess.run(
      "bwrap",
      [
        "--dev-bind", "/", "/", "--ro-bind", libraries, "/mnt", "--ro-bind", "\(folder.path)/lib", libraries,
        "--tmpfs", "/etc/ssl/certs", CommandUnderTest.path, "doctor", "--json",
      ],
      environment: CommandUnderTest.environment.merging(Self.deadDisplay) { $1 })
    let report = try Report(result)
    #expect(report.result.exitStatus == 2, "\(report.result)")
    for check in ["libmpv", "backend.mpv"] {
      #expect(report.outcome(check) == "problem")
      #expect(report.packages(check) == ["libmpv2"], "\(check): \(report.detail(check))")
    }
    for check in ["webkit", "backend.iframe"] {
      #expect(report.outcome(check) == "problem")
      #expect(report.packages(check) == ["libwebkitgtk-6.0-4"], "\(check): \(report.detail(check))")
    }
    #expect(report.detail("libmpv") == "libmpv.so.2 is not there.")
    #expect(report.packages("certificates") == ["ca-certificates"])
  }

  /// Where this machine's libraries are, such as `/usr/lib/x86_64-linux-gnu`.
  private static func libraryFolder() throws -> String {
    let folders = try FileManager.default.contentsOfDirectory(atPath: "/usr/lib")
    let found = folders.map { "/usr/lib/\($0)" }
      .first { FileManager.default.fileExists(atPath: "\($0)/libmpv.so.2") }
    return try #require(found, "libmpv.so.2 is in no folder of /usr/lib.")
  }

  @Test("A damaged library, missing codecs, an unwritable folder and a wrong configuration are each told of")
  func damage() async throws {
    let folder = try Folder()
    let libraries = try folder.makeFolder("lib")
    try folder.write("lib/libmpv.so.2", "")
    let configuration = try folder.write("wrong.conf", "volume = 40\nvolum = 50\nmute = perhaps\n")
    let ytDlp = try folder.write("yt-dlp", "#!/bin/sh\necho 2023.03.04\n", mode: 0o755)
    let report = try await Self.run(
      ["--config", configuration],
      environment: Self.deadDisplay.merging([
        "LD_LIBRARY_PATH": libraries, "GST_PLUGIN_SYSTEM_PATH_1_0": try folder.makeFolder("none"),
        "GST_REGISTRY": "\(folder.path)/registry", "XDG_STATE_HOME": configuration, "YTPLAY_YT_DLP": ytDlp,
        "LC_ALL": "xx_XX.UTF-8", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent",
      ]) { $1 })
    #expect(report.outcome("libmpv") == "problem")
    #expect(report.detail("libmpv").contains("file too short"), "\(report.detail("libmpv"))")
    #expect(report.outcome("codecs") == "problem")
    #expect(report.packages("codecs").contains("gstreamer1.0-libav"))
    #expect(report.outcome("state") == "warning")
    #expect(report.outcome("configuration") == "problem")
    #expect(
      report.detail("configuration").hasPrefix("\(configuration):2: "), "\(report.detail("configuration"))")
    #expect(report.detail("configuration").hasSuffix("(1 more)"))
    #expect(report.outcome("yt-dlp") == "warning")
    #expect(report.detail("yt-dlp").hasPrefix("2023.03.04 is "))
    #expect(report.packages("locale") == ["locales"])
    #expect(report.packages("bus") == ["dbus-user-session"])
    #expect(report.result.exitStatus == 2)
  }

  @Test("GStreamer's plugins-good alone show VP9 and are silent, which is a problem with its packages")
  func fewCodecs() async throws {
    let folder = try Folder()
    let system = try Self.libraryFolder() + "/gstreamer-1.0"
    for name in ["coreelements", "vpx", "opus", "matroska", "isomp4", "audioparsers", "autodetect"] {
      try folder.link("libgst\(name).so", to: "\(system)/libgst\(name).so")
    }
    let report = try await Self.run(
      environment: Self.deadDisplay.merging([
        "GST_PLUGIN_SYSTEM_PATH_1_0": folder.path, "GST_REGISTRY": "\(folder.path)/registry",
      ]) { $1 })
    #expect(report.outcome("codecs") == "problem")
    #expect(report.detail("codecs").contains("can't play H.264, AV1, Opus, AAC"), "\(report.result)")
    #expect(report.packages("codecs") == ["gstreamer1.0-libav", "gstreamer1.0-plugins-bad"])
  }

  @Test("Programs that hang, a bus that is mute and a plugin that was refused are a line each")
  func hanging() async throws {
    let folder = try Folder()
    let sleeper = try folder.write(
      "sleeper", "#!/bin/sh\ntrap '' TERM\nwhile :; do sleep 1; done\n", mode: 0o755)
    func manifest(_ id: String, _ program: String) -> String {
      """
      {"protocol":1,"program":\(program),"descriptor":
       {"id":"\(id)","name":"Plug","version":"1","kinds":{"stream":{"priority":5}},"capabilities":[]}}
      """
    }
    try folder.write("slow.json", manifest("slow", #""/bin/sh","arguments":["\#(sleeper)"]"#))
    try folder.write("open.json", manifest("open", #""./sleeper""#), mode: 0o666)
    // Somebody who listens, and never says a word.
    let bus = try #require(SilentSocket("\(folder.path)/bus"))
    let report = try await Self.run(
      ["--plugin-path", folder.path],
      environment: [
        "YTPLAY_YT_DLP": sleeper, "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(bus.path)",
      ])
    #expect(report.outcome("backend.slow") == "warning")
    #expect(report.detail("backend.slow").contains("10 s"), "\(report.detail("backend.slow"))")
    #expect(report.remedy("backend.slow").contains("started by hand"))
    #expect(report.outcome("refused.open.json") == "warning")
    #expect(report.outcome("yt-dlp") == "warning")
    #expect(report.detail("yt-dlp").contains("10 s"))
    #expect(report.outcome("bus") == "warning")
    #expect(report.outcome("backend.mpv") == "ok")
    #expect(report.result.exitStatus == 0, "\(report.result)")
    // Neither is left behind.
    let left = try ProcessTable.all().filter { ProcessTable.words(of: $0).contains(sleeper) }
    #expect(left.isEmpty, "\(left)")
  }

  @Test("Backends that are nowhere, or refused, are problems where they are needed")
  func withoutBackends() async throws {
    let folder = try Folder()
    // By itself, with no plugins beside it.
    try FileManager.default.copyItem(atPath: CommandUnderTest.path, toPath: "\(folder.path)/ytplay")
    try folder.write("mpv.json", "{", mode: 0o644)
    let result = try await Subprocess.run(
      "\(folder.path)/ytplay", ["doctor", "--json", "--plugin-path", folder.path],
      environment: CommandUnderTest.environment.merging(
        Self.deadDisplay.merging(["YTPLAY_PLUGIN_PATH": nil, "XDG_DATA_HOME": "/nonexistent"]) { $1 }
      ) { $1 })
    let report = try Report(result)
    #expect(report.outcome("backend.mpv") == "problem")
    #expect(report.detail("backend.mpv").contains("mpv.json"), "\(report.detail("backend.mpv"))")
    #expect(report.outcome("backend.iframe") == "problem")
    #expect(report.detail("backend.iframe").contains("no plugin of that name"))
    #expect(report.outcome("libmpv") == "ok")
    #expect(!report.outcomes.keys.contains { $0.hasPrefix("refused") }, "It is told of once.")
    #expect(report.result.exitStatus == 2)
  }
}

/// A socket that takes connections and never answers.
private final class SilentSocket {
  let path: String
  private let descriptor: Int32

  init?(_ path: String) {
    self.path = path
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard descriptor >= 0, path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let isBound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    guard isBound, listen(descriptor, 4) == 0 else { return nil }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }
}
