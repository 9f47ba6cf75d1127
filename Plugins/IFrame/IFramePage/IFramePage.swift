import PlayerKit

/// The page that shows YouTube's player: what it is made of, and how it is spoken to.
///
/// The page is told ``PageCommand``s and answers with ``PageResult``s; unasked it sends ``PageReport``s. It knows
/// of nothing else, so that it works in any web view.
public enum IFramePage {
  /// The body of an asynchronous JavaScript function with one parameter, `argument`: a text of commands, from
  /// ``PageCommand/text(_:)``. Its result is read by ``PageResult/read(_:)``.
  public static let perform = "return window.ytplay.perform(argument);"

  /// The name of the `CustomEvent`s on the page's document that carry reports, as text in `detail`.
  public static let reportEvent = "ytplay"

  /// The page's script.
  public static var script: String { String(decoding: PackageResources.player_js, as: UTF8.self) }

  /// What the page is to be.
  public struct Configuration: Sendable, Hashable {
    /// Where YouTube's parts come from: nothing else is let in.
    public var endpoints = YouTubeEndpoints.youTube
    /// The page's title.
    public var title = "ytplay"
    /// What the page does by itself, without being told.
    public var commands: [PageCommand] = []
    /// What it does by itself when its player is ready.
    public var commandsWhenReady: [PageCommand] = []

    /// YouTube's own parts, and nothing by itself.
    public init() {}
  }

  /// The whole page. It has to be loaded with an https base URL: see `docs/iframe.md`.
  public static func html(_ configuration: Configuration = Configuration()) -> String {
    PageDocument(configuration).html
  }
}
