import CMPV

/// The C handle of one mpv, which nothing else touches.
///
/// Not `Sendable`: made, used and destroyed on the one thread of its ``MPVEventLoop``. Only a ``Waker`` may
/// be used elsewhere. All calls between ``initialize()`` and ``destroy()`` are asynchronous ones, so that the
/// thread never waits for mpv's core.
final class MPVHandle {
  private let pointer: OpaquePointer

  /// An mpv that takes options and is not initialized yet.
  ///
  /// Nil where libmpv refuses: without memory, or where `LC_NUMERIC` is not `C` (see ``MPVLocale``).
  init?() {
    guard let pointer = mpv_create() else { return nil }
    self.pointer = pointer
  }

  /// The version of the client API, as `2.0`.
  static var clientVersion: String {
    let version = mpv_client_api_version()
    return "\(version >> 16).\(version & 0xffff)"
  }

  /// Sets an option, before ``initialize()``.
  func setOption(_ name: String, _ value: String) -> MPVCode {
    MPVCode(mpv_set_option_string(pointer, name, value))
  }

  /// Sets an option whose value is no text, before ``initialize()``.
  func setOption(_ name: String, _ value: MPVNode) -> MPVCode {
    value.withCNode { MPVCode(mpv_set_option(pointer, name, MPV_FORMAT_NODE, $0)) }
  }

  func initialize() -> MPVCode {
    MPVCode(mpv_initialize(pointer))
  }

  /// Asks for log lines of this level and above.
  func requestLog(_ level: String) {
    mpv_request_log_messages(pointer, level)
  }

  /// Reads a property at once. It waits for the core: only for use while nothing is loaded.
  func property(_ name: String) -> MPVNode {
    var node = mpv_node()
    guard mpv_get_property(pointer, name, MPV_FORMAT_NODE, &node) >= 0 else { return .none }
    defer { mpv_free_node_contents(&node) }
    return MPVNode(node)
  }

  /// Sends a command, a map with its `name` and its named arguments. The reply carries `id`.
  func command(_ command: MPVNode, id: UInt64) -> MPVCode {
    command.withCNode { MPVCode(mpv_command_node_async(pointer, id, $0)) }
  }

  /// Sets a property. The reply carries `id`.
  func set(_ name: String, _ value: MPVNode, id: UInt64) -> MPVCode {
    value.withCNode { MPVCode(mpv_set_property_async(pointer, id, name, MPV_FORMAT_NODE, $0)) }
  }

  /// Asks for a property. The reply carries `id`.
  func get(_ name: String, id: UInt64) -> MPVCode {
    MPVCode(mpv_get_property_async(pointer, id, name, MPV_FORMAT_NODE))
  }

  /// Asks to be told of a property's changes, each with `id`.
  func observe(_ name: String, id: UInt64) {
    mpv_observe_property(pointer, id, name, MPV_FORMAT_NODE)
  }

  /// The next event; waits for one up to `timeout` seconds, for ever where that is negative.
  func nextEvent(timeout: Double) -> MPVEvent {
    MPVEvent(mpv_wait_event(pointer, timeout).pointee)
  }

  /// Ends mpv and frees the handle. Waits until all of mpv's threads are gone.
  consuming func destroy() {
    mpv_terminate_destroy(pointer)
  }

  var waker: Waker { Waker(pointer: pointer) }

  /// Ends a wait for the next event.
  ///
  /// Holds: `mpv_wakeup` may be called from any thread; the ``MPVMailbox`` drops the waker before the handle
  /// is destroyed.
  struct Waker: @unchecked Sendable {
    fileprivate let pointer: OpaquePointer

    func wake() {
      mpv_wakeup(pointer)
    }
  }
}
