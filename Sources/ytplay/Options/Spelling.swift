/// Finds the word that was probably meant.
enum Spelling {
  /// The nearest of the words: one that begins with what was typed, else one within a few slips of it; nil
  /// where none is near.
  static func nearest(to typed: String, among words: some Sequence<String>) -> String? {
    let typed = typed.lowercased()
    let words = Array(words)
    if typed.count > 1, let longer = words.filter({ $0.hasPrefix(typed) }).min(by: { $0.count < $1.count }) {
      return longer
    }
    return words.map { (word: $0, slips: slips(typed, $0)) }
      .filter { $0.slips <= max(1, $0.word.count / 3) && $0.slips < $0.word.count }
      .min { $0.slips < $1.slips }?.word
  }

  /// The end of a sentence: `; did you mean NEAREST?`, or a full stop.
  static func hint(_ typed: String, among words: some Sequence<String>, prefix: String = "") -> String {
    guard let nearest = nearest(to: typed, among: words) else { return "." }
    return "; did you mean \(prefix)\(nearest)?"
  }

  /// How many letters were left out, added, changed or swapped with their neighbour.
  static func slips(_ lhs: String, _ rhs: String) -> Int {
    let (lhs, rhs) = (Array(lhs), Array(rhs))
    var beforeLast = [Int](repeating: 0, count: rhs.count + 1)
    var last = Array(0...rhs.count)
    for (row, letter) in lhs.enumerated() {
      var next = [row + 1]
      for (column, other) in rhs.enumerated() {
        var least = min(last[column + 1] + 1, next[column] + 1, last[column] + (letter == other ? 0 : 1))
        if row > 0, column > 0, letter == rhs[column - 1], lhs[row - 1] == other {
          least = min(least, beforeLast[column - 1] + 1)
        }
        next.append(least)
      }
      (beforeLast, last) = (last, next)
    }
    return last[rhs.count]
  }
}
