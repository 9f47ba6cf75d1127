import PlayerKit

/// The JSON of those values that come again and again while somebody seeks or something plays: of one number, and so
/// written and read without a coder, which would take most of the time that a message takes.
///
/// What is written is the same to the byte; what is read in any other form is the coder's.
extension PlayerEvent {
  /// Its JSON, where it is one of them.
  var usualJSON: [UInt8]? {
    switch self {
    case .timeChanged(let time): UsualForm.json(#"{"event":"timeChanged","currentTime":"#, time, "}")
    case .seeking(let target):
      UsualForm.json(#"{"event":"seeking","currentTime":"#, target, #","isSeeking":true}"#)
    case .seeked(let time):
      UsualForm.json(#"{"event":"seeked","currentTime":"#, time, #","isSeeking":false}"#)
    default: nil
    }
  }

  /// Reads one of them, which the form ends with.
  init?(_ form: UsualForm) {
    if let time = form.number(between: #"{"event":"timeChanged","currentTime":"#, and: "}") {
      self = .timeChanged(time)
    } else if let time = form.number(
      between: #"{"event":"seeked","currentTime":"#, and: #","isSeeking":false}"#)
    {
      self = .seeked(at: time)
    } else if let time = form.number(
      between: #"{"event":"seeking","currentTime":"#, and: #","isSeeking":true}"#)
    {
      self = .seeking(to: time)
    } else {
      return nil
    }
  }
}

extension PlayerAction {
  /// Its JSON, where it is one of them.
  var usualJSON: [UInt8]? {
    switch self {
    case .seek(.to(let time), precise: true):
      UsualForm.json(#"{"action":"seek","precise":true,"to":"#, time, "}")
    case .seek(.to(let time), precise: false):
      UsualForm.json(#"{"action":"seek","precise":false,"to":"#, time, "}")
    case .setVolume(let volume): UsualForm.json(#"{"action":"setVolume","volume":"#, volume, "}")
    default: nil
    }
  }

  /// Reads one of them, which the form ends with.
  init?(_ form: UsualForm) {
    if let time = form.number(between: #"{"action":"seek","precise":true,"to":"#, and: "}") {
      self = .seek(.to(time), precise: true)
    } else if let time = form.number(between: #"{"action":"seek","precise":false,"to":"#, and: "}") {
      self = .seek(.to(time), precise: false)
    } else if let volume = form.number(between: #"{"action":"setVolume","volume":"#, and: "}") {
      self = .setVolume(volume)
    } else {
      return nil
    }
  }
}

extension UsualForm {
  /// Text with a number in it, as the coder writes it; nil where it is not finite.
  static func json(_ head: StaticString, _ number: Double, _ tail: StaticString) -> [UInt8]? {
    guard number.isFinite else { return nil }
    var digits = number.description
    // A whole number is written as one.
    if digits.hasSuffix(".0") { digits.removeLast(2) }
    var json: [UInt8] = []
    json.reserveCapacity(head.utf8CodeUnitCount + digits.utf8.count + tail.utf8CodeUnitCount)
    json += UnsafeBufferPointer(start: head.utf8Start, count: head.utf8CodeUnitCount)
    json += digits.utf8
    json += UnsafeBufferPointer(start: tail.utf8Start, count: tail.utf8CodeUnitCount)
    return json
  }

  /// The number that is left of the line between two texts, where it is one by JSON's grammar and finite.
  func number(between head: StaticString, and tail: StaticString) -> Double? {
    var form = self
    guard form.skip(head), let digits = form.rest(before: tail), Self.isNumber(digits) else { return nil }
    guard let number = Double(String(decoding: digits, as: UTF8.self)), number.isFinite else { return nil }
    return number
  }

  /// Whether this is a number by JSON's grammar, of no more digits than are usual.
  private static func isNumber(_ text: [UInt8]) -> Bool {
    var place = text.first == UInt8(ascii: "-") ? 1 : 0
    func digits() -> Int {
      let start = place
      while place < text.count, text[place] &- UInt8(ascii: "0") < 10 { place += 1 }
      return place - start
    }
    func skip(_ characters: StaticString) -> Bool {
      guard place < text.count, characters.withUTF8Buffer({ $0.contains(text[place]) }) else { return false }
      place += 1
      return true
    }
    guard text.count <= 32 else { return false }
    let whole = place
    let count = digits()
    guard count == 1 || count > 1 && text[whole] != UInt8(ascii: "0") else { return false }
    if skip("."), digits() == 0 { return false }
    if skip("eE") {
      _ = skip("+-")
      if digits() == 0 { return false }
    }
    return place == text.count
  }
}
