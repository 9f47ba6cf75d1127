import PlayerKit

/// What the player says of itself, as far as it says it just then.
///
/// Every getter of YouTube's API reads what messages have told so far, and says nothing before the first one,
/// and again after each load: what is nil is not known now, or has not changed since it was last told.
public struct PlayerInfo: Sendable, Hashable {
  /// Seconds from the video's beginning.
  public var time: Double?
  /// Seconds; 0 where the player does not know yet. Whole until it has played.
  public var duration: Double?
  /// How much has been loaded, from 0 to 1.
  public var loaded: Double?
  /// From 0 to 100.
  public var volume: Double?
  /// Whether it is muted.
  public var isMuted: Bool?
  /// 1 is the usual speed.
  public var rate: Double?
  /// The speeds that it offers.
  public var rates: [Double]?
  /// The quality, by YouTube's name.
  public var quality: String?
  /// The qualities that there are, by YouTube's names.
  public var qualities: [String]?
  /// YouTube's state: -1, 0, 1, 2, 3 or 5.
  public var state: Int?
  /// The id of the video that is open.
  public var videoID: String?
  /// Its title.
  public var title: String?
  /// Its channel.
  public var author: String?
  /// Whether it is live.
  public var isLive: Bool?
  /// The ids of the list's videos.
  public var playlist: [String]?
  /// The place in that list, counted from 0; -1 where there is none.
  public var index: Int?
  /// The captions that there are.
  public var tracks: [CaptionTrack]?
  /// The captions that are shown.
  public var track: CaptionChoice?
  /// The player's modules that have options, such as `captions`.
  public var modules: [String]?

  /// Nothing known.
  public init() {}

  /// Captions of a video's, as the captions module names them.
  public struct CaptionTrack: Sendable, Hashable {
    /// The language, such as `en`.
    public var languageCode: String
    /// The language's name.
    public var languageName: String?
    /// A name for people.
    public var displayName: String?
    /// `asr` for those that a machine wrote.
    public var kind: String?
    /// YouTube's own id of it, such as `a.en`.
    public var vssID: String?

    /// Captions in this language.
    public init(
      languageCode: String, languageName: String? = nil, displayName: String? = nil, kind: String? = nil,
      vssID: String? = nil
    ) {
      self.languageCode = languageCode
      self.languageName = languageName
      self.displayName = displayName
      self.kind = kind
      self.vssID = vssID
    }
  }

  /// The captions that are shown.
  public enum CaptionChoice: Sendable, Hashable {
    /// None are.
    case off
    /// These are.
    case track(CaptionTrack)
  }
}

extension PlayerInfo {
  /// Reads whatever can be read of a value.
  public init(_ value: JSONValue?) {
    guard let fields = LooseFields(value) else { return }
    time = fields.number("time")
    duration = fields.number("duration")
    loaded = fields.number("loaded")
    volume = fields.number("volume")
    isMuted = fields.bool("muted")
    rate = fields.number("rate")
    rates = fields.list("rates", \.looseNumber)
    quality = fields.text("quality")
    qualities = fields.list("qualities", \.looseText)
    state = fields.whole("state")
    videoID = fields.text("videoID")
    title = fields.text("title")
    author = fields.text("author")
    isLive = fields.bool("isLive")
    playlist = fields.list("playlist", \.looseText)
    index = fields.whole("index")
    tracks = fields.list("tracks", CaptionTrack.init)
    if let choice = fields["track"] {
      track = choice == .null ? .off : CaptionTrack(choice).map(CaptionChoice.track)
    }
    modules = fields.list("modules", \.looseText)
  }
}

extension PlayerInfo.CaptionTrack {
  init?(_ value: JSONValue) {
    guard let fields = LooseFields(value), let code = fields.text("languageCode") else { return nil }
    self.init(
      languageCode: code, languageName: fields.text("languageName"),
      displayName: fields.text("displayName"), kind: fields.text("kind"), vssID: fields.text("vssId"))
  }

  /// What `setOption("captions", "track", …)` takes to show it.
  public var option: JSONValue {
    var members: [String: JSONValue] = ["languageCode": .string(languageCode)]
    members["kind"] = kind.map(JSONValue.string)
    members["vssId"] = vssID.map(JSONValue.string)
    return .object(members)
  }
}
