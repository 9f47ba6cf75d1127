#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A quiet tone, as the bytes of a WAV file: 16 bit PCM, one channel.
struct WaveFile {
  /// Samples a second.
  static let sampleRate = 22_050

  /// The length in seconds.
  let seconds: Double
  /// The tone in hertz.
  let frequency: Double

  /// The whole file: the RIFF header of 44 bytes (Microsoft's «Multimedia Programming Interface and Data
  /// Specifications 1.0») and the samples, little-endian.
  var bytes: Data {
    let count = Int(seconds * Double(Self.sampleRate))
    var data = Data(capacity: 44 + 2 * count)
    data.append(contentsOf: "RIFF".utf8)
    data.append(littleEndian: UInt32(36 + 2 * count))
    data.append(contentsOf: "WAVEfmt ".utf8)
    data.append(littleEndian: UInt32(16))
    data.append(littleEndian: UInt16(1))
    data.append(littleEndian: UInt16(1))
    data.append(littleEndian: UInt32(Self.sampleRate))
    data.append(littleEndian: UInt32(2 * Self.sampleRate))
    data.append(littleEndian: UInt16(2))
    data.append(littleEndian: UInt16(16))
    data.append(contentsOf: "data".utf8)
    data.append(littleEndian: UInt32(2 * count))
    // A sixtieth of full scale: hardly heard where there is a loudspeaker.
    let amplitude = 546.0
    let step = 2 * Double.pi * frequency / Double(Self.sampleRate)
    for index in 0..<count {
      data.append(littleEndian: Int16(amplitude * sin(step * Double(index))))
    }
    return data
  }
}

extension Data {
  fileprivate mutating func append(littleEndian value: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: value.littleEndian) { self.append(contentsOf: $0) }
  }
}
