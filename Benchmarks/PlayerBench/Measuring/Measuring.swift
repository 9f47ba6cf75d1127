import Foundation
import TestSupport

/// How often each thing is measured; the median counts.
let rounds = 11

/// Nanoseconds of the machine's steady clock, or of another one.
func now(_ clock: clockid_t = CLOCK_MONOTONIC) -> UInt64 {
  var time = timespec()
  clock_gettime(clock, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

/// The middle one, or the upper of the two in the middle; 0 of none.
func median(_ values: [Double]) -> Double {
  let sorted = values.sorted()
  return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
}

/// The resident memory of this process and of its children, in megabytes.
///
/// Not their proportional share: that falls and rises by several megabytes with every other process on the machine
/// that has mpv's libraries loaded.
func residentMemoryOfTree() throws -> Double {
  var sum = try memory("Rss")
  for thread in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task") {
    // A thread that has ended meanwhile has no children any more.
    let children = try? String(contentsOfFile: "/proc/self/task/\(thread)/children", encoding: .utf8)
    for child in (children ?? "").split(separator: " ") { sum += try memory("Rss", of: String(child)) }
  }
  return sum
}

/// The resident memory of a process and of all that it has started, in megabytes.
func residentMemoryOfTree(_ process: pid_t) throws -> Double {
  try ProcessTable.children(of: process).reduce(try memory("Rss", of: "\(process)")) {
    // A child may have ended meanwhile.
    $0 + ((try? residentMemoryOfTree($1)) ?? 0)
  }
}

/// This process's proportional share of memory, in megabytes.
func memoryInUse() throws -> Double {
  try memory("Pss")
}

private func memory(_ kind: String, of process: String = "self") throws -> Double {
  let path = "/proc/\(process)/smaps_rollup"
  let text = try String(contentsOfFile: path, encoding: .utf8)
  guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("\(kind):") }),
    let kilobytes = Double(line.split(separator: " ").dropFirst().first ?? "")
  else { throw NotMeasured("\(path) says nothing of \(kind)") }
  return kilobytes / 1024
}
