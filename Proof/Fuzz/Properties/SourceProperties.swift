@testable import PlayerKit

/// What holds of sources and times, whatever text they are read from.
enum SourceProperties {
  static func checkSource(_ bytes: [UInt8]) throws {
    guard let source = try? PlayerSource(parsing: bytes) else { return }
    if let text = String(validating: bytes, as: UTF8.self) {
      try hold((try? PlayerSource(parsing: text)) == source, "A text and its bytes are two sources.")
    }
    let text = source.text
    let again = try? PlayerSource(parsing: text)
    try hold(again == source, "\(source) is read again as \(again.map(\.text) ?? "no source").")
    try hold(again?.text == text, "The text \(text) is written again in another way.")
    try JSONProperties.checkRoundTrip(source)
    // Whether it may be loaded is for its user, as an index behind the list's end is.
    _ = try? source.validate()
  }

  static func checkTime(_ bytes: [UInt8]) throws {
    guard let seconds = MediaTime.seconds(parsing: String(decoding: bytes, as: UTF8.self)) else { return }
    try hold(seconds >= 0 && seconds.isFinite, "\(seconds) is no time.")
    let text = MediaTime.text(seconds)
    let again = text.flatMap(MediaTime.seconds(parsing:))
    try hold(again == seconds, "\(seconds) is written as \(text ?? "nothing"), and read as another time.")
  }
}
