import Foundation
import ProofSupport

/// How often a thing is measured that has no yardstick; the median counts.
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

/// The resident memory of this process and of all that it has started, in megabytes.
///
/// Not their proportional share: that falls and rises by several megabytes with every other process on the machine
/// that has mpv's libraries loaded.
func residentMemoryOfTree(_ process: pid_t = getpid()) throws -> Double {
  try ProcessUsage.ofTree(process).residentMemory
}

/// This process's proportional share of memory, in megabytes.
func memoryInUse() throws -> Double {
  try ProcessUsage.of(getpid()).proportionalMemory
}
