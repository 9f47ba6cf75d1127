/// Damage that a file takes on a bad disk, or on a bad way to it; the same for the same seed.
public struct Damage: Sendable, Hashable, CustomStringConvertible {
  /// What happens to the file.
  public enum Kind: String, Sendable, CaseIterable {
    /// Single bytes become others, anywhere, or in the file's head or tail, where what describes it stands.
    case flippedBytes = "flipped bytes"
    /// The file ends early.
    case truncated
    /// Two parts of the same length stand in each other's place.
    case swappedChunks = "swapped chunks"
  }

  /// What happens.
  public let kind: Kind
  /// What the numbers in it are made from.
  public let seed: UInt64

  /// Damage of this kind.
  public init(_ kind: Kind, seed: UInt64) {
    self.kind = kind
    self.seed = seed
  }

  /// The bytes of a damaged copy.
  public func applied(to original: [UInt8]) -> [UInt8] {
    guard original.count > 1 else { return [] }
    var random = SplitMix64(state: seed)
    var bytes = original
    switch kind {
    case .flippedBytes:
      let edge = min(bytes.count, 1024)
      let place = [0..<bytes.count, 0..<edge, bytes.count - edge..<bytes.count][random.next(below: 3)]
      for _ in 0..<(1 << random.next(below: 10)) {
        bytes[place.lowerBound + random.next(below: place.count)] ^= UInt8(1 + random.next(below: 255))
      }
    case .truncated:
      bytes.removeLast(1 + random.next(below: bytes.count))
    case .swappedChunks:
      let length = 1 + random.next(below: bytes.count / 2)
      let first = random.next(below: bytes.count - 2 * length + 1)
      let second = first + length + random.next(below: bytes.count - first - 2 * length + 1)
      for offset in 0..<length { bytes.swapAt(first + offset, second + offset) }
    }
    return bytes
  }

  /// In words.
  public var description: String { "\(kind.rawValue), seed \(seed)" }
}
