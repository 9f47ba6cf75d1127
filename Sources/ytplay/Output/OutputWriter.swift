import Glibc
import PlayerKit

/// Writes to a descriptor in order, on a thread of its own.
///
/// Whoever writes never waits, unless it asks for ``room()``. A reader that has gone away is noticed even
/// while there is nothing to write.
final class OutputWriter: Sendable {
  private struct Core {
    var pending: [UInt8] = []
    /// How many bytes the thread has taken and not yet written.
    var underWay = 0
    /// `errno` of the write that failed; nothing is written after it.
    var failure: Int32?
    var isStarted = false
    var waiters: [(limit: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let descriptor: Int32
  private let wakePipe = WakePipe()
  private let onFailure: @Sendable (Int32) -> Void
  private let core = Lock(Core())
  /// A pipe that is ready for writing takes this much without blocking.
  private static let chunk = 4096
  private static let roomLimit = 1 << 20

  /// A writer to this descriptor, which stays open and blocking.
  ///
  /// - Parameter onFailure: called at most once, on the writer's thread, with `errno`.
  init(_ descriptor: Int32, onFailure: @escaping @Sendable (Int32) -> Void = { _ in }) {
    self.descriptor = descriptor
    self.onFailure = onFailure
  }

  /// Why writing failed, as `errno`'s value.
  var failure: Int32? { core.withLock(\.failure) }

  /// How many bytes have not been written yet.
  var pending: Int { core.withLock { $0.pending.count + $0.underWay } }

  /// Begins to watch for the reader's end, before anything is written.
  func start() {
    let isFirst = core.withLock { core in
      defer { core.isStarted = true }
      return !core.isStarted
    }
    if isFirst { PlainThread.startOrAbort { self.work() } }
  }

  /// Writes the bytes, some time.
  func write(_ bytes: some Collection<UInt8>) {
    start()
    core.withLock { core in
      if core.failure == nil { core.pending.append(contentsOf: bytes) }
    }
    wakePipe.wake()
  }

  /// Writes the text, some time.
  func write(_ text: String) {
    write(text.utf8)
  }

  /// Waits until the reader is less than 1 MiB behind.
  func room() async { await waitForPending(Self.roomLimit) }

  /// Waits until all has been written, or can't be.
  func flush() async { await waitForPending(1) }

  private func waitForPending(_ limit: Int) async {
    await withCheckedContinuation { continuation in
      let isThere = core.withLock { core in
        if core.pending.count + core.underWay < limit || core.failure != nil { return true }
        core.waiters.append((limit, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  private func work() {
    var taken: [UInt8] = []
    var written = 0
    while true {
      if written == taken.count {
        (taken, written) = (core.withLock { Self.takePending(&$0) }, 0)
      }
      var polls = [
        pollfd(fd: descriptor, events: taken.isEmpty ? 0 : Int16(POLLOUT), revents: 0),
        pollfd(fd: wakePipe.reading, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&polls, 2, -1) > 0 else { continue }
      if polls[1].revents != 0 { _ = wakePipe.drain() }
      if polls[0].revents == 0 { continue }
      if taken.isEmpty {
        return fail(polls[0].revents & Int16(POLLNVAL) != 0 ? EBADF : EPIPE)
      }
      let chunk = taken[written...].prefix(Self.chunk)
      let count = chunk.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        let number = errno
        if number == EINTR || number == EAGAIN { continue }
        return fail(number)
      }
      written += count
      let ready = core.withLock { core in
        core.underWay -= count
        return Self.takeWaiters(&core)
      }
      for continuation in ready { continuation.resume() }
    }
  }

  private static func takePending(_ core: inout Core) -> [UInt8] {
    core.underWay = core.pending.count
    defer { core.pending = [] }
    return core.pending
  }

  private func fail(_ number: Int32) {
    let ready = core.withLock { core in
      core.failure = number
      (core.pending, core.underWay) = ([], 0)
      return Self.takeWaiters(&core)
    }
    onFailure(number)
    for continuation in ready { continuation.resume() }
  }

  private static func takeWaiters(_ core: inout Core) -> [CheckedContinuation<Void, Never>] {
    let count = core.pending.count + core.underWay
    let ready = core.waiters.filter { count < $0.limit }.map(\.continuation)
    core.waiters.removeAll { count < $0.limit }
    return ready
  }
}
