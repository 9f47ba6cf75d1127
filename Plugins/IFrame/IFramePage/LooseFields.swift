import PlayerKit

/// The members of an object that nobody vouches for: of what is absent, of the wrong type or too long, there is
/// nothing to read.
struct LooseFields {
  /// The most scalars of a text that are kept; the rest is cut.
  static let longestText = 4096
  /// The most elements of a list that are kept.
  static let longestList = 10_000

  private let members: [String: JSONValue]

  init?(_ value: JSONValue?) {
    guard case .object(let members) = value else { return nil }
    self.members = members
  }

  subscript(_ name: String) -> JSONValue? { members[name] }

  func text(_ name: String) -> String? { members[name]?.looseText }

  func number(_ name: String) -> Double? { members[name]?.looseNumber }

  func whole(_ name: String) -> Int? { members[name]?.looseWhole }

  func bool(_ name: String) -> Bool? {
    guard case .bool(let value) = members[name] else { return nil }
    return value
  }

  /// The list without the elements that `read` makes nothing of; nil where there is no list.
  func list<Element>(_ name: String, _ read: (JSONValue) -> Element?) -> [Element]? {
    guard case .array(let values) = members[name] else { return nil }
    return values.prefix(Self.longestList).compactMap(read)
  }
}

extension JSONValue {
  /// The text, cut where it is too long.
  var looseText: String? {
    guard case .string(let value) = self else { return nil }
    return value.beginning(LooseFields.longestText)
  }

  /// The number, where it is finite.
  var looseNumber: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value.isFinite ? value : nil
    default: nil
    }
  }

  /// The whole number.
  var looseWhole: Int? {
    guard case .integer(let value) = self else { return nil }
    return Int(exactly: value)
  }
}
