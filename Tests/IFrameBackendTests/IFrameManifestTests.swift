import Foundation
import IFrameBackend
import PlayerKit
import TestSupport
import Testing

@testable import PlayerPlugins

@Suite("The manifest of ytplay-iframe") struct IFrameManifestTests {
  private struct Manifest: Decodable {
    let `protocol`: Int
    let program: String
    let descriptor: BackendDescriptor
  }

  private static let path = BuiltProgram.path("ytplay_IFrameManifest.resources/plugins/iframe.json")

  private static func manifest() throws -> Manifest {
    try JSONDecoder().decode(Manifest.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
  }

  @Test("It says of the backend what the backend says of itself")
  func descriptor() throws {
    let (manifest, program) = (try Self.manifest(), IFrameBackend.descriptor)
    #expect(manifest.protocol == PluginProtocol.number)
    #expect(manifest.descriptor.id == program.id && manifest.descriptor.name == program.name)
    #expect(manifest.descriptor.kinds == program.kinds)
    #expect(manifest.descriptor.capabilities == program.capabilities)
  }

  @Test("It lies beside the programs of a build, and names the one that was built with it")
  func program() throws {
    let folder = URL(fileURLWithPath: Self.path).deletingLastPathComponent()
    let program = folder.appendingPathComponent(try Self.manifest().program).standardizedFileURL.path
    #expect(program == BuiltProgram.path("ytplay-iframe"))
    #expect(FileManager.default.isExecutableFile(atPath: program))
  }
}
