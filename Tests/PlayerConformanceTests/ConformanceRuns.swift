import PlayerConformance
import PlayerKit
import TestSupport

/// All runs of the suite within this process. They go on side by side, from the first question on: most of each
/// is waiting for real time to pass, and one by one they would take the sum.
enum ConformanceRuns {
  /// What is run.
  enum Subject: Hashable, Sendable {
    /// A rule on the mock, by its number.
    case mock(Int)
    /// A rule on the mock behind wires that spoil nothing, by its number.
    case wires(Int)
    /// The rule that a flaw breaks, by the flaw's place in ``Flaw/all``.
    case flaw(Int)
  }

  /// Rules that count what the process has are proven in processes of their own, see `ResourceTests`.
  static let rules = ConformanceRule.all.filter { ![16, 17].contains($0.number) }

  private static let tasks: [Subject: Task<ConformanceResult?, Never>] = {
    let numbers = rules.map(\.number)
    let subjects =
      numbers.map(Subject.mock) + numbers.map(Subject.wires) + Flaw.all.indices.map(Subject.flaw)
    return Dictionary(
      uniqueKeysWithValues: subjects.map { subject in
        (subject, Task { await Turnstile.shared.pass { await run(subject) } })
      })
  }()

  /// The result, as soon as there is one.
  static func result(_ subject: Subject) async -> ConformanceResult? {
    await tasks[subject]?.value
  }

  private static func run(_ subject: Subject) async -> ConformanceResult? {
    switch subject {
    case .mock(let number):
      let suite = ConformanceSuite(provider: MockSetUp.provider, options: MockSetUp.options)
      return await suite.run(rules.filter { $0.number == number }).first
    case .wires(let number):
      let flawless = Flaw(number, "nothing is spoilt", seen: "") {
        $0.options.patience = .seconds(15)
        $0.script.autoplayBlocked = number == 18
      }
      return await flawless.result()
    case .flaw(let index):
      return await Flaw.all[index].result()
    }
  }
}

/// Lets so many through at once that a small machine still keeps time.
private actor Turnstile {
  static let shared = Turnstile(width: TestEnvironment.isThreadSanitized ? 8 : 32)

  private var free: Int
  private var waiters: [CheckedContinuation<Void, Never>] = []

  private init(width: Int) {
    free = width
  }

  func pass<Value: Sendable>(_ body: @Sendable () async -> Value) async -> Value {
    if free > 0 { free -= 1 } else { await withCheckedContinuation { waiters.append($0) } }
    let value = await body()
    if waiters.isEmpty { free += 1 } else { waiters.removeFirst().resume() }
    return value
  }
}
