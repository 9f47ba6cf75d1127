/// The hosts that are YouTube's, by what their paths mean.
enum YouTubeHost {
  /// Where paths name what they show: `/watch`, `/shorts`, `/@handle`, …
  case site
  /// Where the path is a video's id: `youtu.be`.
  case short
  /// The page that asks for consent and then goes on to its `continue=`.
  case consent

  /// The host of this name, compared whole and without regard to case, one trailing dot dropped; nil for all
  /// that only look like one.
  init?(_ name: ByteRun) {
    guard name.count >= 6, name.count <= 24 else { return nil }
    let full = name[name.count - 1] == UInt8(ascii: ".") ? name.upTo(name.count - 1) : name
    let hasWWW = full.startsFolded(with: "www.")
    let bare = hasWWW ? full.from(4) : full
    if bare.equalsFolded("youtube.com") || bare.equalsFolded("youtube-nocookie.com")
      || bare.equalsFolded("youtubekids.com") || bare.equalsFolded("youtubeeducation.com")
    {
      self = .site
    } else if bare.equalsFolded("youtu.be") || bare.equalsFolded("y2u.be") {
      self = .short
    } else if hasWWW {
      return nil
    } else if bare.equalsFolded("m.youtube.com") || bare.equalsFolded("music.youtube.com")
      || bare.equalsFolded("gaming.youtube.com") || bare.equalsFolded("youtube.googleapis.com")
    {
      self = .site
    } else if bare.equalsFolded("consent.youtube.com") {
      self = .consent
    } else {
      return nil
    }
  }
}
