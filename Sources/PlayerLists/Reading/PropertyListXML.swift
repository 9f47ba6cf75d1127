/// Reads an XML property list.
///
/// Not by `PropertyListDecoder`, which overflows the stack where arrays are nested in 10,000 others, takes seconds
/// from a thousand on, and knows no encoding but UTF-8 and UTF-16.
final class PropertyListXML: XMLReader {
  /// An element that is open.
  private struct Element {
    let name: String
    let line: Int
    var items: [PropertyNode] = []
    var pairs: [String: PropertyNode] = [:]
    var key: String?
  }

  private var open: [Element] = []
  private var content: [UInt8] = []
  private var root: PropertyNode?

  /// The list's value, and what is wrong with the document's end where that is missing: then whatever was read stands
  /// as if all that is open ended there.
  static func read(_ bytes: [UInt8]) throws(ListFault) -> (root: PropertyNode, fault: ListFault?) {
    let reader = PropertyListXML()
    var fault: ListFault?
    do throws(ListFault) {
      try XMLScanner.scan(bytes, reader)
    } catch {
      fault = error
      // The value that it breaks off in is not known whole.
      if reader.open.last.map({ !["array", "dict", "plist"].contains($0.name) }) ?? false {
        reader.open.removeLast()
      }
      while !reader.open.isEmpty { reader.close() }
    }
    if let root = reader.root { return (root, fault) }
    throw fault ?? ListFault(message: "The property list is empty.")
  }

  func begin(_ name: XMLName, _ attributes: XMLAttributes, line: Int) throws(ListFault) {
    if open.isEmpty, name.local != "plist" {
      throw ListFault(line: line, message: "The XML is no property list: it begins with <\(name.local)>.")
    }
    open.append(Element(name: name.local, line: line))
    content = []
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>) {
    switch open.last?.name {
    case "key", "string", "integer", "real": content.append(contentsOf: bytes)
    default: break
    }
  }

  func end() throws(ListFault) {
    close()
  }

  private func close() {
    guard let element = open.popLast() else { return }
    let text = String(decoding: content, as: UTF8.self)
    let value: PropertyNode.Value
    switch element.name {
    case "plist":
      root = element.items.first
      return
    case "key":
      if let last = open.indices.last { open[last].key = text }
      return
    case "array": value = .array(element.items)
    case "dict": value = .dictionary(element.pairs)
    case "string": value = .text(text)
    case "integer", "real":
      value = Double(String(decoding: content.listTrimmed, as: UTF8.self)).map { .number($0) } ?? .other
    case "true", "false": value = .flag(element.name == "true")
    default: value = .other
    }
    guard let last = open.indices.last else { return }
    let node = PropertyNode(value: value, line: element.line)
    if open[last].name == "dict" {
      if let key = open[last].key { open[last].pairs[key] = node }
      open[last].key = nil
    } else {
      open[last].items.append(node)
    }
  }
}
