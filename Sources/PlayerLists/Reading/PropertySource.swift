import PlayerKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A source in a property list, with the fields of its JSON form.
enum PropertySource {
  /// The source that a dictionary names.
  static func read(_ pairs: [String: PropertyNode], line: Int?) throws(ListFault) -> PlayerSource {
    do {
      let bytes = try JSONEncoder().encode(json(PropertyNode(value: .dictionary(pairs)), depth: 0))
      return try JSONDecoder().decode(PlayerSource.self, from: bytes)
    } catch let error as PlayerError {
      throw ListFault(line: line, message: error.message, remedy: error.remedy)
    } catch {
      // A number that is not finite.
      throw ListFault(line: line, message: "The source has a field that can't be one.")
    }
  }

  private static func json(_ node: PropertyNode, depth: Int) -> JSONValue {
    switch node.value {
    case .text(let text): return .string(text)
    case .number(let number):
      return Int64(exactly: number).map { .integer(Int128($0)) } ?? .number(number)
    case .flag(let flag): return .bool(flag)
    case .array(let nodes): return .array(depth < 4 ? nodes.map { json($0, depth: depth + 1) } : [])
    case .dictionary(let pairs):
      return .object(depth < 4 ? pairs.mapValues { json($0, depth: depth + 1) } : [:])
    case .other: return .null
    }
  }
}
