extension PlayerConfiguration: Codable {
  private enum Key: String, CodingKey {
    case autoPlay, timeInterval, showsVideo, isFullscreen, presentation, windowClosing
    case audioLanguages, subtitleLanguages, subtitleFiles, audioDevice, timeouts, fallback, restart, youTube,
      mpvOptions
  }

  /// Reads an object of the properties' names; what is absent is as in ``init()``.
  ///
  /// - Throws: ``PlayerError/Code/invalidArgument`` for a value of the wrong type. Whether numbers are in
  ///   their ranges is for ``validate()``.
  public init(from decoder: any Decoder) throws {
    let fields = try JSONFields<Key>(of: decoder, "The configuration")
    self.init()
    autoPlay = try fields.optional(.autoPlay, "true or false") ?? autoPlay
    timeInterval = try fields.optional(.timeInterval, "seconds") ?? timeInterval
    showsVideo = try fields.optional(.showsVideo, "true or false") ?? showsVideo
    isFullscreen = try fields.optional(.isFullscreen, "true or false") ?? isFullscreen
    presentation = try fields.optional(.presentation, "an object of page and isFront")
    windowClosing = try fields.optional(.windowClosing, "quit or session") ?? windowClosing
    audioLanguages = try fields.optional(.audioLanguages, "a list of languages' codes") ?? audioLanguages
    subtitleLanguages =
      try fields.optional(.subtitleLanguages, "a list of languages' codes") ?? subtitleLanguages
    let files: [CodedPath]? = try fields.optional(
      .subtitleFiles, "a list of objects of path or pathBase64")
    subtitleFiles = files?.map(\.path) ?? subtitleFiles
    audioDevice = try fields.optional(.audioDevice, "text")
    timeouts = try fields.optional(.timeouts, "an object") ?? timeouts
    fallback = try fields.optional(.fallback, "true or false") ?? fallback
    restart = try fields.optional(.restart, "true or false") ?? restart
    youTube = try fields.optional(.youTube, "an object") ?? youTube
    mpvOptions = try fields.optional(.mpvOptions, "a list of objects of name and value") ?? mpvOptions
  }

  /// Writes an object of the properties' names; a number that is not finite is left out.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(autoPlay, forKey: .autoPlay)
    try container.encode(finiteIfPresent: timeInterval, .timeInterval)
    try container.encode(showsVideo, forKey: .showsVideo)
    try container.encode(isFullscreen, forKey: .isFullscreen)
    try container.encodeIfPresent(presentation, forKey: .presentation)
    try container.encode(windowClosing, forKey: .windowClosing)
    try container.encode(audioLanguages, forKey: .audioLanguages)
    try container.encode(subtitleLanguages, forKey: .subtitleLanguages)
    try container.encode(subtitleFiles.map(CodedPath.init), forKey: .subtitleFiles)
    try container.encodeIfPresent(audioDevice, forKey: .audioDevice)
    try container.encode(timeouts, forKey: .timeouts)
    try container.encode(fallback, forKey: .fallback)
    try container.encode(restart, forKey: .restart)
    try container.encode(youTube, forKey: .youTube)
    try container.encode(mpvOptions, forKey: .mpvOptions)
  }
}

/// A path as an object of `path`, or of `pathBase64` where its bytes are not UTF-8.
private struct CodedPath: Codable {
  let path: MediaPath

  init(_ path: MediaPath) {
    self.path = path
  }

  init(from decoder: any Decoder) throws {
    path = try JSONFields<JSONKey>(of: decoder, "A path").mediaPath()
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: JSONKey.self)
    try container.encode(path)
  }
}

extension PlayerConfiguration.Timeouts: Codable {
  private enum Key: String, CodingKey {
    case start, open, perform, shutDown
  }

  /// Reads an object of seconds; what is absent is as in ``init()``.
  public init(from decoder: any Decoder) throws {
    let fields = try JSONFields<Key>(of: decoder, "The configuration's timeouts")
    self.init()
    start = try fields.optional(.start, "seconds") ?? start
    open = try fields.optional(.open, "seconds") ?? open
    perform = try fields.optional(.perform, "seconds") ?? perform
    shutDown = try fields.optional(.shutDown, "seconds") ?? shutDown
  }

  /// Writes an object of seconds; a number that is not finite is left out.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(finiteIfPresent: start, .start)
    try container.encode(finiteIfPresent: open, .open)
    try container.encode(finiteIfPresent: perform, .perform)
    try container.encode(finiteIfPresent: shutDown, .shutDown)
  }
}

extension YouTubeParameters: Codable {
  /// YouTube's own names, of «YouTube Embedded Players and Player Parameters».
  enum Key: String, CodingKey, CaseIterable {
    case autoplay, controls, start, end, loop, playlist, list, listType, index, mute, color, origin, host
    case mutedAutoplayRetry, statsForNerds, options, applicationID, profileDirectory, opensLinks
    case captionsOn = "cc_load_policy"
    case captionLanguage = "cc_lang_pref"
    case interfaceLanguage = "hl"
    case disablesKeyboard = "disablekb"
    case fullscreenButton = "fs"
    case annotations = "iv_load_policy"
    case related = "rel"
    case playsInline = "playsinline"
    case widgetReferrer = "widget_referrer"
    case showInfo = "showinfo"
  }

  /// Reads an object of YouTube's own names; switches are 0, 1, true or false, and `playlist` is text, with
  /// commas between the ids, or a list of ids.
  public init(from decoder: any Decoder) throws {
    try self.init(from: decoder, "The configuration's youTube")
  }

  /// - Parameter subject: what the object is, as the start of a sentence.
  init(from decoder: any Decoder, _ subject: String) throws {
    let fields = try JSONFields<Key>(of: decoder, subject)
    func flag(_ key: Key, off: Int = 0) throws(PlayerError) -> Bool? {
      let value = try fields.optional(key, "\(off), 1, true or false", as: JSONValue.self)
      return switch value {
      case nil: nil
      case .bool(let isOn): isOn
      case .integer(1): true
      case .integer(0), .integer(Int128(off)): false
      case .some(let other):
        throw fields.failure("needs \(key.rawValue), \(off) or 1, and was given \(other.summary).")
      }
    }
    self.init()
    autoplay = try flag(.autoplay)
    controls = try flag(.controls)
    start = try fields.optional(.start, "whole seconds")
    end = try fields.optional(.end, "whole seconds")
    loop = try flag(.loop)
    playlist = try Self.playlist(fields)
    list = try fields.optional(.list, "text")
    listType = try fields.optional(.listType, "playlist or user_uploads")
    index = try fields.optional(.index, "a whole number, counted from 0")
    mute = try flag(.mute)
    captionsOn = try flag(.captionsOn)
    captionLanguage = try fields.optional(.captionLanguage, "a language's code")
    interfaceLanguage = try fields.optional(.interfaceLanguage, "a language's code")
    color = try fields.optional(.color, "red or white")
    disablesKeyboard = try flag(.disablesKeyboard)
    fullscreenButton = try flag(.fullscreenButton)
    annotations = try flag(.annotations, off: Self.annotationsOff)
    related = try flag(.related)
    playsInline = try flag(.playsInline)
    origin = try fields.optional(.origin, "a URL's origin")
    widgetReferrer = try fields.optional(.widgetReferrer, "a URL")
    showInfo = try flag(.showInfo)
    host = try fields.optional(.host, "www.youtube.com or www.youtube-nocookie.com") ?? host
    mutedAutoplayRetry = try flag(.mutedAutoplayRetry)
    statsForNerds = try flag(.statsForNerds)
    options = try Self.options(fields)
    applicationID = try fields.optional(.applicationID, "a host's name")
    profileDirectory = try fields.optional(.profileDirectory, "a folder's path")
    opensLinks = try flag(.opensLinks)
  }

  /// Writes an object of YouTube's own names, with 0 and 1 for switches; what is nil is left out.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    func encode(flag: Bool?, _ key: Key, off: Int = 0) throws {
      if let flag { try container.encode(flag ? 1 : off, forKey: key) }
    }
    try encode(flag: autoplay, .autoplay)
    try encode(flag: controls, .controls)
    try container.encodeIfPresent(start, forKey: .start)
    try container.encodeIfPresent(end, forKey: .end)
    try encode(flag: loop, .loop)
    try container.encodeIfPresent(
      playlist?.map(\.description).joined(separator: ","), forKey: .playlist)
    try container.encodeIfPresent(list, forKey: .list)
    try container.encodeIfPresent(listType, forKey: .listType)
    try container.encodeIfPresent(index, forKey: .index)
    try encode(flag: mute, .mute)
    try encode(flag: captionsOn, .captionsOn)
    try container.encodeIfPresent(captionLanguage, forKey: .captionLanguage)
    try container.encodeIfPresent(interfaceLanguage, forKey: .interfaceLanguage)
    try container.encodeIfPresent(color, forKey: .color)
    try encode(flag: disablesKeyboard, .disablesKeyboard)
    try encode(flag: fullscreenButton, .fullscreenButton)
    try encode(flag: annotations, .annotations, off: Self.annotationsOff)
    try encode(flag: related, .related)
    try encode(flag: playsInline, .playsInline)
    try container.encodeIfPresent(origin, forKey: .origin)
    try container.encodeIfPresent(widgetReferrer, forKey: .widgetReferrer)
    try encode(flag: showInfo, .showInfo)
    try container.encode(host, forKey: .host)
    try encode(flag: mutedAutoplayRetry, .mutedAutoplayRetry)
    try encode(flag: statsForNerds, .statsForNerds)
    if !options.isEmpty { try container.encode(options, forKey: .options) }
    try container.encodeIfPresent(applicationID, forKey: .applicationID)
    try container.encodeIfPresent(profileDirectory, forKey: .profileDirectory)
    try encode(flag: opensLinks, .opensLinks)
  }

  /// Options as a list of objects, or as text: `captions.fontSize=2,captions.reload=true`.
  private static func options(_ fields: JSONFields<Key>) throws(PlayerError) -> [ModuleOption] {
    let expected = "objects of module, name and value, or MODULE.NAME=VALUE"
    switch try fields.optional(.options, expected, as: JSONValue.self) {
    case nil: return []
    case .string(let text):
      var options: [ModuleOption] = []
      for part in text.split(separator: ",") {
        let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
        let name = pair[0].split(separator: ".", maxSplits: 1).map(String.init)
        guard pair.count == 2, name.count == 2 else {
          throw fields.failure("needs options, \(expected), and was given “\(String(part).shortened)”.")
        }
        options.append(ModuleOption(name[0], name[1], JSONValue(readingPlain: pair[1])))
      }
      return options
    default: return try fields.required(.options, expected)
    }
  }

  /// The one switch that YouTube does not turn off by 0: `iv_load_policy` is 1 or 3.
  private static let annotationsOff = 3

  private static func playlist(_ fields: JSONFields<Key>) throws(PlayerError) -> [YouTubeVideoID]? {
    let texts: [String]
    switch try fields.optional(.playlist, "videos' ids", as: JSONValue.self) {
    case nil: return nil
    case .string(let text): texts = text.split(separator: ",").map(String.init)
    default: texts = try fields.required(.playlist, "videos' ids with commas between them")
    }
    var ids: [YouTubeVideoID] = []
    for text in texts {
      guard let id = YouTubeVideoID(text) else {
        throw fields.failure("needs playlist, videos' ids, and was given “\(text.shortened)”.")
      }
      ids.append(id)
    }
    return ids
  }
}
