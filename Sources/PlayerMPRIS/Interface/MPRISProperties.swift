import PlayerKit

/// The properties of the two interfaces, from one look at the player.
///
/// <https://specifications.freedesktop.org/mpris-spec/latest/>
struct MPRISProperties {
  /// `org.mpris.MediaPlayer2`
  static let rootInterface = "org.mpris.MediaPlayer2"
  /// `org.mpris.MediaPlayer2.Player`
  static let playerInterface = "org.mpris.MediaPlayer2.Player"
  /// Where both are.
  static let path = "/org/mpris/MediaPlayer2"

  let options: MPRISOptions
  let outlook: MPRISOutlook
  /// The player as its events have told it, which is what the track's number belongs to.
  let follower: PlaybackFollower

  private var state: PlayerState { outlook.state }

  /// All properties of an interface; none where it is another one.
  func all(of interface: String, at now: SuspendingClock.Instant) -> [String: BusValue] {
    switch interface {
    case Self.rootInterface: root
    case Self.playerInterface:
      player.merging(["Position": .time(follower.position(state, at: now))]) { $1 }
    default: [:]
    }
  }

  /// The properties of the program.
  var root: [String: BusValue] {
    var values: [String: BusValue] = [
      "CanQuit": .bool(options.quit != nil), "CanRaise": .bool(options.raise != nil),
      "Fullscreen": .bool(state.isFullscreen), "CanSetFullscreen": .bool(canSetFullscreen),
      "HasTrackList": .bool(false), "Identity": .string(options.identity.forBus),
      "SupportedUriSchemes": .strings(options.schemes), "SupportedMimeTypes": .strings(options.mimeTypes),
      "DesktopEntry": .string(""),
    ]
    if let entry = options.desktopEntry { values["DesktopEntry"] = .string(entry.forBus) }
    return values
  }

  /// The properties of the player, those that are announced when they change: all but the position.
  var player: [String: BusValue] {
    [
      "PlaybackStatus": .string(state.mprisStatus), "LoopStatus": .string(state.loop.mprisName),
      "Shuffle": .bool(state.isShuffled), "Rate": .double(state.rate), "Volume": .double(volume),
      "MinimumRate": .double(rates.lowerBound), "MaximumRate": .double(rates.upperBound),
      "Metadata": .members(metadata), "CanControl": .bool(true),
      "CanPlay": .bool(state.source != nil), "CanPause": .bool(state.source != nil),
      "CanSeek": .bool(canSeek), "CanGoNext": .bool(outlook.canGoNext),
      "CanGoPrevious": .bool(outlook.canGoPrevious),
    ]
  }

  var canSeek: Bool { state.source != nil && state.isSeekable }

  var canSetFullscreen: Bool { outlook.capabilities.contains(.setFullscreen) && state.source != nil }

  /// Whether somebody is looking at a picture that moves.
  var showsPicture: Bool { state.videoSize != nil && state.mprisStatus == "Playing" }

  /// What is heard: MPRIS knows no muting.
  private var volume: Double { state.isMuted ? 0 : min(max(state.volume / 100, 0), 1) }

  /// What the rate can be set to; 1 is always among it, as the specification wants.
  var rates: ClosedRange<Double> {
    guard outlook.capabilities.contains(.setRate) else { return 1...1 }
    let rates = state.availableRates
    return min(rates.min() ?? 0.25, 1)...max(rates.max() ?? 4, 1)
  }

  /// The id of the track that is there now.
  var trackPath: String {
    follower.track == 0 ? "\(Self.path)/TrackList/NoTrack" : options.trackPath(follower.track)
  }

  private var metadata: [String: BusValue] {
    let told = follower.state
    var values: [String: BusValue] = ["mpris:trackid": .path(trackPath)]
    guard follower.track != 0, let source = told.source else { return values }
    let isCurrent = told.source == state.source
    let title =
      told.metadata.title ?? told.item?.title ?? (isCurrent ? outlook.title : nil) ?? source.displayName
    if let length = told.duration, length.isFinite, length > 0 { values["mpris:length"] = .time(length) }
    if !title.isEmpty { values["xesam:title"] = .string(title.forBus) }
    if let author = told.metadata.author, !author.isEmpty {
      values["xesam:artist"] = .strings([author.forBus])
    }
    if let album = told.metadata.album, !album.isEmpty { values["xesam:album"] = .string(album.forBus) }
    if let url = source.url(ofVideo: told.metadata.videoID) { values["xesam:url"] = .string(url.forBus) }
    if let art = told.metadata.thumbnail, art.isPictureURL { values["mpris:artUrl"] = .string(art.forBus) }
    return values
  }
}

extension PlayerState {
  /// "Playback_Status": what opens, or waits for data, and is to play counts as playing.
  var mprisStatus: String {
    switch status {
    case .playing: "Playing"
    case .paused, .queued: "Paused"
    case .buffering: playWhenReady ? "Playing" : "Paused"
    case .unstarted: playWhenReady && source != nil ? "Playing" : "Stopped"
    case .ended: "Stopped"
    }
  }
}

extension String {
  /// As the bus carries it: without NUL, which would end it there, and no longer than anybody reads.
  var forBus: String {
    let limit = 4096
    guard utf8.count > limit || utf8.contains(0) else { return self }
    return String(
      decoding: unicodeScalars.lazy.filter { $0 != "\0" }.prefix(limit).flatMap(\.utf8), as: UTF8.self)
  }

  /// Whether clients can fetch it: a picture of its own kind (`data:`) would go to all of them with each change.
  fileprivate var isPictureURL: Bool {
    ["https://", "http://", "file://"].contains { hasPrefix($0) } && utf8.count <= 4096
  }
}
