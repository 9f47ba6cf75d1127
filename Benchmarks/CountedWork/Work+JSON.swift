import PlayerKit

/// The JSON form, of what is sent again and again while something plays.
extension Work {
  private static let events: [PlayerEvent] = [
    .statusChanged(.playing, playWhenReady: true), .timeChanged(61.25), .seeking(to: 90), .seeked(at: 90.04),
    .durationChanged(634.533, isLive: false, isSeekable: true), .loadedFractionChanged(0.5),
    .volumeChanged(70), .videoSizeChanged(VideoSize(width: 1920, height: 1080)),
    .metadataChanged(PlayerMetadata(title: "A film", author: "Somebody")),
    .log(.info, "no display: sound alone"),
  ]
  private static let actions: [PlayerAction] = [
    .play, .pause, .seek(.to(90), precise: true), .seek(.by(-10), precise: false), .setVolume(70),
    .load(.file(MediaPath("/films/A film.mkv"))),
  ]

  static let writingEvents = Work(name: "write an event as JSON", count: events.count) {
    events.allSatisfy { !JSONLine.encode($0).isEmpty }
  }

  static let readingEvents = {
    let lines = events.map { JSONLine.encode($0) }
    return Work(name: "read an event's JSON", count: events.count) {
      zip(lines, events).allSatisfy { (try? JSONLine.decode(PlayerEvent.self, from: $0)) == $1 }
    }
  }()

  static let writingActions = Work(name: "write an action as JSON", count: actions.count) {
    actions.allSatisfy { !JSONLine.encode($0, id: .integer(7)).isEmpty }
  }

  static let readingActions = {
    let lines = actions.map { JSONLine.encode($0, id: .integer(7)) }
    return Work(name: "read an action's JSON", count: actions.count) {
      zip(lines, actions).allSatisfy { (try? JSONLine.decodeAction($0).result.get()) == $1 }
    }
  }()

  static let writingState = {
    let state = events.reduce(PlayerState.empty) { $0.applying($1) }
    return Work(name: "write a state as JSON", count: 1) { !JSONLine.encode(state).isEmpty }
  }()

  static func writingQueue(_ count: Int) -> Work {
    let snapshot = queue(count).snapshot
    return Work(name: "write an item of a queue of \(count) as JSON", count: count) { !snapshot.json.isEmpty }
  }

  static func readingQueue(_ count: Int) -> Work {
    let json = queue(count).snapshot.json
    return Work(name: "read an item's JSON in a queue of \(count)", count: count) {
      (try? PlayQueue(json: json))?.count == count
    }
  }

  private static func queue(_ count: Int) -> PlayQueue {
    PlayQueue((0..<count).map { .file(MediaPath("/music/\($0).flac")) })
  }
}
