/// What has been said of a source, so that a backend that repeats itself is heard once.
struct SaidLines: Sendable {
  /// Many more than a person reads; a backend that says so much is not remembered any further.
  private static let limit = 1000

  private var lines: Set<String> = []

  /// Whether the line has not been said before; it counts as said from now on.
  mutating func isNew(_ line: String) -> Bool {
    if lines.count < Self.limit { return lines.insert(line).inserted }
    return !lines.contains(line)
  }

  /// Forgets everything: what another source gives cause for is news.
  mutating func forget() {
    lines = []
  }
}
