#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The threads that run Swift's tasks: they come and go by themselves and are nobody's leftovers.
enum SwiftPool {
  /// Keeps every thread of the pool busy for a moment, and returns their ids.
  static func threads() async -> Set<String> {
    await withTaskGroup(of: String?.self, returning: Set<String>.self) { group in
      for _ in 0..<(2 * ProcessInfo.processInfo.activeProcessorCount) {
        group.addTask {
          let start = ContinuousClock.now
          // Busy on purpose, so that the next task finds another thread.
          while start.duration(to: .now) < .milliseconds(3) {}
          return current
        }
      }
      return await group.reduce(into: []) { ids, id in
        if let id { ids.insert(id) }
      }
    }
  }

  /// Has the pool open what it opens at the first use and then keeps: a timer's descriptor for each clock.
  static func openTimers() async {
    // Long enough that none is over before it is set, on however busy a machine: then none would be opened. A
    // cancelled check measures nothing more.
    async let continuous: Void? = try? Task.sleep(for: .milliseconds(100), clock: .continuous)
    async let suspending: Void? = try? Task.sleep(for: .milliseconds(100), clock: .suspending)
    _ = await (continuous, suspending)
  }

  /// Whether a thread may be the pool's by its name: Dispatch calls its threads `com.apple.root.…-qos` and
  /// `….overcommit`, of which Linux keeps the last 15 bytes. A thread made by one of them has that name too,
  /// unless it takes another.
  static func mayOwn(_ name: String) -> Bool {
    name.hasSuffix("-qos") || name.hasSuffix(".overcommit")
  }

  /// This thread's id: `/proc/thread-self` links to `PROCESS/task/THREAD`.
  private static var current: String? {
    // Where there is no such link there are no ids to compare with either.
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self"))?
      .split(separator: "/").last.map(String.init)
  }
}
