extension PlayerState: Codable {
  /// Reads an object of the fields' names; what is absent is as in ``empty``.
  ///
  /// - Throws: ``PlayerError/Code/invalidArgument`` for a field of the wrong type.
  public init(from decoder: any Decoder) throws {
    let fields = try JSONFields<JSONKey>(of: decoder, "A state")
    self.init()
    backend = try fields.optional(.backend, "a backend's id")
    ready = try fields.optional(.ready, "true or false") ?? ready
    source = try fields.optional(.source, "text or an object")
    status = try fields.optional(.status, "a status") ?? status
    playWhenReady = try fields.optional(.playWhenReady, "true or false") ?? playWhenReady
    isSeeking = try fields.optional(.isSeeking, "true or false") ?? isSeeking
    currentTime = try fields.optional(.currentTime, "seconds") ?? currentTime
    duration = try fields.optional(.duration, "seconds")
    isLive = try fields.optional(.isLive, "true or false") ?? isLive
    isSeekable = try fields.optional(.isSeekable, "true or false") ?? isSeekable
    seekableRange = try fields.optional(.seekableRange, JSONRange.expected, as: JSONRange.self)?.range
    loadedFraction = try fields.optional(.loadedFraction, "a number of 0 to 1") ?? loadedFraction
    volume = try fields.optional(.volume, "a number of 0 to 100") ?? volume
    isMuted = try fields.optional(.isMuted, "true or false") ?? isMuted
    rate = try fields.optional(.rate, "a number") ?? rate
    availableRates = try fields.optional(.availableRates, "a list of numbers") ?? availableRates
    quality = try fields.optional(.quality, "a quality's name")
    availableQualities =
      try fields.optional(.availableQualities, "a list of qualities' names") ?? availableQualities
    videoSize = try fields.optional(.videoSize, "an object of width and height")
    metadata = try fields.optional(.metadata, "an object") ?? metadata
    items = try fields.optional(.items, "a list of items") ?? items
    itemIndex = try fields.optional(.itemIndex, "a whole number")
    loop = try fields.optional(.loop, "one of off, one and all") ?? loop
    isShuffled = try fields.optional(.isShuffled, "true or false") ?? isShuffled
    tracks = try fields.optional(.tracks, "a list of tracks") ?? tracks
    selectedTracks = try fields.optional(.selectedTracks, "an object of kinds and ids") ?? selectedTracks
    isFullscreen = try fields.optional(.isFullscreen, "true or false") ?? isFullscreen
    error = try fields.optional(.error, "an error")
  }

  /// Writes an object of the fields' names.
  ///
  /// What is nil is left out, and so is a number that is not finite.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: JSONKey.self)
    try container.encodeIfPresent(backend, forKey: .backend)
    try container.encode(ready, forKey: .ready)
    try container.encodeIfPresent(source, forKey: .source)
    try container.encode(status, forKey: .status)
    try container.encode(playWhenReady, forKey: .playWhenReady)
    try container.encode(isSeeking, forKey: .isSeeking)
    try container.encode(finiteIfPresent: currentTime, .currentTime)
    try container.encode(finiteIfPresent: duration, .duration)
    try container.encode(isLive, forKey: .isLive)
    try container.encode(isSeekable, forKey: .isSeekable)
    try container.encodeIfPresent(seekableRange.flatMap(JSONRange.init), forKey: .seekableRange)
    try container.encode(finiteIfPresent: loadedFraction, .loadedFraction)
    try container.encode(finiteIfPresent: volume, .volume)
    try container.encode(isMuted, forKey: .isMuted)
    try container.encode(finiteIfPresent: rate, .rate)
    try container.encode(availableRates.filter(\.isFinite), forKey: .availableRates)
    try container.encodeIfPresent(quality, forKey: .quality)
    try container.encode(availableQualities, forKey: .availableQualities)
    try container.encodeIfPresent(videoSize, forKey: .videoSize)
    try container.encode(metadata, forKey: .metadata)
    try container.encode(items, forKey: .items)
    try container.encodeIfPresent(itemIndex, forKey: .itemIndex)
    try container.encode(loop, forKey: .loop)
    try container.encode(isShuffled, forKey: .isShuffled)
    try container.encode(tracks, forKey: .tracks)
    try container.encode(selectedTracks, forKey: .selectedTracks)
    try container.encode(isFullscreen, forKey: .isFullscreen)
    try container.encodeIfPresent(error, forKey: .error)
  }
}
