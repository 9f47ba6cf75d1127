import PlayerKit

/// A picture of the mock's: what a screenshot shows of a medium at a place.
///
/// Columns of grey that move with time, and a white bar at the foot as long as the progress. The same medium
/// at the same place gives the same bytes. At most 160 pixels across.
struct MockFrame: Sendable, Equatable {
  let width: Int
  let height: Int
  /// Grey values, row by row.
  let pixels: [UInt8]

  init(size: VideoSize, at position: Double, of duration: Double?) {
    let width = min(max(size.width, 1), 160)
    let height = max(size.height * width / max(size.width, 1), 1)
    let progress = duration.map { min(max(position / $0, 0), 1) } ?? 0
    let bar = Int(Double(width) * progress)
    let shift = Int((position * 25).rounded().truncatingRemainder(dividingBy: 256))
    var pixels: [UInt8] = []
    pixels.reserveCapacity(width * height)
    for row in 0..<height {
      let isFoot = row >= height - max(height / 16, 1)
      for column in 0..<width {
        pixels.append(isFoot && column < bar ? 255 : UInt8(truncatingIfNeeded: (column + shift) & 0x7f))
      }
    }
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// The picture as a PNG file: 8 bits of grey a pixel, deflate blocks without compression.
  var png: [UInt8] {
    var rows: [UInt8] = []
    rows.reserveCapacity((width + 1) * height)
    for row in 0..<height {
      rows.append(0)
      rows += pixels[row * width..<(row + 1) * width]
    }
    var file: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    file += chunk("IHDR", bigEndian(width) + bigEndian(height) + [8, 0, 0, 0, 0])
    file += chunk("IDAT", zlib(rows))
    file += chunk("IEND", [])
    return file
  }

  // MARK: - The format: W3C, Portable Network Graphics (Third Edition); RFC 1950; RFC 1951, 3.2.4

  private func bigEndian(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  private func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + data
    return bigEndian(data.count) + body + bigEndian(Int(Self.crc(body)))
  }

  private func zlib(_ data: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var rest = data[...]
    repeat {
      let block = rest.prefix(0xffff)
      rest = rest.dropFirst(block.count)
      let count = UInt16(block.count)
      stream.append(rest.isEmpty ? 1 : 0)
      for number in [count, ~count] { stream += [UInt8(number & 0xff), UInt8(number >> 8)] }
      stream += block
    } while !rest.isEmpty
    return stream + bigEndian(Int(Self.adler(data)))
  }

  private static func adler(_ data: [UInt8]) -> UInt32 {
    var low: UInt32 = 1
    var high: UInt32 = 0
    for byte in data {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return high << 16 | low
  }

  private static func crc(_ data: [UInt8]) -> UInt32 {
    var value: UInt32 = 0xffff_ffff
    for byte in data { value = crcTable[Int((value ^ UInt32(byte)) & 0xff)] ^ (value >> 8) }
    return ~value
  }

  private static let crcTable: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xedb8_8320 ^ (value >> 1) : value >> 1 }
  }
}
