import PlayerKit

/// `ytplay feed SOURCE...`
enum FeedCommand {
  static func run(_ invocation: Invocation, _ backends: InstalledBackends) async throws(UsageError)
    -> ExitStatus
  {
    let options = invocation.options
    if invocation.operands.isEmpty, options.lists.isEmpty {
      throw UsageError("No source was given; `ytplay feed SOURCE...` needs one.")
    }
    let dash = Array("-".utf8)
    if invocation.operands.contains(where: { $0.bytes == dash }) {
      throw UsageError("Standard input can't be a page of a feed, which comes again; `ytplay -` plays it.")
    }
    if options.json, options.lists.contains(dash) {
      throw UsageError("Standard input can't be a list together with --json, which reads actions from it.")
    }
    try await PlayCommand.checkBackend(invocation, backends)
    let sources = await SourceArgument.read(invocation)
    let memory = await PlaceMemory.load(invocation, sources.compactMap(\.source))
    let ending = Ending()
    let console = Console(ending: ending)
    let session = FeedSession(
      options: options, sources: sources, registry: backends.registry, memory: memory, console: console,
      ending: ending)
    return await session.run()
  }
}
