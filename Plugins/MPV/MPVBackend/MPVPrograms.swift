import PlayerKit
import PlayerPlugins

/// The one program that a session may have under way.
///
/// Lives on the thread of its ``MPVEventLoop``, which is told of the program's end by a letter.
final class MPVPrograms {
  /// What a program answered.
  struct Answer: Sendable {
    let outcome: ProgramRun.Outcome
    /// What it described, read on the program's own thread.
    let description: YtDlpDescription?
    /// Whether it was killed because it took too long.
    var isTooLate = false
  }

  private struct Running {
    let id: Int
    let run: ProgramRun
    let deadline: Double
    var isTooLate = false
    let then: (Answer) -> Void
  }

  private var running: Running?
  private var lastID = 0
  /// Hands an answer to the loop, from any thread.
  var deliver: @Sendable (Int, Answer) -> Void = { _, _ in }

  /// When the program under way takes too long; nil where there is none.
  var deadline: Double? { running.flatMap { $0.isTooLate ? nil : $0.deadline } }

  /// Starts a program in the place of the one under way, whose answer never comes then.
  ///
  /// - Parameter limit: how many seconds it may take.
  func start(_ command: [String], limit: Double, then: @escaping (Answer) -> Void) {
    cancel()
    lastID += 1
    let (id, deliver) = (lastID, deliver)
    let run = ProgramRun(command) { outcome in
      let isDescribed = outcome.end == .exited(0)
      deliver(
        id, Answer(outcome: outcome, description: isDescribed ? YtDlpDescription(outcome.output) : nil))
    }
    running = Running(id: id, run: run, deadline: PlainThread.now + limit, then: then)
  }

  /// Kills the program under way; its answer never comes.
  func cancel() {
    running?.run.cancel()
    running = nil
  }

  /// Takes an answer, where it is still waited for.
  func take(_ id: Int, _ answer: Answer) {
    guard let running, running.id == id else { return }
    self.running = nil
    var answer = answer
    answer.isTooLate = running.isTooLate
    running.then(answer)
  }

  /// Kills the program under way where it takes too long; its answer then says so.
  func tick(_ now: Double) {
    guard let deadline, now >= deadline else { return }
    running?.isTooLate = true
    running?.run.cancel()
  }
}
