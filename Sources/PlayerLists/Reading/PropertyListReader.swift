import PlayerKit

/// Reads a property list: an array of ids, URLs, paths and dictionaries, or a dictionary that has one.
enum PropertyListReader {
  /// The keys of a dictionary under which the array may be, the best first.
  private static let arrayKeys = ["entries", "items", "sources", "videos", "ids"]
  /// The keys under which an entry's source may be, the best first.
  private static let sourceKeys = ["source", "url", "location", "path", "file", "id", "videoid"]

  static func read(_ bytes: [UInt8]) throws(ListFault) -> ListDraft {
    var draft = ListDraft()
    let root: PropertyNode
    var fault: ListFault?
    if bytes.starts(with: "bplist".utf8) {
      root = try PropertyListBinary.read(bytes)
    } else {
      (root, fault) = try PropertyListXML.read(bytes)
    }
    switch root.value {
    case .array(let nodes): draft.items = nodes.map(item)
    case .dictionary(let pairs):
      let pairs = folded(pairs)
      guard case .array(let nodes)? = arrayKeys.lazy.compactMap({ pairs[$0]?.value }).first else {
        throw fault
          ?? ListFault(
            line: root.line, message: "The property list has no array of entries.",
            remedy: "Make it an array, or a dictionary with an array called entries.")
      }
      draft.title = title(pairs)
      draft.items = nodes.map(item)
    case .text, .number, .flag, .other:
      throw fault ?? ListFault(line: root.line, message: "The property list is no array.")
    }
    if let fault {
      if !draft.hasEntries { throw fault }
      draft.items.append(.fault(fault))
    }
    return draft
  }

  private static func item(_ node: PropertyNode) -> ListDraft.Item {
    switch node.value {
    case .text(let text):
      return .entry(ListDraft.Entry(places: [.plain(Array(text.utf8))], line: node.line))
    case .dictionary(let pairs): return item(pairs, line: node.line)
    case .number, .flag, .array, .other:
      return .fault(
        ListFault(line: node.line, message: "An entry is text or a dictionary, and this is neither."))
    }
  }

  private static func item(_ own: [String: PropertyNode], line: Int?) -> ListDraft.Item {
    let pairs = folded(own)
    var entry = ListDraft.Entry(places: [], line: line, title: title(pairs))
    entry.duration = (pairs["duration"] ?? pairs["length"])?.number?.asListDuration
    if own["kind"] != nil {
      do throws(ListFault) {
        entry.places = [.source(try PropertySource.read(own, line: line))]
      } catch {
        return .fault(error)
      }
      return .entry(entry)
    }
    guard let node = sourceKeys.lazy.compactMap({ pairs[$0] }).first else {
      return .fault(
        ListFault(
          line: line, message: "The entry has no source.",
          remedy: "Give it one under source, url, path or id."))
    }
    switch node.value {
    case .text(let text): entry.places = [.plain(Array(text.utf8))]
    case .dictionary(let source):
      do throws(ListFault) {
        entry.places = [.source(try PropertySource.read(source, line: line))]
      } catch {
        return .fault(error)
      }
    case .number, .flag, .array, .other:
      return .fault(ListFault(line: line, message: "The entry's source is neither text nor a dictionary."))
    }
    entry.start = pairs["start"]?.number
    entry.end = pairs["end"]?.number
    return .entry(entry)
  }

  private static func title(_ pairs: [String: PropertyNode]) -> String? {
    (pairs["title"] ?? pairs["name"])?.text.flatMap { ListText.title($0) }
  }

  /// The pairs by their keys in small letters; of keys that differ in case alone, the first in order counts.
  private static func folded(_ pairs: [String: PropertyNode]) -> [String: PropertyNode] {
    var folded: [String: PropertyNode] = [:]
    for (key, value) in pairs.sorted(by: { $0.key < $1.key }) where folded[key.lowercased()] == nil {
      folded[key.lowercased()] = value
    }
    return folded
  }
}
