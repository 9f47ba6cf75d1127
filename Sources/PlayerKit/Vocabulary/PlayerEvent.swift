/// How a player's state changes: what a backend, or the player itself, says.
///
/// ``PlayerState/apply(_:)`` turns events into state, for every backend.
public enum PlayerEvent: Sendable, Hashable {
  /// The backend can take actions. The first event of every backend.
  case ready
  /// Another backend, or the same one started again, is in charge. Sent by the player.
  case backendChanged(String, BackendChangeReason)
  /// A source was accepted, or dropped.
  case sourceChanged(PlayerSource?)
  /// The status changed, or what was asked for (nil: `playWhenReady` stays as it is).
  case statusChanged(PlayerStatus, playWhenReady: Bool? = nil)
  /// The position, in seconds.
  case timeChanged(Double)
  /// A seek was accepted; its target in seconds.
  case seeking(to: Double)
  /// A seek landed; the position in seconds.
  case seeked(at: Double)
  /// The duration in seconds, nil while unknown and for a live stream.
  case durationChanged(Double?, isLive: Bool, isSeekable: Bool)
  /// Where a live stream can be sought in, in seconds of its own time; nil where it can't be.
  case seekableRangeChanged(ClosedRange<Double>?)
  /// How much has been loaded, 0…1.
  case loadedFractionChanged(Double)
  /// The volume, 0…100.
  case volumeChanged(Double)
  /// Whether sound is muted.
  case muteChanged(Bool)
  /// The rate; 1 is the source's own.
  case rateChanged(Double)
  /// The rates that can be set; empty: any in 0.25…4.
  case availableRatesChanged([Double])
  /// The quality that is playing.
  case qualityChanged(PlaybackQuality?)
  /// The qualities that there are.
  case availableQualitiesChanged([PlaybackQuality])
  /// The picture's size; nil where there is no picture.
  case videoSizeChanged(VideoSize?)
  /// What the source says of itself.
  case metadataChanged(PlayerMetadata)
  /// The source's own list, or its current item.
  case itemsChanged([PlayerItem], index: Int?)
  /// What happens at the end.
  case loopChanged(LoopMode)
  /// Whether the source's own list is shuffled.
  case shuffleChanged(Bool)
  /// The tracks, or the selected ones: kind to id.
  case tracksChanged([PlayerTrack], selected: [TrackKind: String])
  /// Whether the picture fills the screen.
  case fullscreenChanged(Bool)
  /// The person asked for another page of the window: so many pages on, or back where negative. Sent by the session
  /// in front; which page comes is for the host to say, see ``Player/present(_:)``.
  case pageRequested(by: Int)
  /// Playing failed. `willRestart`: the player is about to bring playing back by itself, by starting the
  /// backend again or by going on with the next one; then no queue moves.
  case failed(PlayerError, willRestart: Bool = false)
  /// An action was refused; nothing else changes. The action is nil where none could be read.
  case rejected(RejectedAction?, PlayerError)
  /// Something for a log.
  case log(LogLevel, String)
  /// So many events were lost to this reader, which was too slow.
  case dropped(Int)
  /// The end: nothing comes after it. Where a backend has ended by itself, because its window was closed, the player
  /// goes on with another one at the next load.
  case closed
}

/// Why the backend changed.
public enum BackendChangeReason: String, Sendable, Hashable, Codable, CaseIterable {
  /// The caller, or the source, asked for it.
  case asked
  /// The one before could not play the source.
  case fallback
  /// It died and was started again.
  case restarted
}

/// The weight of a log event.
public enum LogLevel: String, Sendable, Hashable, Codable, CaseIterable {
  /// Something failed.
  case error
  /// Something is not as it should be.
  case warning
  /// Something worth knowing.
  case info
  /// For people who look for a fault.
  case debug
}

/// What was refused: an action, or something that could not be read as one.
public enum RejectedAction: Sendable, Hashable {
  /// An action.
  case action(PlayerAction)
  /// The JSON value that was given.
  case unreadable(JSONValue)
}

extension PlayerEvent {
  /// The event's name in the JSON form.
  public var name: String {
    switch self {
    case .ready: "ready"
    case .backendChanged: "backendChanged"
    case .sourceChanged: "sourceChanged"
    case .statusChanged: "statusChanged"
    case .timeChanged: "timeChanged"
    case .seeking: "seeking"
    case .seeked: "seeked"
    case .durationChanged: "durationChanged"
    case .seekableRangeChanged: "seekableRangeChanged"
    case .loadedFractionChanged: "loadedFractionChanged"
    case .volumeChanged: "volumeChanged"
    case .muteChanged: "muteChanged"
    case .rateChanged: "rateChanged"
    case .availableRatesChanged: "availableRatesChanged"
    case .qualityChanged: "qualityChanged"
    case .availableQualitiesChanged: "availableQualitiesChanged"
    case .videoSizeChanged: "videoSizeChanged"
    case .metadataChanged: "metadataChanged"
    case .itemsChanged: "itemsChanged"
    case .loopChanged: "loopChanged"
    case .shuffleChanged: "shuffleChanged"
    case .tracksChanged: "tracksChanged"
    case .fullscreenChanged: "fullscreenChanged"
    case .pageRequested: "pageRequested"
    case .failed: "failed"
    case .rejected: "rejected"
    case .log: "log"
    case .dropped: "dropped"
    case .closed: "closed"
    }
  }

  /// Whether the event tells of a change of state, as all do but `pageRequested`, `log`, `rejected` and `dropped`.
  public var changesState: Bool {
    switch self {
    case .pageRequested, .log, .rejected, .dropped: false
    default: true
    }
  }
}
