import PlayerConformance
import PlayerKit

/// `ytplay backends --check ID [SOURCE]...`: the contract, rule by rule.
enum CheckCommand {
  static func run(
    _ provider: BackendProvider, _ operands: [Operand], json: Bool, _ console: Console
  ) async throws(UsageError) -> ExitStatus {
    var options = ConformanceOptions()
    for argument in operands.flatMap({ SourceArgument.read($0.bytes) }) {
      switch argument.reading {
      case .success(let source): options.sources.append(source)
      case .failure(let error): throw UsageError(error.description)
      }
    }
    if case .unavailable(let reason, let remedy) = await provider.availability() {
      throw UsageError(InstalledBackends.unavailable(provider.descriptor.id, reason, remedy))
    }
    let suite = ConformanceSuite(provider: provider, options: options)
    let results = await suite.run { result in
      console.output.write(json ? JSONText.line(result) : Array(text(of: result).utf8))
    }
    return await console.finish(results.contains { $0.outcome == .failed } ? .nothingPlayed : .success)
  }

  private static func text(of result: ConformanceResult) -> String {
    let outcome =
      switch result.outcome {
      case .passed: "passed"
      case .failed: "FAILED"
      case .notApplicable: "not applicable"
      }
    let number = result.rule < 10 ? " \(result.rule)" : "\(result.rule)"
    let detail = result.detail.isEmpty ? "" : " (\(Text.safe(result.detail)))"
    return "\(number)  \(result.name): \(outcome)\(detail)\n"
  }
}
