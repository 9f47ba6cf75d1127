import Foundation

/// A port that refuses every connection, and that nobody else gets until it is let go.
public final class RefusedPort: Sendable {
  /// The port's number.
  public let port: Int
  private let descriptor: Int32

  /// A port of the kernel's choice.
  public init() throws {
    (descriptor, port) = try LoopbackSocket.bound()
  }

  deinit {
    close(descriptor)
  }
}

enum LoopbackSocket {
  /// A TCP socket at a port of the kernel's choice, at which nobody listens yet.
  static func bound() throws -> (descriptor: Int32, port: Int) {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard isBound else {
      let reason = String(cString: strerror(errno))
      close(descriptor)
      throw MediaFailure(name: "a socket", reason: reason)
    }
    return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
  }
}
