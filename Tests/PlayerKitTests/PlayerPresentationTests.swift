import PlayerKit
import Testing

@Suite("A player among the pages of a window")
struct PlayerPresentationTests {
  private let puppets = Puppets()
  private let behind = PlayerPresentation(page: 1, isFront: false)
  private let front = PlayerPresentation(page: 1, isFront: true)

  @Test("Its backend is made with the place of the configuration, and told each one after it")
  func told() async throws {
    var configuration = PlayerConfiguration()
    configuration.presentation = behind
    let player = Player(
      registry: BackendRegistry([puppets.provider("a")]), configuration: configuration)
    try await player.load(.film)
    try await player.present(front)
    #expect(puppets.all.map(\.places) == [[behind, front]])
    await player.shutDown()
    let error = await #expect(throws: PlayerError.self) { try await player.present(behind) }
    #expect(error?.code == .closed)
  }

  @Test("A place that it is given before the first load is kept for the backend to come")
  func beforeTheFirst() async throws {
    let player = Player(registry: BackendRegistry([puppets.provider("a")]))
    try await player.present(front)
    try await player.load(.film)
    #expect(puppets.all.map(\.places) == [[front]])
    await player.shutDown()
  }

  @Test("It is applied again where the backend is started again, and where another takes over")
  func again() async throws {
    let player = Player(
      registry: BackendRegistry([puppets.provider("a"), puppets.provider("b", priority: 1)]))
    try await player.load(.film)
    try await player.present(behind)
    puppets.all[0].emit(.failed(PlayerError(.backendFailed, "It was killed.")))
    try await player.waitFor { $0.status == .playing && $0.error == nil && puppets.all.count == 2 }
    try await player.present(front)
    try await player.use("b")
    #expect(puppets.all.map(\.places) == [[behind], [behind, front], [front]])
    await player.shutDown()
  }

  @Test("A backend that has no pages is not asked, and nothing has changed")
  func unsupported() async throws {
    let player = Player(
      registry: BackendRegistry([
        puppets.provider("a", capabilities: []), puppets.provider("b", priority: 1),
      ]))
    try await player.load(.film)
    let error = await #expect(throws: PlayerError.self) { try await player.present(front) }
    #expect(error?.code == .unsupported && error?.backend == "a")
    try await player.use("b")
    #expect(puppets.all.map(\.places) == [[], []])
    await player.shutDown()
  }

  @Test("A backend that lists pages and takes none is unsupported too")
  func lying() async throws {
    let provider = BackendProvider(
      descriptor: BackendDescriptor(
        id: "liar", name: "Liar", version: "1", kinds: [.file: .init(priority: 1)],
        capabilities: [.presentation])
    ) { _, emit throws(PlayerError) in
      emit(.ready)
      return Liar()
    }
    let player = Player(registry: BackendRegistry([provider]))
    try await player.load(.film)
    let error = await #expect(throws: PlayerError.self) { try await player.present(front) }
    #expect(error?.code == .unsupported && error?.backend == "liar")
    await player.shutDown()
  }

  @Test("A page out of range is refused, in a configuration too")
  func range() async throws {
    let beyond = PlayerPresentation(page: PlayerPresentation.pages.upperBound + 1, isFront: true)
    let player = Player(registry: BackendRegistry([puppets.provider("a")]))
    let error = await #expect(throws: PlayerError.self) { try await player.present(beyond) }
    #expect(error?.code == .invalidArgument)
    var configuration = PlayerConfiguration()
    configuration.presentation = beyond
    let invalid = #expect(throws: PlayerError.self) { try configuration.validate() }
    #expect(invalid == error)
    await player.shutDown()
  }
}

private struct Liar: PlayerBackend {
  func perform(_ action: PlayerAction) async throws(PlayerError) {}
  func shutDown() async {}
}
