/// A value in a property list, of which a list of media needs text, numbers and what they are gathered in.
struct PropertyNode {
  indirect enum Value {
    case text(String)
    case number(Double)
    case flag(Bool)
    case array([PropertyNode])
    case dictionary([String: PropertyNode])
    /// Dates, data, and whatever else there is.
    case other
  }

  var value: Value
  /// The line that it begins in; nil in a binary property list.
  var line: Int?

  var text: String? {
    if case .text(let text) = value { return text }
    return nil
  }

  /// A number, also one that is written as text.
  var number: Double? {
    switch value {
    case .number(let number): number
    case .text(let text): Double(text)
    case .flag, .array, .dictionary, .other: nil
    }
  }
}
