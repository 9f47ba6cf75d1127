import PlayerKit

/// The view of `i`: all that the player says of itself.
enum StateView {
  static func lines(_ stage: any Stage) -> [String] {
    lines(stage.state, title: stage.title, place: stage.place)
  }

  static func lines(
    _ state: PlayerState, title: String? = nil, place: (index: Int, count: Int)? = nil
  ) -> [String] {
    var lines: [(name: String, value: String)] = []
    func add(_ name: String, _ value: String?) {
      if let value, !value.isEmpty { lines.append((name, value)) }
    }
    let metadata = state.metadata
    add("title", metadata.title ?? title)
    add("by", metadata.author)
    add("album", metadata.album)
    add("source", state.source.map(SourceName.long) ?? "nothing")
    add("place", place.map { "\($0.index + 1) of \($0.count)" })
    add("backend", state.backend)
    add("status", status(state))
    add("time", time(state))
    add("chapter", chapter(state))
    add("loaded", state.loadedFraction > 0 ? "\(Int(state.loadedFraction * 100))%" : nil)
    add("volume", Text.number(state.volume) + (state.isMuted ? ", muted" : ""))
    add(
      "rate",
      Text.number(state.rate)
        + (state.availableRates.isEmpty
          ? "" : " of " + state.availableRates.map(Text.number).joined(separator: ", ")))
    add("picture", picture(state))
    for kind in TrackKind.allCases { add(kind.rawValue, tracks(kind, state)) }
    add("item", item(state))
    add("loop", state.loop.rawValue)
    add("shuffled", state.isShuffled ? "yes" : nil)
    add("error", state.error?.description)
    let width = lines.map(\.name.count).max() ?? 0
    return lines.map { name, value in
      name + String(repeating: " ", count: width - name.count) + "  " + Text.safe(value)
    }
  }

  private static func status(_ state: PlayerState) -> String {
    state.status.rawValue + (state.status == .buffering && !state.playWhenReady ? ", then paused" : "")
      + (state.isSeeking ? ", seeking" : "")
  }

  private static func time(_ state: PlayerState) -> String {
    var text = Text.time(state.currentTime)
    if let duration = state.duration { text += " of \(Text.time(duration))" }
    if state.isLive { text += ", live" }
    if let range = state.seekableRange {
      text += ", can be sought in from \(Text.time(range.lowerBound)) to \(Text.time(range.upperBound))"
    } else if state.source != nil, !state.isSeekable {
      text += ", can't be sought in"
    }
    return text
  }

  private static func chapter(_ state: PlayerState) -> String? {
    let chapters = state.metadata.chapters
    guard let index = chapters.lastIndex(where: { $0.start <= state.currentTime }) else { return nil }
    return "\(index + 1) of \(chapters.count)" + (chapters[index].title.map { ": \($0)" } ?? "")
  }

  private static func picture(_ state: PlayerState) -> String {
    var parts: [String] = [state.videoSize.map { "\($0.width) × \($0.height)" } ?? "none"]
    if let quality = state.quality {
      let others = state.availableQualities.map(\.name).joined(separator: ", ")
      parts.append(quality.name + (others.isEmpty ? "" : " of \(others)"))
    }
    if state.isFullscreen { parts.append("full screen") }
    return parts.joined(separator: ", ")
  }

  private static func tracks(_ kind: TrackKind, _ state: PlayerState) -> String? {
    let tracks = state.tracks.filter { $0.kind == kind }
    guard !tracks.isEmpty else { return nil }
    let selected = state.selectedTracks[kind]
    let names = tracks.map { ($0.id == selected ? "*" : "") + $0.name }
    return names.joined(separator: ", ") + (selected == nil ? " (none is chosen)" : "")
  }

  private static func item(_ state: PlayerState) -> String? {
    guard let index = state.itemIndex, state.items.indices.contains(index) else { return nil }
    let item = state.items[index]
    return "\(index + 1) of \(state.items.count): \(item.title ?? item.id)"
  }
}

extension PlayerTrack {
  /// What to call it: its number, language and title.
  var name: String {
    ([id, language, title.map { "(\($0))" }] as [String?]).compactMap(\.self).joined(separator: " ")
  }
}
