/// Something that a backend may or may not be able to do; everything else every backend must do.
///
/// A descriptor's capabilities never lie: an action whose capability is missing throws
/// ``PlayerError/Code/unsupported``, and one that is listed works wherever the source allows it.
public enum Capability: String, Sendable, Hashable, Codable, CaseIterable {
  /// ``PlayerAction/setRate(_:)``.
  case setRate
  /// ``PlayerAction/setQuality(_:)``.
  case setQuality
  /// ``PlayerAction/setTrack(_:id:)``.
  case setTrack
  /// ``PlayerAction/setLoop(_:)``.
  case setLoop
  /// ``PlayerAction/setShuffle(_:)``.
  case setShuffle
  /// ``PlayerAction/setFullscreen(_:)``.
  case setFullscreen
  /// ``PlayerAction/stepFrame(by:)``.
  case stepFrame
  /// ``PlayerAction/screenshot(to:)``.
  case screenshot
  /// A precise seek lands on the frame asked for, not on a key frame near it.
  case preciseSeek
  /// ``PlayerAction/next``, ``PlayerAction/previous`` and ``PlayerAction/playItem(_:)`` inside a source's
  /// own list.
  case items
  /// Chapters in the metadata.
  case chapters
  /// A picture.
  case video
  /// Several sessions share a window, and the host says which of them is in front.
  case presentation
}
