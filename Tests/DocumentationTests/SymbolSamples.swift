import MockBackend
import PlayerKit
import PlayerLists
import PlayerMPRIS
import PlayerPlugins
import TimerBackend

/// What the comments of the libraries' public symbols show, so that it is compiled.
enum SymbolSamples {
  static func player() async throws {
    let player = Player(registry: BackendRegistry([MockBackend.provider]), backend: "mock")
    try await player.load(PlayerSource(parsing: "dQw4w9WgXcQ"))
    try await player.waitFor { $0.status == .playing }
    await player.shutDown()
  }

  static func source() throws -> PlayerSource {
    let source = try PlayerSource(parsing: "https://youtu.be/dQw4w9WgXcQ?t=1m30s")
    return source
  }

  static func queue(_ player: Player) async throws {
    let queue = PlayQueue([try PlayerSource(parsing: "film.mp4"), try PlayerSource(parsing: "dQw4w9WgXcQ")])
    try await player.play(queue)
    queue.append(try PlayerSource(parsing: "song.flac"))
    queue.next()
  }

  static func feed(_ sources: [PlayerSource], _ registry: BackendRegistry) async throws {
    let feed = PlayerFeed(sources: sources, registry: registry)
    try feed.settle(on: 0)
    feed.next()
    try await feed.waitFor { $0.isSettled }
    await feed.shutDown()
  }

  static func lines(_ chunk: [UInt8], take: (JSONLineReader.Line) -> Void) {
    var reader = JSONLineReader()
    for line in reader.append(chunk) { take(line) }
    if let last = reader.finish() { take(last) }
  }

  static func desktop(_ player: Player, end: @escaping @Sendable () -> Void) -> MPRISService {
    var options = MPRISOptions(
      name: "example", identity: "Example Player", desktopEntry: "org.example.Player")
    options.quit = { end() }
    let service = MPRISService(player, options)
    service.start()
    return service
  }

  static func list() async throws {
    let list = try await PlayerList.read("mix.m3u8")
    for entry in list.entries { print(entry.title ?? entry.source.text) }
  }

  /// A program's `main.swift`: it never returns.
  static func plugin() {
    enum MyBackend {
      static let provider = TimerBackend.provider
    }
    PluginProcess.run(MyBackend.provider)
  }
}

/// What the comments of the models for user interfaces show, over widgets that do nothing.
@MainActor enum InterfaceSamples {
  struct Widget {
    var text: String?
    var position = 0.0
    var onPress: () -> Void = {}
    var onDrag: (Double) -> Void = { _ in }
    var onRelease: () -> Void = {}
  }

  static func model(_ registry: BackendRegistry, _ label: inout Widget) throws {
    let model = PlayerModel(registry: registry)
    model.action = .load(try PlayerSource(parsing: "https://youtu.be/dQw4w9WgXcQ"))
    model.action = .setVolume(40)
    label.text = model.state.metadata.title
  }

  static func overlay(
    _ model: PlayerModel, _ spinner: Widget, message: @escaping @MainActor (PlayerError) -> Widget,
    place: @escaping @MainActor (Widget?) -> Void
  ) -> PlayerOverlay<Widget?> {
    let overlay: PlayerOverlay<Widget?>
    overlay = PlayerOverlay(model) { phase in
      switch phase {
      case .idle: spinner
      case .ready: nil
      case .error(let error): message(error)
      }
    } show: { widget in
      place(widget)
    }
    return overlay
  }

  static func phase(
    _ model: PlayerModel, showSpinner: () -> Void, showPlayer: () -> Void,
    showMessage: (String, String?) -> Void
  ) {
    switch model.phase {
    case .idle: showSpinner()
    case .ready: showPlayer()
    case .error(let error): showMessage(error.message, error.remedy)
    }
  }

  static func scrubber(_ player: Player, _ slider: inout Widget) async {
    let scrubber = Scrubber(player)
    slider.onPress = { scrubber.begin() }
    slider.onDrag = { scrubber.move(to: $0) }
    slider.onRelease = { scrubber.end() }
    for await value in scrubber.values { slider.position = value.progress ?? 0 }
  }
}
