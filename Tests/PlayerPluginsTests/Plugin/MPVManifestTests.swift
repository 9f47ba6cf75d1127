import Foundation
import MPVBackend
import PlayerKit
import TestSupport
import Testing

@testable import PlayerPlugins

@Suite("The manifest of ytplay-mpv") struct MPVManifestTests {
  @Test("It says of the backend what the backend says of itself")
  func descriptor() throws {
    let (manifest, program) = (try BuiltManifest.read("MPV", "mpv"), MPVBackend.descriptor)
    #expect(manifest.protocol == PluginProtocol.number)
    #expect(manifest.descriptor.id == program.id && manifest.descriptor.name == program.name)
    #expect(manifest.descriptor.kinds == program.kinds)
    #expect(manifest.descriptor.capabilities == program.capabilities)
  }

  @Test("It lies beside the programs of a build, and names the one that was built with it")
  func program() throws {
    let program = try BuiltManifest.program("MPV", "mpv")
    #expect(program == BuiltProgram.path("ytplay-mpv"))
    #expect(FileManager.default.isExecutableFile(atPath: program))
  }
}
