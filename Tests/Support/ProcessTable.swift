import Foundation

/// The processes of this machine, as `/proc` tells of them.
public enum ProcessTable {
  /// The children of a process that have not ended.
  public static func children(of parent: pid_t) throws -> [pid_t] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { pid_t($0) }.filter {
      status(of: $0).map { $0.parent == parent && $0.state != "Z" } ?? false
    }
  }

  /// Whether there is such a process that has not ended.
  public static func isAlive(_ process: pid_t) -> Bool {
    status(of: process).map { $0.state != "Z" } ?? false
  }

  private static func status(of process: pid_t) -> (state: Substring, parent: pid_t)? {
    // A process may go while it is looked at. Its name stands in brackets, and may hold anything.
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      let end = text.lastIndex(of: ")")
    else { return nil }
    let fields = text[text.index(after: end)...].split(separator: " ")
    guard fields.count > 1, let parent = pid_t(fields[1]) else { return nil }
    return (fields[0], parent)
  }
}
