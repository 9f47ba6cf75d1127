import Foundation
import PlayerKit

/// An HTTP server on this machine's own address that misbehaves as asked, for one test.
public final class TestServer: Sendable {
  /// What is answered to a request.
  public enum Answer: Sendable {
    /// The file's bytes; with ranges where asked for.
    case file([UInt8], takesRanges: Bool = true)
    /// So many of the file's bytes, and then the connection is cut.
    case cut([UInt8], after: Int)
    /// So many of the file's bytes, and then nothing more.
    case stall([UInt8], after: Int)
    /// This status and a page of HTML.
    case status(Int)
    /// Nothing at all; the connection stays open.
    case silence
  }

  /// The port.
  public let port: Int
  private let listener: Int32
  private let answers: [String: Answer]
  private let connections = Lock([Int32]())

  /// A server that answers each path (`/a.wav`) in its way, and every other one with 404.
  public init(_ answers: [String: Answer]) throws {
    self.answers = answers
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 64) == 0
          && getsockname(listener, $0, &length) == 0
      }
    }
    guard isBound else { throw MediaFailure(name: "a server", reason: String(cString: strerror(errno))) }
    port = Int(UInt16(bigEndian: address.sin_port))
    Thread.detachNewThread { [self] in acceptAll() }
  }

  /// The URL of a path.
  public func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

  /// Closes everything.
  public func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
    connections.withLock { for connection in $0 { shutdown(connection, Int32(SHUT_RDWR)) } }
  }

  private func acceptAll() {
    while true {
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else { break }
      connections.withLock { $0.append(connection) }
      Thread.detachNewThread { [self] in
        serve(connection)
        connections.withLock { open in
          open.removeAll { $0 == connection }
          close(connection)
        }
      }
    }
    close(listener)
  }

  private func serve(_ connection: Int32) {
    guard let request = readRequest(connection) else { return }
    let path = String(request.split(separator: " ").dropFirst().first ?? "")
    switch answers[path] ?? .status(404) {
    case .file(let bytes, let takesRanges):
      let from = takesRanges ? Self.rangeStart(request) : nil
      let range = from.map { "Content-Range: bytes \($0)-\(bytes.count - 1)/\(bytes.count)\r\n" } ?? ""
      let accepts = takesRanges ? "Accept-Ranges: bytes\r\n" : ""
      let rest = bytes.dropFirst(from ?? 0)
      write(connection, Self.head(from == nil ? 200 : 206, rest.count, accepts + range) + rest)
    case .cut(let bytes, let count):
      write(connection, Self.head(200, bytes.count, "") + bytes.prefix(count))
    case .stall(let bytes, let count):
      write(connection, Self.head(200, bytes.count, "") + bytes.prefix(count))
      waitForEnd(connection)
    case .status(let status):
      let page = Array("<html><body>This is a page.</body></html>".utf8)
      write(connection, Self.head(status, page.count, "Content-Type: text/html\r\n") + page)
    case .silence: waitForEnd(connection)
    }
    shutdown(connection, Int32(SHUT_RDWR))
  }

  private func readRequest(_ connection: Int32) -> String? {
    var request: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !request.ends(with: "\r\n\r\n") {
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return nil }
      request += buffer[..<count]
    }
    return String(decoding: request, as: UTF8.self)
  }

  private func waitForEnd(_ connection: Int32) {
    var byte: UInt8 = 0
    while recv(connection, &byte, 1, 0) > 0 {}
  }

  private func write(_ connection: Int32, _ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  private static func head(_ status: Int, _ length: Int, _ more: String) -> [UInt8] {
    Array("HTTP/1.1 \(status) -\r\nConnection: close\r\nContent-Length: \(length)\r\n\(more)\r\n".utf8)
  }

  private static func rangeStart(_ request: String) -> Int? {
    guard let range = request.lowercased().range(of: "range: bytes=") else { return nil }
    return Int(request[range.upperBound...].prefix { $0.isNumber })
  }
}

extension [UInt8] {
  fileprivate func ends(with text: String) -> Bool {
    suffix(text.utf8.count).elementsEqual(text.utf8)
  }
}
