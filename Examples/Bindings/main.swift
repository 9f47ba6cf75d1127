// A player bound to a view, as with the SwiftUI YouTube player: the view sets an action and reads a state.
// `Bindings`, or `Bindings --backend mpv film.mp4`, or `Bindings --backend iframe dQw4w9WgXcQ`.
import ExampleSupport
import Observation
import PlayerKit

/// The view: its body follows from the model, and its buttons set the model's action.
@MainActor struct PlayerView {
  let model: PlayerModel

  var body: String {
    switch model.phase {
    case .idle: "…"
    case .error(let error): "⚠ \(error.message)"
    case .ready:
      "\(model.state.status) at \(Int(model.state.currentTime)) of \(Int(model.state.duration ?? 0)) s"
        + (model.state.isMuted ? ", muted" : ", volume \(Int(model.state.volume))")
    }
  }

  func open(_ source: PlayerSource) { model.action = .load(source) }
  func playOrPause() { model.action = model.state.playWhenReady ? .pause : .play }
  func goToMiddle() { model.action = .seek(.fraction(0.5)) }
  func skip() { model.action = .seek(.by(1)) }
  func setVolume(_ volume: Double) { model.action = .setVolume(volume) }
  func mute() { model.action = .mute }
}

let example = Example()
let source = example.source(orElse: "mock://film?duration=60")
let model = PlayerModel(registry: example.registry, backend: example.backend)
let view = PlayerView(model: model)

/// Waits until what was done is seen, and shows the view.
@MainActor func show(_ gesture: String, until isSeen: @escaping @MainActor (PlayerState) -> Bool) async {
  for await state in Observations({ model.state }) where isSeen(state) || state.error != nil { break }
  print("\(gesture): \(view.body)")
}

print("at first: \(view.body)")
view.open(source)
await show("open") { $0.status == .playing }
view.playOrPause()
await show("pause") { $0.status == .paused }
view.goToMiddle()
await show("middle") { !$0.isSeeking && $0.progress ?? 0 > 0.4 }

// Two equal actions in a row are two.
let place = model.state.currentTime
view.skip()
view.skip()
await show("skip twice") { !$0.isSeeking && $0.currentTime > place + 1.5 }
view.setVolume(40)
await show("softer") { $0.volume == 40 }
view.mute()
await show("mute") { $0.isMuted }

// Nothing is thrown at a view: what was refused is there to be read.
view.setVolume(400)
for await refusal in Observations({ model.lastRejection }) where refusal != nil { break }
print("too loud: \(model.lastRejection?.error.message ?? "")")

view.playOrPause()
await show("play") { $0.status == .playing }
await model.shutDown()
