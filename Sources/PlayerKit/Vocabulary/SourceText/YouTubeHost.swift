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
    guard name.count >= 6, name.count <= 25 else { return nil }
    let full = name[name.count - 1] == UInt8(ascii: ".") ? name.upTo(name.count - 1) : name
    let hasWWW = full.startsFolded(with: "www.")
    let bare = hasWWW ? full.from(4) : full
    switch bare.count {
    case 11 where bare.equalsFolded("youtube.com"),
      15 where bare.equalsFolded("youtubekids.com"),
      20 where bare.equalsFolded("youtube-nocookie.com") || bare.equalsFolded("youtubeeducation.com"):
      self = .site
    case 8 where bare.equalsFolded("youtu.be"), 6 where bare.equalsFolded("y2u.be"): self = .short
    case 13 where !hasWWW && bare.equalsFolded("m.youtube.com"),
      17 where !hasWWW && bare.equalsFolded("music.youtube.com"),
      18 where !hasWWW && bare.equalsFolded("gaming.youtube.com"),
      22 where !hasWWW && bare.equalsFolded("youtube.googleapis.com"):
      self = .site
    case 19 where !hasWWW && bare.equalsFolded("consent.youtube.com"): self = .consent
    default: return nil
    }
  }
}
