/// What a key asks for.
enum KeyCommand: Sendable, Hashable {
  case togglePause
  /// So many seconds.
  case seek(Double)
  case slower, faster, normalRate
  /// So many hundredths.
  case volume(Double)
  case toggleMute
  case previous, next
  case step(Int)
  case nextSubtitles, nextAudio
  case nextLoop
  case toggleFullscreen
  case screenshot
  case nextBackend
  case showState, showKeys, closeView
  case quit(keepingPlace: Bool)
  /// Another page of a feed, so many on.
  case page(Int)
}
