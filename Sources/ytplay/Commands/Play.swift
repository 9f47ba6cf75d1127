import Glibc
import PlayerKit

/// `ytplay SOURCE...`
enum PlayCommand {
  static func run(_ invocation: Invocation, _ backends: InstalledBackends) async throws(UsageError)
    -> ExitStatus
  {
    let options = invocation.options
    try checkOperands(invocation)
    try await checkBackend(invocation, backends)
    let sources = await SourceArgument.read(invocation)
    let memory = await PlaceMemory.load(invocation, sources.compactMap(\.source))
    let ending = Ending()
    let console = Console(ending: ending)
    let session = PlaySession(
      options: options, sources: sources, registry: backends.registry, memory: memory, console: console,
      ending: ending)
    return await session.run()
  }

  private static func checkOperands(_ invocation: Invocation) throws(UsageError) {
    if invocation.operands.isEmpty, invocation.options.lists.isEmpty {
      throw UsageError("No source was given; `ytplay --help` says what can be.")
    }
    if let first = invocation.operands.first, let hint = commandHint(first) { throw UsageError(hint) }
    let dash = Array("-".utf8)
    if invocation.options.lists.contains(dash) {
      if invocation.options.json {
        throw UsageError("Standard input can't be a list together with --json, which reads actions from it.")
      }
      if invocation.operands.contains(where: { $0.bytes == dash }) {
        throw UsageError("Standard input can't be both a source and a list.")
      }
    }
    if invocation.operands.contains(where: { $0.bytes == dash }) {
      if invocation.options.json {
        throw UsageError(
          "Standard input can't be a source together with --json, which reads actions from it.")
      }
      if isatty(STDIN_FILENO) == 1 {
        throw UsageError("Standard input is a terminal, which can't be played; pipe a file into it.")
      }
    }
  }

  /// What to say of a first word that is nothing but a command with a slip in it.
  private static func commandHint(_ operand: Operand) -> String? {
    guard !operand.isProtected, let word = String(validating: operand.bytes, as: UTF8.self),
      word.allSatisfy(\.isLetter), MediaPath(word).fileKind == nil,
      case .file? = SourceArgument.read(operand.bytes).first?.source?.content,
      let command = NearestName.find(word, in: CommandName.words)
    else { return nil }
    return "There is no file and no command called \(Text.safe(word)); did you mean `ytplay \(command)`?"
  }

  /// Throws unless the backend that was named is there and can run.
  static func checkBackend(_ invocation: Invocation, _ backends: InstalledBackends) async throws(UsageError) {
    guard let backend = invocation.options.backend else { return }
    do throws(UsageError) {
      let provider = try backends.named(backend)
      if case .unavailable(let reason, let remedy) = await provider.availability() {
        throw UsageError(InstalledBackends.unavailable(backend, reason, remedy))
      }
    } catch {
      throw invocation.located(error, by: "backend")
    }
  }
}
