/// What a person typed wrong, in one sentence that names the nearest right word where there is one.
struct UsageError: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
