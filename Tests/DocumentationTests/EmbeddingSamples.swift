import MockBackend
import PlayerKit
import Testing

/// What `docs/embedding-youtube.md` shows, so that it is compiled, and runs.
@Suite("The samples of embedding YouTube", .timeLimit(.minutes(1)))
struct EmbeddingSamples {
  @Test("The identity and the retry are parameters that YouTube's player takes")
  func identity() throws {
    var configuration = PlayerConfiguration()
    configuration.youTube.applicationID = "player.example.org"
    configuration.youTube.mutedAutoplayRetry = true  // Blocked with sound? Then once more without.
    try configuration.validate()
    var set = YouTubeParameters()
    try set.set("applicationID", to: "player.example.org")
    try set.set("mutedAutoplayRetry", to: "1")
    #expect(set == configuration.youTube)
  }

  @Test(
    "Each refusal leads to what a person can do",
    arguments: [
      ("embeddingNotAllowed", "Watch it on YouTube"), ("autoplayBlocked", "Play"),
      ("missingIdentity", "error 153: check the application id"),
    ])
  func refusals(code: String, said: String) async throws {
    var words: [String] = []
    func offer(_ text: String) { words.append(text) }
    func report(_ text: String) { words.append(text) }
    let player = Player(registry: BackendRegistry([MockBackend.provider]), backend: "mock")
    try await player.load(PlayerSource(parsing: "mock://film?fail=\(code)"))
    let state = try await player.waitFor { $0.error != nil }
    switch state.error?.code {
    case .embeddingNotAllowed: offer("Watch it on YouTube")
    case .missingIdentity: report("error \(state.error?.backendCode ?? "153"): check the application id")
    case .autoplayBlocked: offer("Play")
    default: break
    }
    #expect(words == [said])
    await player.shutDown()
  }
}
