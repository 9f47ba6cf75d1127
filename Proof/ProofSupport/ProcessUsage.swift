import Foundation
import TestSupport

/// What a process, or several together, take of the machine.
public struct ProcessUsage: Sendable, Equatable {
  /// The memory that is resident, in megabytes (2²⁰ bytes). What two processes share counts in each.
  public var residentMemory: Double
  /// The share of memory (PSS), in megabytes: what several processes share is divided among them. It falls and rises
  /// with other processes of the machine that have the same libraries loaded.
  public var proportionalMemory: Double
  /// How many threads there are.
  public var threads: Int
  /// How many files, sockets and so on are open.
  public var descriptors: Int
  /// How many processes these are.
  public var processes: Int

  /// Nothing.
  public static let none = ProcessUsage(
    residentMemory: 0, proportionalMemory: 0, threads: 0, descriptors: 0, processes: 0)

  /// That of both together.
  public static func + (one: ProcessUsage, other: ProcessUsage) -> ProcessUsage {
    ProcessUsage(
      residentMemory: one.residentMemory + other.residentMemory,
      proportionalMemory: one.proportionalMemory + other.proportionalMemory,
      threads: one.threads + other.threads, descriptors: one.descriptors + other.descriptors,
      processes: one.processes + other.processes)
  }

  /// That of one process.
  ///
  /// - Throws: where it has ended, or is another user's.
  public static func of(_ process: pid_t) throws -> ProcessUsage {
    let folder = "/proc/\(process)"
    let memory = try String(contentsOfFile: "\(folder)/smaps_rollup", encoding: .utf8)
    func megabytes(_ kind: String) throws -> Double {
      guard let line = memory.split(separator: "\n").first(where: { $0.hasPrefix("\(kind):") }),
        let kilobytes = Double(line.split(separator: " ").dropFirst().first ?? "")
      else { throw Missing(description: "\(folder)/smaps_rollup says nothing of \(kind)") }
      return kilobytes / 1024
    }
    let files = FileManager.default
    return ProcessUsage(
      residentMemory: try megabytes("Rss"), proportionalMemory: try megabytes("Pss"),
      threads: try files.contentsOfDirectory(atPath: "\(folder)/task").count,
      descriptors: try files.contentsOfDirectory(atPath: "\(folder)/fd").count, processes: 1)
  }

  /// That of a process and of all that it has started and that have not ended.
  ///
  /// - Throws: where the process itself has ended, or is another user's.
  public static func ofTree(_ process: pid_t = getpid()) throws -> ProcessUsage {
    try ProcessTable.descendants(of: process).reduce(try of(process)) {
      // A child may have ended meanwhile.
      $0 + ((try? of($1)) ?? .none)
    }
  }

  private struct Missing: Error, CustomStringConvertible {
    let description: String
  }
}
