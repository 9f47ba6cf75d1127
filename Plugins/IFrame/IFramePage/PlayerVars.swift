import PlayerKit

/// `playerVars`: YouTube's player parameters as the API's constructor takes them.
///
/// See «YouTube Embedded Players and Player Parameters». What the player's own functions do better (an exact
/// start, the end, shuffling) is for whoever calls them; these say what the embedded page can be asked for.
public struct PlayerVars: Sendable, Hashable {
  /// The parameters by YouTube's names.
  public private(set) var values: [String: JSONValue] = [:]

  /// None: YouTube's defaults.
  public init() {}

  /// The parameters that open a source.
  ///
  /// What the source says wins over the parameters: they can name a list only beside a single video.
  ///
  /// - Parameters:
  ///   - autoPlay: whether it plays by itself, where the parameters do not say.
  ///   - origin: the origin of the page, where the parameters do not say.
  /// - Throws: ``PlayerError/Code/unsupported`` for a source that YouTube's player can't play or find;
  ///   ``PlayerError/Code/invalidArgument`` for a parameter that means nothing.
  public init(
    _ parameters: YouTubeParameters, source: PlayerSource, autoPlay: Bool, origin: String? = nil
  ) throws(PlayerError) {
    let place = try source.youTubePlace
    try parameters.check()
    self["enablejsapi"] = 1
    self["autoplay"] = (parameters.autoplay ?? autoPlay) ? 1 : 0
    self["origin"] = parameters.origin ?? origin
    set(parameters)
    if let start = source.start { self["start"] = Self.wholeSeconds(start) }
    if let end = source.end { self["end"] = Self.wholeSeconds(end.rounded(.up)) }
    switch place {
    case .video(let id):
      setList(parameters)
      // A video alone is played again only as a list of itself.
      if parameters.loop == true, values["list"] == nil, values["playlist"] == nil { self["playlist"] = id }
    case .videos(let ids):
      let rest = ids.dropFirst()
      // Left out rather than empty: an empty list is none to repeat.
      if !rest.isEmpty { self["playlist"] = rest.joined(separator: ",") }
      if rest.isEmpty, parameters.loop == true { self["playlist"] = ids.first }
    case .list(let id, _, let index):
      self["list"] = id
      self["listType"] = YouTubeParameters.ListType.playlist.rawValue
      if let index = index ?? parameters.index { self["index"] = index }
    case .user(let name):
      self["list"] = name
      self["listType"] = YouTubeParameters.ListType.userUploads.rawValue
      if let index = parameters.index { self["index"] = index }
    case .live(let channel): self["channel"] = channel
    }
  }

  /// The parameter of this name: text, a whole number, or none.
  public subscript(text name: String) -> String? {
    guard case .string(let text) = values[name] else { return nil }
    return text
  }

  private subscript(name: String) -> String? {
    get { self[text: name] }
    set { values[name] = newValue.map(JSONValue.string) }
  }

  private subscript(name: String) -> Int? {
    get { values[name]?.looseWhole }
    set { values[name] = newValue.map { .integer(Int128($0)) } }
  }

  /// Everything that means the same for every source.
  private mutating func set(_ parameters: YouTubeParameters) {
    func flag(_ value: Bool?, off: Int = 0) -> Int? { value.map { $0 ? 1 : off } }
    self["controls"] = flag(parameters.controls)
    self["start"] = parameters.start
    self["end"] = parameters.end
    self["loop"] = flag(parameters.loop)
    self["mute"] = flag(parameters.mute)
    self["cc_load_policy"] = flag(parameters.captionsOn)
    self["cc_lang_pref"] = parameters.captionLanguage
    self["hl"] = parameters.interfaceLanguage
    self["color"] = parameters.color?.rawValue
    self["disablekb"] = flag(parameters.disablesKeyboard)
    self["fs"] = flag(parameters.fullscreenButton)
    self["iv_load_policy"] = flag(parameters.annotations, off: 3)
    self["rel"] = flag(parameters.related)
    self["playsinline"] = flag(parameters.playsInline)
    self["widget_referrer"] = parameters.widgetReferrer
    self["showinfo"] = flag(parameters.showInfo)
  }

  /// A list beside a single video.
  private mutating func setList(_ parameters: YouTubeParameters) {
    if let list = parameters.list {
      self["list"] = list
      self["listType"] = (parameters.listType ?? .playlist).rawValue
      self["index"] = parameters.index
    } else if let ids = parameters.playlist, !ids.isEmpty {
      self["playlist"] = ids.map(\.description).joined(separator: ",")
    }
  }

  /// The second that a time lies in; the greatest that the player could take where it lies beyond.
  private static func wholeSeconds(_ time: Double) -> Int {
    Int(min(max(time.rounded(.down), 0), Double(Int32.max)))
  }
}

/// What YouTube's player is asked for.
enum YouTubePlace {
  case video(String)
  case videos([String])
  case list(String, video: String?, index: Int?)
  case user(String)
  case live(channel: String)
}

extension PlayerSource {
  /// What YouTube's player is asked for, to open this.
  ///
  /// - Throws: ``PlayerError/Code/unsupported`` for what it can't play or find.
  var youTubePlace: YouTubePlace {
    get throws(PlayerError) {
      try validate()
      switch content {
      case .video(let id, let list?, let index):
        return .list(list.description, video: id.description, index: index)
      case .video(let id, nil, _): return .video(id.description)
      case .videos(let ids, _):
        guard !ids.isEmpty else {
          throw PlayerError(.invalidSource, "The list holds no video.", remedy: "Give the ids of some.")
        }
        return .videos(ids.map(\.description))
      case .playlist(let id, let index): return .list(id.description, video: nil, index: index)
      case .channel(.id(let id), live: true): return .live(channel: id.description)
      case .channel(.id(let id), live: false):
        // The id of a channel always makes the id of its uploads.
        return .list(id.uploads?.description ?? "", video: nil, index: nil)
      case .channel(.user(let name), live: false):
        try YouTubeParameters.checkUser(name)
        return .user(name)
      case .channel(.user(let name), live: true):
        throw Self.needsLookUp("the live stream of the user “\(name)”")
      case .channel(.handle(let handle), _): throw Self.needsLookUp("the channel “\(handle)”")
      case .channel(.custom(let name), _): throw Self.needsLookUp("the channel “\(name)”")
      case .file(let path):
        throw PlayerError(
          .unsupported, "YouTube's player plays no files, and so not \(path).",
          remedy: "Play it by another backend, such as mpv.")
      case .stream:
        throw PlayerError(
          .unsupported, "YouTube's player plays no streams but YouTube's own.",
          remedy: "Play it by another backend, such as mpv.")
      }
    }
  }

  /// The id that the player's constructor is given: nil for a list without a video.
  ///
  /// - Throws: ``PlayerError/Code/unsupported`` for what YouTube's player can't play or find.
  public var youTubeVideoID: String? {
    get throws(PlayerError) {
      switch try youTubePlace {
      case .video(let id): id
      case .videos(let ids): ids.first
      case .list(_, let video, _): video
      case .user: nil
      // Not a video's id, but YouTube's word for «what the channel sends now»: eleven letters all the same.
      case .live: "live_stream"
      }
    }
  }

  private static func needsLookUp(_ what: String) -> PlayerError {
    PlayerError(
      .unsupported, "YouTube's player can't find \(what): it takes channels by their ids (UC…) alone.",
      remedy: "Give the channel's id, or use the backend mpv, which looks it up with yt-dlp.")
  }
}

extension YouTubeParameters {
  /// Throws ``PlayerError/Code/invalidArgument`` for a value that no player could mean anything by.
  package func check() throws(PlayerError) {
    if let list {
      switch listType ?? .playlist {
      case .playlist:
        if YouTubePlaylistID(list) == nil {
          throw Self.refused("list", list, remedy: "Give a playlist's id, such as PL….")
        }
      case .userUploads: try Self.checkUser(list)
      }
    }
    for (name, value) in [("start", start), ("end", end), ("index", index)] {
      if let value, value < 0 { throw Self.refused(name, "\(value)", remedy: "Give 0 or more.") }
    }
    for (name, value) in [("cc_lang_pref", captionLanguage), ("hl", interfaceLanguage)] {
      if let value, !Self.isWord(value, beside: "-_") {
        throw Self.refused(name, value, remedy: "Give a language's code, such as en or pt-BR.")
      }
    }
    if let origin, YouTubeEndpoints.origin(of: origin) != origin {
      throw Self.refused(
        "origin", origin, remedy: "Give the https origin of the page, such as https://example.org.")
    }
    if let widgetReferrer, !widgetReferrer.hasPrefix("https://"), !widgetReferrer.hasPrefix("http://") {
      throw Self.refused("widget_referrer", widgetReferrer, remedy: "Give an https URL.")
    }
  }

  /// Throws ``PlayerError/Code/invalidArgument`` unless the text could be a user's name.
  static func checkUser(_ name: String) throws(PlayerError) {
    if !isWord(name, beside: "-_.") {
      throw refused("list", name, remedy: "Give a user's name, of letters and digits.")
    }
  }

  /// Whether the text is of letters and digits, and of these signs.
  private static func isWord(_ text: String, beside signs: String) -> Bool {
    !text.isEmpty && text.unicodeScalars.count <= 100
      && text.unicodeScalars.allSatisfy { scalar in
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
          || signs.unicodeScalars.contains(scalar)
      }
  }

  private static func refused(_ name: String, _ value: String, remedy: String) -> PlayerError {
    let shown = value.unicodeScalars.count > 40 ? "\(value.beginning(40))…" : value
    return PlayerError(
      .invalidArgument, "The player parameter \(name) can't be “\(shown)”.", remedy: remedy)
  }
}

extension PageOpening {
  /// A player that opens a source.
  ///
  /// - Throws: What ``PlayerVars/init(_:source:autoPlay:origin:)`` throws.
  public init(
    player: Int, source: PlayerSource, parameters: YouTubeParameters, autoPlay: Bool, origin: String? = nil,
    endpoints: YouTubeEndpoints = .youTube, timeLimit: Double? = nil
  ) throws(PlayerError) {
    self.init(
      player: player, endpoints: endpoints, host: parameters.host, videoID: try source.youTubeVideoID,
      vars: try PlayerVars(parameters, source: source, autoPlay: autoPlay, origin: origin),
      timeLimit: timeLimit)
  }
}
