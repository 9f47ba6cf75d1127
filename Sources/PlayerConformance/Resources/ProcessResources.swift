#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The threads, descriptors and children of this process at one moment, as Linux shows them in `/proc`.
struct ProcessResources: Sendable {
  /// Threads by id, each with its name. The id of a thread that ended may be given again.
  let threads: [String: String]
  /// Descriptors by number, each with what it is open on.
  let descriptors: [String: String]
  /// Child processes by id, each with its name; dead ones that nobody has waited for too.
  let children: [String: String]

  /// What this process has now; nil where the system has no `/proc`.
  static func current() -> ProcessResources? {
    #if os(Linux)
      ProcessResources(
        threads: Dictionary(
          uniqueKeysWithValues: names(in: "/proc/self/task").map { id in
            (id, text(of: "/proc/self/task/\(id)/comm") ?? "")
          }),
        descriptors: Dictionary(
          uniqueKeysWithValues: names(in: "/proc/self/fd").compactMap { number in
            // The descriptor that the folder was read through is closed by now and has no target.
            target(of: "/proc/self/fd/\(number)").map { (number, $0) }
          }),
        children: children(of: ProcessInfo.processInfo.processIdentifier))
    #else
      nil
    #endif
  }

  /// What is here and was not in `earlier`, in words, without the threads named in `known`.
  func added(since earlier: ProcessResources, except known: Set<String> = []) -> Leftovers {
    Leftovers(
      threads: threads.filter { earlier.threads[$0.key] == nil && !known.contains($0.key) },
      descriptors: descriptors.filter { earlier.descriptors[$0.key] != $0.value },
      children: children.filter { earlier.children[$0.key] == nil })
  }

  /// The memory of this process and its descendants in bytes, without the pages of files: these are shared, and a
  /// process's part of them falls and rises with others on the machine that have the same libraries loaded. Nil where
  /// the system does not tell.
  static func memory() -> Double? {
    #if os(Linux)
      guard let own = ownMemory("self") else { return nil }
      var sum = own
      var parents = [ProcessInfo.processInfo.processIdentifier]
      while let parent = parents.popLast() {
        for child in children(of: parent).keys {
          // A child that has ended meanwhile takes no memory.
          sum += ownMemory(child) ?? 0
          if let id = Int32(child) { parents.append(id) }
        }
      }
      return sum
    #else
      return nil
    #endif
  }

  private static func ownMemory(_ process: String) -> Double? {
    guard let rollup = text(of: "/proc/\(process)/smaps_rollup") else { return nil }
    var kilobytes: [Substring: Double] = [:]
    for line in rollup.split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count > 1 { kilobytes[words[0]] = Double(words[1]) }
    }
    let parts = ["Pss_Anon:", "Pss_Shmem:"].compactMap { kilobytes[$0] }
    // Older kernels tell the sum alone.
    return (parts.isEmpty ? kilobytes["Pss:"] : parts.reduce(0, +)).map { $0 * 1024 }
  }

  /// The processes whose parent this is: the fourth field of their `stat` (proc_pid_stat(5)), behind the name
  /// in parentheses, which may itself hold any character.
  private static func children(of parent: Int32) -> [String: String] {
    var children: [String: String] = [:]
    for id in names(in: "/proc") where id.first?.isNumber == true {
      guard let stat = text(of: "/proc/\(id)/stat"), let open = stat.firstIndex(of: "("),
        let close = stat.lastIndex(of: ")")
      else { continue }
      let fields = stat[stat.index(after: close)...].split(separator: " ")
      guard fields.count > 1, fields[1] == "\(parent)" else { continue }
      children[id] = String(stat[stat.index(after: open)..<close])
    }
    return children
  }

  private static func names(in folder: String) -> [String] {
    // Of a process that has ended meanwhile there is nothing to list.
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }

  private static func text(of file: String) -> String? {
    // Not by Foundation, which loses its buffer where a process ends between the opening and the reading.
    guard let stream = fopen(file, "re") else { return nil }
    defer { fclose(stream) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = fread(&buffer, 1, buffer.count, stream), count > 0 { bytes += buffer[..<count] }
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  private static func target(of link: String) -> String? {
    // A descriptor that has been closed meanwhile is none.
    try? FileManager.default.destinationOfSymbolicLink(atPath: link)
  }
}

/// What a backend left behind.
struct Leftovers: Sendable {
  var threads: [String: String]
  var descriptors: [String: String]
  var children: [String: String]

  var isEmpty: Bool { threads.isEmpty && descriptors.isEmpty && children.isEmpty }

  /// What was left, for a failure.
  var text: String {
    [("thread", threads), ("descriptor", descriptors), ("process", children)]
      .filter { !$0.1.isEmpty }
      .map { kind, things in
        let shown = things.values.sorted().prefix(5).joined(separator: ", ")
        return "\(things.count) \(kind)\(things.count == 1 ? "" : kind == "process" ? "es" : "s") (\(shown))"
      }
      .joined(separator: " and ")
  }
}
