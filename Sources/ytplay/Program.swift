import Glibc
import PlayerKit

/// The program: understands its arguments and runs the command.
enum Program {
  /// The version of `ytplay`.
  static let version = "0.1.0"

  /// Runs the command line and returns the status to exit with.
  static func run(_ arguments: [[UInt8]]) async -> ExitStatus {
    // What is not playing has nothing to bring to an end when its reader goes away.
    let console = Console { if $0 == EPIPE { _exit(ExitStatus.signal.rawValue) } }
    do throws(UsageError) {
      let invocation = try await Invocation.read(arguments)
      if let request = invocation.options.request {
        return await AboutCommand.show(request, invocation.command, console)
      }
      // Looked for only where they are needed.
      func backends() -> InstalledBackends { InstalledBackends(for: invocation, console) }
      switch invocation.command {
      case .play: return try await PlayCommand.run(invocation, backends())
      case .feed: return try await FeedCommand.run(invocation, backends())
      case .resolve: return try await ResolveCommand.run(invocation, backends(), console)
      case .backends: return try await BackendsCommand.run(invocation, backends(), console)
      case .doctor: return try await DoctorCommand.run(invocation, backends(), console)
      case .html: return try await HTMLCommand.run(invocation, console)
      case .config: return try await ConfigCommand.run(invocation, console)
      case .help: return try await AboutCommand.help(invocation, console)
      }
    } catch {
      for sentence in error.sentences { console.say(sentence) }
      return await console.finish(.usage)
    }
  }
}
