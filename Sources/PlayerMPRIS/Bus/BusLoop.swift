import CGIO
import PlayerKit

/// A plain thread with a main loop of GLib's: whatever lives on the connection lives there.
///
/// The thread is never waited for by another thread: a bus that answers nothing may hold it.
final class BusLoop: @unchecked Sendable {
  // Contexts and loops may be used from any thread; these are not replaced.
  private let context: OpaquePointer?
  private let loop: OpaquePointer?
  private let waits = Cancellable()
  /// Ends whatever the thread waits for, by ``cancel()``.
  var cancellable: UnsafeMutablePointer<GCancellable>? { waits.pointer }

  /// A loop that does not run yet.
  init() {
    context = g_main_context_new()
    loop = g_main_loop_new(context, 0)
  }

  deinit {
    g_main_loop_unref(loop)
    g_main_context_unref(context)
  }

  /// Starts the thread, which runs `body`; false where there is none to be had.
  func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    PlainThread.start(stackSize: 256 << 10) { [self] in
      g_main_context_push_thread_default(context)
      body()
      g_main_context_pop_thread_default(context)
    }
  }

  /// Serves what comes until ``quit()``. On the thread of the loop.
  func run() {
    g_main_loop_run(loop)
  }

  /// Serves what comes until that is so, but no longer than so long. On the thread of the loop.
  func run(within limit: Duration, until isDone: () -> Bool) {
    let end = SuspendingClock.now + limit
    // Something to serve at the end, if nothing else comes.
    let deadline = Deadlines.shared.after(limit) { [weak self] in self?.perform {} }
    while !isDone(), SuspendingClock.now < end { g_main_context_iteration(context, 1) }
    deadline.cancel()
  }

  /// Ends ``run()``, from any thread, even where it has not begun yet.
  func quit() {
    perform { [weak self] in self?.end() }
  }

  private func end() {
    g_main_loop_quit(loop)
  }

  /// Ends whatever the thread waits for, from any thread.
  func cancel() {
    waits.cancel()
  }

  /// Runs `work` on the thread of the loop, while that runs; one after the other.
  ///
  /// What is left when it has ended is kept as long as the loop: it must not hold the loop itself.
  func perform(_ work: @escaping @Sendable () -> Void) {
    let source = g_idle_source_new()
    g_source_set_priority(source, G_PRIORITY_DEFAULT)
    g_source_set_callback(
      source,
      { data in
        if let data { Unmanaged<Work>.fromOpaque(data).takeUnretainedValue().body() }
        return 0
      }, Unmanaged.passRetained(Work(work)).toOpaque(),
      { data in
        if let data { Unmanaged<Work>.fromOpaque(data).release() }
      })
    g_source_attach(source, context)
    g_source_unref(source)
  }

  /// What ends a wait.
  final class Cancellable: @unchecked Sendable {
    // May be used from any thread, and is not replaced.
    let pointer = g_cancellable_new()

    deinit { g_object_unref(pointer) }

    /// Ends the wait, from any thread.
    func cancel() {
      g_cancellable_cancel(pointer)
    }
  }

  private final class Work {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
      self.body = body
    }
  }
}
