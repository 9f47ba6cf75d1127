import Foundation
import PlayerKit
import Testing

@Suite("The registry chooses a backend and says why")
struct BackendRegistryTests {
  private static let nothing = BackendEnvironment(hasDisplay: { false }, hasProgram: { _ in false })

  private func provider(
    _ id: String, _ kinds: [PlayerSource.Kind: BackendDescriptor.KindSupport], version: String = "1"
  ) -> BackendProvider {
    BackendProvider(
      descriptor: BackendDescriptor(id: id, name: id, version: version, kinds: kinds, capabilities: []),
      make: { _, _ throws(PlayerError) in throw PlayerError(.backendUnavailable, "It is never made.") })
  }

  private let file = PlayerSource.file(MediaPath("a.mp4"))

  @Test("The highest priority comes first, and of equals the one registered first")
  func order() throws {
    let registry = BackendRegistry(
      [
        provider("low", [.file: .init(priority: 1)]), provider("first", [.file: .init(priority: 9)]),
        provider("second", [.file: .init(priority: 9)]), provider("other", [.stream: .init(priority: 99)]),
        provider("middle", [.file: .init(priority: 5)]),
      ], environment: Self.nothing)
    let candidates = registry.candidates(for: file)
    #expect(candidates.map(\.id) == ["first", "second", "middle", "low", "other"])
    #expect(candidates.map(\.isChosen) == [true, false, false, false, false])
    #expect(candidates.map(\.isUsable) == [true, true, true, true, false])
    #expect(
      candidates.map(\.reason) == [
        "it plays the kind file with priority 9",
        "it plays the kind file with priority 9, and first comes first",
        "it plays the kind file with priority 5, and first comes first",
        "it plays the kind file with priority 1, and first comes first",
        "it plays no source of the kind file",
      ])
    #expect(try registry.backend(for: file).descriptor.id == "first")
  }

  @Test("Needs are judged by the environment alone, and the unmet ones are told")
  func needs() throws {
    let providers = [
      provider("web", [.video: .init(priority: 9, needs: ["display"])]),
      provider("fetch", [.video: .init(priority: 5, needs: ["program:yt-dlp", "display"])]),
      provider("odd", [.video: .init(priority: 7, needs: ["moonlight"])]),
    ]
    var registry = BackendRegistry(providers, environment: Self.nothing)
    let source = PlayerSource.rick()
    let reasons = Dictionary(
      uniqueKeysWithValues: registry.candidates(for: source).map { ($0.id, $0.reason) })
    #expect(
      reasons == [
        "web": "there is no display",
        "fetch": "the program yt-dlp was not found, and there is no display",
        "odd": "it needs moonlight, which this version can't judge",
      ])
    #expect(!registry.candidates(for: source).contains { $0.isChosen || $0.isUsable })
    let error = #expect(throws: PlayerError.self) { try registry.backend(for: source) }
    #expect(error?.code == .backendUnavailable)
    #expect(error?.remedy?.contains("web: there is no display") == true)

    registry.environment = BackendEnvironment(hasDisplay: { true }, hasProgram: { $0 == "yt-dlp" })
    #expect(registry.candidates(for: source).map(\.id) == ["web", "fetch", "odd"])
    #expect(try registry.backend(for: source).descriptor.id == "web")
    registry.environment.hasDisplay = { false }
    #expect(throws: PlayerError.self) { try registry.backend(for: source) }
  }

  @Test("A backend that is asked for by name is chosen whatever the priorities, and nothing else is")
  func named() throws {
    let registry = BackendRegistry(
      [
        provider("best", [.file: .init(priority: .max)]), provider("mock", [.file: .init(priority: 0)]),
        provider("web", [.video: .init(priority: 9)]),
        provider("shown", [.file: .init(priority: 5, needs: ["display"])]),
      ], environment: Self.nothing)
    #expect(try registry.backend(for: file, preferring: "mock").descriptor.id == "mock")
    let candidates = registry.candidates(for: file, preferring: "mock")
    #expect(candidates.first?.id == "mock")
    #expect(candidates.first?.reason == "it was asked for by name")
    #expect(candidates.filter(\.isChosen).count == 1)
    #expect(candidates.first { $0.id == "best" }?.reason == "mock was asked for by name")
    #expect(try registry.backend(for: file, preferring: "best").descriptor.id == "best")

    for (id, code) in [
      ("web", PlayerError.Code.unsupported), ("shown", .backendUnavailable), ("missing", .backendUnavailable),
    ] {
      let error = #expect(throws: PlayerError.self) { try registry.backend(for: file, preferring: id) }
      #expect(error?.code == code)
      #expect(error?.backend == id)
      let others = registry.candidates(for: file, preferring: id)
      #expect(others.allSatisfy { !$0.isChosen })
      #expect(others.first { $0.id == "best" }?.reason == "\(id) was asked for by name")
    }
    let error = #expect(throws: PlayerError.self) { try registry.backend(for: file, preferring: "missing") }
    #expect(error?.remedy == "Choose one of: best, mock, web, shown.")
  }

  @Test("A priority of 0 is used only by name")
  func priorityZero() throws {
    let registry = BackendRegistry([provider("mock", [.file: .init(priority: 0)])], environment: Self.nothing)
    let candidates = registry.candidates(for: file)
    #expect(candidates.map(\.isUsable) == [false])
    #expect(candidates.map(\.reason) == ["it is used only where it is asked for by name"])
    #expect(throws: PlayerError.self) { try registry.backend(for: file) }
    #expect(try registry.backend(for: file, preferring: "mock").descriptor.id == "mock")
  }

  @Test("Backends come and go at any time, and a copy is a registry of its own")
  func registering() throws {
    var registry = BackendRegistry(environment: Self.nothing)
    let error = #expect(throws: PlayerError.self) { try registry.backend(for: file) }
    #expect(error?.remedy == "Register a backend.")
    registry.register(provider("a", [.file: .init(priority: 1)]))
    registry.register(provider("b", [.file: .init(priority: 2)]))
    let copy = registry
    registry.register(provider("a", [.file: .init(priority: 3)], version: "2"))
    #expect(registry.providers.map(\.descriptor.id) == ["a", "b"])
    #expect(registry["a"]?.descriptor.version == "2")
    #expect(try registry.backend(for: file).descriptor.id == "a")
    #expect(try copy.backend(for: file).descriptor.id == "b")
    #expect(registry.unregister("a")?.descriptor.version == "2")
    #expect(registry.unregister("a") == nil)
    #expect(registry["a"] == nil)
    #expect(try registry.backend(for: file).descriptor.id == "b")
    #expect(copy.providers.count == 2)
  }

  @Test("A name given twice in a list counts once, the later one")
  func twice() {
    let registry = BackendRegistry([provider("a", [:]), provider("b", [:]), provider("a", [:], version: "2")])
    #expect(registry.providers.map(\.descriptor.version) == ["2", "1"])
  }

  @Test("A descriptor is read as it is written, without what this version does not know")
  func descriptor() throws {
    let descriptor = BackendDescriptor(
      id: "mpv", name: "mpv", version: "0.35",
      kinds: [.file: .init(priority: 100), .video: .init(priority: 20, needs: ["program:yt-dlp"])],
      capabilities: [.video, .setRate])
    let json =
      #"{"id":"mpv","name":"mpv","version":"0.35","kinds":{"file":{"priority":100},"video":{"priority":20,"needs":["program:yt-dlp"]},"hologram":{"priority":1}},"capabilities":["setRate","video","teleport"]}"#
    #expect(try decode(BackendDescriptor.self, json) == descriptor)
    #expect(try decode(BackendDescriptor.self, encoded(descriptor)) == descriptor)
  }
}

@Suite("The environment of a process")
struct BackendEnvironmentTests {
  @Test("A program that is named by its variable is found, and no other in its place")
  func named() async {
    await #expect(processExitsWith: .success) {
      setenv("PATH", "/usr/bin:/bin", 1)
      var found: [Bool] = []
      for name in ["/bin/sh", "sh", "/nonexistent", "no-such-program"] {
        setenv("YTPLAY_YT_DLP", name, 1)
        found.append(BackendEnvironment.current.hasProgram("yt-dlp"))
      }
      setenv("YTPLAY_YT_DLP", "", 1)
      setenv("PATH", "/nonexistent", 1)
      found.append(BackendEnvironment.current.hasProgram("yt-dlp"))
      setenv("PATH", "/usr/bin:/bin", 1)
      setenv("YTPLAY_SH", "/nonexistent", 1)
      found.append(BackendEnvironment.current.hasProgram("sh"))
      guard found == [true, true, false, false, false, false] else { fatalError("\(found)") }
    }
  }
}
