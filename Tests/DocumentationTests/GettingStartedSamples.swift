import MPVBackend
import MockBackend
import PlayerKit
import TestSupport
import Testing

/// What `docs/getting-started.md` shows, so that it is compiled, and runs.
@Suite("The samples of getting started", .timeLimit(.minutes(1)))
struct GettingStartedSamples {
  @Test("What can't be accepted is thrown, and what goes wrong later is a state")
  func failing() async throws {
    var codes: [PlayerError.Code] = []
    func print(_ code: PlayerError.Code, _ error: PlayerError) { codes.append(code) }
    let player = Player(registry: BackendRegistry([MockBackend.provider]), backend: "mock")
    do throws(PlayerError) {
      try await player.setVolume(200)
    } catch {
      print(error.code, error)
    }
    try await player.load(PlayerSource(parsing: "mock://gone?fail=notFound"))
    if let error = try await player.waitFor({ $0.error != nil }).error { print(error.code, error) }
    #expect(codes == [.invalidArgument, .notFound])
    await player.shutDown()
  }

  @Test("A file is for mpv, where nobody names a backend; that there is none is a state")
  func choice() async throws {
    let player = Player(registry: BackendRegistry([MockBackend.provider, MPVBackend.provider]))
    try await player.load(.file("film.mp4"))
    let state = try await player.waitFor { $0.error != nil }
    #expect(state.backend == "mpv" && state.error?.code == .notFound)
    await player.shutDown()
  }
}
