import CExpat

/// What reads the elements of an XML document, as they come.
protocol XMLReader: AnyObject {
  /// An element begins. Attributes of XML's own namespace are called `xml:…`; an attribute of another has its
  /// namespace's URI and a space in front.
  func begin(_ name: XMLName, _ attributes: XMLAttributes, line: Int) throws(ListFault)
  /// Text of the innermost element; it may come in pieces.
  func text(_ bytes: UnsafeBufferPointer<UInt8>)
  /// The innermost element ends.
  func end() throws(ListFault)
}

/// The name of an element.
struct XMLName: Equatable {
  /// The namespace's URI; empty where the element is in none.
  var namespace: String
  var local: String
}

/// The attributes of an element, good only while it begins.
struct XMLAttributes {
  fileprivate let pointers: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?

  /// The value of the attribute of this name.
  subscript(name: String) -> String? {
    guard var pair = pointers else { return nil }
    while let key = pair[0], let value = pair[1] {
      if XMLScanner.name(String(cString: key)) == name { return String(cString: value) }
      pair += 2
    }
    return nil
  }
}

/// Reads a document with Expat.
///
/// Nothing outside the document is ever fetched, and a document that declares entities of its own is refused: lists
/// have no use for them, and both ways of attacking with them, growing a few bytes to gigabytes and reading other
/// files, begin so.
final class XMLScanner {
  /// How deep elements may be in one another. Lists need 5.
  static let maximumDepth = 100
  /// Between a namespace's URI and a name: it can't be in either.
  private static let separator: Character = "\u{1}"
  private static let xmlNamespace = "http://www.w3.org/XML/1998/namespace"

  private let reader: any XMLReader
  private let parser: XML_Parser
  private var depth = 0
  private var fault: ListFault?

  /// Reads the whole document.
  ///
  /// - Throws: the reader's own fault, or that of the document's form, with its line.
  static func scan(_ bytes: [UInt8], _ reader: some XMLReader) throws(ListFault) {
    guard let parser = XML_ParserCreateNS(nil, XML_Char(bitPattern: 1)) else {
      throw ListFault(message: "There is no memory to read XML with.")
    }
    defer { XML_ParserFree(parser) }
    let scanner = XMLScanner(reader, parser)
    try scanner.scan(bytes)
  }

  private init(_ reader: any XMLReader, _ parser: XML_Parser) {
    self.reader = reader
    self.parser = parser
    // The parser lives no longer than `scan`, which keeps this object.
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      parser, { XMLScanner.from($0)?.begin($1, $2) }, { data, _ in XMLScanner.from(data)?.end() })
    XML_SetCharacterDataHandler(parser) { XMLScanner.from($0)?.text($1, $2) }
    XML_SetEntityDeclHandler(parser) { data, _, _, _, _, _, _, _, _ in
      XMLScanner.from(data)?.stop(
        ListFault(
          message: "The XML declares an entity, which a list has no use for.",
          remedy: "Write what it stands for in its place."))
    }
    XML_SetUnknownEncodingHandler(parser, { XMLScanner.describeEncoding($1, $2) }, nil)
  }

  private func scan(_ bytes: [UInt8]) throws(ListFault) {
    // Expat counts in 32 bits.
    let pieceLength = 1 << 20
    var start = 0
    var isGood = true
    repeat {
      let end = min(start + pieceLength, bytes.count)
      isGood =
        bytes[start..<end].withUnsafeBytes { buffer in
          XML_Parse(
            parser, buffer.baseAddress?.assumingMemoryBound(to: XML_Char.self), Int32(buffer.count),
            end == bytes.count ? 1 : 0)
        } == XML_STATUS_OK
      start = end
    } while isGood && start < bytes.count
    if let fault { throw fault }
    if !isGood {
      let reason = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "unknown error"
      throw ListFault(line: line, message: "The XML is broken here (\(reason)).")
    }
  }

  private var line: Int { Int(XML_GetCurrentLineNumber(parser)) }

  private static func from(_ data: UnsafeMutableRawPointer?) -> XMLScanner? {
    data.map { Unmanaged<XMLScanner>.fromOpaque($0).takeUnretainedValue() }
  }

  private func begin(
    _ name: UnsafePointer<XML_Char>?, _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
  ) {
    // Expat may call once more after it was told to stop.
    guard fault == nil, let name else { return }
    depth += 1
    if depth > Self.maximumDepth {
      return stop(ListFault(message: "The XML is nested more than \(Self.maximumDepth) deep here."))
    }
    let parts = String(cString: name).split(separator: Self.separator, maxSplits: 1)
    let element =
      parts.count == 2
      ? XMLName(namespace: String(parts[0]), local: String(parts[1]))
      : XMLName(namespace: "", local: parts.first.map(String.init) ?? "")
    attempt { () throws(ListFault) in
      try reader.begin(element, XMLAttributes(pointers: attributes), line: line)
    }
  }

  private func text(_ bytes: UnsafePointer<XML_Char>?, _ count: Int32) {
    guard fault == nil, let bytes else { return }
    bytes.withMemoryRebound(to: UInt8.self, capacity: Int(count)) {
      reader.text(UnsafeBufferPointer(start: $0, count: Int(count)))
    }
  }

  private func end() {
    guard fault == nil else { return }
    depth -= 1
    attempt(reader.end)
  }

  private func attempt(_ body: () throws(ListFault) -> Void) {
    do throws(ListFault) { try body() } catch { stop(error) }
  }

  private func stop(_ fault: ListFault) {
    guard self.fault == nil else { return }
    self.fault = fault
    if fault.line == nil { self.fault?.line = line }
    XML_StopParser(parser, 0)
  }

  /// A name with the prefix that XML itself has for its own namespace.
  fileprivate static func name(_ expanded: String) -> String {
    let parts = expanded.split(separator: separator, maxSplits: 1)
    guard parts.count == 2 else { return expanded }
    return parts[0] == xmlNamespace ? "xml:\(parts[1])" : "\(parts[0]) \(parts[1])"
  }

  /// Tells Expat of Windows-1252, which it does not know by itself.
  private static func describeEncoding(
    _ name: UnsafePointer<XML_Char>?, _ encoding: UnsafeMutablePointer<XML_Encoding>?
  ) -> Int32 {
    guard let name, let encoding else { return 0 }
    guard ["windows-1252", "cp1252"].contains(String(cString: name).lowercased()) else { return 0 }
    withUnsafeMutableBytes(of: &encoding.pointee.map) { map in
      for (byte, place) in map.bindMemory(to: Int32.self).indices.enumerated() {
        map.storeBytes(
          of: Int32(ListText.scalar(UInt8(byte)).value), toByteOffset: place * 4, as: Int32.self)
      }
    }
    return 1
  }
}
