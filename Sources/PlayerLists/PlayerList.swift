import PlayerKit

/// The sources that a list file names, in their order.
///
/// Five formats are read and written: m3u, pls, XSPF, property lists and text (``Format``). What a file names and
/// can't be played from a list is kept as a ``Rejection`` in its place, and the rest plays.
///
/// ```swift
/// let list = try await PlayerList.read("mix.m3u8")
/// for entry in list.entries { print(entry.title ?? entry.source.text) }
/// ```
public struct PlayerList: Sendable, Hashable {
  /// The list's own title.
  public var title: String?
  /// What it names and can be played.
  public var entries: [Entry]
  /// What it names, and can't be.
  public var rejections: [Rejection] = []

  /// A list of these entries.
  public init(title: String? = nil, _ entries: [Entry] = []) {
    self.title = title
    self.entries = entries
  }

  /// A list of these sources, without titles.
  public init(title: String? = nil, sources: some Sequence<PlayerSource>) {
    self.init(title: title, sources.map { Entry($0) })
  }

  /// The entries' sources.
  public var sources: [PlayerSource] { entries.map(\.source) }

  /// One source of a list, and what the list says of it.
  public struct Entry: Sendable, Hashable {
    /// What to play.
    public var source: PlayerSource
    /// What the list calls it.
    public var title: String?
    /// How long it is by the list's word, in seconds, more than 0; nil where the list doesn't say.
    public var duration: Double?

    /// An entry of a list.
    public init(_ source: PlayerSource, title: String? = nil, duration: Double? = nil) {
      self.source = source
      self.title = title
      self.duration = duration
    }
  }

  /// What stands in a list file and can't be played.
  public struct Rejection: Sendable, Hashable {
    /// How many of ``PlayerList/entries`` stand before it.
    public var position: Int
    /// The line that it stands in, counted from 1; nil in a binary property list.
    public var line: Int?
    /// What stands there, as text, cut where it is long; empty where there is nothing to show.
    public var text: String
    /// Why it can't be played. Its message says in which file and line.
    public var error: PlayerError
  }
}
