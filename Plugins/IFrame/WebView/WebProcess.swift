import CWebKit

/// The web processes of this program, as `/proc` tells of them.
enum WebProcess {
  /// Those of a kind below this process, the oldest first.
  static func all(_ program: String = "WebKitWebProcess") -> [Int32] {
    var found: [(order: Int, id: Int32)] = []
    var parents: [Int32] = [getpid()]
    while let parent = parents.popLast() {
      for child in children(of: parent) {
        parents.append(child)
        let words = words(of: child)
        // WebKit numbers its processes in the first argument.
        guard words.first?.hasSuffix("/\(program)") == true else { continue }
        found.append((words.count > 1 ? Int(words[1]) ?? 0 : 0, child))
      }
    }
    return found.sorted { $0.order < $1.order }.map(\.id)
  }

  private static func children(of process: Int32) -> [Int32] {
    threads(of: process).flatMap { thread in
      text("/proc/\(process)/task/\(thread)/children").split(separator: " ").compactMap { Int32($0) }
    }
  }

  private static func threads(of process: Int32) -> [String] {
    guard let folder = opendir("/proc/\(process)/task") else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.first != "." { names.append(name) }
    }
    return names
  }

  private static func words(of process: Int32) -> [Substring] {
    text("/proc/\(process)/cmdline").split(separator: "\0")
  }

  private static func text(_ path: String) -> String {
    var contents: UnsafeMutablePointer<CChar>?
    var count: gsize = 0
    // A process may go while it is looked at.
    guard g_file_get_contents(path, &contents, &count, nil) != 0, let contents else { return "" }
    defer { g_free(contents) }
    let bytes = UnsafeRawBufferPointer(start: contents, count: Int(count))
    return String(decoding: bytes, as: UTF8.self)
  }
}
