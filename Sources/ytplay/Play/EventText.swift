import PlayerKit

/// Events for people, where there is no terminal: one line a change.
enum EventText {
  /// The line for an event; nil where it is not worth one.
  ///
  /// - Parameters:
  ///   - state: the state before it.
  ///   - title: what a list calls the source.
  static func line(for event: PlayerEvent, _ state: PlayerState, titled title: String? = nil) -> String? {
    switch event {
    case .statusChanged(let status, _):
      if status == state.status { return nil }
      let name = title.map(Text.safe) ?? state.source.map(SourceName.short) ?? "nothing"
      switch status {
      case .unstarted: return nil
      case .queued: return "ready \(name)"
      case .buffering: return state.status == .unstarted ? "opening \(name)" : "buffering \(name)"
      case .playing: return "playing \(name)"
      case .paused: return "paused \(name) at \(Text.time(state.currentTime))"
      case .ended: return "ended \(name)"
      }
    case .backendChanged(let id, let reason): return reason == .asked ? nil : "backend \(Text.safe(id))"
    case .dropped(let count): return "dropped \(count)"
    default: return nil
    }
  }
}

/// What sources are called.
enum SourceName {
  /// The name by which a person knows a source.
  static func short(_ source: PlayerSource) -> String {
    if source.content == PlayerSource.standardInput.content { return "standard input" }
    return Text.safe(identity(source, file: \.name))
  }

  /// The kind of the source, and which one it is.
  static func long(_ source: PlayerSource) -> String {
    var text = "\(source.kind) \(identity(source, file: \.description))"
    switch source.content {
    case .video(_, let list?, let index):
      text += " in the playlist \(list)"
      if let index { text += ", item \(index + 1)" }
    case .playlist(_, let index?): text += ", item \(index + 1)"
    case .channel(_, live: true): text += ", live"
    default: break
    }
    if let start = source.start { text += ", from \(Text.time(start))" }
    if let end = source.end { text += ", to \(Text.time(end))" }
    return Text.safe(text)
  }

  private static func identity(_ source: PlayerSource, file: (MediaPath) -> String) -> String {
    switch source.content {
    case .video(let id, _, _): id.description
    case .videos(let ids, _): ids.map(\.description).joined(separator: ", ")
    case .playlist(let id, _): id.description
    case .channel(.id(let id), _): id.description
    case .channel(.handle(let name), _), .channel(.user(let name), _), .channel(.custom(let name), _): name
    case .file(let path): file(path)
    case .stream(let url): url
    }
  }
}
