// A slider in step with a player, as Combine keeps one in step with an AVPlayer: it follows the time but while it is
// dragged, and lands where it is let go of. `Slider`, or `Slider --backend mpv film.mp4`, of 20 s or more.
import ExampleSupport
import PlayerKit

/// A slider as any toolkit has one: it can be put somewhere, and tells of a finger.
@MainActor final class SliderView {
  private let scrubber: Scrubber
  private(set) var value: Scrubber.Value
  private var following: Task<Void, Never>?

  init(_ player: Player) {
    scrubber = Scrubber(player, interval: 0.5)
    value = scrubber.value
    // What a subscription to a publisher is there.
    following = Task { [values = scrubber.values, weak self] in
      for await value in values { self?.value = value }
    }
  }

  deinit { following?.cancel() }

  func press() { scrubber.begin() }
  func drag(to progress: Double) { scrubber.move(to: progress) }
  func release() { scrubber.end() }
  func escape() { scrubber.cancel() }
  func pressArrow(_ seconds: Double) { scrubber.step(by: seconds) }

  /// How it looks: the knob on its track.
  var picture: String {
    let place = Int(((value.progress ?? 0) * 20).rounded())
    return "[" + String(repeating: "=", count: place) + "o" + String(repeating: "-", count: 20 - place) + "]"
  }

  /// Waits until it looks so.
  func look(_ isMet: (Scrubber.Value) -> Bool) async {
    for await value in scrubber.values where isMet(value) {
      self.value = value
      return
    }
  }
}

let example = Example()
let player = Player(registry: example.registry, backend: example.backend)
let slider = SliderView(player)
await player.begin(example.source(orElse: "mock://film?duration=60&seekLatency=0.1"))
await slider.look { $0.progress != nil }
print("playing   \(slider.picture)")

slider.press()
for progress in [0.25, 0.5, 0.75] {
  slider.drag(to: progress)
  await slider.look { $0.progress == progress }
  print("dragging  \(slider.picture)")
}
try await player.waitFor { $0.status == .paused }
slider.release()
await slider.look { !$0.isSettling }
try await player.waitFor { $0.status == .playing }
print("released  \(slider.picture) and plays on")

let before = player.state.currentTime
slider.press()
slider.drag(to: 0.1)
await slider.look { $0.progress == 0.1 }
print("dragging  \(slider.picture)")
slider.escape()
await slider.look { !$0.isSettling }
let isBack = abs(player.state.currentTime - before) < 1
print("escape    \(slider.picture) \(isBack ? "back where it was" : "lost")")

for _ in 0..<3 { slider.pressArrow(-1) }
await slider.look { !$0.isSettling && !$0.isSeeking }
print("arrow key \(slider.picture) three times")

slider.press()
slider.drag(to: 1)
slider.release()
try await player.waitFor { $0.status == .ended }
await slider.look { $0.progress == 1 }
print("the end   \(slider.picture)")
await player.shutDown()
