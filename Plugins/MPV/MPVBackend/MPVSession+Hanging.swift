import Glibc
import PlayerKit

/// What becomes of an mpv that can't leave a source.
///
/// mpv interrupts whatever it waits for, but for what the operating system won't have interrupted: a look-up
/// of a host name, or a disk that is gone. Until that ends mpv plays nothing else, so another mpv takes over.
extension MPVSession {
  /// A file that mpv was told to leave.
  struct Leaving {
    let entry: Int64
    /// When it is taken for one that can't be left. It takes 20 to 170 ms.
    let deadline: Double
  }

  /// mpv has been told to leave this source.
  func leave(_ media: MPVMedia) {
    guard media.stage >= .started, let entry = media.entry else { return }
    leaving = Leaving(entry: entry, deadline: PlainThread.now + 2)
  }

  /// Whether mpv is stuck in a source that it should have left.
  func isHanging(_ now: Double) -> Bool {
    leaving.map { now >= $0.deadline } ?? false
  }

  /// Goes on with another mpv: it is brought to where the earlier one was to be.
  func move(to start: MPVStart) {
    let media = media
    leaving = nil
    retired = nil
    // What is still open is answered, and does nothing more.
    self.media = nil
    engine.abandon()
    engine = MPVEngine(start.handle)
    say(
      .log(.warning, "mpv hangs where it can't be interrupted, perhaps looking a host up: a new one goes on"))
    prepare(start)
    set(.volume, .double(state.volume))
    sendMute()
    set(.speed, .double(state.rate))
    set(.fullscreen, .flag(state.isFullscreen))
    sendLoop()
    guard let media else { return }
    if media.source.isYouTube && media.found == nil {
      // mpv has nothing of it yet.
      self.media = media
    } else {
      request(MPVMedia(again: media, isPaused: !wantsToPlay))
    }
  }

  /// Whether the process is this backend's alone, and may be ended.
  static let mayEndProcess = Lock(false)

  /// Ends the process where the display of mpv's window is gone, and mpv can't leave it.
  ///
  /// As a rule Xlib has ended it by then. Mesa, where it draws without a graphics card, can be the first to meet the
  /// broken connection, and then sends its picture again and again, for ever (the longest request of such a connection
  /// is 0 bytes), in a thread of mpv's that nothing ends.
  func endWithDisplay() {
    guard Self.mayEndProcess.withLock({ $0 }), mayShowWindow, hasDisplay, isInFront, MPVDisplay.current == nil
    else { return }
    let words = Array("The display of mpv's window is gone.\n".utf8)
    _ = write(STDERR_FILENO, words, words.count)
    _exit(1)
  }
}
