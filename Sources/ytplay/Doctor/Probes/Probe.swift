import FoundationEssentials
import Glibc
import PlayerKit
import PlayerPlugins

/// What is asked of a library that this program does not link: in a process of its own, a second run of this
/// program, so that a library that crashes or hangs does so there.
enum Probe: String, CaseIterable, Sendable {
  case display, libmpv, webKit, codecs

  /// The variable by which a run of `ytplay doctor` is such a process.
  private static let variable = "YTPLAY_DOCTOR_PROBE"
  /// How long it may take, in seconds: reading all of GStreamer's plugins for the first time takes several.
  private var limit: Double { self == .codecs ? 18 : 10 }

  /// What a probe has told.
  enum Answer: Sendable, Equatable {
    case facts([String: String])
    /// Why there are none, and what was written to standard error meanwhile.
    case failed(String, errors: String)
  }

  // MARK: From outside

  /// Asks.
  ///
  /// - Parameter variables: the environment of the process.
  func ask(_ variables: [String: String]) async -> Answer {
    let variables = variables.merging(
      [Self.variable: rawValue, "SWIFT_BACKTRACE": "enable=no", "LC_ALL": "C"]
    ) { $1 }
    // This very program, also where its file was replaced meanwhile.
    let answer = await ProgramAnswer.of(
      ["/proc/self/exe", "doctor"], environment: variables, limit: limit)
    let errors = Text.shown(answer.outcome.errors.split(separator: UInt8(ascii: "\n")).last ?? [])
    if answer.isTooLate { return .failed("it did not answer within \(Int(limit)) s", errors: errors) }
    switch answer.outcome.end {
    case .exited(0):
      do {
        return .facts(try JSONDecoder().decode([String: String].self, from: Data(answer.outcome.output)))
      } catch {
        return .failed("what it told can't be read", errors: errors)
      }
    case .exited(let status) where status == Self.failureStatus:
      return .failed(Text.shown(answer.outcome.output), errors: errors)
    case .exited(let status): return .failed("it ended with status \(status)", errors: errors)
    case .killed(let signal): return .failed("it was ended by signal \(signal)", errors: errors)
    case .notStarted(let number):
      return .failed("no process could be made: \(String(cString: strerror(number)))", errors: errors)
    case .unknown: return .failed("nobody knows how it ended", errors: errors)
    }
  }

  // MARK: From inside

  /// The status of a probe that has written why it can't tell anything.
  private static let failureStatus: Int32 = 3

  /// The probe that this process is; nil where it is none.
  static var requested: Probe? {
    getenv(variable).flatMap { Probe(rawValue: String(cString: $0)) }
  }

  /// Looks, writes what there is, and ends the process. Blocks.
  func run() -> Never {
    // Whoever asked may be gone before a library answers that hangs.
    alarm(UInt32(limit) + 2)
    do throws(ProbeFailure) {
      Self.write(JSONText.line(try facts()))
      // Without the libraries' own ends, which are for whoever has used them.
      _exit(0)
    } catch {
      Self.write(Array(error.reason.utf8))
      _exit(Self.failureStatus)
    }
  }

  private func facts() throws(ProbeFailure) -> [String: String] {
    switch self {
    case .display: try DisplayProbe.facts()
    case .libmpv: try MPVLibraryProbe.facts()
    case .webKit: try WebKitProbe.facts()
    case .codecs: try CodecProbe.facts()
    }
  }

  /// Facts are far shorter than what a pipe takes at once.
  private static func write(_ bytes: [UInt8]) {
    _ = bytes.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
  }
}

/// What a program answers that is run once.
struct ProgramAnswer: Sendable {
  let outcome: ProgramRun.Outcome
  /// Whether it was killed because it took too long.
  let isTooLate: Bool

  /// Runs a program to its end, or kills it.
  ///
  /// - Parameter limit: how many seconds it may take.
  static func of(_ command: [String], environment: [String: String]? = nil, limit: Double) async
    -> ProgramAnswer
  {
    let isTooLate = Lock(false)
    let variables = environment.map { $0.map { "\($0)=\($1)" } }
    let outcome = await withCheckedContinuation { continuation in
      let deadline = Lock<Deadlines.Deadline?>(nil)
      // Nobody who answers a question says more than that.
      let run = ProgramRun(command, environment: variables, outputLimit: 1 << 20) { outcome in
        deadline.withLock { $0 }?.cancel()
        continuation.resume(returning: outcome)
      }
      let set = Deadlines.shared.after(.seconds(limit)) {
        isTooLate.withLock { $0 = true }
        run.cancel()
      }
      deadline.withLock { $0 = set }
    }
    return ProgramAnswer(outcome: outcome, isTooLate: isTooLate.withLock { $0 })
  }
}
