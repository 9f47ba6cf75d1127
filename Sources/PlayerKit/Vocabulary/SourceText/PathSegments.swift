/// The pieces of a path between slashes, in turn; empty ones are passed over.
struct PathSegments {
  private var rest: ByteRun

  init(_ path: ByteRun) {
    rest = path
  }

  mutating func next() -> ByteRun? {
    var start = 0
    while start < rest.count, rest[start] == UInt8(ascii: "/") { start += 1 }
    guard start < rest.count else { return nil }
    let end = rest.index(of: UInt8(ascii: "/"), from: start) ?? rest.count
    defer { rest = rest.from(end) }
    return rest.upTo(end).from(start)
  }
}
