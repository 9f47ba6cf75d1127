import Glibc
import PlayerKit

/// Does what keys ask for, one after another.
struct KeyActions: Sendable {
  let stage: any Stage
  let screen: Screen

  private static let rateFactor = 1.1
  private static let rates = 0.25...4.0

  /// Does it, and says in the status line why it can't be done.
  func perform(_ command: KeyCommand) async {
    screen.clearNotice(stage)
    do throws(PlayerError) {
      try await carryOut(command)
    } catch {
      // What has ended meanwhile needs no words.
      if error.code != .closed { screen.notice(error.message, stage) }
    }
  }

  private func carryOut(_ command: KeyCommand) async throws(PlayerError) {
    let state = stage.state
    switch command {
    case .togglePause: try await stage.send(state.playWhenReady ? .pause : .play)
    case .seek(let seconds): try await stage.send(.seek(.by(seconds)))
    case .slower: try await setRate(state.rate(below: true))
    case .faster: try await setRate(state.rate(below: false))
    case .normalRate: try await setRate(1)
    case .volume(let step): try await stage.send(.setVolume(min(max(state.volume + step, 0), 100)))
    case .toggleMute: try await stage.send(state.isMuted ? .unmute : .mute)
    case .previous:
      guard stage.canGoPrevious else { return screen.notice("There is nothing before this.", stage) }
      try await stage.previous()
    case .next:
      guard stage.canGoNext else { return screen.notice("There is nothing behind this.", stage) }
      try await stage.next()
    case .page(let step):
      if !stage.turnPage(by: step) {
        screen.notice("There is no page \(step < 0 ? "before" : "behind") this one.", stage)
      }
    case .step(let frames): try await stage.send(.stepFrame(by: frames))
    case .nextSubtitles: try await chooseNext(.subtitles, in: state)
    case .nextAudio: try await chooseNext(.audio, in: state)
    case .nextLoop: try await stage.send(.setLoop(state.loop.next))
    case .toggleFullscreen: try await stage.send(.setFullscreen(!state.isFullscreen))
    case .screenshot: try await takeScreenshot()
    case .nextBackend:
      screen.notice("Another backend takes over...", stage)
      try await stage.useNextBackend()
      screen.notice("\(stage.state.backend ?? "Another backend") goes on.", stage)
    // The keyboard does these itself, so that nothing holds them up.
    case .showState, .showKeys, .closeView, .quit: break
    }
  }

  private func setRate(_ rate: Double) async throws(PlayerError) {
    try await stage.send(.setRate(rate))
  }

  /// Selects the track behind the one that is selected. Behind the last subtitles come none; sound is never
  /// switched off that way.
  private func chooseNext(_ kind: TrackKind, in state: PlayerState) async throws(PlayerError) {
    let tracks = state.tracks.filter { $0.kind == kind }
    let name = kind == .audio ? "Audio" : "Subtitles"
    guard !tracks.isEmpty else {
      return screen.notice(kind == .audio ? "There is no sound." : "There are no subtitles.", stage)
    }
    let selected = state.selectedTracks[kind]
    let index = selected.flatMap { id in tracks.firstIndex { $0.id == id } }
    let following = index.map { $0 + 1 } ?? 0
    let track = following < tracks.count ? tracks[following] : kind == .audio ? tracks[0] : nil
    guard track?.id != selected else {
      return screen.notice("There is no other audio track.", stage)
    }
    try await stage.send(.setTrack(kind, id: track?.id))
    screen.notice("\(name): \(track?.name ?? "none")", stage)
  }

  private func takeScreenshot() async throws(PlayerError) {
    let name = try Self.freeName()
    try await stage.send(.screenshot(to: name))
    screen.interrupt("The picture is in \(name.name).")
  }

  /// A file in the folder in which the program was started that is not there yet.
  private static func freeName() throws(PlayerError) -> MediaPath {
    guard let folder = getcwd(nil, 0) else {
      throw PlayerError(
        .notPermitted, "The folder for the picture can't be found: \(String(cString: strerror(errno))).")
    }
    defer { free(folder) }
    let bytes = Array(UnsafeRawBufferPointer(start: folder, count: strlen(folder)))
    for number in 1...9999 {
      let digits = String(number)
      let name = "/ytplay-shot" + String(repeating: "0", count: 4 - digits.count) + digits + ".png"
      let path = MediaPath(bytes: (bytes == [UInt8(ascii: "/")] ? [] : bytes) + Array(name.utf8))
      if path.fileKind == nil { return path }
    }
    throw PlayerError(
      .notPermitted, "This folder has 9999 pictures already.",
      remedy: "Move them, or start from another folder.")
  }
}

extension PlayerState {
  /// The rate to go to from this one: the next that the backend lists, else a tenth slower or faster.
  func rate(below: Bool) -> Double {
    guard availableRates.isEmpty else {
      let rates = availableRates.sorted()
      return below
        ? rates.last { $0 < rate - 0.001 } ?? rate : rates.first { $0 > rate + 0.001 } ?? rate
    }
    let next = below ? rate / 1.1 : rate * 1.1
    // Back where it came from, whatever has been rounded on the way.
    let isNormal = (next - 1).magnitude < 0.001
    return isNormal ? 1 : min(max(next, 0.25), 4)
  }
}

extension LoopMode {
  /// What a key turns it to.
  var next: LoopMode {
    switch self {
    case .off: .one
    case .one: .all
    case .all: .off
    }
  }
}
