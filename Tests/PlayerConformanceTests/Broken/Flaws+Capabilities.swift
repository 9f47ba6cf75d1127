import Foundation
import PlayerKit

extension Flaw {
  /// Flaws of what a backend can do: rule 12.
  static let capabilityFlaws: [Flaw] = [
    Flaw(12, "a capability that is missing works", seen: "setRate 1.5 was taken") {
      $0.capabilities.remove(.setRate)
    },
    Flaw(12, "what is missing is refused and done", seen: "which was refused, sent loopChanged(one)") {
      $0.capabilities.remove(.setLoop)
      $0.onAction = { action, wires throws(PlayerError) in
        try await wires.forward(action)
        if case .setLoop = action { throw broken(.unsupported) }
      }
    },
    Flaw(12, "what is missing is refused with another code", seen: "threw unknown") {
      $0.capabilities.remove(.setFullscreen)
      $0.onAction = { action, wires throws(PlayerError) in
        if case .setFullscreen = action { throw broken(.unknown) }
        try await wires.forward(action)
      }
    },
    Flaw(12, "what every backend must do is refused", seen: "currentTime threw unsupported") {
      $0.onAction = { action, wires throws(PlayerError) in
        if action == .currentTime { throw broken(.unsupported) }
        try await wires.forward(action)
      }
    },
    Flaw(12, "a picture is shown and not listed", seen: "there is a picture, and video is not listed") {
      $0.capabilities.remove(.video)
    },
    Flaw(12, "setRate says yes and does nothing", seen: "rateChanged(2) did not come") {
      swallow(&$0) { if case .setRate = $0 { true } else { false } }
    },
    Flaw(12, "setRate is told and the time runs as before", seen: "at the rate 2 the time ran at") {
      $0.onAction = { action, wires throws(PlayerError) in
        if case .setRate(let rate) = action {
          wires.send(.rateChanged(rate))
        } else {
          try await wires.forward(action)
        }
      }
    },
    Flaw(12, "the loop one sends ended", seen: "while it loops came ended") {
      $0.onEvent = { event, wires in
        if case .seeked = event, wires.state.loop == .one { wires.send(.statusChanged(.ended)) }
        wires.send(event)
        if case .seeked = event, wires.state.loop == .one { wires.send(.statusChanged(.playing)) }
      }
    },
    Flaw(12, "setLoop is told and does nothing", seen: "seeked to the start did not come") {
      $0.onAction = { action, wires throws(PlayerError) in
        if case .setLoop(let mode) = action {
          wires.send(.loopChanged(mode))
        } else {
          try await wires.forward(action)
        }
      }
    },
    Flaw(12, "setTrack says yes and does nothing", seen: "tracksChanged without audio did not come") {
      swallow(&$0) { if case .setTrack(_, nil) = $0 { true } else { false } }
    },
    Flaw(12, "a track that is not there is taken", seen: "setTrack audio no such track was taken") {
      swallow(&$0) { if case .setTrack(_, "no such track") = $0 { true } else { false } }
    },
    Flaw(12, "setQuality says yes and does nothing", seen: "qualityChanged(medium) did not come") {
      swallow(&$0) { if case .setQuality = $0 { true } else { false } }
    },
    Flaw(12, "a precise seek lands on a key frame", seen: "a precise seek to 1.37 s landed at 1 s") {
      $0.onAction = { action, wires throws(PlayerError) in
        if case .seek(let target, _) = action {
          try await wires.forward(.seek(target, precise: false))
        } else {
          try await wires.forward(action)
        }
      }
    },
    Flaw(12, "setFullscreen says yes and does nothing", seen: "fullscreenChanged(true) did not come") {
      swallow(&$0) { if case .setFullscreen = $0 { true } else { false } }
    },
    Flaw(12, "a step does not pause", seen: "paused did not come") {
      $0.onAction = { action, wires throws(PlayerError) in
        if case .stepFrame = action {
          wires.send(.timeChanged(wires.state.currentTime + 0.04))
        } else {
          try await wires.forward(action)
        }
      }
    },
    Flaw(12, "a step back goes forward", seen: "the time of another frame did not come") {
      $0.onAction = { action, wires throws(PlayerError) in
        try await wires.forward(action == .stepFrame(by: -1) ? .stepFrame(by: 1) : action)
      }
    },
    Flaw(12, "a screenshot is no PNG", seen: "screenshot was taken and wrote no whole PNG file") {
      $0.onAction = { action, wires throws(PlayerError) in
        guard case .screenshot(let path) = action else { return try await wires.forward(action) }
        let isWritten = FileManager.default.createFile(
          atPath: path.description, contents: Data([0xFF, 0xD8, 0xFF, 0xE0]))
        if !isWritten { throw broken(.unknown) }
      }
    },
    Flaw(12, "next says yes and does nothing", seen: "itemsChanged(1) did not come") {
      swallow(&$0) { $0 == .next }
    },
    Flaw(12, "an item that is not there is taken", seen: "playItem 5 was taken") {
      swallow(&$0) { $0 == .playItem(5) }
    },
    Flaw(12, "the loop all ends", seen: "itemsChanged(0) did not come") {
      $0.onAction = { action, wires throws(PlayerError) in
        if action == .setLoop(.all) {
          wires.send(.loopChanged(.all))
        } else {
          try await wires.forward(action)
        }
      }
    },
    Flaw(12, "shuffling loses an item", seen: "shuffling lost or added items") {
      $0.onEvent = { event, wires in
        if case .itemsChanged(let items, let index) = event, wires["shuffled"] == 1 {
          wires.send(.itemsChanged(Array(items.dropLast()), index: index))
        } else {
          wires.send(event)
        }
      }
      $0.onAction = { action, wires throws(PlayerError) in
        if case .setShuffle(let isShuffled) = action { wires["shuffled"] = isShuffled ? 1 : 0 }
        try await wires.forward(action)
      }
    },
    Flaw(12, "presentation is listed and refused", seen: "present page 0 in front threw unsupported") {
      $0.onPresent = { _, _ throws(PlayerError) in throw broken(.unsupported) }
    },
    Flaw(12, "a page that can't be is taken", seen: "was taken and should have thrown invalidArgument") {
      $0.onPresent = { _, _ throws(PlayerError) in }
    },
    Flaw(12, "what goes behind plays on", seen: "paused did not come") {
      $0.onPresent = { presentation, _ throws(PlayerError) in try presentation.validate() }
    },
    Flaw(12, "what goes behind is told to be muted", seen: "behind came muteChanged(true)") {
      $0.onPresent = { presentation, wires throws(PlayerError) in
        try await wires.forward(presentation)
        wires.send(.muteChanged(!presentation.isFront))
      }
    },
    Flaw(12, "what comes to the front begins anew", seen: "in front again came timeChanged(0)") {
      $0.onPresent = { presentation, wires throws(PlayerError) in
        try await wires.forward(presentation)
        if presentation.isFront { wires.send(.timeChanged(0)) }
      }
    },
    Flaw(12, "what is loaded behind plays", seen: "queued did not come") {
      $0.configure = { $0.presentation = nil }
    },
    Flaw(12, "presentation is missing and works", seen: "presentation is not listed, and present") {
      $0.capabilities.remove(.presentation)
    },
    Flaw(12, "shuffle off leaves the order as it is", seen: "the original order did not come") {
      $0.onAction = { action, wires throws(PlayerError) in
        if action == .setShuffle(false) {
          wires.send(.shuffleChanged(false))
        } else {
          try await wires.forward(action)
        }
      }
    },
  ]

  /// Takes the actions that `isSwallowed` picks, and does nothing.
  private static func swallow(_ flaw: inout Flaw, _ isSwallowed: @escaping @Sendable (PlayerAction) -> Bool) {
    flaw.onAction = { action, wires throws(PlayerError) in
      if !isSwallowed(action) { try await wires.forward(action) }
    }
  }
}
