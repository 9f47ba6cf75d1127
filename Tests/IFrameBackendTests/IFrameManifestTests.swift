import Foundation
import IFrameBackend
import PlayerKit
import TestSupport
import Testing

@testable import PlayerPlugins

@Suite("The manifest of ytplay-iframe") struct IFrameManifestTests {
  @Test("It says of the backend what the backend says of itself")
  func descriptor() throws {
    let (manifest, program) = (try BuiltManifest.read("IFrame", "iframe"), IFrameBackend.descriptor)
    #expect(manifest.protocol == PluginProtocol.number)
    #expect(manifest.descriptor.id == program.id && manifest.descriptor.name == program.name)
    #expect(manifest.descriptor.kinds == program.kinds)
    #expect(manifest.descriptor.capabilities == program.capabilities)
  }

  @Test("It lies beside the programs of a build, and names the one that was built with it")
  func program() throws {
    let program = try BuiltManifest.program("IFrame", "iframe")
    #expect(program == BuiltProgram.path("ytplay-iframe"))
    #expect(FileManager.default.isExecutableFile(atPath: program))
  }
}
