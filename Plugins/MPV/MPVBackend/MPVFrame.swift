import PlayerKit

/// How the window of a feed was last seen.
///
/// Each page has a window of its own, one at a time, and they are to look like one.
struct MPVFrame: Sendable, Hashable {
  /// In pixels; nil where it has filled the screen ever since it opened.
  var width: Int64?
  var height: Int64?
  var isFullscreen = false

  /// mpv's properties that tell it.
  static let properties = ["osd-width", "osd-height", "fullscreen"]

  /// That of the page that was in front last, of all sessions of the process; nil where none was.
  static let last = Lock<MPVFrame?>(nil)

  /// The frame before, with what mpv says of a window now.
  mutating func take(_ values: [String: MPVNode]) {
    isFullscreen = values["fullscreen"]?.flag == true
    guard !isFullscreen, let width = values["osd-width"]?.integer, let height = values["osd-height"]?.integer,
      width > 0, height > 0
    else { return }
    (self.width, self.height) = (width, height)
  }

  /// mpv's `geometry`; nil where that is mpv's own affair.
  var geometry: String? {
    guard let width, let height else { return nil }
    return "\(width)x\(height)"
  }
}
