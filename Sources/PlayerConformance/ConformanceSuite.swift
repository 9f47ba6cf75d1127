import PlayerKit

/// The contract, rule by rule, run on any backend.
///
/// ```swift
/// let suite = ConformanceSuite(provider: MockBackend.provider)
/// let results = await suite.run { print("\($0.rule) \($0.name): \($0.outcome) (\($0.detail))") }
/// ```
///
/// It works on real backends and on the real clock, one rule after another, and shuts down each backend that
/// it makes. A backend that hangs fails the rule and does not hold the suite up. Time is judged by the
/// events' own moments, by medians, and more than once before it has failed, so that a busy machine fails
/// nobody.
///
/// Rules 16 and 17 count the threads, descriptors and children of the process that they run in: let nothing
/// else start any meanwhile.
public struct ConformanceSuite: Sendable {
  /// What makes the backends that are checked.
  public let provider: BackendProvider
  /// What the suite works with.
  public let options: ConformanceOptions

  /// A suite for the backends that `provider` makes.
  public init(provider: BackendProvider, options: ConformanceOptions = ConformanceOptions()) {
    self.provider = provider
    self.options = options
  }

  /// Checks rules in the order given, and returns a result for each.
  ///
  /// - Parameters:
  ///   - rules: all unless set.
  ///   - report: called with each result as soon as there is one.
  @discardableResult
  public func run(
    _ rules: [ConformanceRule] = ConformanceRule.all,
    report: @Sendable (ConformanceResult) async -> Void = { _ in }
  ) async -> [ConformanceResult] {
    var results: [ConformanceResult] = []
    func add(_ result: ConformanceResult) async {
      results.append(result)
      await report(result)
    }
    if case .unavailable(let reason, let remedy) = await provider.availability() {
      let detail = "The backend can't run here: \(reason)\(remedy.map { " \($0)" } ?? "")"
      for rule in rules { await add(ConformanceResult(rule, .notApplicable, detail: detail)) }
      return results
    }
    let media: ConformanceMedia
    do {
      media = try ConformanceMedia(provider.descriptor, options)
    } catch let error as NotChecked {
      for rule in rules { await add(ConformanceResult(rule, .notApplicable, detail: error.reason)) }
      return results
    } catch {
      for rule in rules {
        await add(ConformanceResult(rule, .failed, detail: "The suite could not write its files: \(error)"))
      }
      return results
    }
    let context = RuleContext(provider: provider, options: options, media: media)
    for rule in rules { await add(await rule.result(context)) }
    media.remove()
    return results
  }
}
