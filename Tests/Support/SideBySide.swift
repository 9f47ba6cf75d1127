/// Does something for each element, for so many at once: for what mostly waits, and would take the sum of it one
/// by one.
///
/// - Parameter limit: how many a small machine can do at once and still keep time.
/// - Throws: what `body` throws first; the others are then cancelled.
public func sideBySide<Element: Sendable>(
  _ elements: some Collection<Element>, atMost limit: Int,
  _ body: @escaping @Sendable (Element) async throws -> Void
) async throws {
  var rest = elements.makeIterator()
  try await withThrowingTaskGroup(of: Void.self) { group in
    func startNext() {
      guard let element = rest.next() else { return }
      group.addTask { try await body(element) }
    }
    for _ in 0..<limit { startNext() }
    for try await _ in group { startNext() }
  }
}
