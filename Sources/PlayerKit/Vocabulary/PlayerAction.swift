/// What a player is told.
public enum PlayerAction: Sendable, Hashable {
  /// Nothing: a binding's resting value.
  case idle
  /// Opens the source and, where ``PlayerConfiguration/autoPlay``, plays it.
  case load(PlayerSource)
  /// Opens the source and stays ``PlayerStatus/queued`` at its start.
  case cue(PlayerSource)
  /// Plays; after the end it plays from the start again.
  case play
  /// Holds. While queued, ended or unstarted it changes nothing but ``PlayerState/playWhenReady``.
  case pause
  /// Goes back to the start and keeps the source; a following ``play`` starts there.
  case stop
  /// Drops the source; volume, mute and rate are kept.
  case clear
  /// Goes to another place. It never changes play or pause.
  ///
  /// `precise: true` lands on the frame asked for; `false` may land on a key frame near it, which is faster.
  case seek(SeekTarget, precise: Bool = true)
  /// Reads the duration now and publishes it.
  case duration
  /// Reads the time now and publishes it.
  case currentTime
  /// Silences; the volume is kept.
  case mute
  /// Undoes ``mute``.
  case unmute
  /// Sets the volume, 0…100.
  case setVolume(Double)
  /// Sets the rate, 0.25…4, or the nearest that the backend lists.
  case setRate(Double)
  /// Sets the quality, where it can be set.
  case setQuality(PlaybackQuality)
  /// Goes to the next item of the source's own list; at its end, or without one, the player's queue moves.
  case next
  /// Goes to the previous item of the source's own list; at its start, or without one, the player's queue moves.
  case previous
  /// Goes to an item of the source's own list, or without one of the player's queue, counted from 0.
  case playItem(Int)
  /// Sets what happens at the end.
  case setLoop(LoopMode)
  /// Shuffles the player's queue where that has several items, else the source's own list; or restores the order.
  case setShuffle(Bool)
  /// Selects a track by its id, or none of that kind.
  case setTrack(TrackKind, id: String?)
  /// Fills the screen, or goes back.
  case setFullscreen(Bool)
  /// Pauses and steps by one frame: +1 or -1.
  case stepFrame(by: Int)
  /// Writes the current frame as a PNG file.
  case screenshot(to: MediaPath)
}

/// Where a seek goes.
public enum SeekTarget: Sendable, Hashable {
  /// To this many seconds from the source's beginning.
  case to(Double)
  /// By this many seconds, forwards or backwards.
  case by(Double)
  /// To this fraction of the duration, 0…1; in a live stream, of where it can be sought in.
  case fraction(Double)
}

extension PlayerAction {
  /// The action's name in the JSON form.
  public var name: String {
    switch self {
    case .idle: "idle"
    case .load: "load"
    case .cue: "cue"
    case .play: "play"
    case .pause: "pause"
    case .stop: "stop"
    case .clear: "clear"
    case .seek: "seek"
    case .duration: "duration"
    case .currentTime: "currentTime"
    case .mute: "mute"
    case .unmute: "unmute"
    case .setVolume: "setVolume"
    case .setRate: "setRate"
    case .setQuality: "setQuality"
    case .next: "next"
    case .previous: "previous"
    case .playItem: "playItem"
    case .setLoop: "setLoop"
    case .setShuffle: "setShuffle"
    case .setTrack: "setTrack"
    case .setFullscreen: "setFullscreen"
    case .stepFrame: "stepFrame"
    case .screenshot: "screenshot"
    }
  }

  /// The capability that the action needs, where it needs one.
  public var requiredCapability: Capability? {
    switch self {
    case .setRate: .setRate
    case .setQuality: .setQuality
    case .next, .previous, .playItem: .items
    case .setLoop: .setLoop
    case .setShuffle: .setShuffle
    case .setTrack: .setTrack
    case .setFullscreen: .setFullscreen
    case .stepFrame: .stepFrame
    case .screenshot: .screenshot
    case .idle, .load, .cue, .play, .pause, .stop, .clear, .seek, .duration, .currentTime, .mute, .unmute,
      .setVolume:
      nil
    }
  }
}
