import Foundation
import Testing

/// What `make fuzz` looks for, with the inputs that are known.
@Suite struct FuzzTests {
  @Test(
    "Of each seed, and of each input that was found once, hold the properties of its target",
    arguments: FuzzTarget.allCases)
  func inputs(target: FuzzTarget) throws {
    let inputs = try FuzzInputs(of: target).named
    #expect(!inputs.isEmpty, "A target without seeds finds little.")
    for (name, bytes) in inputs {
      #expect(throws: Never.self, "\(target): \(name)") { try target.check(bytes) }
    }
  }

  @Test("They hold of each seed also where it breaks off, and where a byte of it is another")
  func damage() throws {
    for target in FuzzTarget.allCases {
      for (name, bytes) in try FuzzInputs(of: target).named where bytes.count < 300 {
        for place in bytes.indices where place % 23 == 0 {
          #expect(throws: Never.self, "\(target): \(name)") { try target.check(Array(bytes[..<place])) }
          var other = bytes
          other[place] ^= 0x21
          #expect(throws: Never.self, "\(target): \(name)") { try target.check(other) }
        }
      }
    }
  }
}
