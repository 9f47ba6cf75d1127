import Foundation
import PlayerKit
import PlayerPlugins
import TestSupport
import Testing

@testable import ytplay

@Suite("What the doctor makes of what it sees")
struct DoctorFindingTests {
  private static let debian = Machine(
    variables: ["DISPLAY": ":3", "WAYLAND_DISPLAY": ""],
    release: ["ID": "debian", "PRETTY_NAME": "Debian GNU/Linux 12 (bookworm)"], isRoot: false)

  private static func answer(
    _ end: ProgramRun.Outcome.End, _ output: String = "", errors: String = "", isTooLate: Bool = false
  ) -> ProgramAnswer {
    ProgramAnswer(
      outcome: .init(end: end, output: Array(output.utf8), errors: Array(errors.utf8)), isTooLate: isTooLate)
  }

  // MARK: The machine

  @Test("Whether there is a display says what the machine is used for; an empty variable is none")
  func use() {
    #expect(Self.debian.use == "desktop")
    #expect(Machine(variables: ["DISPLAY": ""], release: [:]).use == "headless")
    #expect(Machine(variables: ["WAYLAND_DISPLAY": "wayland-0"], release: [:]).use == "desktop")
  }

  @Test("A remedy names the command to type, as root or not, and elsewhere the packages alone")
  func remedies() {
    let remedy = Remedy.install("libmpv2", "mpv", advice: "Then try again.")
    #expect(remedy.lines(on: Self.debian) == ["sudo apt install libmpv2 mpv", "Then try again."])
    let ubuntu = Machine(variables: [:], release: ["ID": "pop", "ID_LIKE": "ubuntu debian"], isRoot: true)
    #expect(remedy.lines(on: ubuntu) == ["apt install libmpv2 mpv", "Then try again."])
    let fedora = Machine(variables: [:], release: ["ID": "fedora"])
    #expect(remedy.lines(on: fedora) == ["Install what Debian calls libmpv2 mpv.", "Then try again."])
    #expect(Remedy.advice("Wait.").lines(on: Self.debian) == ["Wait."])
  }

  @Test("The system's description of itself is read with its quotes and comments")
  func release() {
    let text = "# os-release\nID=debian\nPRETTY_NAME=\"Debian GNU/Linux 12\"\nbroken\nEMPTY=\n"
    #expect(Machine.release(text) == ["ID": "debian", "PRETTY_NAME": "Debian GNU/Linux 12"])
  }

  // MARK: Libraries

  @Test("A library that the loader does not find is named with its package")
  func missingLibraries() {
    let reason = "libmpv.so.2: cannot open shared object file: No such file or directory"
    #expect(
      MPVCheck.finding(.failed(reason, errors: ""))
        == Finding(.problem, "libmpv.so.2 is not there.", .install("libmpv2")))
    let webKit = "libgtk-4.so.1: cannot open shared object file: No such file or directory"
    #expect(
      WebKitCheck.finding(.failed(webKit, errors: ""))
        == Finding(
          .problem, "libwebkitgtk-6.0.so.4 needs libgtk-4.so.1, which is not there.", .install("libgtk-4-1")))
    let program =
      "/usr/libexec/ytplay/ytplay-mpv: error while loading shared libraries: libmpv.so.2: "
      + "cannot open shared object file: No such file or directory"
    #expect(Library.missing(in: program) == "libmpv.so.2")
    let host = "The program of the backend mpv needs the library libmpv.so.2, which is not there."
    #expect(Library.missing(in: host) == "libmpv.so.2")
    #expect(Library.missing(in: "libmpv.so.2: file too short") == nil)
  }

  @Test("A library that crashes, hangs or is damaged is told of with what it said last")
  func brokenLibraries() {
    let finding = MPVCheck.finding(.failed("it was ended by signal 11", errors: "boom"))
    #expect(finding.outcome == .problem)
    #expect(finding.detail == "libmpv.so.2 can't be used: it was ended by signal 11 (boom).")
    #expect(finding.remedy?.packages == ["libmpv2"])
  }

  @Test("What libmpv can't decode is named")
  func decoders() {
    func finding(_ codecs: String...) -> Finding {
      let list = "[" + codecs.map { #"{"codec":"\#($0)","driver":"x"}"# }.joined(separator: ",") + "]"
      return MPVCheck.finding(
        .facts(["mpv-version": "mpv 0.40", "ffmpeg-version": "7.1", "decoder-list": list]))
    }
    let all = finding(
      "h264", "hevc", "vp9", "av1", "mpeg4", "mpeg2video", "aac", "mp3", "opus", "vorbis", "flac", "ac3")
    #expect(all.outcome == .ok)
    #expect(all.detail.hasPrefix("mpv 0.40 with FFmpeg 7.1; decodes H.264, HEVC, VP9"))
    let some = finding("vp9", "av1", "mpeg4", "mpeg2video", "mp3", "opus", "vorbis", "flac", "ac3")
    #expect(some.outcome == .warning)
    #expect(some.detail == "mpv 0.40 with FFmpeg 7.1 does not decode H.264, HEVC, AAC.")
    #expect(finding().outcome == .problem)
    #expect(MPVCheck.finding(.facts([:])).outcome == .warning)
  }

  @Test("WebKit without a library for encrypted connections is a problem")
  func encryption() {
    #expect(WebKitCheck.finding(.facts(["version": "2.50.6", "tls": "yes"])) == .ok("WebKitGTK 2.50.6"))
    let finding = WebKitCheck.finding(.facts(["version": "2.50.6", "tls": "no"]))
    #expect(finding.outcome == .problem)
    #expect(finding.remedy == .install("glib-networking"))
  }

  @Test(
    "Of YouTube's formats one for the picture and one for the sound is needed, and each that lacks is named")
  func codecs() {
    var facts = ["version": "GStreamer 1.22.0", "sink": "autoaudiosink"]
    for format in CodecProbe.Format.allCases {
      for part in ["decoder", "parser", "demuxer"] { facts["\(part).\(format.rawValue)"] = "element" }
    }
    func finding(without names: String...) -> Finding {
      WebKitCheck.codecFinding(.facts(facts.filter { !names.contains($0.key) }))
    }
    #expect(finding() == .ok("GStreamer 1.22.0 plays VP9, H.264, AV1, Opus, AAC"))
    #expect(
      finding(without: "decoder.AV1", "parser.VP9") == .ok("GStreamer 1.22.0 plays VP9, H.264, Opus, AAC"))

    let noH264 = finding(without: "decoder.H.264", "parser.H.264", "decoder.AAC")
    #expect(noH264.outcome == .warning)
    #expect(noH264.detail.contains("can't play H.264, AAC,"))
    #expect(noH264.remedy == .install("gstreamer1.0-libav", "gstreamer1.0-plugins-bad"))

    let silent = finding(without: "parser.Opus", "parser.AAC")
    #expect(silent.outcome == .problem)
    #expect(silent.remedy == .install("gstreamer1.0-plugins-bad", "gstreamer1.0-plugins-good"))

    let blind = finding(without: "decoder.VP9", "decoder.H.264", "decoder.AV1")
    #expect(blind.outcome == .problem)
    #expect(finding(without: "sink").outcome == .problem)
    #expect(
      WebKitCheck.codecFinding(
        .failed("libgstreamer-1.0.so.0: cannot open shared object file: No such file", errors: ""))
        == Finding(.problem, "libgstreamer-1.0.so.0 is not there.", .install("libgstreamer1.0-0")))
  }

  // MARK: Display, sandbox, bus

  @Test("One display that lets windows open is enough, and where none does the variables are named")
  func displays() {
    let both = ["DISPLAY": ":3", "WAYLAND_DISPLAY": "wayland-0"]
    let works = DisplayCheck.finding(.facts(["wayland": "yes", "x11": "nobody answers"]), both)
    #expect(works == .ok("Wayland, wayland-0"))
    let dead = DisplayCheck.finding(.facts(["wayland": "it is gone", "x11": "it is dead"]), both)
    #expect(dead.outcome == .problem)
    #expect(dead.detail == "WAYLAND_DISPLAY is wayland-0, and it is gone. DISPLAY is :3, and it is dead.")
    #expect(dead.remedy?.advice.contains("unset WAYLAND_DISPLAY and DISPLAY") == true)
    #expect(DisplayCheck.finding(.failed("it hangs", errors: ""), both).outcome == .problem)
  }

  @Test("A sandbox that can't be made gets the setting that forbids it, or the package that it needs")
  func sandbox() {
    func finding(_ answer: ProgramAnswer, _ settings: String...) -> Finding {
      SandboxCheck.finding(answer, forbidding: settings, Self.debian)
    }
    #expect(finding(Self.answer(.exited(0))).outcome == .ok)
    let leftOff = SandboxCheck.finding(
      Self.answer(.exited(0)), forbidding: [], hasFalseFlatpak: true, Self.debian)
    #expect(leftOff.outcome == .warning)
    #expect(leftOff.remedy?.advice == "sudo rm /.flatpak-info")
    #expect(finding(Self.answer(.notStarted(ENOENT))).remedy == .install("bubblewrap"))
    let forbidden = finding(
      Self.answer(.exited(1), errors: "bwrap: No permissions to create new namespace\n"),
      "kernel.unprivileged_userns_clone=1")
    #expect(forbidden.outcome == .problem)
    #expect(forbidden.detail == "It can't be made: bwrap: No permissions to create new namespace.")
    #expect(
      forbidden.remedy?.advice.hasPrefix("sudo sysctl -w kernel.unprivileged_userns_clone=1,") == true)
    #expect(finding(Self.answer(.killed(signal: 9), isTooLate: true)).detail.contains("longer than 10 s"))
  }

  @Test("Without certificates a desktop can't reach YouTube; one file of them that is not empty is enough")
  func certificates() throws {
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let places = ["\(folder)/one.crt", "\(folder)/two.crt"]
    #expect(CertificateCheck.finding(places, isDesktop: false).outcome == .warning)
    try Data().write(to: URL(fileURLWithPath: places[0]))
    let none = CertificateCheck.finding(places, isDesktop: true)
    #expect(none.outcome == .problem)
    #expect(none.remedy == .install("ca-certificates"))
    try Data("x".utf8).write(to: URL(fileURLWithPath: places[1]))
    #expect(CertificateCheck.finding(places, isDesktop: true) == .ok(places[1]))
  }

  @Test("The sockets of a bus address are found, escapes and all; other transports are passed over")
  func busAddresses() {
    func paths(_ address: String) -> [String] {
      BusCheck.paths(address).map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(paths("unix:path=/run/user/1000/bus") == ["/run/user/1000/bus"])
    #expect(paths("unix:abstract=/tmp/x,guid=00;unix:path=/a%20b%2") == ["\0/tmp/x", "/a b%2"])
    #expect(paths("tcp:host=localhost,port=1;unix:dir=/tmp;;nonsense").isEmpty)
  }

  // MARK: yt-dlp, locale, folders

  @Test("yt-dlp's version is its age, and an old one is a warning")
  func ytDlp() throws {
    // 2026-02-01, noon.
    let today = Date(timeIntervalSince1970: 1_769_947_200)
    #expect(YtDlpCheck.age("2026.01.31", today) == 1)
    #expect(YtDlpCheck.age("2023.03.04.232813", today) == 1065)
    #expect(YtDlpCheck.age("2026.02.02", today) == 0)
    #expect(YtDlpCheck.age("2026.13.01", today) == nil)
    #expect(YtDlpCheck.age("master", today) == nil)

    func finding(_ answer: ProgramAnswer, isDesktop: Bool = true) -> Finding {
      YtDlpCheck.finding("yt-dlp", answer, today: today, isDesktop: isDesktop)
    }
    #expect(finding(Self.answer(.exited(0), "2026.01.31\n")) == .ok("2026.01.31, 1 day old"))
    let old = finding(Self.answer(.exited(0), "2023.03.04\n"))
    #expect(old.outcome == .warning)
    #expect(old.detail == "2023.03.04 is 1065 days old, and YouTube changes often.")
    let missing = finding(Self.answer(.notStarted(EACCES)), isDesktop: false)
    #expect(missing.detail == "It can't be run (Permission denied): nothing of YouTube's plays.")
    #expect(missing.remedy?.packages == ["yt-dlp"])
    let broken = finding(Self.answer(.exited(1), errors: "Traceback\nModuleNotFoundError: No module\n"))
    #expect(broken.detail == "yt-dlp does not work: ModuleNotFoundError: No module.")
    #expect(finding(Self.answer(.killed(signal: 9), isTooLate: true)).outcome == .warning)
  }

  @Test("A yt-dlp that has no JavaScript runtime plays little of YouTube, which is a warning")
  func runtimes() {
    func finding(_ line: String) -> Finding {
      YtDlpCheck.finding("2026.01.31, 1 day old", Array("[debug] Encodings: x\n\(line)\nUsage: …\n".utf8))
    }
    #expect(finding("[debug] JS runtimes: deno-2.5.6") == .ok("2026.01.31, 1 day old, with deno-2.5.6"))
    #expect(finding("") == .ok("2026.01.31, 1 day old"))
    let none = finding("[debug] JS runtimes: none")
    #expect(none.outcome == .warning)
    #expect(none.remedy?.advice.contains("Deno") == true)
    let old = finding("[debug] JS runtimes: node-20.20.2 (unsupported)")
    #expect(old.outcome == .warning)
    #expect(old.detail.contains("its JavaScript runtime is node-20.20.2 (unsupported)"))
    #expect(finding("[debug] JS runtimes: deno-2.5.6, node-20.20.2 (unsupported)").outcome == .ok)
  }

  @Test("The folder of places is looked into, and left as it is")
  func places() throws {
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = MediaPath(folder)
    #expect(FolderChecks.stateFinding(path) == .ok("\(folder), with 0 places"))
    #expect(
      FolderChecks.stateFinding(path.appending("later"))
        == .ok("\(folder)/later, which is made when it is needed")
    )
    try "broken".write(toFile: "\(folder)/places.json", atomically: false, encoding: .utf8)
    let damaged = FolderChecks.stateFinding(path)
    #expect(damaged.outcome == .warning)
    #expect(damaged.detail == "The places in \(folder) are damaged, and will be set aside for new ones.")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["places.json"])
    #expect(FolderChecks.stateFinding(path.appending("places.json")).detail.contains("is no folder"))
    #expect(FolderChecks.stateFinding(nil).outcome == .warning)
  }

  @Test("A locale without UTF-8, or that is not there, is a warning")
  func locales() {
    #expect(LocaleCheck.finding(wanted: "de_DE.UTF-8", set: "UTF-8", Self.debian) == .ok("de_DE.UTF-8"))
    let plain = LocaleCheck.finding(wanted: nil, set: "ANSI_X3.4-1968", Self.debian)
    #expect(plain.outcome == .warning)
    #expect(plain.remedy?.advice.contains("LANG=C.UTF-8") == true)
    let missing = LocaleCheck.finding(wanted: "xx_XX.UTF-8", set: nil, Self.debian)
    #expect(missing.detail.contains("There is no locale xx_XX.UTF-8"))
    #expect(missing.remedy?.packages == ["locales"])
  }

  // MARK: Time and words

  @Test("A check that never ends is given up and told of as a problem")
  func timeLimit() async {
    let (ends, end) = AsyncStream<Never>.makeStream()
    let (lesserEnds, lesserEnd) = AsyncStream<Never>.makeStream()
    // Behind the test, so that nothing is lost.
    defer {
      end.finish()
      lesserEnd.finish()
    }
    let check = MachineCheck("sleep", "sleep") {
      for await _ in ends {}
      return .ok("")
    }
    let finding = await check.start(limit: 0.05).value
    #expect(finding.outcome == .problem)
    #expect(finding.detail.contains("did not answer"))
    let lesser = MachineCheck("sleep", "sleep", whenSilent: .warning) {
      for await _ in lesserEnds {}
      return .ok("")
    }
    #expect(await lesser.start(limit: 0.05).value.outcome == .warning)
  }

  @Test("A name that is too long for its column has a line of its own, and so has one with nothing behind it")
  func longNames() {
    let report = DoctorReport(machine: Self.debian, json: false)
    func text(_ name: String, _ finding: Finding) -> String {
      String(decoding: report.line(MachineCheck("x", name) { finding }, finding), as: UTF8.self)
    }
    #expect(
      text("backend of-a-long-name", Finding(.warning, "It can't run.", .advice("Wait."))) == """
        warning  backend of-a-long-name
                                    It can't run.
                                    → Wait.

        """)
    #expect(text("backend x", Finding(.warning, "", .advice(" "))) == "warning  backend x\n")
  }

  @Test("A program that answers without end is killed, and a warning")
  func endlessAnswer() async {
    let answer = await ProgramAnswer.of(["yes"], limit: 60)
    #expect(!answer.isTooLate)
    #expect(answer.outcome.end == .killed(signal: SIGKILL))
    #expect(answer.outcome.output.count <= 1 << 20)
  }

  @Test("For people a finding is a line of three columns, with what to do below; for programs an object")
  func report() {
    let check = MachineCheck("libmpv", "libmpv") { .ok("") }
    let finding = Finding(
      .problem, "libmpv.so.2 is not there, and nothing that plays files can be started without it.",
      .install("libmpv2", advice: "Then try again."))
    func text(_ report: DoctorReport) -> String {
      String(decoding: report.line(check, finding), as: UTF8.self)
    }
    #expect(
      text(DoctorReport(machine: Self.debian, json: false)) == """
        PROBLEM  libmpv             libmpv.so.2 is not there, and nothing that plays
                                    files can be started without it.
                                    → sudo apt install libmpv2
                                    → Then try again.

        """)
    #expect(
      text(DoctorReport(machine: Self.debian, json: true)) == """
        {"check":"libmpv","detail":"\(finding.detail)","name":"libmpv","packages":["libmpv2"],\
        "remedy":"sudo apt install libmpv2; Then try again.","result":"problem"}

        """)
  }

  @Test("Where the locale has nothing but ASCII the report is ASCII")
  func ascii() {
    let finding = Finding(.notNeeded, "There is no help on “x”…", .advice("Wait – or go."))
    let report = DoctorReport(machine: Self.debian, json: false, isASCII: true)
    let text = String(decoding: report.line(MachineCheck("x", "x") { finding }, finding), as: UTF8.self)
    #expect(text.utf8.allSatisfy { $0 < 0x80 }, "\(text)")
    #expect(text.hasPrefix("-        x  "))
    #expect(text.contains("-> Wait - or go."))
  }

  @Test("The last line counts what was found")
  func summary() {
    func foot(_ outcomes: Finding.Outcome...) -> String {
      String(decoding: DoctorReport(machine: Self.debian, json: false).foot(outcomes), as: UTF8.self)
    }
    #expect(foot(.ok, .notNeeded) == "\nAll is well.\n")
    #expect(foot(.ok, .warning) == "\nWhat is needed is there; 1 warning.\n")
    #expect(foot(.problem, .warning, .warning) == "\n1 problem and 2 warnings.\n")
    #expect(DoctorReport(machine: Self.debian, json: true).foot([.problem]).isEmpty)
  }
}
