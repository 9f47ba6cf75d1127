/// Why a text names nothing to play, in words for the person who typed or pasted it.
enum SourceRefusal {
  static var empty: PlayerError {
    refusal("The source is empty.", "Give a file, a URL, a YouTube id or @handle, or - for standard input.")
  }

  static var nulByte: PlayerError {
    refusal("The source holds a NUL byte, which no path and no URL can have.", "Take the byte out.")
  }

  static func scheme(_ name: ByteRun) -> PlayerError {
    refusal("A “\(quoted(name)):” link names no media.", "Give the address of the page or of the media file.")
  }

  static func noHost(_ url: ByteRun) -> PlayerError {
    refusal("The URL “\(quoted(url))” names no host.", "Write it as https://host/path.")
  }

  static var noPath: PlayerError {
    refusal("The file: URL names no file.", "Write file:///absolute/path, or the path alone.")
  }

  static func fileHost(_ host: ByteRun) -> PlayerError {
    refusal(
      "A file: URL can't name another computer, as “\(quoted(host))”.",
      "Write file:///absolute/path, or the path alone.")
  }

  static func videoID(_ id: ByteRun) -> PlayerError {
    let fault = id.count == 11 ? "something else is among these." : "these are \(id.count)."
    return refusal(
      "“\(quoted(id))” is not a YouTube video id, which is 11 of A–Z, a–z, 0–9, “-” and “_”: \(fault)",
      copyAgain)
  }

  static func listID(_ id: ByteRun) -> PlayerError {
    refusal(
      "“\(quoted(id))” is not a YouTube playlist id: those begin with PL, UU, OLAK5uy_, RD or the like.",
      copyAgain)
  }

  static func signIn(_ list: ByteRun) -> PlayerError {
    refusal(
      "The YouTube list \(quoted(list)) is private to whoever is signed in, and nobody is signed in here.",
      "Save the videos to a public or unlisted playlist and play that.")
  }

  static func channelID(_ id: ByteRun) -> PlayerError {
    refusal(
      "“\(quoted(id))” is not a YouTube channel id, which is UC and 22 of A–Z, a–z, 0–9, “-” and “_”.",
      "Copy the link again, or give the channel's @handle.")
  }

  static func channelName(_ name: ByteRun) -> PlayerError {
    refusal("“\(quoted(name))” can't be the name of a YouTube channel.", copyAgain)
  }

  static func page(_ name: ByteRun) -> PlayerError {
    refusal("YouTube's page “\(quoted(name))” has no media of its own.", openFirst)
  }

  static var frontPage: PlayerError {
    refusal("YouTube's front page has no media of its own.", openFirst)
  }

  static var noVideo: PlayerError {
    refusal("The YouTube link names no video.", openFirst)
  }

  static var noList: PlayerError {
    refusal("The YouTube link names no playlist.", copyAgain)
  }

  static var noChannel: PlayerError {
    refusal("The YouTube link names no channel.", copyAgain)
  }

  static func innerLink(_ link: ByteRun) -> PlayerError {
    refusal("The YouTube link holds “\(quoted(link))”, which is not YouTube's.", "Give that address itself.")
  }

  static var nesting: PlayerError {
    refusal(
      "The YouTube link holds a link in a link, too many times over.", "Give the innermost link itself.")
  }

  private static let copyAgain = "Copy the link again, with YouTube's Share button."
  private static let openFirst = "Open a video, a playlist or a channel there and give its link."

  private static func refusal(_ message: String, _ remedy: String) -> PlayerError {
    PlayerError(.invalidSource, message, remedy: remedy)
  }

  /// The text for a message: not longer than a line, and without what a terminal would obey.
  private static func quoted(_ text: ByteRun) -> String {
    let limit = 60
    var length = min(text.count, limit)
    // A cut stands before a whole scalar, not among its continuation bytes.
    while length < text.count, length > 0, text[length] & 0xC0 == 0x80 { length -= 1 }
    let shown = text.upTo(length)
    let hasControls = !shown.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    let words = hasControls ? shown.string.withoutControls : shown.string
    return length < text.count ? words + "…" : words
  }
}

extension String {
  /// The text with `?` in the place of ASCII's control characters.
  fileprivate var withoutControls: String {
    String(decoding: utf8.map { $0 >= 0x20 && $0 != 0x7F ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
  }
}
