extension PlayerAction: Codable {
  /// The names of all actions, in the order of the cases.
  public static let names = [
    "idle", "load", "cue", "play", "pause", "stop", "clear", "seek", "duration", "currentTime", "mute",
    "unmute", "setVolume", "setRate", "setQuality", "next", "previous", "playItem", "setLoop", "setShuffle",
    "setTrack", "setFullscreen", "stepFrame", "screenshot",
  ]

  /// Reads an action; keys that it does not know are ignored.
  ///
  /// - Throws: ``PlayerError/Code/invalidArgument`` for an unknown name and for a payload that is missing or
  ///   of the wrong type; ``PlayerError/Code/invalidSource`` for a source that names nothing that could be
  ///   played. Whether numbers are in their ranges is for ``checkValues()``.
  public init(from decoder: any Decoder) throws {
    try self.init(JSONFields<JSONKey>(of: decoder, "An action").container)
  }

  init(_ container: KeyedDecodingContainer<JSONKey>) throws(PlayerError) {
    let envelope = JSONFields(container, "An action", remedy: Self.remedy(for: "play"))
    let name = try envelope.required(.action, "the action's name", as: String.self)
    let fields = JSONFields(container, "The action \(name)", remedy: Self.remedy(for: name))
    switch name {
    case "idle": self = .idle
    case "load": self = .load(try fields.required(.source, "text or an object"))
    case "cue": self = .cue(try fields.required(.source, "text or an object"))
    case "play": self = .play
    case "pause": self = .pause
    case "stop": self = .stop
    case "clear": self = .clear
    case "seek":
      self = .seek(
        try SeekTarget(fields), precise: try fields.optional(.precise, "true or false") ?? true)
    case "duration": self = .duration
    case "currentTime": self = .currentTime
    case "mute": self = .mute
    case "unmute": self = .unmute
    case "setVolume": self = .setVolume(try fields.required(.volume, "a number of 0 to 100"))
    case "setRate": self = .setRate(try fields.required(.rate, "a number of 0.25 to 4"))
    case "setQuality": self = .setQuality(try fields.required(.quality, "a quality's name"))
    case "next": self = .next
    case "previous": self = .previous
    case "playItem": self = .playItem(try fields.required(.index, "a whole number, counted from 0"))
    case "setLoop": self = .setLoop(try fields.required(.loop, "one of off, one and all"))
    case "setShuffle": self = .setShuffle(try fields.required(.shuffled, "true or false"))
    case "setTrack":
      let kind = try fields.required(.kind, "one of audio, video and subtitles", as: TrackKind.self)
      // Beside an `id` of the message the track's own goes by another name.
      let key = container.contains(.track) ? JSONKey.track : .id
      self = .setTrack(kind, id: try fields.required(key, "a track's id, or null for none", as: String?.self))
    case "setFullscreen": self = .setFullscreen(try fields.required(.fullscreen, "true or false"))
    case "stepFrame": self = .stepFrame(by: try fields.required(.by, "1 or -1"))
    case "screenshot": self = .screenshot(to: try fields.mediaPath())
    default: throw Self.unknown(name)
    }
  }

  /// Writes an object of the action's name and its payload.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: JSONKey.self)
    try container.encode(name, forKey: .action)
    try encodePayload(to: &container, track: .id)
  }

  /// Writes what belongs to the action's name.
  ///
  /// - Parameter track: the key of a track's id: `id`, or `track` where `id` is taken by the message.
  func encodePayload(to container: inout KeyedEncodingContainer<JSONKey>, track: JSONKey) throws {
    switch self {
    case .idle, .play, .pause, .stop, .clear, .duration, .currentTime, .mute, .unmute, .next, .previous: break
    case .load(let source), .cue(let source): try container.encode(source, forKey: .source)
    case .seek(let target, let precise):
      switch target {
      case .to(let time): try container.encode(finite: time, .to)
      case .by(let seconds): try container.encode(finite: seconds, .by)
      case .fraction(let fraction): try container.encode(finite: fraction, .fraction)
      }
      try container.encode(precise, forKey: .precise)
    case .setVolume(let volume): try container.encode(finite: volume, .volume)
    case .setRate(let rate): try container.encode(finite: rate, .rate)
    case .setQuality(let quality): try container.encode(quality, forKey: .quality)
    case .playItem(let index): try container.encode(index, forKey: .index)
    case .setLoop(let loop): try container.encode(loop, forKey: .loop)
    case .setShuffle(let isShuffled): try container.encode(isShuffled, forKey: .shuffled)
    case .setTrack(let kind, let id):
      try container.encode(kind, forKey: .kind)
      try container.encode(orNull: id, track)
    case .setFullscreen(let isFullscreen): try container.encode(isFullscreen, forKey: .fullscreen)
    case .stepFrame(let by): try container.encode(by, forKey: .by)
    case .screenshot(let path): try container.encode(path)
    }
  }

  private static func unknown(_ name: String) -> PlayerError {
    let nearest = NearestName.find(name, in: names)
    return PlayerError(
      .invalidArgument, "There is no action called “\(name.shortened)”.",
      remedy: nearest.map { "Did you mean \($0)?" } ?? "The actions are \(names.joined(separator: ", ")).")
  }

  /// What to say of a malformed action: how it is written.
  private static func remedy(for name: String) -> String? {
    let payload: String? =
      switch name {
      case "load", "cue": #""source":"https://youtu.be/dQw4w9WgXcQ""#
      case "seek": #""to":12.5,"precise":true"#
      case "setVolume": #""volume":40"#
      case "setRate": #""rate":1.5"#
      case "setQuality": #""quality":"hd720""#
      case "playItem": #""index":2"#
      case "setLoop": #""loop":"one""#
      case "setShuffle": #""shuffled":true"#
      case "setTrack": #""kind":"subtitles","id":"2""#
      case "setFullscreen": #""fullscreen":true"#
      case "stepFrame": #""by":-1"#
      case "screenshot": #""path":"shot.png""#
      default: nil
      }
    return #"Write it as {"action":"\#(name.shortened)"\#(payload.map { "," + $0 } ?? "")}."#
  }
}

extension SeekTarget {
  fileprivate init(_ fields: JSONFields<JSONKey>) throws(PlayerError) {
    switch (fields.has(.to), fields.has(.by), fields.has(.fraction)) {
    case (true, false, false): self = .to(try fields.required(.to, "a number of seconds"))
    case (false, true, false): self = .by(try fields.required(.by, "a number of seconds"))
    case (false, false, true): self = .fraction(try fields.required(.fraction, "a number of 0 to 1"))
    default: throw fields.failure("needs exactly one of to, by and fraction.")
    }
  }
}
