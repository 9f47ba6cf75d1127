/// One snapshot of all that a player says of itself. Its values always agree with one another.
public struct PlayerState: Sendable, Hashable {
  /// The id of the backend in charge; nil before the first.
  public internal(set) var backend: String?
  /// Whether that backend can take actions.
  public internal(set) var ready = false
  /// What is loaded.
  public internal(set) var source: PlayerSource?
  /// What the player is doing.
  public internal(set) var status = PlayerStatus.unstarted
  /// What was asked for. While `buffering` the status alone does not tell whether it will play.
  public internal(set) var playWhenReady = false
  /// Whether a seek is under way; then ``currentTime`` is its target.
  public internal(set) var isSeeking = false
  /// The position, in seconds.
  public internal(set) var currentTime = 0.0
  /// The duration in seconds; nil until known, and for a live stream.
  public internal(set) var duration: Double?
  /// Whether the source is a live stream.
  public internal(set) var isLive = false
  /// Whether the source can be sought in.
  public internal(set) var isSeekable = false
  /// Where a live stream can be sought in, in seconds of its own time; nil where it can't be.
  ///
  /// It moves on with the stream. Of any other source it is nil: all of its duration can be sought in, or none.
  public internal(set) var seekableRange: ClosedRange<Double>?
  /// How much has been loaded, 0…1.
  public internal(set) var loadedFraction = 0.0
  /// The volume, 0…100.
  public internal(set) var volume = 100.0
  /// Whether sound is muted; the volume is kept.
  public internal(set) var isMuted = false
  /// The rate; 1 is the source's own.
  public internal(set) var rate = 1.0
  /// The rates that can be set; empty: any in 0.25…4.
  public internal(set) var availableRates: [Double] = []
  /// The quality that is playing.
  public internal(set) var quality: PlaybackQuality?
  /// The qualities that there are.
  public internal(set) var availableQualities: [PlaybackQuality] = []
  /// The picture's size; nil where there is no picture.
  public internal(set) var videoSize: VideoSize?
  /// What the source says of itself.
  public internal(set) var metadata = PlayerMetadata()
  /// The source's own list.
  public internal(set) var items: [PlayerItem] = []
  /// The current item of that list, counted from 0.
  public internal(set) var itemIndex: Int?
  /// What happens at the end.
  public internal(set) var loop = LoopMode.off
  /// Whether the source's own list is shuffled.
  public internal(set) var isShuffled = false
  /// The tracks that can be selected.
  public internal(set) var tracks: [PlayerTrack] = []
  /// The selected tracks: kind to id.
  public internal(set) var selectedTracks: [TrackKind: String] = [:]
  /// Whether the picture fills the screen.
  public internal(set) var isFullscreen = false
  /// What went wrong; the next load clears it.
  public internal(set) var error: PlayerError?

  init() {}

  /// The start.
  public static let empty = PlayerState()

  /// How far the position is, 0…1; nil while the duration is unknown.
  public var progress: Double? {
    guard let duration, duration > 0 else { return nil }
    return min(max(currentTime / duration, 0), 1)
  }
}

extension PlayerState {
  /// Reduces an event: the one place where events become state.
  ///
  /// Pure and total: any event may follow any other.
  public mutating func apply(_ event: PlayerEvent) {
    switch event {
    case .ready: ready = true
    case .backendChanged(let id, _):
      backend = id
      ready = false
      // These are the backend's own; the next one tells its own.
      availableRates = []
      isFullscreen = false
    case .sourceChanged(let source): applySource(source)
    case .statusChanged(let status, let playWhenReady):
      self.status = status
      if let playWhenReady { self.playWhenReady = playWhenReady }
    case .timeChanged(let time): if !isSeeking { currentTime = time }
    case .seeking(let target):
      isSeeking = true
      currentTime = target
    case .seeked(let time):
      isSeeking = false
      currentTime = time
    case .durationChanged(let duration, let isLive, let isSeekable):
      self.duration = duration
      self.isLive = isLive
      self.isSeekable = isSeekable
    case .seekableRangeChanged(let range): seekableRange = range
    case .loadedFractionChanged(let fraction): loadedFraction = fraction
    case .volumeChanged(let volume): self.volume = volume
    case .muteChanged(let isMuted): self.isMuted = isMuted
    case .rateChanged(let rate): self.rate = rate
    case .availableRatesChanged(let rates): availableRates = rates
    case .qualityChanged(let quality): self.quality = quality
    case .availableQualitiesChanged(let qualities): availableQualities = qualities
    case .videoSizeChanged(let size): videoSize = size
    case .metadataChanged(let metadata): self.metadata = metadata
    case .itemsChanged(let items, let index):
      self.items = items
      itemIndex = index
    case .loopChanged(let loop): self.loop = loop
    case .shuffleChanged(let isShuffled): self.isShuffled = isShuffled
    case .tracksChanged(let tracks, let selected):
      self.tracks = tracks
      selectedTracks = selected
    case .fullscreenChanged(let isFullscreen): self.isFullscreen = isFullscreen
    case .failed(let error, let willRestart):
      self.error = error
      status = .unstarted
      isSeeking = false
      if !willRestart { playWhenReady = false }
    case .closed:
      ready = false
      status = .unstarted
      playWhenReady = false
      isSeeking = false
    case .pageRequested, .rejected, .log, .dropped: break
    }
  }

  /// The state after an event.
  public func applying(_ event: PlayerEvent) -> PlayerState {
    var state = self
    state.apply(event)
    return state
  }

  /// Forgets the earlier source and keeps what lives on across loads.
  private mutating func applySource(_ source: PlayerSource?) {
    var next = PlayerState()
    next.backend = backend
    next.ready = ready
    next.source = source
    next.currentTime = source?.start ?? 0
    next.volume = volume
    next.isMuted = isMuted
    next.rate = rate
    next.availableRates = availableRates
    next.loop = loop
    next.isShuffled = isShuffled
    next.isFullscreen = isFullscreen
    next.playWhenReady = source != nil && playWhenReady
    self = next
  }
}
