extension PlayerEvent: Codable {
  /// Reads an event; keys that it does not know are ignored.
  ///
  /// - Throws: ``PlayerError/Code/invalidArgument`` for an unknown name and for fields that are missing or of
  ///   the wrong type.
  public init(from decoder: any Decoder) throws {
    let container = try JSONFields<JSONKey>(of: decoder, "An event").container
    let name: String = try JSONFields(container, "An event").required(.event, "the event's name")
    let fields = JSONFields(container, "The event \(name.shortened)")
    switch name {
    case "ready": self = .ready
    case "backendChanged":
      self = .backendChanged(
        try fields.required(.backend, "a backend's id"),
        try fields.required(.reason, "one of asked, fallback and restarted"))
    case "sourceChanged": self = .sourceChanged(try fields.optional(.source, "text, an object or null"))
    case "statusChanged":
      self = .statusChanged(
        try fields.required(.status, "a status"),
        playWhenReady: try fields.optional(.playWhenReady, "true or false"))
    case "timeChanged": self = .timeChanged(try fields.required(.currentTime, "seconds"))
    case "seeking": self = .seeking(to: try fields.required(.currentTime, "seconds"))
    case "seeked": self = .seeked(at: try fields.required(.currentTime, "seconds"))
    case "durationChanged":
      self = .durationChanged(
        try fields.optional(.duration, "seconds or null"),
        isLive: try fields.required(.isLive, "true or false"),
        isSeekable: try fields.required(.isSeekable, "true or false"))
    case "seekableRangeChanged":
      self = .seekableRangeChanged(
        try fields.optional(.seekableRange, "\(JSONRange.expected), or null", as: JSONRange.self)?.range)
    case "loadedFractionChanged":
      self = .loadedFractionChanged(try fields.required(.loadedFraction, "a number of 0 to 1"))
    case "volumeChanged": self = .volumeChanged(try fields.required(.volume, "a number of 0 to 100"))
    case "muteChanged": self = .muteChanged(try fields.required(.isMuted, "true or false"))
    case "rateChanged": self = .rateChanged(try fields.required(.rate, "a number"))
    case "availableRatesChanged":
      self = .availableRatesChanged(try fields.required(.availableRates, "a list of numbers"))
    case "qualityChanged": self = .qualityChanged(try fields.optional(.quality, "a quality's name or null"))
    case "availableQualitiesChanged":
      self = .availableQualitiesChanged(
        try fields.required(.availableQualities, "a list of qualities' names"))
    case "videoSizeChanged":
      self = .videoSizeChanged(try fields.optional(.videoSize, "an object of width and height, or null"))
    case "metadataChanged": self = .metadataChanged(try fields.required(.metadata, "an object"))
    case "itemsChanged":
      self = .itemsChanged(
        try fields.required(.items, "a list of items"),
        index: try fields.optional(.itemIndex, "a whole number or null"))
    case "loopChanged": self = .loopChanged(try fields.required(.loop, "one of off, one and all"))
    case "shuffleChanged": self = .shuffleChanged(try fields.required(.isShuffled, "true or false"))
    case "tracksChanged":
      self = .tracksChanged(
        try fields.required(.tracks, "a list of tracks"),
        selected: try fields.optional(.selectedTracks, "an object of kinds and ids") ?? [:])
    case "fullscreenChanged":
      self = .fullscreenChanged(try fields.required(.isFullscreen, "true or false"))
    case "pageRequested": self = .pageRequested(by: try fields.required(.by, "a whole number"))
    case "failed":
      self = .failed(
        try fields.required(.error, "an error"),
        willRestart: try fields.optional(.willRestart, "true or false") ?? false)
    case "rejected":
      // A JSON null can be what was refused, so an absent action is another thing.
      let action: RejectedAction? =
        container.contains(.action) ? try fields.required(.action, "an action", as: RejectedAction.self) : nil
      self = .rejected(action, try fields.required(.error, "an error"))
    case "log":
      self = .log(
        try fields.required(.level, "one of error, warning, info and debug"),
        try fields.required(.text, "text"))
    case "dropped": self = .dropped(try fields.required(.count, "a whole number"))
    case "closed": self = .closed
    default: throw PlayerError(.invalidArgument, "There is no event called “\(name.shortened)”.")
    }
  }

  /// Writes an object of the event's name and the fields that it changes; a number that is not finite is
  /// written as null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: JSONKey.self)
    try container.encode(name, forKey: .event)
    try encodeFields(to: &container)
  }

  /// Writes what belongs to the event's name.
  func encodeFields(to container: inout KeyedEncodingContainer<JSONKey>) throws {
    switch self {
    case .ready: try container.encode(true, forKey: .ready)
    case .backendChanged(let id, let reason):
      try container.encode(id, forKey: .backend)
      try container.encode(reason, forKey: .reason)
    case .sourceChanged(let source): try container.encode(orNull: source, .source)
    case .statusChanged(let status, let playWhenReady):
      try container.encode(status, forKey: .status)
      try container.encodeIfPresent(playWhenReady, forKey: .playWhenReady)
    case .timeChanged(let time): try container.encode(finite: time, .currentTime)
    case .seeking(let target):
      try container.encode(finite: target, .currentTime)
      try container.encode(true, forKey: .isSeeking)
    case .seeked(let time):
      try container.encode(finite: time, .currentTime)
      try container.encode(false, forKey: .isSeeking)
    case .durationChanged(let duration, let isLive, let isSeekable):
      try container.encode(finite: duration ?? .nan, .duration)
      try container.encode(isLive, forKey: .isLive)
      try container.encode(isSeekable, forKey: .isSeekable)
    case .seekableRangeChanged(let range):
      try container.encode(orNull: range.flatMap(JSONRange.init), .seekableRange)
    case .loadedFractionChanged(let fraction): try container.encode(finite: fraction, .loadedFraction)
    case .volumeChanged(let volume): try container.encode(finite: volume, .volume)
    case .muteChanged(let isMuted): try container.encode(isMuted, forKey: .isMuted)
    case .rateChanged(let rate): try container.encode(finite: rate, .rate)
    case .availableRatesChanged(let rates):
      try container.encode(rates.filter(\.isFinite), forKey: .availableRates)
    case .qualityChanged(let quality): try container.encode(orNull: quality, .quality)
    case .availableQualitiesChanged(let qualities):
      try container.encode(qualities, forKey: .availableQualities)
    case .videoSizeChanged(let size): try container.encode(orNull: size, .videoSize)
    case .metadataChanged(let metadata): try container.encode(metadata, forKey: .metadata)
    case .itemsChanged(let items, let index):
      try container.encode(items, forKey: .items)
      try container.encode(orNull: index, .itemIndex)
    case .loopChanged(let loop): try container.encode(loop, forKey: .loop)
    case .shuffleChanged(let isShuffled): try container.encode(isShuffled, forKey: .isShuffled)
    case .tracksChanged(let tracks, let selected):
      try container.encode(tracks, forKey: .tracks)
      try container.encode(selected, forKey: .selectedTracks)
    case .fullscreenChanged(let isFullscreen): try container.encode(isFullscreen, forKey: .isFullscreen)
    case .pageRequested(let by): try container.encode(by, forKey: .by)
    case .failed(let error, let willRestart):
      try container.encode(error, forKey: .error)
      if willRestart { try container.encode(willRestart, forKey: .willRestart) }
    case .rejected(let action, let error):
      try container.encodeIfPresent(action, forKey: .action)
      try container.encode(error, forKey: .error)
    case .log(let level, let text):
      try container.encode(level, forKey: .level)
      try container.encode(text, forKey: .text)
    case .dropped(let count): try container.encode(count, forKey: .count)
    case .closed: break
    }
  }
}

extension RejectedAction: Codable {
  /// Reads an action where it is one, and any other value as it is.
  public init(from decoder: any Decoder) throws {
    do {
      self = .action(try PlayerAction(from: decoder))
    } catch {
      // That it is no action is why it was refused.
      self = .unreadable(try JSONValue(from: decoder))
    }
  }

  /// Writes the action, or the value that was given.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .action(let action): try action.encode(to: encoder)
    case .unreadable(let value): try value.encode(to: encoder)
    }
  }
}
