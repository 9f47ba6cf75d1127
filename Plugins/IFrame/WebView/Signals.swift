import CWebKit

/// Calls `body` with the owner that a signal's `data` points to.
///
/// GTK calls on the main thread alone. Pointers go into `body` as numbers (``UInt``), since a pointer must not be
/// handed to the main actor from a function that is not known to be on it.
func onMain<Owner: AnyObject, Result: Sendable>(
  _ data: UnsafeMutableRawPointer?, _ owner: Owner.Type, otherwise result: Result,
  _ body: @MainActor (Owner) -> Result
) -> Result {
  let address = UInt(bitPattern: data)
  return MainActor.assumeIsolated {
    guard let pointer = UnsafeRawPointer(bitPattern: address) else { return result }
    return body(Unmanaged<Owner>.fromOpaque(pointer).takeUnretainedValue())
  }
}

/// As ``onMain(_:_:otherwise:_:)``, for a signal that wants no answer.
func onMain<Owner: AnyObject>(
  _ data: UnsafeMutableRawPointer?, _ owner: Owner.Type, _ body: @MainActor (Owner) -> Void
) {
  onMain(data, owner, otherwise: (), body)
}

/// The object at an address that a signal gave.
func object<Object>(_ address: UInt, as type: Object.Type) -> UnsafeMutablePointer<Object>? {
  UnsafeMutablePointer(bitPattern: address)
}

/// What a signal's `data` is for an owner that disconnects all its signals before it goes.
func signalData(_ owner: AnyObject) -> UnsafeMutableRawPointer {
  Unmanaged.passUnretained(owner).toOpaque()
}

/// Takes over a text that GLib allocated.
func takeText(_ text: UnsafeMutablePointer<CChar>?) -> String {
  guard let text else { return "" }
  defer { g_free(text) }
  return String(cString: text)
}

/// A script's value as a text.
func text(_ value: OpaquePointer?) -> String {
  // Not as a C string, which a zero byte would end.
  guard let value, let bytes = jsc_value_to_string_as_bytes(value) else { return "" }
  defer { g_bytes_unref(bytes) }
  var count: gsize = 0
  let start = g_bytes_get_data(bytes, &count)
  return String(decoding: UnsafeRawBufferPointer(start: start, count: Int(count)), as: UTF8.self)
}

/// Takes over an error that GLib allocated, and returns its message.
func takeMessage(_ error: UnsafeMutablePointer<GError>?) -> String {
  guard let error else { return "" }
  defer { g_error_free(error) }
  return String(cString: error.pointee.message)
}
