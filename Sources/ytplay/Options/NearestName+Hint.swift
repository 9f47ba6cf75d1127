import PlayerKit

extension NearestName {
  /// The end of a sentence about a word that is not there: `; did you mean NEAREST?`, or a full stop.
  static func hint(_ typed: String, among words: some Sequence<String>, prefix: String = "") -> String {
    guard let nearest = find(typed, in: words) else { return "." }
    return "; did you mean \(prefix)\(nearest)?"
  }
}
