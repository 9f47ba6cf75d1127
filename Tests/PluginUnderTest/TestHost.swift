import Dispatch
import Glibc
import PlayerKit
import PlayerPlugins

/// A host that does what a test needs: starts a plugin, has it perform an action, and says its process id.
enum TestHost {
  static func run(_ command: [String]) -> Never {
    Task {
      do {
        let program = PluginProgram(
          executable: command[0], arguments: Array(command.dropFirst()),
          descriptor: TestBackend.descriptor)
        let backend = try await program.provider.make(PlayerConfiguration()) { _ in }
        try await backend.perform(.setVolume(7))
        print("plugin \(program.processID ?? -1)")
        fflush(nil)
        // Until it is killed.
        while true { try await Task.sleep(for: .seconds(3600)) }
      } catch {
        print("failed: \(error)")
        exit(1)
      }
    }
    dispatchMain()
  }
}
