import PlayerKit

/// What standard input can ask of a feed beside the vocabulary's actions, which are for the page in front.
enum FeedAction: Sendable, Hashable {
  /// `{"action":"settle","page":3}`, counted from 0, or `{"action":"settle","by":-1}`.
  case settle(on: Int)
  case go(by: Int)
  /// `{"action":"willLeave"}`: the person has begun to move the pages.
  case willLeave
  /// `{"action":"append","sources":["…"]}`
  case append([PlayerSource])
  /// `{"action":"enterBackground"}`, `{"action":"enterForeground"}`
  case enterBackground, enterForeground

  /// A line that is about the feed itself, and the `id` to reply with.
  struct Received: Sendable {
    let id: JSONValue?
    /// The line as it was given.
    let value: JSONValue
    let result: Result<FeedAction, PlayerError>
  }

  private struct Fields: Decodable {
    let page: Int?
    let by: Int?
    let sources: [PlayerSource]?
  }

  /// Reads a line; nil where it is none of the feed's own, or can't be read at all.
  static func read(_ line: [UInt8]) -> Received? {
    // What is no object, or too long, is refused as an action of the vocabulary is.
    guard let members = try? JSONLine.decodeMembers(line), case .string(let name)? = members["action"],
      ["settle", "willLeave", "append", "enterBackground", "enterForeground"].contains(name)
    else { return nil }
    let result = Result { () throws(PlayerError) in
      try FeedAction(name, JSONLine.decode(Fields.self, from: line))
    }
    return Received(id: members["id"], value: .object(members), result: result)
  }

  private init(_ name: String, _ fields: Fields) throws(PlayerError) {
    switch (name, fields.page, fields.by, fields.sources) {
    case ("settle", let page?, nil, _): self = .settle(on: page)
    case ("settle", nil, let step?, _): self = .go(by: step)
    case ("settle", _, _, _):
      throw PlayerError(
        .invalidArgument, "The action settle needs either page, counted from 0, or by, how many pages on.",
        remedy: #"Write {"action":"settle","by":1}."#)
    case ("append", _, _, let sources?): self = .append(sources)
    case ("append", _, _, nil):
      throw PlayerError(
        .invalidArgument, "The action append needs sources, a list.",
        remedy: #"Write {"action":"append","sources":["clip.mp4"]}."#)
    case ("willLeave", _, _, _): self = .willLeave
    case ("enterBackground", _, _, _): self = .enterBackground
    default: self = .enterForeground
    }
  }
}

extension PlayerFeed {
  /// Does what standard input asks for.
  func perform(_ action: FeedAction) throws(PlayerError) {
    switch action {
    case .settle(let page): try settle(on: page)
    case .go(let step):
      let target = (state.index ?? 0).addingReportingOverflow(step)
      guard step.magnitude > 1 || !options.wraps else {
        if step > 0 { next() } else if step < 0 { previous() }
        return
      }
      let last = max(state.count - 1, 0)
      try settle(on: target.overflow ? (step > 0 ? last : 0) : min(max(target.partialValue, 0), last))
    case .willLeave: willLeave()
    case .append(let sources): append(sources)
    case .enterBackground: enterBackground()
    case .enterForeground: enterForeground()
    }
  }
}
