import Foundation
import PlayerKit
import Testing

@testable import PlayerPlugins

@Suite("Manifests")
struct DirectoryManifestTests {
  /// What is wrong with a manifest; nil where nothing is.
  private static func fault(_ text: String) -> ManifestFault? {
    do throws(ManifestFault) {
      _ = try PluginManifest(bytes: Array(text.utf8))
      return nil
    } catch {
      return error
    }
  }

  private static let good = PluginFolder.manifest("tone")

  @Test("A manifest is read as it is written")
  func roundTrip() throws {
    let manifest = PluginManifest(
      program: "../bin/tone", arguments: ["-x", ""],
      descriptor: BackendDescriptor(
        id: "tone-2", name: "Tone", version: "1.0",
        kinds: [.stream: .init(priority: 10), .video: .init(priority: 0, needs: ["display"])],
        capabilities: [.setRate, .items]))
    let data = try JSONEncoder().encode(manifest)
    #expect(try PluginManifest(bytes: Array(data)) == manifest)
    #expect(try JSONDecoder().decode(PluginManifest.self, from: data) == manifest)
  }

  @Test("What this version does not know is passed over, as long as something is left to play")
  func unknown() throws {
    let text = Self.good.replacingOccurrences(
      of: #""kinds": {"#, with: #""colour": 3, "kinds": {"hologram": {"priority": 5},"#
    ).replacingOccurrences(of: #"["setRate"]"#, with: #"["setRate","teleport"]"#)
    let manifest = try PluginManifest(bytes: Array(text.utf8))
    #expect(manifest.descriptor.kinds.keys.map(\.rawValue) == ["stream"])
    #expect(manifest.descriptor.capabilities == [.setRate])
    #expect(manifest.arguments.isEmpty)
  }

  @Test(
    "Each mistake in a manifest is told by its place, and what to do about it",
    arguments: [
      ("[1]", "is a list, and not an object."),
      ("{", "is not valid JSON."), ("", "is not valid JSON."), ("\u{FEFF}{", "is not valid JSON."),
      ("{\"a\":\"\0\"}", "is not UTF-8 text."),
      (String(repeating: "[", count: 100_000), "is not valid JSON."),
      ("{}", "needs protocol, a whole number."),
      (#"{"protocol":"1"}"#, "needs protocol, a whole number, and gives “1”."),
      (#"{"protocol":1.5}"#, "needs protocol, a whole number, and gives 1.5."),
      (#"{"protocol":2}"#, "is of the protocol 2, and this version speaks 1."),
      (#"{"protocol":0}"#, "is of the protocol 0, and this version speaks 1."),
      (#"{"protocol":1}"#, "needs program, a path."),
      (#"{"protocol":1,"program":""}"#, "needs program, a path, and gives “”."),
      (#"{"protocol":1,"program":"p"}"#, "needs descriptor, an object."),
      (
        #"{"protocol":1,"program":"p","arguments":"x"}"#,
        "needs arguments, a list of text, or nothing, and gives “x”."
      ),
      (
        #"{"protocol":1,"program":"p","arguments":["x",1]}"#,
        "needs arguments, a list of text, or nothing, and gives 1 in it."
      ),
      (#"{"protocol":1,"program":"p\u0000q"}"#, "holds a NUL in its program or arguments."),
    ])
  func faults(text: String, predicate: String) throws {
    let fault = try #require(Self.fault(text))
    #expect(fault.predicate == predicate)
    #expect(!fault.remedy.isEmpty)
  }

  @Test(
    "So is each mistake in the descriptor",
    arguments: [
      (#""id": "tone""#, #""id": 5"#, "needs descriptor.id, a short name, and gives 5."),
      (#""name": "tone""#, #""name": """#, "needs descriptor.name, the name that people read, and gives “”."),
      (#""version": "1.0""#, #""version": 1"#, "needs descriptor.version, a version, as text, and gives 1."),
      (
        #"{"priority": 10}"#, #"{"priority": -1}"#,
        "needs descriptor.kinds.stream.priority, a whole number from 0, and gives -1."
      ),
      (#"{"priority": 10}"#, "{}", "needs descriptor.kinds.stream.priority, a whole number."),
      (
        #"{"priority": 10}"#, #"{"priority":1,"needs":"display"}"#,
        "needs descriptor.kinds.stream.needs, a list of text, or nothing, and gives “display”."
      ),
      (#""stream""#, #""hologram""#, "names no kind of source that this version knows."),
      (#"["setRate"]"#, "7", "needs descriptor.capabilities, a list of text, or nothing, and gives 7."),
    ])
  func descriptorFaults(old: String, new: String, predicate: String) throws {
    #expect(Self.fault(Self.good) == nil)
    let fault = try #require(Self.fault(Self.good.replacingOccurrences(of: old, with: new)))
    #expect(fault.predicate == predicate)
    #expect(fault.id == (old.contains("id") ? nil : "tone"))
  }

  @Test(
    "An id is what people can type",
    arguments: [
      "Tone", "to ne", "töne", "-tone", "tone-", "a/b", "a.b", "a_b", String(repeating: "a", count: 65),
    ])
  func ids(id: String) throws {
    let fault = try #require(Self.fault(PluginFolder.manifest(id)))
    #expect(fault.predicate.hasPrefix("gives the id "))
  }

  @Test("Decoded as any value is, a manifest that is wrong throws pluginRejected")
  func decoding() {
    #expect {
      try JSONDecoder().decode(PluginManifest.self, from: Data(#"{"protocol":1}"#.utf8))
    } throws: { error in
      (error as? PlayerError)?.code == .pluginRejected
        && (error as? PlayerError)?.message == "The manifest needs program, a path."
    }
  }
}
