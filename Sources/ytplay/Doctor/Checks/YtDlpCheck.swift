import FoundationEssentials
import Glibc
import PlayerKit

/// yt-dlp, by which mpv plays YouTube: where there is no display, where a video may not be embedded, and to look up
/// channels by their names.
enum YtDlpCheck {
  /// YouTube changes about that often, in days.
  private static let staleAge = 90

  static func check(_ machine: Machine) -> MachineCheck {
    MachineCheck("yt-dlp", "yt-dlp", whenSilent: .warning) {
      let program = machine.variables["YTPLAY_YT_DLP"] ?? "yt-dlp"
      // As the registry judges it; to run it would complain of folders in PATH that may not be looked into.
      guard BackendEnvironment.current.hasProgram("yt-dlp") else {
        return missing(program, "is not there", isDesktop: machine.isDesktop)
      }
      let answer = await ProgramAnswer.of([program, "--version"], limit: 10)
      let found = finding(program, answer, today: Date(), isDesktop: machine.isDesktop)
      guard found.outcome == .ok else { return found }
      // Without an address it tells what it has, and ends.
      let told = await ProgramAnswer.of([program, "--verbose"], limit: 8)
      return finding(found.detail, told.outcome.errors)
    }
  }

  /// Since 2025.11.12 yt-dlp needs a JavaScript runtime for YouTube, and has allowed Deno alone unless it is told
  /// otherwise (https://github.com/yt-dlp/yt-dlp/wiki/EJS).
  ///
  /// - Parameters:
  ///   - version: what is known of it.
  ///   - told: what it writes of itself; earlier versions say nothing of runtimes.
  static func finding(_ version: String, _ told: [UInt8]) -> Finding {
    let label = "[debug] JS runtimes: "
    let line = told.split(separator: UInt8(ascii: "\n")).map { Text.shown($0) }.first { $0.hasPrefix(label) }
    guard let runtimes = line?.dropFirst(label.count) else { return .ok(version) }
    let works = runtimes.split(separator: ",").contains { $0 != "none" && !$0.hasSuffix("(unsupported)") }
    if works { return .ok("\(version), with \(runtimes)") }
    let lack = runtimes == "none" ? "it has no JavaScript runtime" : "its JavaScript runtime is \(runtimes)"
    return Finding(
      .warning, "\(version); \(lack), so that most of YouTube does not play.",
      .advice(
        "Install Deno (https://deno.com); or allow Node.js 22 by the line `--js-runtimes node` in "
          + "~/.config/yt-dlp/config."))
  }

  private static let update = Remedy.advice(
    "Update it by what has installed it (`yt-dlp -U`, `pipx upgrade yt-dlp`). Debian's own stays old: beside it, `pipx "
      + "install yt-dlp[default]` puts another one into ~/.local/bin, which has to come first in PATH.")

  static func finding(_ program: String, _ answer: ProgramAnswer, today: Date, isDesktop: Bool) -> Finding {
    let output = answer.outcome.output.split(separator: UInt8(ascii: "\n")).first.map { Text.shown($0) } ?? ""
    if case .notStarted(let number) = answer.outcome.end {
      let reason = String(cString: strerror(number))
      return missing(program, "can't be run (\(reason))", isDesktop: isDesktop)
    }
    if answer.isTooLate {
      return Finding(.warning, "\(program) did not tell its version within 10 s.", update)
    }
    guard answer.outcome.end == .exited(0), !output.isEmpty else {
      let lines = answer.outcome.errors.split(separator: UInt8(ascii: "\n"))
      let said = lines.last.map { ": \(Text.shown($0))" } ?? ""
      return Finding(
        .warning, "\(program) does not work\(said).", .install("yt-dlp", advice: "Or install it anew."))
    }
    guard let age = age(output, today) else { return .ok("\(output), of an unknown age") }
    if age > staleAge {
      return Finding(.warning, "\(output) is \(age) days old, and YouTube changes often.", update)
    }
    return .ok("\(output), \(age == 1 ? "1 day" : "\(age) days") old")
  }

  private static func missing(_ program: String, _ reason: String, isDesktop: Bool) -> Finding {
    let loss =
      isDesktop
      ? "videos that may not be embedded, and channels by their names, don't play"
      : "nothing of YouTube's plays"
    return Finding(
      .warning, "\(program == "yt-dlp" ? "It" : program) \(reason): \(loss).",
      .install(
        "yt-dlp",
        advice:
          "YouTube needs a new one: if that is older than \(staleAge) days, `pipx install yt-dlp[default]`."))
  }

  /// How many days old a version is, which is a date: `2026.01.31`, perhaps with more behind. Nil where it is none.
  static func age(_ version: String, _ today: Date) -> Int? {
    let parts = version.split(separator: ".").prefix(3).map { Int($0) }
    guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2],
      2000...9999 ~= year, 1...12 ~= month, 1...31 ~= day
    else { return nil }
    var time = tm()
    (time.tm_year, time.tm_mon, time.tm_mday) = (Int32(year - 1900), Int32(month - 1), Int32(day))
    return max(Int(today.timeIntervalSince1970) - timegm(&time), 0) / 86400
  }
}
