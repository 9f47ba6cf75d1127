import CGIO
import PlayerKit

/// A connection to the bus, with an object of our own on it. All of it is used on the thread of its loop alone.
final class BusConnection {
  /// Takes the calls.
  protocol Handler: AnyObject {
    /// A client asks for something. On the thread of the loop.
    func take(_ call: BusCall, interface: String, method: String, arguments: [BusValue])
    /// The bus has gone. On the thread of the loop.
    func lost()
  }

  private let connection: OpaquePointer
  private let loop: BusLoop
  private unowned let handler: any Handler
  private var registrations: [guint] = []
  private var closedHandler: gulong = 0

  /// So long the bus may take for an answer, in milliseconds.
  private static let answerTime: gint = 5000

  /// Connects, and waits for it.
  ///
  /// - Parameter handler: outlives the connection.
  init(to address: String, on loop: BusLoop, handler: any Handler) throws(BusFault) {
    var error: UnsafeMutablePointer<GError>?
    let flags = GDBusConnectionFlags(
      rawValue: G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
        | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
    let made = g_dbus_connection_new_for_address_sync(address, flags, nil, loop.cancellable, &error)
    guard let made else { throw BusFault(taking: error) }
    connection = made
    self.loop = loop
    self.handler = handler
    // The player outlives its bus.
    g_dbus_connection_set_exit_on_close(connection, 0)
    closedHandler = ytplay_connect_closed(
      connection,
      { _, _, _, data in
        if let data { Unmanaged<BusConnection>.fromOpaque(data).takeUnretainedValue().handler.lost() }
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit {
    g_signal_handler_disconnect(UnsafeMutableRawPointer(connection), closedHandler)
    for registration in registrations {
      g_dbus_connection_unregister_object(connection, registration)
    }
    g_object_unref(UnsafeMutableRawPointer(connection))
  }

  /// Puts an object with all interfaces of the description on the bus.
  func register(_ path: String, describedBy xml: String) throws(BusFault) {
    var error: UnsafeMutablePointer<GError>?
    guard let node = g_dbus_node_info_new_for_xml(xml, &error) else { throw BusFault(taking: error) }
    defer { g_dbus_node_info_unref(node) }
    // Without functions for properties those come as calls too, checked all the same.
    var table = GDBusInterfaceVTable()
    table.method_call = methodCalled
    var interface = node.pointee.interfaces
    while let info = interface?.pointee {
      let registration = g_dbus_connection_register_object(
        connection, path, info, &table, Unmanaged.passUnretained(self).toOpaque(), nil, &error)
      guard registration != 0 else { throw BusFault(taking: error) }
      registrations.append(registration)
      interface = interface?.successor()
    }
  }

  /// Asks for a name; false where it is somebody else's.
  func own(_ name: String) throws(BusFault) -> Bool {
    var error: UnsafeMutablePointer<GError>?
    // Once in a queue for a name, this connection would get it later on, and be there twice.
    let doNotQueue: guint32 = 4
    let type = g_variant_type_new("(u)")
    defer { g_variant_type_free(type) }
    let reply = g_dbus_connection_call_sync(
      connection, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
      BusValue.tuple([g_variant_new_string(name), g_variant_new_uint32(doNotQueue)]), type,
      G_DBUS_CALL_FLAGS_NONE, Self.answerTime, loop.cancellable, &error)
    guard let reply else { throw BusFault(taking: error) }
    defer { g_variant_unref(reply) }
    let answer = g_variant_get_child_value(reply, 0)
    defer { g_variant_unref(answer) }
    let (isOwner, isAlready): (guint32, guint32) = (1, 4)
    return [isOwner, isAlready].contains(g_variant_get_uint32(answer))
  }

  /// Calls a method of a program that runs already, and does not wait for it.
  ///
  /// - Parameter answered: told what it returned, on the thread of the loop; nil where it failed.
  func call(
    _ name: String, _ path: String, _ interface: String, _ method: String, _ arguments: [BusValue],
    answered: (([BusValue]?) -> Void)? = nil
  ) {
    let callback: GAsyncReadyCallback = { connection, result, data in
      guard let data else { return }
      let answer = Unmanaged<Answer>.fromOpaque(data).takeRetainedValue()
      let reply = g_dbus_connection_call_finish(connection.map { OpaquePointer($0) }, result, nil)
      answer.take(reply.map { BusValue.list($0) })
      if let reply { g_variant_unref(reply) }
    }
    g_dbus_connection_call(
      connection, name, path, interface, method, BusValue.tuple(arguments.map(\.variant)), nil,
      G_DBUS_CALL_FLAGS_NO_AUTO_START, Self.answerTime, nil, answered == nil ? nil : callback,
      answered.map { Unmanaged.passRetained(Answer($0)).toOpaque() })
  }

  private final class Answer {
    let take: ([BusValue]?) -> Void

    init(_ take: @escaping ([BusValue]?) -> Void) {
      self.take = take
    }
  }

  /// Tells everybody which properties have changed.
  func emitChanges(_ changes: [String: BusValue], of interface: String, at path: String) {
    emit(
      "org.freedesktop.DBus.Properties", "PropertiesChanged",
      [.string(interface), .members(changes), .strings([])], at: path)
  }

  /// Tells everybody of something.
  func emit(_ interface: String, _ signal: String, _ values: [BusValue], at path: String) {
    // It fails once the bus has gone, which is told otherwise.
    g_dbus_connection_emit_signal(
      connection, nil, path, interface, signal, BusValue.tuple(values.map(\.variant)), nil)
  }

  /// Waits until all that was said has been sent; false where it can't be any more.
  ///
  /// As long as a bus does not read, this waits for it: GLib has no way to end that.
  @discardableResult
  func flush() -> Bool {
    g_dbus_connection_flush_sync(connection, nil, nil) != 0
  }

  /// Ends it; the handler is told of that a little later.
  func close() {
    g_dbus_connection_close_sync(connection, loop.cancellable, nil)
  }

  fileprivate func take(_ call: BusCall, _ interface: String, _ method: String, _ arguments: [BusValue]) {
    handler.take(call, interface: interface, method: method, arguments: arguments)
  }
}

/// GLib's call of a method, in the main context in which the object was registered.
private func methodCalled(
  _: OpaquePointer?, _: UnsafePointer<CChar>?, _: UnsafePointer<CChar>?, interface: UnsafePointer<CChar>?,
  method: UnsafePointer<CChar>?, arguments: OpaquePointer?, invocation: OpaquePointer?, data: gpointer?
) {
  guard let interface, let method, let invocation, let data else { return }
  Unmanaged<BusConnection>.fromOpaque(data).takeUnretainedValue().take(
    BusCall(invocation), String(cString: interface), String(cString: method), BusValue.list(arguments))
}

extension BusFault {
  /// What GLib says went wrong, whose error is taken over.
  fileprivate init(taking error: UnsafeMutablePointer<GError>?) {
    guard let error else {
      self.init(.failed, "The bus gave no reason.")
      return
    }
    defer { g_error_free(error) }
    // Nobody else ends a wait than the service's own end, once it has been patient.
    guard g_error_matches(error, g_io_error_quark(), gint(G_IO_ERROR_CANCELLED.rawValue)) == 0 else {
      self.init(.failed, "The session bus does not answer.")
      return
    }
    g_dbus_error_strip_remote_error(error)
    let message: UnsafeMutablePointer<CChar>? = error.pointee.message
    self.init(.failed, message.map { String(cString: $0) } ?? "The bus gave no reason.")
  }
}
