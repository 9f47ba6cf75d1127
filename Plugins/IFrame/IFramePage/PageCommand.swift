import PlayerKit

/// What the page is told.
///
/// A text of several is handed to ``IFramePage/perform``; they are done in their order, and the answer is read
/// by ``PageResult/read(_:)``.
public enum PageCommand: Sendable, Hashable {
  /// Fetch the API's script now, so that a player comes sooner. Nothing where it is there or on its way.
  ///
  /// - Parameter timeLimit: seconds until the page says `scriptFailed` by itself; nil: never.
  case script(url: String, timeLimit: Double? = nil)
  /// Make a player, in the place of an earlier one.
  case open(PageOpening)
  /// Let reports carry this mark from now on: those without it are from before.
  case mark(Int)
  /// Call a function of the player's.
  case call(PlayerFunction, [JSONValue] = [])
  /// Tell all that is known of the player.
  case read
  /// Send a `tick` so often while playing, in seconds; 0: never. So it is at first.
  case every(seconds: Double)
  /// Show something in place of the player, or show the player.
  case overlay(PageOverlay)
  /// Take the player away.
  case close

  /// The commands as the page reads them.
  public static func text(_ commands: [PageCommand]) -> String {
    var text = JSONText()
    text.appendList(commands) { text, command in command.append(to: &text) }
    return text.text
  }

  /// As ``json``; without the detour over a dictionary where it is what an action becomes.
  private func append(to text: inout JSONText) {
    guard case .call(let function, let arguments) = self else { return text.append(json) }
    text.append(raw: #"{"args":"#)
    text.appendList(arguments) { text, argument in text.append(argument) }
    text.append(raw: #","do":"call","name":"#)
    text.append(function.rawValue)
    text.append(raw: "}")
  }

  var json: JSONValue {
    var members: [String: JSONValue] = [:]
    switch self {
    case .script(let url, let timeLimit):
      members = ["do": .string("script"), "url": .string(url)]
      members["timeLimit"] = timeLimit.map(JSONValue.number)
    case .open(let opening):
      members = [
        "do": .string("open"), "player": .integer(Int128(opening.player)), "script": .string(opening.script),
        "host": .string(opening.host), "playerVars": .object(opening.vars.values),
      ]
      members["timeLimit"] = opening.timeLimit.map(JSONValue.number)
      members["videoId"] = opening.videoID.map(JSONValue.string)
    case .mark(let mark): members = ["do": .string("mark"), "mark": .integer(Int128(mark))]
    case .call(let function, let arguments):
      members = ["do": .string("call"), "name": .string(function.rawValue), "args": .array(arguments)]
    case .read: members = ["do": .string("read")]
    case .every(let seconds): members = ["do": .string("every"), "seconds": .number(seconds)]
    case .overlay(let overlay):
      members = ["do": .string("overlay"), "kind": .string(overlay.kind.rawValue)]
      members["title"] = .string(overlay.title)
      members["text"] = .string(overlay.text)
    case .close: members = ["do": .string("close")]
    }
    return .object(members)
  }
}

/// A player to be made.
public struct PageOpening: Sendable, Hashable {
  /// The number that its reports carry.
  public var player: Int
  /// The URL of the API's script, which is fetched unless it is there.
  public var script: String
  /// Seconds for the script to come; nil: any number.
  public var timeLimit: Double?
  /// The origin that the player comes from.
  public var host: String
  /// The video; nil: the parameters name a list, or nothing.
  public var videoID: String?
  /// YouTube's player parameters.
  public var vars: PlayerVars

  /// A player of this number, from these endpoints.
  public init(
    player: Int, endpoints: YouTubeEndpoints, host: YouTubeParameters.Host, videoID: String?,
    vars: PlayerVars, timeLimit: Double? = nil
  ) {
    self.player = player
    self.script = endpoints.script
    self.host = endpoints.origin(of: host)
    self.videoID = videoID
    self.vars = vars
    self.timeLimit = timeLimit
  }
}

/// What is shown where the player is not.
///
/// An overlay never lies over a player that plays: the page takes it away then.
public struct PageOverlay: Sendable, Hashable {
  /// What it is about.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The player is seen.
    case none
    /// Nothing is open.
    case idle
    /// Something opens.
    case loading
    /// Something went wrong.
    case error
  }

  /// What it is about.
  public var kind: Kind
  /// A few words, shown large.
  public var title: String
  /// What there is to say, or to do.
  public var text: String

  /// An overlay of these words.
  public init(_ kind: Kind, title: String = "", text: String = "") {
    self.kind = kind
    self.title = title
    self.text = text
  }

  /// An error's message, and the remedy under it.
  public init(_ error: PlayerError) {
    self.init(.error, title: error.message, text: error.remedy ?? "")
  }
}
