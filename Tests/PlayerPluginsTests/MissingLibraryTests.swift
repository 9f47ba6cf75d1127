import PlayerKit
import PlayerPlugins
import Testing

@Suite("A plugin's program whose library is not there")
struct MissingLibraryTests {
  /// A program that ends as the dynamic linker ends one.
  private func program(_ words: String) -> PluginProgram {
    PluginProgram(
      executable: "sh", arguments: ["-c", "echo '\(words)' >&2; exit 127"], descriptor: FakePlugin.descriptor)
  }

  @Test("It is not available, and the library is named")
  func named() async {
    let program = program(
      "/x/ytplay-fake: error while loading shared libraries: libfake.so.4: cannot open shared object file: "
        + "No such file or directory")
    #expect(
      await program.provider.availability()
        == .unavailable(
          reason: "The program of the backend fake needs the library libfake.so.4, which is not there.",
          remedy: "Install the package that holds it."))
    let error = await #expect(throws: PlayerError.self) {
      _ = try await program.provider.make(PlayerConfiguration()) { _ in }
    }
    #expect(error?.code == .backendUnavailable)
  }

  @Test("Another end with the same status is told as it is")
  func other() async {
    let program = program("something else went wrong")
    let error = await #expect(throws: PlayerError.self) {
      _ = try await program.provider.make(PlayerConfiguration()) { _ in }
    }
    #expect(error?.code == .backendFailed && error?.message.contains("something else went wrong") == true)
  }
}
