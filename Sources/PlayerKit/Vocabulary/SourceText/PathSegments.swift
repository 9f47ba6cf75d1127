/// The pieces of a path between slashes, in turn; empty ones are passed over.
struct PathSegments {
  private var rest: ByteRun

  init(_ path: ByteRun) {
    rest = path
  }

  mutating func next() -> ByteRun? {
    let start = rest.end { $0 != UInt8(ascii: "/") }
    guard start < rest.count else { return nil }
    let end = rest.end(from: start) { $0 == UInt8(ascii: "/") }
    defer { rest = rest.from(end) }
    return rest.upTo(end).from(start)
  }
}
