import FoundationEssentials
import PlayerKit

/// `ytplay doctor`: whether this machine has what playing needs, and what to do where it has not. Nothing is
/// played.
enum DoctorCommand {
  static func run(
    _ invocation: Invocation, _ backends: InstalledBackends, _ console: Console
  ) async throws(UsageError) -> ExitStatus {
    if let operand = invocation.operands.first {
      throw UsageError("`ytplay doctor` takes no source, and was given \(Text.shown(operand.bytes)).")
    }
    let variables = ProcessInfo.processInfo.environment
    let machine = await withCheckedContinuation { continuation in
      PlainThread.startOrAbort { continuation.resume(returning: Machine.current(variables)) }
    }
    let report = DoctorReport(
      machine: machine, json: invocation.options.json, isASCII: LocaleCheck.charset != "UTF-8")
    // All at once: most of them wait for a program.
    let started = Checkup(machine: machine, backends: backends, configuration: invocation.configuration)
      .checks
      .map { ($0, $0.start()) }
    console.output.write(report.head)
    var outcomes: [Finding.Outcome] = []
    for (check, finding) in started {
      let finding = await finding.value
      outcomes.append(finding.outcome)
      console.output.write(report.line(check, finding))
    }
    console.output.write(report.foot(outcomes))
    return await console.finish(outcomes.contains(.problem) ? .nothingPlayed : .success)
  }
}
