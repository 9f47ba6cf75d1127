import CMPV

/// An mpv that is asked and answers, each request with its reply.
///
/// Lives on the thread of its ``MPVEventLoop``.
final class MPVEngine {
  typealias Reply = (Result<MPVNode, MPVCode>) -> Void

  /// The properties that are watched.
  enum Watched: UInt64, CaseIterable {
    case pause = 1
    case eofReached, pausedForCache, duration, seekable, tracks, metadata, chapters, videoParameters, volume,
      mute, speed, fullscreen, loop, soundOutput

    var name: String {
      switch self {
      case .pause: "pause"
      case .eofReached: "eof-reached"
      case .pausedForCache: "paused-for-cache"
      case .duration: "duration"
      case .seekable: "seekable"
      case .tracks: "track-list"
      case .metadata: "metadata"
      case .chapters: "chapter-list"
      case .videoParameters: "video-params"
      case .volume: "volume"
      case .mute: "mute"
      case .speed: "speed"
      case .fullscreen: "fullscreen"
      case .loop: "loop-file"
      case .soundOutput: "current-ao"
      }
    }
  }

  private enum Request {
    case command(MPVNode)
    case set(String, MPVNode)
    case get(String)
  }

  /// libmpv's event queue holds 1,000 and reserves a place for each reply; so many may be under way.
  private static let limit = 256

  let handle: MPVHandle
  private var replies: [UInt64: Reply] = [:]
  private var waiting: [(request: Request, reply: Reply)] = []
  private var lastID: UInt64 = 1000
  private var isAbandoned = false

  init(_ handle: MPVHandle) {
    self.handle = handle
    for property in Watched.allCases { handle.observe(property.name, id: property.rawValue) }
  }

  /// Runs a command: a map of its `name` and its named arguments.
  func command(_ command: MPVNode, then reply: @escaping Reply = { _ in }) {
    send(.command(command), reply)
  }

  /// Sets a property.
  func set(_ name: String, _ value: MPVNode, then reply: @escaping Reply = { _ in }) {
    send(.set(name, value), reply)
  }

  /// Reads a property.
  func read(_ name: String, then reply: @escaping Reply) {
    send(.get(name), reply)
  }

  /// Reads properties in this order; what is not there is `.none`.
  func read(_ names: [String], then reply: @escaping ([String: MPVNode]) -> Void) {
    // Replies come in the order of the requests, so the last one completes the set.
    let values = Values()
    for (index, name) in names.enumerated() {
      read(name) { result in
        if case .success(let node) = result { values.nodes[name] = node }
        if index == names.count - 1 { reply(values.nodes) }
      }
    }
  }

  /// Takes the reply to a request, and sends what has waited for its place.
  func take(_ id: UInt64, _ result: Result<MPVNode, MPVCode>) {
    replies.removeValue(forKey: id)?(result)
    while replies.count < Self.limit, !waiting.isEmpty {
      let (request, reply) = waiting.removeFirst()
      transmit(request, reply)
    }
  }

  /// Answers all that is still open, and all that is asked from now on, with an error.
  func abandon() {
    isAbandoned = true
    let open = replies.sorted { $0.key < $1.key }.map(\.value) + waiting.map(\.reply)
    (replies, waiting) = ([:], [])
    for reply in open { reply(.failure(MPVCode(MPV_ERROR_UNINITIALIZED))) }
  }

  private func send(_ request: Request, _ reply: @escaping Reply) {
    if isAbandoned {
      reply(.failure(MPVCode(MPV_ERROR_UNINITIALIZED)))
    } else if replies.count >= Self.limit || !waiting.isEmpty {
      waiting.append((request, reply))
    } else {
      transmit(request, reply)
    }
  }

  private func transmit(_ request: Request, _ reply: @escaping Reply) {
    lastID += 1
    let code =
      switch request {
      case .command(let command): handle.command(command, id: lastID)
      case .set(let name, let value): handle.set(name, value, id: lastID)
      case .get(let name): handle.get(name, id: lastID)
      }
    if code.isSuccess {
      replies[lastID] = reply
    } else {
      reply(.failure(code))
    }
  }

  private final class Values {
    var nodes: [String: MPVNode] = [:]
  }
}
