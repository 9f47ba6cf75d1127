import Foundation
import PlayerKit

/// An HTTP server on this machine's own address that misbehaves as asked, for one test.
///
/// It accepts on one plain thread and serves each connection on another; all of them end, and all sockets are
/// closed, soon after ``stop()``.
public final class FaultServer: Sendable {
  private struct Core {
    var connections: Set<Int32> = []
    var requests: [String: Int] = [:]
    var isStopped = false
  }

  /// The port, chosen by the kernel.
  public let port: Int
  private let listener: Int32
  private let answers: [String: FaultAnswer]
  private let core = Lock(Core())

  /// A server that answers each path (`/a.wav`) in its way, and every other one with 404.
  public init(_ answers: [String: FaultAnswer]) throws {
    self.answers = answers
    (listener, port) = try LoopbackSocket.bound()
    guard listen(listener, 64) == 0 else {
      close(listener)
      throw MediaFailure(name: "a server", reason: String(cString: strerror(errno)))
    }
    Thread.detachNewThread { [self] in acceptAll() }
  }

  /// The URL of a path.
  public func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

  /// How many requests for a path have come.
  public func requests(for path: String) -> Int { core.withLock { $0.requests[path] ?? 0 } }

  /// Ends every connection, and takes no more.
  public func stop() {
    core.withLock { core in
      guard !core.isStopped else { return }
      core.isStopped = true
      // The threads that own them close them.
      shutdown(listener, Int32(SHUT_RDWR))
      for connection in core.connections { shutdown(connection, Int32(SHUT_RDWR)) }
    }
  }

  // MARK: on the server's threads

  private func acceptAll() {
    while true {
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else {
        if errno == EINTR || errno == ECONNABORTED { continue }
        break
      }
      _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
      let isTaken = core.withLock { core in
        if !core.isStopped { core.connections.insert(connection) }
        return !core.isStopped
      }
      guard isTaken else {
        close(connection)
        break
      }
      Thread.detachNewThread { [self] in
        serve(FaultConnection(connection))
        core.withLock { core in
          core.connections.remove(connection)
          close(connection)
        }
      }
    }
    close(listener)
  }

  private func serve(_ connection: FaultConnection) {
    guard let request = connection.readRequest() else { return }
    let count = core.withLock { core in
      core.requests[request.path, default: 0] += 1
      return core.requests[request.path, default: 0]
    }
    let answer = answers[request.path] ?? .status(404)
    if let raw = answer.raw {
      connection.write(raw)
      return connection.end(.close)
    }
    let (head, from) = answer.head(rangeFrom: request.rangeStart)
    let interruption = answer.interruption.flatMap { count <= $0.times ? $0 : nil }
    let end = min(max(interruption?.offset ?? answer.body.count, from), answer.body.count)
    if interruption.map({ $0.offset < 0 }) != true {
      guard connection.write(head), connection.write(answer.body[from..<end], as: answer) else { return }
    }
    connection.end(interruption?.kind ?? .close)
  }
}
