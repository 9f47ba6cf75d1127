import FoundationEssentials
import PlayerKit

/// The program's own JSON: one object a line.
enum JSONText {
  private static let encoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }()

  /// The value as a line, with its line feed.
  static func line(_ value: some Encodable) -> [UInt8] {
    do {
      return Array(try encoder.encode(value)) + [UInt8(ascii: "\n")]
    } catch {
      // Only numbers that are not finite are refused, and the program writes none here; a reader is to hear
      // of one all the same.
      return JSONLine.encode(.log(.error, "\(value) could not be written: \(error)")) + [UInt8(ascii: "\n")]
    }
  }

  /// Bytes that are no text.
  static func base64(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString()
  }
}
