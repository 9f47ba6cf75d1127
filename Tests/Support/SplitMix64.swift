/// Random numbers that are the same for the same state: Sebastiano Vigna's SplitMix64.
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// A generator that begins here.
  public init(state: UInt64) {
    self.state = state
  }

  /// The next number.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 to one below the bound, near enough to evenly spread.
  public mutating func next(below bound: Int) -> Int {
    Int(next() >> 33) % bound
  }
}
