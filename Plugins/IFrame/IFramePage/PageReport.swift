import PlayerKit

/// What the page says, unasked.
public struct PageReport: Sendable, Hashable {
  /// What happened.
  public enum Kind: Sendable, Hashable {
    /// The page's script runs.
    case page
    /// The API's script is there.
    case api
    /// The API's script did not come, or did not work.
    case scriptFailed(String)
    /// The API refused to make the player.
    case refused(String)
    /// The player can be called.
    case ready
    /// The player's state is this one: -1, 0, 1, 2, 3 or 5.
    case state(Int)
    /// The player's error: 2, 5, 100, 101, 150, 153 or another.
    case error(Int)
    /// The quality, by YouTube's name.
    case quality(String)
    /// The speed.
    case rate(Double)
    /// Playing was refused, because nobody had asked for sound.
    case autoplayBlocked
    /// The player's modules, or their options, are others.
    case apiChange
    /// Time passes.
    case tick
    /// Something that YouTube sends no event of is another: the volume, the title, the duration, the list, …
    case change
    /// A report of a newer page's.
    case other(String)
  }

  /// What happened.
  public var kind: Kind
  /// The number of the player that it is of; nil where there is none.
  public var player: Int?
  /// The last mark that the page was given; nil where it was given none.
  public var mark: Int?
  /// What the player says of itself.
  public var info: PlayerInfo

  /// A report of this.
  public init(_ kind: Kind, player: Int? = nil, mark: Int? = nil, info: PlayerInfo = PlayerInfo()) {
    self.kind = kind
    self.player = player
    self.mark = mark
    self.info = info
  }

  /// The longest text that is read, in bytes.
  public static let maximumLength = 1 << 20

  /// Reads a report; nil where the text is none. Whatever else is wrong with it is left out.
  public init?(_ text: String) {
    // Whatever is no JSON, too long or too deep is no report: nothing more is to be known of it.
    let value = try? JSONLine.decode(
      JSONValue.self, from: Array(text.utf8), maximumLength: Self.maximumLength)
    guard let fields = LooseFields(value), let name = fields.text("report"),
      let kind = Kind(name, fields)
    else { return nil }
    self.init(
      kind, player: fields.whole("player"), mark: fields.whole("mark"), info: PlayerInfo(fields["info"]))
  }
}

extension PageReport.Kind {
  /// Nil where what the report is about is missing.
  fileprivate init?(_ name: String, _ fields: LooseFields) {
    switch name {
    case "page": self = .page
    case "api": self = .api
    case "scriptFailed": self = .scriptFailed(fields.text("message") ?? "")
    case "refused": self = .refused(fields.text("message") ?? "")
    case "ready": self = .ready
    case "state":
      guard let state = fields.whole("state") else { return nil }
      self = .state(state)
    case "error":
      guard let code = fields.whole("error") else { return nil }
      self = .error(code)
    case "quality":
      guard let quality = fields.text("quality") else { return nil }
      self = .quality(quality)
    case "rate":
      guard let rate = fields.number("rate") else { return nil }
      self = .rate(rate)
    case "autoplayBlocked": self = .autoplayBlocked
    case "apiChange": self = .apiChange
    case "tick": self = .tick
    case "change": self = .change
    default: self = .other(name)
    }
  }
}
