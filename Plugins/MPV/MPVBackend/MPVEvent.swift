import CMPV
import PlayerKit

/// An error code of libmpv's (`mpv_error` in `client.h`); 0 and more is success.
struct MPVCode: Error, Sendable, Hashable, CustomStringConvertible {
  let value: Int32

  init(_ value: Int32) {
    self.value = value
  }

  init(_ error: mpv_error) {
    value = error.rawValue
  }

  var isSuccess: Bool { value >= 0 }

  /// libmpv's own words.
  var description: String {
    mpv_error_string(value).map { String(cString: $0) } ?? "error \(value)"
  }
}

/// What libmpv tells, copied out of its own memory.
enum MPVEvent {
  case none
  case shutdown
  case startFile(entry: Int64)
  case endFile(MPVFileEnd)
  case fileLoaded
  case seek
  case playbackRestart
  case reply(id: UInt64, Result<MPVNode, MPVCode>)
  case property(id: UInt64, MPVNode)
  case log(MPVLogLine)
  case clientMessage([String])
  case queueOverflow
  case other
}

/// How a file ended.
struct MPVFileEnd {
  enum Reason {
    case end, stop, quit, error, redirect, unknown
  }

  let entry: Int64
  let reason: Reason
  let code: MPVCode
  /// Of a redirection, the first of the entries that take the file's place.
  let insertedEntry: Int64
  let insertedCount: Int
}

/// A line of mpv's log.
struct MPVLogLine: Sendable {
  /// When it came, by ``PlainThread/now``.
  let at: Double
  let prefix: String
  let isError: Bool
  let text: String

  /// Whether mpv says it while it tries one device after another: no error where the next one will do.
  var isSearch: Bool {
    ["ao", "vo", "vaapi", "vdpau", "cuda"].contains { prefix.hasPrefix($0) }
      || text.hasPrefix("AVHWDeviceContext: ")
  }
}

extension MPVEvent {
  /// Copies an event, which is valid only until the next one is asked for.
  init(_ event: mpv_event) {
    switch event.event_id {
    case MPV_EVENT_NONE: self = .none
    case MPV_EVENT_SHUTDOWN: self = .shutdown
    case MPV_EVENT_START_FILE:
      self = .startFile(entry: event.payload(mpv_event_start_file.self)?.playlist_entry_id ?? 0)
    case MPV_EVENT_END_FILE:
      self = event.payload(mpv_event_end_file.self).map { .endFile(MPVFileEnd($0)) } ?? .other
    case MPV_EVENT_FILE_LOADED: self = .fileLoaded
    case MPV_EVENT_SEEK: self = .seek
    case MPV_EVENT_PLAYBACK_RESTART: self = .playbackRestart
    case MPV_EVENT_COMMAND_REPLY:
      let node = event.payload(mpv_event_command.self).map { MPVNode($0.result) }
      self = .reply(id: event.reply_userdata, event.result(node))
    case MPV_EVENT_SET_PROPERTY_REPLY:
      self = .reply(id: event.reply_userdata, event.result(MPVNode.none))
    case MPV_EVENT_GET_PROPERTY_REPLY:
      self = .reply(id: event.reply_userdata, event.result(event.property))
    case MPV_EVENT_PROPERTY_CHANGE:
      self = .property(id: event.reply_userdata, event.property)
    case MPV_EVENT_LOG_MESSAGE:
      self = event.payload(mpv_event_log_message.self).map { .log(MPVLogLine($0)) } ?? .other
    case MPV_EVENT_CLIENT_MESSAGE:
      self =
        event.payload(mpv_event_client_message.self).map { message in
          .clientMessage(
            (0..<Int(message.num_args)).compactMap { message.args[$0].map { String(cString: $0) } })
        } ?? .other
    case MPV_EVENT_QUEUE_OVERFLOW: self = .queueOverflow
    default: self = .other
    }
  }
}

extension mpv_event {
  fileprivate func payload<Value>(_ type: Value.Type) -> Value? {
    data?.assumingMemoryBound(to: type).pointee
  }

  fileprivate func result(_ node: MPVNode?) -> Result<MPVNode, MPVCode> {
    error < 0 ? .failure(MPVCode(error)) : .success(node ?? .none)
  }

  /// The value of a property event; all are asked for as nodes.
  fileprivate var property: MPVNode {
    guard let property = payload(mpv_event_property.self), property.format == MPV_FORMAT_NODE,
      let node = property.data?.assumingMemoryBound(to: mpv_node.self).pointee
    else { return .none }
    return MPVNode(node)
  }
}

extension MPVFileEnd {
  fileprivate init(_ event: mpv_event_end_file) {
    entry = event.playlist_entry_id
    code = MPVCode(event.error)
    insertedEntry = event.playlist_insert_id
    insertedCount = Int(event.playlist_insert_num_entries)
    reason =
      switch event.reason {
      case MPV_END_FILE_REASON_EOF: .end
      case MPV_END_FILE_REASON_STOP: .stop
      case MPV_END_FILE_REASON_QUIT: .quit
      case MPV_END_FILE_REASON_ERROR: .error
      case MPV_END_FILE_REASON_REDIRECT: .redirect
      default: .unknown
      }
  }
}

extension MPVLogLine {
  fileprivate init(_ message: mpv_event_log_message) {
    at = PlainThread.now
    prefix = message.prefix.map { String(cString: $0) } ?? ""
    isError = message.log_level.rawValue <= MPV_LOG_LEVEL_ERROR.rawValue
    var line = (message.text.map { String(cString: $0) } ?? "")[...]
    while line.last?.isNewline == true { line.removeLast() }
    text = String(line)
  }
}
