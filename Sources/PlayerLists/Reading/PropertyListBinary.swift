/// Reads a binary property list (the format that CoreFoundation's CFBinaryPList.c describes).
///
/// Not by `PropertyListDecoder`, which never returns from a list that holds itself.
struct PropertyListBinary {
  private static let damaged = ListFault(message: "The binary property list is damaged.")
  private static let maximumDepth = 64
  private static let trailerLength = 32

  private let bytes: [UInt8]
  private let offsetSize: Int
  private let referenceSize: Int
  private let objectCount: Int
  private let tableOffset: Int
  /// Values that many may share, by their object's number.
  private var scalars: [Int: PropertyNode.Value] = [:]
  /// How many values may still be made. As each reference to one takes a byte, more than there are bytes come only
  /// from arrays that hold the same ones many times over.
  private var allowance: Int
  /// How many bytes of text they may come to, those that share one counted for each. Texts that lie over one another,
  /// or that are had many times over, are as good as without end in a small file.
  private var textAllowance: Int

  /// The list's value.
  ///
  /// - Parameter texts: how many bytes the texts may come to, each counted for every time that it is had.
  static func read(
    _ bytes: [UInt8], texts: Int = ListFile.maximumLength
  ) throws(ListFault) -> PropertyNode {
    var (reader, root) = try open(bytes, texts)
    return try reader.node(root, depth: 0)
  }

  private static func open(_ bytes: [UInt8], _ texts: Int) throws(ListFault) -> (
    PropertyListBinary, root: Int
  ) {
    guard bytes.count >= 8 + trailerLength else { throw damaged }
    let trailer = bytes.count - trailerLength
    let reader = PropertyListBinary(
      bytes: bytes, offsetSize: Int(bytes[trailer + 6]), referenceSize: Int(bytes[trailer + 7]),
      objectCount: try integer(bytes, at: trailer + 8, size: 8),
      tableOffset: try integer(bytes, at: trailer + 24, size: 8), allowance: bytes.count, textAllowance: texts
    )
    guard 1...8 ~= reader.offsetSize, 1...8 ~= reader.referenceSize, reader.tableOffset <= trailer,
      reader.objectCount <= (trailer - reader.tableOffset) / reader.offsetSize
    else { throw damaged }
    return (reader, try integer(bytes, at: trailer + 16, size: 8))
  }

  private init(
    bytes: [UInt8], offsetSize: Int, referenceSize: Int, objectCount: Int, tableOffset: Int, allowance: Int,
    textAllowance: Int
  ) {
    self.bytes = bytes
    self.offsetSize = offsetSize
    self.referenceSize = referenceSize
    self.objectCount = objectCount
    self.tableOffset = tableOffset
    self.allowance = allowance
    self.textAllowance = textAllowance
  }

  private mutating func node(_ object: Int, depth: Int) throws(ListFault) -> PropertyNode {
    allowance -= 1
    guard object < objectCount, depth <= Self.maximumDepth, allowance >= 0 else { throw Self.damaged }
    if let value = scalars[object] {
      if case .text(let text) = value { try charge(text.utf8.count) }
      return PropertyNode(value: value)
    }
    let offset = try integer(at: tableOffset + object * offsetSize, size: offsetSize)
    guard offset < tableOffset else { throw Self.damaged }
    let (kind, low) = (bytes[offset] >> 4, Int(bytes[offset] & 0x0F))
    switch kind {
    case 0xA:
      let (start, count) = try extent(offset, low, unit: referenceSize)
      var items: [PropertyNode] = []
      for index in 0..<count {
        items.append(try node(reference(start, index), depth: depth + 1))
      }
      return PropertyNode(value: .array(items))
    case 0xD:
      let (start, count) = try extent(offset, low, unit: referenceSize * 2)
      var pairs: [String: PropertyNode] = [:]
      for index in 0..<count {
        let value = try node(reference(start, count + index), depth: depth + 1)
        if let key = try node(reference(start, index), depth: depth + 1).text { pairs[key] = value }
      }
      return PropertyNode(value: .dictionary(pairs))
    default:
      let value = try scalar(kind, low, offset)
      scalars[object] = value
      return PropertyNode(value: value)
    }
  }

  private mutating func charge(_ bytes: Int) throws(ListFault) {
    textAllowance -= bytes
    if textAllowance < 0 { throw Self.damaged }
  }

  private mutating func scalar(_ kind: UInt8, _ low: Int, _ offset: Int) throws(ListFault)
    -> PropertyNode.Value
  {
    switch kind {
    case 0x0 where low == 8 || low == 9: return .flag(low == 9)
    case 0x1 where low < 3: return .number(Double(try integer(at: offset + 1, size: 1 << low)))
    // Only with eight bytes has it a sign.
    case 0x1 where low == 3: return .number(Double(Int64(bitPattern: try bits(at: offset + 1, size: 8))))
    case 0x2 where low == 2:
      return .number(Double(Float(bitPattern: UInt32(try integer(at: offset + 1, size: 4)))))
    case 0x2 where low == 3: return .number(Double(bitPattern: try bits(at: offset + 1, size: 8)))
    case 0x5:
      let (start, count) = try extent(offset, low, unit: 1)
      try charge(count)
      return .text(String(decoding: bytes[start..<(start + count)], as: UTF8.self))
    case 0x6:
      let (start, count) = try extent(offset, low, unit: 2)
      try charge(count * 2)
      let units = (0..<count).lazy.map { [bytes] index in
        UInt16(bytes[start + index * 2]) << 8 | UInt16(bytes[start + index * 2 + 1])
      }
      return .text(String(decoding: units, as: UTF16.self))
    default: return .other
    }
  }

  /// Where the content of an object begins, and how many units it has; all of them are there.
  private func extent(_ offset: Int, _ low: Int, unit: Int) throws(ListFault) -> (start: Int, count: Int) {
    var (start, count) = (offset + 1, low)
    if low == 0xF {
      guard start < tableOffset, bytes[start] >> 4 == 1, bytes[start] & 0x0F <= 3 else { throw Self.damaged }
      let size = 1 << Int(bytes[start] & 0x0F)
      count = try integer(at: start + 1, size: size)
      start += 1 + size
    }
    guard start <= tableOffset, count <= (tableOffset - start) / unit else { throw Self.damaged }
    return (start, count)
  }

  private func reference(_ start: Int, _ index: Int) throws(ListFault) -> Int {
    try integer(at: start + index * referenceSize, size: referenceSize)
  }

  private func integer(at offset: Int, size: Int) throws(ListFault) -> Int {
    try Self.integer(bytes, at: offset, size: size)
  }

  private func bits(at offset: Int, size: Int) throws(ListFault) -> UInt64 {
    try Self.bits(bytes, at: offset, size: size)
  }

  /// A whole number that is not negative.
  private static func integer(_ bytes: [UInt8], at offset: Int, size: Int) throws(ListFault) -> Int {
    guard let number = Int(exactly: try bits(bytes, at: offset, size: size)) else { throw damaged }
    return number
  }

  private static func bits(_ bytes: [UInt8], at offset: Int, size: Int) throws(ListFault) -> UInt64 {
    guard offset >= 0, size <= bytes.count - offset else { throw damaged }
    return bytes[offset..<(offset + size)].reduce(0) { $0 << 8 | UInt64($1) }
  }
}
