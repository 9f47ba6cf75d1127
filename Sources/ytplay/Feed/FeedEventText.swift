import PlayerKit

/// What a feed tells beside the events of the page in front.
enum FeedEventText {
  /// The event as a line of JSON; nil where the page's player says it.
  static func json(_ event: PlayerFeed.Event, count: Int) -> [UInt8]? {
    switch event {
    case .pageChanged(let page, _): Array(#"{"event":"pageChanged","count":\#(count),"page":\#(page)}"#.utf8)
    case .pagesChanged(let count, let live):
      Array(
        #"{"event":"pagesChanged","count":\#(count),"live":[\#(live.map(String.init).joined(separator: ","))]}"#
          .utf8)
    case .moreFailed(let error):
      Array(#"{"event":"moreFailed","error":"#.utf8) + JSONLine.json(error) + Array("}".utf8)
    case .finished: Array(#"{"event":"finished"}"#.utf8)
    case .dropped(let count): JSONLine.encode(.dropped(count))
    case .closed: JSONLine.encode(.closed)
    case .player: nil
    }
  }

  /// Which page of how many, as people count.
  static func place(_ page: Int, of count: Int) -> String { "\(page + 1)/\(count)" }
}
