/// Where a session stands among those that share its window, and whether it is the one in front.
///
/// The sessions of one program can share a window, as pages that slide. Pages have absolute numbers: bringing a
/// page to the front slides the window to it. The host says which page each session is by
/// ``PlayerConfiguration/presentation`` and ``Player/present(_:)``, where the backend has the capability
/// ``Capability/presentation``.
public struct PlayerPresentation: Sendable, Hashable {
  /// The session's page. Pages follow each other by their numbers, which may be negative; see ``pages``.
  public var page: Int
  /// Whether this page is the one to be seen and heard. The others are silent, and load only so much that they can
  /// start at once.
  public var isFront: Bool
  /// Which way the pages slide.
  public var axis: Axis
  /// Whether the window slides to the page, rather than show it at once.
  public var isAnimated: Bool
  /// Whether the wheel, the arrow keys of the axis and presses at an edge ask for another page
  /// (``PlayerEvent/pageRequested(by:)``) while this page is in front. Otherwise they mean what they mean without
  /// pages: for a session that is only kept ready out of sight, and then shown.
  public var turnsPages: Bool

  /// Which way pages slide.
  public enum Axis: String, Sendable, Hashable, Codable, CaseIterable {
    /// One above the other.
    case vertical
    /// Side by side, with the neighbours peeking in.
    case horizontal
  }

  /// The numbers that a page may have.
  public static let pages = -1_000_000...1_000_000

  /// The page of this number.
  public init(
    page: Int, isFront: Bool, axis: Axis = .vertical, isAnimated: Bool = true, turnsPages: Bool = true
  ) {
    self.page = page
    self.isFront = isFront
    self.axis = axis
    self.isAnimated = isAnimated
    self.turnsPages = turnsPages
  }

  /// Throws ``PlayerError/Code/invalidArgument`` unless the page is one of ``pages``.
  public func validate() throws(PlayerError) {
    guard !Self.pages.contains(page) else { return }
    throw PlayerError(
      .invalidArgument, "There is no page \(page) in a window.",
      remedy: "Count pages from \(Self.pages.lowerBound) to \(Self.pages.upperBound).")
  }

  /// Throws unless a backend of this description can be presented so.
  ///
  /// - Throws: ``PlayerError/Code/unsupported`` where it lacks ``Capability/presentation``, else what
  ///   ``validate()`` throws.
  public func check(_ descriptor: BackendDescriptor) throws(PlayerError) {
    guard descriptor.capabilities.contains(.presentation) else {
      throw PlayerError(
        .unsupported,
        "The backend \(descriptor.id) has no pages in a window: it lacks the capability \(Capability.presentation).",
        remedy: "Choose a backend that has it; `ytplay backends` lists what each can do.")
    }
    try validate()
  }
}

extension PlayerPresentation: Codable {
  private enum Key: String, CodingKey {
    case page, isFront, axis, isAnimated, turnsPages
  }

  /// Reads an object of the properties' names; all but `page` and `isFront` may be absent.
  ///
  /// - Throws: ``PlayerError/Code/invalidArgument`` for what is missing or of the wrong type. Whether the page is in
  ///   its range is for ``validate()``.
  public init(from decoder: any Decoder) throws {
    let fields = try JSONFields<Key>(of: decoder, "The presentation")
    self.init(
      page: try fields.required(.page, "a whole number"),
      isFront: try fields.required(.isFront, "true or false"),
      axis: try fields.optional(.axis, "vertical or horizontal") ?? .vertical,
      isAnimated: try fields.optional(.isAnimated, "true or false") ?? true,
      turnsPages: try fields.optional(.turnsPages, "true or false") ?? true)
  }

  /// Writes an object of the properties' names.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(page, forKey: .page)
    try container.encode(isFront, forKey: .isFront)
    try container.encode(axis, forKey: .axis)
    try container.encode(isAnimated, forKey: .isAnimated)
    try container.encode(turnsPages, forKey: .turnsPages)
  }
}
