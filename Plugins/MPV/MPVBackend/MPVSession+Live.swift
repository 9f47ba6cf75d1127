import PlayerKit

/// Where a live stream can be sought in: as far as mpv has kept what has come of it.
extension MPVSession {
  /// Tells that range, and looks again in a second.
  func lookAtRange(_ media: MPVMedia, _ now: Double) {
    media.nextRangeLook = now + 1
    engine.read("demuxer-cache-state") { [self] result in
      guard self.media === media, case .success(let cache) = result else { return }
      media.seekableRange = Self.range(in: cache, at: state.currentTime)
      sayIfNew(.seekableRangeChanged(media.seekableRange))
      durationChanged(media, nil)
    }
  }

  /// A live stream that mpv has left is kept no more.
  func forgetRange() {
    guard state.seekableRange != nil else { return }
    sayIfNew(.seekableRangeChanged(nil))
    sayIfNew(.durationChanged(state.duration, isLive: state.isLive, isSeekable: false))
  }

  /// mpv takes every seek, and says in its log alone that it does not make it.
  func noteRefusal(_ line: MPVLogLine) {
    guard let media, media.isLive, let seek = media.seek, !seek.isStarted,
      line.text.hasPrefix("Cannot seek in this")
    else { return }
    landed(seek, media)
  }

  /// Of the ranges that mpv has kept, the one at this time, else the last.
  static func range(in cache: MPVNode, at time: Double) -> ClosedRange<Double>? {
    var ranges: [ClosedRange<Double>] = []
    for range in cache["seekable-ranges"].array {
      guard var start = range["start"].number, let end = range["end"].number else { continue }
      // What was received first is dropped bit by bit: a second of it may be gone when a seek comes.
      if cache["bof-cached"].flag != true { start += 1 }
      start = max(start, 0)
      if start < end { ranges.append(start...end) }
    }
    return ranges.first { $0.contains(time) } ?? ranges.last
  }
}
