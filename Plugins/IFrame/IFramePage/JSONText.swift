import PlayerKit

/// Writes JSON without an encoder's detours: each action is one such text on its way into the page.
struct JSONText {
  private(set) var text = ""

  /// Appends a value, the keys of its objects in their order; a number that is not finite as null.
  mutating func append(_ value: JSONValue) {
    switch value {
    case .null: text += "null"
    case .bool(let bool): text += bool ? "true" : "false"
    case .integer(let integer): text += "\(integer)"
    case .number(let number): append(number)
    case .string(let string): append(string)
    case .array(let values): appendList(values) { $0.append($1) }
    case .object(let members):
      text += "{"
      for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
        if index > 0 { text += "," }
        append(member.key)
        text += ":"
        append(member.value)
      }
      text += "}"
    }
  }

  /// Appends a list.
  mutating func appendList<Element>(_ elements: [Element], _ append: (inout JSONText, Element) -> Void) {
    text += "["
    for (index, element) in elements.enumerated() {
      if index > 0 { text += "," }
      append(&self, element)
    }
    text += "]"
  }

  /// Appends what is JSON already.
  mutating func append(raw: String) {
    text += raw
  }

  private mutating func append(_ number: Double) {
    guard number.isFinite else { return text += "null" }
    let digits = "\(number)"
    text += digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits
  }

  /// Appends a string, in its quotes.
  mutating func append(_ string: String) {
    text += "\""
    // Of what stands for itself as much as there is, at once.
    var rest = string[...].unicodeScalars
    while let end = rest.firstIndex(where: { $0.value < 0x20 || $0 == "\"" || $0 == "\\" }) {
      // As characters: to the view of scalars it would be appended by copying all there is.
      text.append(contentsOf: Substring(rest[..<end]))
      switch rest[end] {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case let control:
        text += "\\u00" + (control.value < 0x10 ? "0" : "") + String(control.value, radix: 16)
      }
      rest = rest[rest.index(after: end)...]
    }
    text.append(contentsOf: Substring(rest))
    text += "\""
  }
}
