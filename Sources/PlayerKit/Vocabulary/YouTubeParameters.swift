/// YouTube's player parameters, typed.
///
/// Each is named as in YouTube's reference, «YouTube Embedded Players and Player Parameters», in Swift's
/// spelling; in JSON each has YouTube's own name, such as `cc_load_policy`. What is nil is left to YouTube.
public struct YouTubeParameters: Sendable, Hashable {
  /// Whether the player starts by itself. ``PlayerConfiguration/autoPlay`` decides where this is nil.
  public var autoplay: Bool?
  /// Whether YouTube's controls are shown.
  public var controls: Bool?
  /// Where each video begins, in whole seconds.
  public var start: Int?
  /// Where each video ends, in whole seconds.
  public var end: Int?
  /// Whether the video, or the list, starts again at its end.
  public var loop: Bool?
  /// Ids of videos that follow the first one.
  public var playlist: [YouTubeVideoID]?
  /// A list: the meaning depends on ``listType``.
  public var list: String?
  /// What ``list`` names.
  public var listType: ListType?
  /// The first item of the list, counted from 0.
  public var index: Int?
  /// Whether the player starts without sound.
  public var mute: Bool?
  /// Whether captions are shown without being asked for.
  public var captionsOn: Bool?
  /// The captions' language, an ISO 639-1 code.
  public var captionLanguage: String?
  /// The language of the player itself, an ISO 639-1 code or a full locale.
  public var interfaceLanguage: String?
  /// The colour of the progress bar.
  public var color: Color?
  /// Whether the player ignores the keyboard.
  public var disablesKeyboard: Bool?
  /// Whether the full-screen button is shown.
  public var fullscreenButton: Bool?
  /// Whether annotations are shown.
  public var annotations: Bool?
  /// Whether related videos may come from other channels; YouTube reads `false` as «the same channel».
  public var related: Bool?
  /// Whether playing stays in the page on small devices.
  public var playsInline: Bool?
  /// The origin of the embedding page.
  public var origin: String?
  /// The page that the widget's own embedder stands for.
  public var widgetReferrer: String?
  /// Accepted for those who still set it; YouTube has ignored it since 2018.
  public var showInfo: Bool?
  /// Which of YouTube's hosts serves the player.
  public var host = Host.youTube
  /// Whether playing that the web view blocks is tried once more without sound. Off where this is nil.
  public var mutedAutoplayRetry: Bool?
  /// Whether the player shows its statistics for nerds. Off where this is nil.
  public var statsForNerds: Bool?
  /// Options of the player's modules, set as they are as soon as it is ready.
  public var options: [ModuleOption] = []
  /// Who embeds the player, as a host's name such as `org.example.player`: YouTube is told
  /// `https://org.example.player/`. The framework's own where this is nil.
  public var applicationID: String?
  /// A folder for cookies, caches and settings; nothing is kept where this is nil.
  public var profileDirectory: String?
  /// Whether links on the player are opened in the person's browser. On where this is nil.
  public var opensLinks: Bool?

  /// Nothing set: YouTube's defaults.
  public init() {}

  /// An option of one of the player's modules, as `setOption` of the IFrame Player API takes it.
  public struct ModuleOption: Sendable, Hashable, Codable {
    /// The module: `captions`.
    public let module: String
    /// The option: `fontSize`.
    public let name: String
    /// Its value.
    public let value: JSONValue

    /// The option `name` of `module` with this value.
    public init(_ module: String, _ name: String, _ value: JSONValue) {
      self.module = module
      self.name = name
      self.value = value
    }
  }

  /// What a list names.
  public enum ListType: String, Sendable, Hashable, Codable, CaseIterable {
    /// A playlist's id.
    case playlist
    /// A user's name: all that the user uploaded.
    case userUploads = "user_uploads"
  }

  /// The colours of the progress bar.
  public enum Color: String, Sendable, Hashable, Codable, CaseIterable {
    /// Red.
    case red
    /// White.
    case white
  }

  /// The hosts that serve the player.
  public enum Host: String, Sendable, Hashable, Codable, CaseIterable {
    /// `www.youtube.com`.
    case youTube = "www.youtube.com"
    /// `www.youtube-nocookie.com`: no cookies before the person plays.
    case noCookie = "www.youtube-nocookie.com"
  }
}
