extension YouTubeLink {
  /// `/?v=ID`, or the old mobile pages' `/#/watch?v=ID`.
  func rootSource() throws(PlayerError) -> PlayerSource {
    if let id = parameters.video, !id.isEmpty { return try video(parsing: id) }
    guard let fragment = parameters.fragment, fragment.first == UInt8(ascii: "/") else {
      throw SourceRefusal.frontPage
    }
    guard depth < Self.depthLimit else { throw SourceRefusal.nesting }
    return try YouTubeLink(host: host, rest: fragment, depth: depth + 1).source()
  }

  /// `/watch?v=ID`, `/watch/ID` or `/watch?list=LIST`; YouTube's own mixes, `RD` and a video's id, are that
  /// video in its list.
  func watchSource(_ segment: ByteRun?) throws(PlayerError) -> PlayerSource {
    if let id = parameters.video, !id.isEmpty { return try video(parsing: id) }
    if let segment { return try video(parsing: segment) }
    guard let list = parameters.list else { throw SourceRefusal.noVideo }
    let mixed = list.decodedValue { list in
      list.count == 13 && list.starts(with: "RD") ? YouTubeVideoID(list.from(2)) : nil
    }
    if let mixed { return video(mixed) }
    return try playlist()
  }

  /// `/embed/ID`, `/embed/ID?playlist=A,B`, `/embed/videoseries?list=LIST`, `/embed?listType=…&list=…` or
  /// `/embed/live_stream?channel=UC…`.
  func embedSource(_ segment: ByteRun?) throws(PlayerError) -> PlayerSource {
    guard let segment, !segment.equals("videoseries") else {
      if isUploadsOfUser { return try channel(withUploads: parameters.list) }
      guard segment != nil || parameters.list != nil else { throw SourceRefusal.noVideo }
      return try playlist()
    }
    if segment.equals("live_stream") {
      guard let channel = parameters.channel else { throw SourceRefusal.noVideo }
      guard let id = channel.decodedValue({ YouTubeChannelID($0) }) else {
        throw SourceRefusal.channelID(channel)
      }
      return source(.channel(.id(id), live: true))
    }
    guard let id = segment.decodedValue({ YouTubeVideoID($0) }) else {
      throw SourceRefusal.videoID(segment)
    }
    let following = parameters.playlist.map { $0.decoded(.query, YouTubeVideoID.wellFormed) } ?? []
    return following.isEmpty ? video(id) : videos([id] + following)
  }

  /// `/watch_videos?video_ids=A,B`.
  func videosSource() throws(PlayerError) -> PlayerSource {
    guard let list = parameters.videoIDs else { throw SourceRefusal.noVideo }
    return videos(try list.decoded(.query, YouTubeVideoID.all))
  }

  /// The link's list, beginning at its index.
  func playlist() throws(PlayerError) -> PlayerSource {
    guard let list = parameters.list, !list.isEmpty else { throw SourceRefusal.noList }
    return try playlist(list)
  }

  /// A list, beginning at the link's index.
  func playlist(_ list: ByteRun) throws(PlayerError) -> PlayerSource {
    if let id = list.decodedValue({ YouTubePlaylistID($0) }) {
      return source(.playlist(id, index: parameters.itemIndex))
    }
    throw list.decoded(.query) { list in
      YouTubePlaylistID.needsSignIn(list) ? SourceRefusal.signIn(list) : SourceRefusal.listID(list)
    }
  }

  /// A video of this id, as a value of the query or a piece of the path.
  func video(parsing text: ByteRun?) throws(PlayerError) -> PlayerSource {
    guard let text, !text.isEmpty else { throw SourceRefusal.noVideo }
    guard let id = text.decodedValue({ YouTubeVideoID($0) }) else { throw SourceRefusal.videoID(text) }
    return video(id)
  }

  /// A video, in the link's list where that is well formed and open to all.
  func video(_ id: YouTubeVideoID) -> PlayerSource {
    guard let list = parameters.list, !isUploadsOfUser,
      let listID = list.decodedValue({ YouTubePlaylistID($0) })
    else { return source(.video(id)) }
    return source(.video(id, list: listID, index: parameters.itemIndex))
  }

  private func videos(_ ids: [YouTubeVideoID]) -> PlayerSource {
    let index = parameters.itemIndex.flatMap { $0 < ids.count ? $0 : nil }
    return source(.videos(ids, index: index ?? 0))
  }

  private var isUploadsOfUser: Bool {
    parameters.listType?.equals("user_uploads") ?? false
  }
}

extension YouTubeVideoID {
  /// The ids between commas; what is none is left out.
  fileprivate static func wellFormed(in list: ByteRun) -> [YouTubeVideoID] {
    var ids: [YouTubeVideoID] = []
    list.forEachPiece(separatedBy: UInt8(ascii: ",")) { piece in
      if let id = YouTubeVideoID(piece) { ids.append(id) }
    }
    return ids
  }

  /// The ids between commas, of which there must be one.
  fileprivate static func all(in list: ByteRun) throws(PlayerError) -> [YouTubeVideoID] {
    var ids: [YouTubeVideoID] = []
    try list.forEachPiece(separatedBy: UInt8(ascii: ",")) { piece throws(PlayerError) in
      guard let id = YouTubeVideoID(piece) else { throw SourceRefusal.videoID(piece) }
      ids.append(id)
    }
    guard !ids.isEmpty else { throw SourceRefusal.noVideo }
    return ids
  }
}
