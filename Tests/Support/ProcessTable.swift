import Foundation

/// The processes of this machine, as `/proc` tells of them.
public enum ProcessTable {
  /// The children of a process that have not ended.
  public static func children(of parent: pid_t) throws -> [pid_t] {
    try all().filter { status(of: $0).map { $0.parent == parent && $0.state != "Z" } ?? false }
  }

  /// The children of a process, their children, and so on, as far as they have not ended.
  public static func descendants(of ancestor: pid_t) throws -> [pid_t] {
    var parents: [pid_t: pid_t] = [:]
    for process in try all() {
      if let status = status(of: process), status.state != "Z" { parents[process] = status.parent }
    }
    var found: [pid_t] = []
    var generation = [ancestor]
    while !generation.isEmpty {
      generation = parents.filter { generation.contains($0.value) }.map(\.key)
      found += generation
    }
    return found
  }

  /// The name of a process's program, without its folder.
  public static func name(of process: pid_t) -> String {
    words(of: process).first?.split(separator: "/").last.map(String.init) ?? ""
  }

  /// All of them.
  public static func all() throws -> [pid_t] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { pid_t($0) }
  }

  /// The program and the arguments that a process was started with; none of a process that has ended.
  public static func words(of process: pid_t) -> [String] {
    bytes(of: "/proc/\(process)/cmdline").split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether what a thread of the process starts may gain rights that the process has not; nil where there is no such
  /// process any more.
  public static func canGainPrivileges(_ process: pid_t) throws -> Bool? {
    let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")
    let answers = threads.compactMap { field("NoNewPrivs:", in: "/proc/\(process)/task/\($0)/status")?.first }
    return answers.isEmpty ? nil : answers.contains("0")
  }

  /// The most bytes of a dump of the process's memory, where it crashes; nil where it has no limit, or has ended.
  public static func coreLimit(of process: pid_t) -> Int? {
    field("Max core file size", in: "/proc/\(process)/limits")?.first.flatMap { Int($0) }
  }

  /// The words behind a name in a file of lines.
  private static func field(_ name: String, in file: String) -> [Substring]? {
    let text = String(decoding: bytes(of: file), as: UTF8.self)
    return text.split(separator: "\n").first { $0.hasPrefix(name) }?.dropFirst(name.count).split {
      $0.isWhitespace
    }
  }

  /// Whether there is such a process that has not ended.
  public static func isAlive(_ process: pid_t) -> Bool {
    status(of: process).map { $0.state != "Z" } ?? false
  }

  /// Stops a process, and waits until it stands.
  public static func freeze(_ process: pid_t) {
    kill(process, SIGSTOP)
    waitUntilStopped(process)
  }

  /// Waits until all threads of a process that was sent `SIGSTOP` stand, or it has ended; for 10 s at most. The signal
  /// alone is not enough: its threads on other processors run on for a moment, in which one can still answer.
  static func waitUntilStopped(_ process: pid_t) {
    let end = ContinuousClock.now + .seconds(10)
    while ContinuousClock.now < end {
      // A process that is gone has no threads.
      let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
      let run = threads.contains { thread in
        status(in: "/proc/\(process)/task/\(thread)/stat").map { !"TtZX".contains($0.state) } ?? false
      }
      if !run { return }
      usleep(1000)
    }
  }

  /// What is in a file of a process; nothing where the process has gone.
  private static func bytes(of path: String) -> [UInt8] {
    // Not by Foundation, which loses its buffer where there turns out to be nothing to read.
    guard let file = fopen(path, "re") else { return [] }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
    return bytes
  }

  private static func status(of process: pid_t) -> (state: Substring, parent: pid_t)? {
    status(in: "/proc/\(process)/stat")
  }

  private static func status(in file: String) -> (state: Substring, parent: pid_t)? {
    // A process may go while it is looked at. Its name stands in brackets, and may hold anything.
    let text = String(decoding: bytes(of: file), as: UTF8.self)
    guard let end = text.lastIndex(of: ")") else { return nil }
    let fields = text[text.index(after: end)...].split(separator: " ")
    guard fields.count > 1, let parent = pid_t(fields[1]) else { return nil }
    return (fields[0], parent)
  }
}
