import Glibc

/// A connection to a server of this machine, which is given up where it takes too long.
///
/// Its functions block.
struct LocalSocket: ~Copyable {
  private let descriptor: Int32
  /// How long anything is waited for, in milliseconds.
  private static let limit: Int32 = 5000

  /// Connects; nil where nobody listens.
  ///
  /// - Parameter path: bytes of a path, or of a name of the abstract space behind a zero.
  init?(_ path: [UInt8]) {
    guard let descriptor = Self.connect(path) else { return nil }
    self.descriptor = descriptor
  }

  private static func connect(_ path: [UInt8]) -> Int32? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
    // In the abstract space every byte is part of the name; a path ends with a zero.
    let isAbstract = path.first == 0
    let length = socklen_t(MemoryLayout<sa_family_t>.size + path.count + (isAbstract ? 0 : 1))
    let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    let descriptor = socket(AF_UNIX, Int32(kind), 0)
    guard descriptor >= 0 else { return nil }
    let isConnected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.connect(descriptor, $0, length) == 0 }
    }
    if isConnected { return descriptor }
    close(descriptor)
    return nil
  }

  deinit { close(descriptor) }

  /// Sends the bytes; false where they are not taken.
  func send(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      == bytes.count
  }

  /// What comes, up to a line feed; nil where nothing comes in time.
  func line() -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.last != UInt8(ascii: "\n"), bytes.count < 4096 {
      var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&polled, 1, Self.limit) > 0 else { return nil }
      var byte: UInt8 = 0
      guard recv(descriptor, &byte, 1, 0) == 1 else { return nil }
      bytes.append(byte)
    }
    return bytes
  }
}
