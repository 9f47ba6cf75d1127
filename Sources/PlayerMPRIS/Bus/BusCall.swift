import CGIO

/// A call of a client that waits for its answer; it is answered exactly once.
struct BusCall: @unchecked Sendable {
  // An invocation belongs to whoever answers it, and answering is safe on any thread (GDBusConnection).
  private let invocation: OpaquePointer

  /// A call that has just come.
  init(_ invocation: OpaquePointer) {
    self.invocation = invocation
  }

  /// Answers it with nothing but that it is done.
  func reply() {
    g_dbus_method_invocation_return_value(invocation, nil)
  }

  /// Answers it with a value; of any type (`v`), as a property is, where asked for.
  func reply(_ value: BusValue, boxed: Bool = false) {
    g_dbus_method_invocation_return_value(invocation, BusValue.tuple([boxed ? value.boxed : value.variant]))
  }

  /// Answers it with an error.
  func fail(_ fault: BusFault) {
    g_dbus_method_invocation_return_dbus_error(invocation, fault.name.rawValue, fault.message.forBus)
  }
}
