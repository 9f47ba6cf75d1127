import IFramePage
import PlayerKit

/// Reads the options' values.
enum OptionValue {
  /// A time in seconds: `90`, `1.5`, `1:30`, `1:02:03`, `1h2m3s`, `90s`.
  static func time(_ text: String, of option: String) throws(UsageError) -> Double {
    guard let seconds = MediaTime.seconds(parsing: text) else {
      throw UsageError("The value \(quoted(text)) of \(option) is not a time, such as 90, 1:30 or 1h2m3s.")
    }
    return seconds
  }

  /// A number within a range.
  static func number(
    _ text: String, in range: ClosedRange<Double>, of option: String
  ) throws(UsageError) -> Double {
    guard let number = decimal(text), range.contains(number) else {
      let (low, high) = (shown(range.lowerBound), shown(range.upperBound))
      throw UsageError("The value \(quoted(text)) of \(option) is not a number from \(low) to \(high).")
    }
    return number
  }

  /// One of a few words.
  static func word<Word: CaseIterable & RawRepresentable<String>>(
    _ text: String, of option: String
  ) throws(UsageError) -> Word {
    if let word = Word(rawValue: text) { return word }
    let words = Word.allCases.map(\.rawValue)
    throw UsageError(
      "The value \(quoted(text)) of \(option) is not one of \(words.joined(separator: ", "))"
        + NearestName.hint(text, among: words))
  }

  /// Codes of languages, with commas between them.
  static func languages(_ text: String, of option: String) throws(UsageError) -> [String] {
    var configuration = PlayerConfiguration()
    configuration.audioLanguages = text.split(separator: ",", omittingEmptySubsequences: false)
      .map(String.init)
    do throws(PlayerError) {
      try configuration.validate()
    } catch {
      throw UsageError(
        "The value \(quoted(text)) of \(option) is not a list of languages, such as en or de,en.")
    }
    return configuration.audioLanguages
  }

  /// `NAME=VALUE`.
  static func pair(
    _ text: String, of option: String
  ) throws(UsageError) -> (name: String, value: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else {
      throw UsageError("The value \(quoted(text)) of \(option) is not NAME=VALUE.")
    }
    guard !parts[0].hasPrefix("-") else {
      let bare = text.drop { $0 == "-" }
      throw UsageError("The name in \(option) has no dashes in front; did you mean \(option) \(bare)?")
    }
    return (String(parts[0]), String(parts[1]))
  }

  /// Sets a parameter of YouTube's player.
  static func set(
    _ pair: (name: String, value: String), in parameters: inout YouTubeParameters
  ) throws(UsageError) {
    let names = YouTubeParameters.names
    guard names.contains(pair.name) else {
      throw UsageError(
        "YouTube's player has no parameter called \(quoted(pair.name))"
          + NearestName.hint(pair.name, among: names, prefix: "--youtube "))
    }
    do throws(PlayerError) {
      try parameters.set(pair.name, to: pair.value)
      try parameters.check()
    } catch {
      throw UsageError(Text.safe(error.description))
    }
  }

  /// A number that is written with digits and at most one point, whatever the locale.
  static func decimal(_ text: some StringProtocol) -> Double? {
    guard text.utf8.contains(where: \.isDigit),
      text.utf8.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: ".") })
    else { return nil }
    return Double(text).flatMap { $0.isFinite ? $0 : nil }
  }

  private static func shown(_ number: Double) -> String {
    number == number.rounded() ? "\(Int(number))" : "\(number)"
  }

  private static func quoted(_ text: String) -> String { "“\(Text.safe(text))”" }
}

extension UInt8 {
  fileprivate var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
}
