import CMPV

/// A value of libmpv's: what commands are made of and what properties hold (`mpv_node` in `client.h`).
enum MPVNode: Sendable, Hashable {
  case none
  case string(String)
  /// A string that need not be UTF-8, without NUL. Only written, never read.
  case bytes([UInt8])
  case flag(Bool)
  case integer(Int64)
  case double(Double)
  case array([MPVNode])
  case map([String: MPVNode])
}

extension MPVNode {
  var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  var flag: Bool? {
    if case .flag(let value) = self { value } else { nil }
  }

  var integer: Int64? {
    if case .integer(let value) = self { value } else { nil }
  }

  /// A number of either kind; nil unless it is finite.
  var number: Double? {
    switch self {
    case .double(let value) where value.isFinite: value
    case .integer(let value): Double(value)
    default: nil
    }
  }

  var array: [MPVNode] {
    if case .array(let value) = self { value } else { [] }
  }

  subscript(key: String) -> MPVNode {
    if case .map(let value) = self { value[key] ?? .none } else { .none }
  }
}

extension MPVNode: ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral {
  init(stringLiteral value: String) {
    self = .string(value)
  }

  init(dictionaryLiteral elements: (String, MPVNode)...) {
    self = .map(Dictionary(elements) { _, last in last })
  }
}

extension MPVNode {
  /// Copies a node that libmpv owns.
  init(_ node: mpv_node) {
    switch node.format {
    case MPV_FORMAT_STRING: self = node.u.string.map { .string(String(cString: $0)) } ?? .none
    case MPV_FORMAT_FLAG: self = .flag(node.u.flag != 0)
    case MPV_FORMAT_INT64: self = .integer(node.u.int64)
    case MPV_FORMAT_DOUBLE: self = .double(node.u.double_)
    case MPV_FORMAT_NODE_ARRAY:
      guard let list = node.u.list?.pointee else {
        self = .array([])
        return
      }
      self = .array((0..<Int(list.num)).map { MPVNode(list.values[$0]) })
    case MPV_FORMAT_NODE_MAP:
      var map: [String: MPVNode] = [:]
      if let list = node.u.list?.pointee {
        for index in 0..<Int(list.num) {
          if let key = list.keys[index] { map[String(cString: key)] = MPVNode(list.values[index]) }
        }
      }
      self = .map(map)
    default: self = .none
    }
  }

  /// Calls `body` with the node in libmpv's form, which lives until `body` returns.
  func withCNode<Result>(_ body: (UnsafeMutablePointer<mpv_node>) -> Result) -> Result {
    let arena = Arena()
    var node = cNode(in: arena)
    return withExtendedLifetime(arena) { body(&node) }
  }

  private func cNode(in arena: Arena) -> mpv_node {
    var node = mpv_node()
    switch self {
    case .none: node.format = MPV_FORMAT_NONE
    case .string(let value):
      node.format = MPV_FORMAT_STRING
      node.u.string = arena.string(value.utf8)
    case .bytes(let value):
      node.format = MPV_FORMAT_STRING
      node.u.string = arena.string(value)
    case .flag(let value):
      node.format = MPV_FORMAT_FLAG
      node.u.flag = value ? 1 : 0
    case .integer(let value):
      node.format = MPV_FORMAT_INT64
      node.u.int64 = value
    case .double(let value):
      node.format = MPV_FORMAT_DOUBLE
      node.u.double_ = value
    case .array(let values):
      node.format = MPV_FORMAT_NODE_ARRAY
      node.u.list = arena.list(values.map { $0.cNode(in: arena) }, keys: nil)
    case .map(let map):
      node.format = MPV_FORMAT_NODE_MAP
      node.u.list = arena.list(
        map.values.map { $0.cNode(in: arena) }, keys: map.keys.map { arena.string($0.utf8) })
    }
    return node
  }

  /// The memory of one node in libmpv's form.
  private final class Arena {
    private var blocks: [UnsafeMutableRawPointer] = []

    deinit {
      for block in blocks { block.deallocate() }
    }

    func string(_ bytes: some Collection<UInt8>) -> UnsafeMutablePointer<CChar> {
      let text = allocate(CChar.self, bytes.count + 1)
      for (index, byte) in bytes.enumerated() { text[index] = CChar(bitPattern: byte) }
      text[bytes.count] = 0
      return text
    }

    func list(
      _ values: [mpv_node], keys: [UnsafeMutablePointer<CChar>]?
    ) -> UnsafeMutablePointer<mpv_node_list> {
      let list = allocate(mpv_node_list.self, 1)
      list.initialize(to: mpv_node_list())
      list.pointee.num = Int32(values.count)
      list.pointee.values = allocate(mpv_node.self, values.count)
      list.pointee.values.initialize(from: values, count: values.count)
      if let keys {
        list.pointee.keys = allocate(UnsafeMutablePointer<CChar>?.self, keys.count)
        list.pointee.keys.initialize(from: keys.map(Optional.some), count: keys.count)
      }
      return list
    }

    private func allocate<Value>(_ type: Value.Type, _ count: Int) -> UnsafeMutablePointer<Value> {
      let block = UnsafeMutableRawPointer.allocate(
        byteCount: max(MemoryLayout<Value>.stride * count, 1), alignment: MemoryLayout<Value>.alignment)
      blocks.append(block)
      return block.bindMemory(to: type, capacity: count)
    }
  }
}
