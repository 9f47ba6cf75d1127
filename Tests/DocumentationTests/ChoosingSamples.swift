import MPVBackend
import MockBackend
import PlayerKit
import Testing

/// What `docs/choosing-a-backend.md` shows, so that it is compiled, and runs.
@Suite("The samples of choosing a backend", .timeLimit(.minutes(1)))
struct ChoosingSamples {
  @Test("A registry says of each candidate why, and its order is the program's own")
  func choosing() throws {
    var lines: [String] = []
    func print(_ line: String) { lines.append(line) }
    var registry = BackendRegistry([MockBackend.provider(priority: 100), MPVBackend.provider])
    registry.environment = BackendEnvironment(hasDisplay: { false }, hasProgram: { $0 == "yt-dlp" })
    let source = try PlayerSource(parsing: "dQw4w9WgXcQ")
    for candidate in registry.candidates(for: source) {
      print("\(candidate.isChosen ? "→" : " ") \(candidate.id): \(candidate.reason)")
    }
    #expect(lines.first == "→ mock: it plays the kind video with priority 100")
    #expect(lines.last?.hasPrefix("  mpv: it plays the kind video with priority 20") == true)

    let mpv = MPVBackend.provider
    var kinds = mpv.descriptor.kinds
    kinds[.video] = .init(priority: 200, needs: ["program:yt-dlp"])
    let eager = BackendDescriptor(
      id: "mpv", name: "mpv", version: mpv.descriptor.version, kinds: kinds,
      capabilities: mpv.descriptor.capabilities)
    registry.register(BackendProvider(descriptor: eager, availability: mpv.availability, make: mpv.make))
    #expect(try registry.backend(for: source).descriptor.id == "mpv")
  }

  @Test("Each backend says whether it can run here")
  func availability() async {
    var lines: [String] = []
    func print(_ line: String) { lines.append(line) }
    let registry = BackendRegistry([MockBackend.provider])
    for provider in registry.providers {
      switch await provider.availability() {
      case .available: print("\(provider.descriptor.id) can run here")
      case .unavailable(let reason, let remedy): print("\(provider.descriptor.id): \(reason) \(remedy ?? "")")
      }
    }
    #expect(lines == ["mock can run here"])
  }

  @Test("What the backend in charge can do is in its descriptor")
  func capabilities() async throws {
    let player = Player(registry: BackendRegistry([MockBackend.provider]), backend: "mock")
    try await player.load(PlayerSource(parsing: "mock://film"))
    let inCharge = player.state.backend.flatMap { player.registry[$0]?.descriptor }
    let canStep = inCharge?.capabilities.contains(.stepFrame) ?? false
    #expect(canStep)
    await player.shutDown()
  }
}
