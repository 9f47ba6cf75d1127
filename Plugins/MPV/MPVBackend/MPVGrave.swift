import PlayerKit

/// Ends an mpv that hangs, on a thread of its own, as soon as it can be ended.
///
/// Holds as `Sendable`: the loop that owned the handle lets go of it before this thread begins.
struct MPVGrave: @unchecked Sendable {
  private let handle: MPVHandle
  private let member: Int

  /// - Parameter member: the mpv's membership in ``MPVFFmpegLog``.
  init(_ handle: MPVHandle, _ member: Int) {
    self.handle = handle
    self.member = member
  }

  /// Begins. Where no thread can be made, the mpv stays as it is: ending it would hang this one.
  func dig() {
    _ = PlainThread.start {
      // Until it ends itself, so that ffmpeg's lines for the other players still come through it.
      _ = handle.command(["name": "quit"], id: 1)
      draining: while true {
        switch handle.nextEvent(timeout: -1) {
        case .log(let line): MPVFFmpegLog.note(line)
        case .shutdown: break draining
        default: break
        }
      }
      handle.destroy()
      MPVFFmpegLog.leave(member)
    }
  }
}
