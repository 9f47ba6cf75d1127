import Foundation
import PlayerKit

/// Asks an mpv by its own socket, past the backend.
public final class MPVProbe: Sendable {
  private let path: String
  private let connection = Lock<Int32>(-1)

  /// - Parameter path: mpv's option `input-ipc-server`.
  public init(_ path: String) {
    self.path = path
  }

  deinit {
    connection.withLock { if $0 >= 0 { close($0) } }
  }

  /// Between which two times mpv's clock was when it was read, in seconds of the medium at rate 1.
  public func audioTime() -> (earliest: Double, latest: Double)? {
    let began = DispatchTime.now().uptimeNanoseconds
    guard let time: Double = property("audio-pts") else { return nil }
    return (time - Double(DispatchTime.now().uptimeNanoseconds - began) / 1e9, time)
  }

  /// What mpv says of a property of its own; nil where it says nothing, or is not there.
  public func property<Value: Decodable>(_ name: String) -> Value? {
    connection.withLock { descriptor in
      if descriptor < 0 { descriptor = Self.connect(path) }
      guard descriptor >= 0 else { return nil }
      guard let line = Self.ask(name, descriptor) else {
        // Another one may listen there later.
        close(descriptor)
        descriptor = -1
        return nil
      }
      return (try? JSONDecoder().decode(Answer<Value>.self, from: Data(line.utf8)))?.data
    }
  }

  private static func ask(_ name: String, _ descriptor: Int32) -> Substring? {
    let request = Array("{\"command\":[\"get_property\",\"\(name)\"],\"request_id\":7}\n".utf8)
    guard Glibc.send(descriptor, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else {
      return nil
    }
    var text = ""
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !text.contains("\"request_id\":7") || !text.hasSuffix("\n") {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { return nil }
      text += String(decoding: buffer[..<count], as: UTF8.self)
    }
    return text.split(separator: "\n").first { $0.contains("\"request_id\":7") }
  }

  /// Sends a line of mpv's JSON protocol.
  public func send(_ line: String) {
    connection.withLock { descriptor in
      if descriptor < 0 { descriptor = Self.connect(path) }
      let bytes = Array((line + "\n").utf8)
      _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }
  }

  private struct Answer<Value: Decodable>: Decodable {
    let data: Value?
  }

  private static func connect(_ path: String) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    if code == 0 { return descriptor }
    close(descriptor)
    return -1
  }
}
