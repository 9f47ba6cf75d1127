/// The actions as functions. Each throws what ``send(_:)`` throws.
extension Player {
  /// Opens the source and, where ``PlayerConfiguration/autoPlay``, plays it.
  public nonisolated(nonsending) func load(_ source: PlayerSource) async throws(PlayerError) {
    try await send(.load(source))
  }

  /// Reads the text as a source, of any kind, and loads it.
  ///
  /// - Throws: ``PlayerError/Code/invalidSource`` where the text names nothing that could be played.
  public nonisolated(nonsending) func loadURL(_ text: String) async throws(PlayerError) {
    try await load(PlayerSource(parsing: text))
  }

  /// Loads a YouTube video by its id.
  ///
  /// - Throws: ``PlayerError/Code/invalidSource`` where it is not one.
  public nonisolated(nonsending) func loadID(
    _ id: String, start: Double? = nil, end: Double? = nil
  ) async throws(PlayerError) {
    guard let video = YouTubeVideoID(id) else {
      throw PlayerError(
        .invalidSource, "«\(id)» is not the id of a YouTube video.",
        remedy: "Give the 11 letters, digits, `_` and `-` behind `v=`.")
    }
    try await load(PlayerSource(.video(video), start: start, end: end))
  }

  /// Loads a YouTube playlist by its id, beginning with the item at an index counted from 0.
  ///
  /// - Throws: ``PlayerError/Code/invalidSource`` where it is not one.
  public nonisolated(nonsending) func loadPlaylistID(
    _ id: String, index: Int? = nil
  ) async throws(PlayerError) {
    guard let list = YouTubePlaylistID(id) else {
      throw PlayerError(
        .invalidSource, "«\(id)» is not the id of a YouTube playlist.",
        remedy: "Give what stands behind `list=`, such as `PL…`.")
    }
    try await load(PlayerSource(.playlist(list, index: index)))
  }

  /// Loads a YouTube channel: its id (`UC…`) or its handle (`@name`).
  ///
  /// - Throws: ``PlayerError/Code/invalidSource`` where it is neither.
  public nonisolated(nonsending) func loadChannel(_ channel: String) async throws(PlayerError) {
    let source = try PlayerSource(parsing: channel)
    guard source.kind == .channel else {
      throw PlayerError(
        .invalidSource, "«\(channel)» is not a YouTube channel.",
        remedy: "Give the channel's id (`UC…`), its handle (`@name`) or its address.")
    }
    try await load(source)
  }

  /// Opens the source and stays queued at its start.
  public nonisolated(nonsending) func cue(_ source: PlayerSource) async throws(PlayerError) {
    try await send(.cue(source))
  }

  /// Plays.
  public nonisolated(nonsending) func play() async throws(PlayerError) { try await send(.play) }

  /// Holds.
  public nonisolated(nonsending) func pause() async throws(PlayerError) { try await send(.pause) }

  /// Goes back to the start and keeps the source.
  public nonisolated(nonsending) func stop() async throws(PlayerError) { try await send(.stop) }

  /// Drops the source.
  public nonisolated(nonsending) func clear() async throws(PlayerError) { try await send(.clear) }

  /// Goes to this many seconds from the source's beginning.
  public nonisolated(nonsending) func seek(to time: Double, precise: Bool = true) async throws(PlayerError) {
    try await send(.seek(.to(time), precise: precise))
  }

  /// Goes this many seconds forwards, or backwards.
  public nonisolated(nonsending) func seek(by seconds: Double, precise: Bool = true) async throws(PlayerError)
  {
    try await send(.seek(.by(seconds), precise: precise))
  }

  /// Goes to this fraction of the duration, 0…1.
  public nonisolated(nonsending) func seek(
    toFraction fraction: Double, precise: Bool = true
  ) async throws(PlayerError) {
    try await send(.seek(.fraction(fraction), precise: precise))
  }

  /// Silences; the volume is kept.
  public nonisolated(nonsending) func mute() async throws(PlayerError) { try await send(.mute) }

  /// Undoes ``mute()``.
  public nonisolated(nonsending) func unmute() async throws(PlayerError) { try await send(.unmute) }

  /// Sets the volume, 0…100.
  public nonisolated(nonsending) func setVolume(_ volume: Double) async throws(PlayerError) {
    try await send(.setVolume(volume))
  }

  /// Sets the rate, 0.25…4.
  public nonisolated(nonsending) func setRate(_ rate: Double) async throws(PlayerError) {
    try await send(.setRate(rate))
  }

  /// Sets the quality, where it can be set.
  public nonisolated(nonsending) func setQuality(_ quality: PlaybackQuality) async throws(PlayerError) {
    try await send(.setQuality(quality))
  }

  /// Goes to the next item of the source's own list; at its end, or without one, to the next of the queue.
  public nonisolated(nonsending) func next() async throws(PlayerError) { try await send(.next) }

  /// Goes to the previous item of the source's own list; at its start, or without one, to the one before of the queue.
  public nonisolated(nonsending) func previous() async throws(PlayerError) { try await send(.previous) }

  /// Goes to an item of the source's own list, or without one of the queue, counted from 0.
  public nonisolated(nonsending) func playItem(_ index: Int) async throws(PlayerError) {
    try await send(.playItem(index))
  }

  /// Sets what happens at the end.
  public nonisolated(nonsending) func setLoop(_ loop: LoopMode) async throws(PlayerError) {
    try await send(.setLoop(loop))
  }

  /// Shuffles the queue where it has several items, else the source's own list; or restores the order.
  public nonisolated(nonsending) func setShuffle(_ isShuffled: Bool) async throws(PlayerError) {
    try await send(.setShuffle(isShuffled))
  }

  /// Selects a track by its id, or none of that kind.
  public nonisolated(nonsending) func setTrack(_ kind: TrackKind, id: String?) async throws(PlayerError) {
    try await send(.setTrack(kind, id: id))
  }

  /// Fills the screen, or goes back.
  public nonisolated(nonsending) func setFullscreen(_ isFullscreen: Bool) async throws(PlayerError) {
    try await send(.setFullscreen(isFullscreen))
  }

  /// Pauses and steps by one frame: +1 or -1.
  public nonisolated(nonsending) func stepFrame(by frames: Int) async throws(PlayerError) {
    try await send(.stepFrame(by: frames))
  }

  /// Writes the current frame as a PNG file.
  public nonisolated(nonsending) func screenshot(to path: MediaPath) async throws(PlayerError) {
    try await send(.screenshot(to: path))
  }
}
