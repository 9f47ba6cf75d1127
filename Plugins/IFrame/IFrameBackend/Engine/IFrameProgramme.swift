import IFramePage
import PlayerKit

/// A source as YouTube's player takes it.
struct IFrameProgramme: Hashable {
  enum Content: Hashable {
    /// One video, and nothing beside it.
    case video(String)
    /// Videos that the source itself names.
    case videos([String])
    /// A list by its id.
    case list(String)
    /// A list of all that a user uploaded, by the user's name.
    case uploads(user: String)
    /// What only a new player can be given: a video inside a list, or what a channel sends now.
    case opening(video: String?, isList: Bool)
  }

  let content: Content
  /// Where in the list it begins; nil: where the player does.
  let index: Int?
  /// The parameters that a player is made with that comes up with the source.
  let vars: PlayerVars
  /// The video that such a player is made with; nil: the parameters name a list.
  let videoID: String?

  /// The source for YouTube's player.
  ///
  /// Its start and its end are not in it, nor whether it plays: the engine sees to them, since YouTube's own
  /// parameters are in whole seconds and end where they like.
  ///
  /// - Throws: why YouTube's player can't take it.
  init(_ source: PlayerSource, _ parameters: YouTubeParameters, origin: String?) throws(PlayerError) {
    var parameters = parameters
    let isListed = parameters.list != nil || parameters.playlist?.isEmpty == false
    (parameters.start, parameters.end, parameters.loop, parameters.autoplay) = (nil, nil, nil, false)
    let whole = PlayerSource(source.content)
    vars = try PlayerVars(parameters, source: whole, autoPlay: false, origin: origin)
    videoID = try whole.youTubeVideoID
    switch source.content {
    case .video(let id, nil, _):
      content = isListed ? .opening(video: id.description, isList: true) : .video(id.description)
      index = nil
    case .video(let id, _?, let index):
      content = .opening(video: id.description, isList: true)
      self.index = index
    case .videos(let ids, let index):
      content = .videos(ids.map(\.description))
      self.index = index
    case .playlist(let id, let index):
      content = .list(id.description)
      self.index = index ?? parameters.index
    case .channel(.id(let id), false):
      content = .list(id.uploads?.description ?? "")
      index = parameters.index
    case .channel(.user(let name), _):
      content = .uploads(user: name)
      index = parameters.index
    case .channel, .file, .stream:
      // The parameters have refused the rest.
      content = .opening(video: nil, isList: false)
      index = nil
    }
  }

  /// Whether the source has a list of its own.
  var isList: Bool {
    switch content {
    case .video: false
    case .videos, .list, .uploads: true
    case .opening(_, let isList): isList
    }
  }

  /// The list's videos, where the source itself names them.
  var videos: [String] {
    if case .videos(let ids) = content { ids } else { [] }
  }

  /// The video that it begins with, where the source names it.
  var firstVideo: String? {
    switch content {
    case .video(let id): id
    case .videos(let ids): ids.indices.contains(index ?? 0) ? ids[index ?? 0] : nil
    case .opening(let id, _): id
    case .list, .uploads: nil
    }
  }

  /// Whether a player that is there can be given the source.
  var fitsAnyPlayer: Bool {
    if case .opening = content { false } else { true }
  }
}
