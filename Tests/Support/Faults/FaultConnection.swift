import Foundation

/// One connection of a ``FaultServer``, on that connection's thread.
struct FaultConnection {
  /// What was asked for.
  struct Request {
    let path: String
    /// The first byte of the range, where one was asked for.
    let rangeStart: Int?
  }

  private let descriptor: Int32
  /// With this byte a client begins that wants to encrypt (RFC 8446, 5.1).
  private static let handshake: UInt8 = 22

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Reads a request's head; nil where the connection ends before it does.
  func readRequest() -> Request? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0, bytes.count < 65536 else { return nil }
      bytes += buffer[..<count]
      if bytes.first == Self.handshake {
        write("HTTP/1.1 400 -\r\nConnection: close\r\nContent-Length: 0\r\n\r\n".utf8)
        return nil
      }
    }
    let text = String(decoding: bytes, as: UTF8.self)
    guard var path = text.split(separator: " ").dropFirst().first else { return nil }
    // RTSP asks for whole addresses.
    if let scheme = path.range(of: "://") {
      path = path[scheme.upperBound...].drop { $0 != "/" }
    }
    let range = text.range(of: "\r\nrange: bytes=", options: .caseInsensitive)
    return Request(
      path: String(path), rangeStart: range.flatMap { Int(text[$0.upperBound...].prefix { $0.isNumber }) })
  }

  /// Sends bytes; false where the connection has ended.
  @discardableResult
  func write(_ bytes: some Collection<UInt8>) -> Bool {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Sends a part of the body in the answer's form and at its pace; false where the connection has ended.
  func write(_ body: ArraySlice<UInt8>, as answer: FaultAnswer) -> Bool {
    let pieces = answer.bytesPerSecond.map { max($0 / 20, 1) } ?? 65536
    var rest = body
    while !rest.isEmpty {
      let piece = rest.prefix(pieces)
      rest = rest.dropFirst(piece.count)
      if case .chunks = answer.framing {
        guard write("\(String(piece.count, radix: 16))\r\n".utf8), write(piece), write("\r\n".utf8) else {
          return false
        }
      } else if !write(piece) {
        return false
      }
      if answer.bytesPerSecond != nil, !isOpen(after: 50) { return false }
    }
    if case .chunks = answer.framing { return write("0\r\n\r\n".utf8) }
    return true
  }

  /// Does to the connection what is left to do; its descriptor is closed by its owner.
  func end(_ kind: FaultAnswer.Break) {
    switch kind {
    case .stall:
      while isOpen(after: -1) {}
    case .close:
      shutdown(descriptor, Int32(SHUT_WR))
    case .reset:
      var option = linger(l_onoff: 1, l_linger: 0)
      setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }
  }

  /// Waits for so many milliseconds, without limit where negative, and tells whether the other side is there.
  private func isOpen(after milliseconds: Int32) -> Bool {
    var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&poller, 1, milliseconds) > 0 else { return true }
    var byte: UInt8 = 0
    return recv(descriptor, &byte, 1, 0) > 0
  }
}
