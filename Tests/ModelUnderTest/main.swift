// A program whose main thread runs GLib's main loop and nothing else, without a display: a test reads what it prints.
import CWebKit
import MockBackend
import Observation
import PlayerKit
import WebView

/// How often GLib has called a timer of its own meanwhile: the loop is GLib's, and nothing holds it up.
@MainActor final class Ticks {
  static var count = 0

  static func start() {
    g_timeout_add(
      1,
      { _ in
        MainActor.assumeIsolated { Ticks.count += 1 }
        return 1
      }, nil)
  }
}

@MainActor func drive(_ model: PlayerModel) async throws {
  let overlay = PlayerOverlay(model) { phase in
    "\(phase)"
  } show: {
    print("overlay", $0)
  }
  model.action = .load(try PlayerSource(parsing: "mock://clip?duration=60&latency=0.05"))
  model.action = .setVolume(40)
  model.action = .setVolume(40)
  for await action in Observations({ model.action }) where action == .idle { break }
  for await state in Observations({ model.state }) where state.status == .playing { break }
  print("playing at the volume", Int(model.state.volume))

  // As a button's signal comes: from a source of GLib's, outside of any task.
  let handle = Unmanaged.passRetained(model)
  g_idle_add(
    { data in
      guard let data else { return 0 }
      let model = Unmanaged<PlayerModel>.fromOpaque(data).takeRetainedValue()
      MainActor.assumeIsolated { model.action = .pause }
      return 0
    }, handle.toOpaque())
  for await state in Observations({ model.state }) where state.status == .paused { break }
  print("paused")

  let scrubber = Scrubber(model.player)
  scrubber.begin()
  scrubber.move(to: 0.5)
  scrubber.end()
  for await value in scrubber.values where value.time == 30 && !value.isSeeking && !value.isSettling { break }
  print("scrubbed to", Int(model.player.state.currentTime))

  model.action = .load(try PlayerSource(parsing: "mock://clip?fail=playbackFailed"))
  for await phase in Observations({ model.phase }) where phase.error != nil { break }
  print("failed:", model.phase.error?.code.rawValue ?? "")
  // Told a turn of the loop later.
  while !overlay.content.hasPrefix("error") { await Task.yield() }

  let before = Ticks.count
  while Ticks.count < before + 20 { try await Task.sleep(for: .milliseconds(1)) }
  print("the loop is GLib's")
  await model.shutDown()
}

Ticks.start()
Task { @MainActor in
  do {
    try await drive(PlayerModel(registry: BackendRegistry([MockBackend.provider]), backend: "mock"))
    print("done")
  } catch {
    print("\(error)")
  }
  // Not `exit`, see `WebToolkit.run()`.
  fflush(nil)
  _exit(0)
}
WebToolkit.run()
