/// `ytplay help`, `--help` and `--version`: nothing of a backend is touched.
enum AboutCommand {
  static func help(_ invocation: Invocation, _ console: Console) async throws(UsageError) -> ExitStatus {
    if invocation.operands.count > 1 {
      throw UsageError("Help is given on one thing at a time.")
    }
    let topic = invocation.operands.first.map { Text.shown($0.bytes) }
    console.output.write(
      try topic.map { (word) throws(UsageError) in try HelpText.text(on: word) } ?? HelpText.text())
    return await console.finish(.success)
  }

  static func show(_ request: Options.Request, _ command: CommandName, _ console: Console) async -> ExitStatus
  {
    switch request {
    case .help: console.output.write(HelpText.text(for: command))
    case .version: console.output.write("ytplay \(Program.version)\n")
    }
    return await console.finish(.success)
  }
}
