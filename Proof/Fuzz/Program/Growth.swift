import Foundation

/// How the time that a reader takes grows with the length of what it reads.
///
/// Inputs of two lengths are made of each, by saying a part of it again and again. Where the time is in proportion to the
/// length, the longer one takes as many times as long as it is longer; where it grows with the square, far longer.
enum Growth {
  private static let factor = 16
  /// From here on the longer one has taken too long: half as much again for what grows with the logarithm too, and as
  /// much as that once more for the memory that is farther away.
  private static let tolerance = 3.0
  /// What takes less, in seconds, is not worth a second look: it is mostly the reader's beginning.
  private static let least = 0.02

  /// No more inputs are measured after so many seconds.
  private static let limit = 20.0

  /// Prints what grows too fast; true where nothing does.
  static func measure(_ target: FuzzTarget, _ folders: [URL]) throws -> Bool {
    var random = SystemRandomNumberGenerator()
    let inputs = try folders.flatMap {
      try FileManager.default.contentsOfDirectory(at: $0, includingPropertiesForKeys: nil)
    }.shuffled().prefix(400)
    let longer = max(target.greatestLength, 64 << 10)
    var worst = 0.0
    var count = 0
    let end = Date(timeIntervalSinceNow: limit)
    for input in inputs where Date() < end {
      let bytes = Array(try Data(contentsOf: input))
      guard !bytes.isEmpty else { continue }
      for _ in 0..<3 {
        let start = Int.random(in: 0..<bytes.count, using: &random)
        let end = Int.random(in: (start + 1)...min(bytes.count, start + 64), using: &random)
        let part = Array(bytes[start..<end])
        func made(_ length: Int) -> [UInt8] {
          let times = max(1, (length - bytes.count) / part.count)
          return bytes[..<start] + Array(repeatElement(part, count: times).joined()) + bytes[end...]
        }
        let (short, long) = (made(longer / factor), made(longer))
        count += 1
        var excess: Double
        do {
          excess = try ratio(target, short, long)
        } catch {
          print("VIOLATION \(target): \(error)")
          return try keep(long, "long-\(target)-\(count)")
        }
        // Another program may have run meanwhile.
        for _ in 0..<3 where excess > tolerance { excess = min(excess, try ratio(target, short, long)) }
        worst = max(worst, excess)
        guard excess > tolerance else { continue }
        print("GROWTH \(target): \(long.count) bytes take \(excess) times what they should")
        return try keep(long, "growth-\(target)-\(count)")
      }
    }
    print("growth: \(count) inputs, at worst \((worst * 10).rounded() / 10) times what is in proportion")
    return true
  }

  /// Keeps what was found in a file of this name; false.
  private static func keep(_ bytes: [UInt8], _ name: String) throws -> Bool {
    try Data(bytes).write(to: URL(filePath: name))
    return false
  }

  /// How much more time the long input takes than in proportion.
  private static func ratio(_ target: FuzzTarget, _ short: [UInt8], _ long: [UInt8]) throws -> Double {
    let longTime = try time(target, long)
    if longTime < least { return 1 }
    let shortTime = min(try time(target, short), try time(target, short))
    return longTime / shortTime / (Double(long.count) / Double(max(short.count, 1)))
  }

  /// Seconds of the processor.
  private static func time(_ target: FuzzTarget, _ bytes: [UInt8]) throws -> Double {
    let start = clock()
    try target.check(bytes)
    return Double(clock() - start) / Double(CLOCKS_PER_SEC)
  }
}
