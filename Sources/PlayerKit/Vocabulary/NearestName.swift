/// Finds what somebody probably meant to write.
package enum NearestName {
  /// The name that `text` is the fewest slips away from: a letter too many, too few, another, or two swapped.
  ///
  /// Nil where no name has more in common with it than that.
  package static func find(_ text: String, in names: [String]) -> String? {
    let typed = Array(text.lowercased().utf8)
    // The work grows with the length, and nobody means that one.
    guard !typed.isEmpty, typed.count <= 64 else { return nil }
    let nearest = names.map { ($0, slips(typed, Array($0.lowercased().utf8))) }.min { $0.1 < $1.1 }
    guard let (name, slips) = nearest, slips < max(typed.count, name.utf8.count) else { return nil }
    return name
  }

  /// The optimal string alignment distance.
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
