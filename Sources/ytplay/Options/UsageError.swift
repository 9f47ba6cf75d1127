/// What a person wrote wrong: a sentence each, which names the nearest right word where there is one.
struct UsageError: Error, Equatable, CustomStringConvertible {
  /// At least one; of a command line the first mistake, of a configuration all.
  let sentences: [String]

  var description: String { sentences.joined(separator: "\n") }

  init(_ sentence: String) {
    sentences = [sentence]
  }

  init(_ sentences: [String]) {
    self.sentences = sentences
  }
}
