/// Finds what somebody probably meant to write.
package enum NearestName {
  /// The nearest of the names, whatever the case: the shortest that begins with `text`, else the one that is
  /// the fewest slips away, where those are no more than a third of the longer one's letters. Nil where none is
  /// near.
  package static func find(_ text: String, in names: some Sequence<String>) -> String? {
    let typed = Array(text.lowercased().utf8)
    // The work grows with the length, and nobody means that one.
    guard !typed.isEmpty, typed.count <= 64 else { return nil }
    let names = names.map { (name: $0, letters: Array($0.lowercased().utf8)) }
    if typed.count > 1,
      let longer = names.filter({ $0.letters.starts(with: typed) })
        .min(by: { $0.letters.count < $1.letters.count })
    {
      return longer.name
    }
    return names.map { ($0.name, max(typed.count, $0.letters.count), slips(typed, $0.letters)) }
      .filter { name, length, slips in slips <= max(1, length / 3) && slips < length }
      .min { $0.2 < $1.2 }?.0
  }

  /// How many letters were left out, added, changed or swapped with their neighbour: the optimal string
  /// alignment distance.
  private static func slips(_ lhs: [UInt8], _ rhs: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...rhs.count)
    for (row, byte) in lhs.enumerated() {
      var current = [row + 1]
      for (column, other) in rhs.enumerated() {
        var least = min(last[column + 1], current[column]) + 1
        least = min(least, last[column] + (byte == other ? 0 : 1))
        if row > 0, column > 0, byte == rhs[column - 1], lhs[row - 1] == other {
          least = min(least, beforeLast[column - 1] + 1)
        }
        current.append(least)
      }
      (beforeLast, last) = (last, current)
    }
    return last[rhs.count]
  }
}
