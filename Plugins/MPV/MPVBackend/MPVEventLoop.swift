import PlayerKit

/// The one thread that may call libmpv: it makes the handle, drains its events, performs actions, keeps the
/// time, and destroys the handle.
///
/// Whatever may block (starting, ending, a file system) blocks this thread alone.
struct MPVEventLoop {
  let configuration: PlayerConfiguration
  let mailbox: MPVMailbox

  /// Starts the thread; `ready` is told from it, once, whether there is an mpv.
  static func start(
    _ configuration: PlayerConfiguration, _ mailbox: MPVMailbox,
    ready: @escaping @Sendable (Result<Void, PlayerError>) -> Void
  ) {
    let loop = MPVEventLoop(configuration: configuration, mailbox: mailbox)
    if !PlainThread.start({ loop.run(ready) }) {
      mailbox.bury()
      ready(.failure(PlayerError(.backendUnavailable, "No thread could be made for mpv.", backend: "mpv")))
    }
  }

  private func run(_ ready: (Result<Void, PlayerError>) -> Void) {
    defer { mailbox.bury() }
    let (member, start): (Int, MPVStart)
    do throws(PlayerError) {
      (member, start) = try MPVFFmpegLog.join { () throws(PlayerError) in
        try MPVStart(configuration, isInFront: configuration.presentation?.isFront ?? true)
      }
    } catch {
      ready(.failure(error))
      return
    }
    let session = MPVSession(MPVEngine(start.handle), configuration, publish: mailbox.emit)
    mailbox.open(start.handle.waker)
    session.programs.deliver = mailbox.deliver
    session.begin(start)
    ready(.success(()))
    let (end, lastMember) = drain(session, member)
    mailbox.drop(end)
    session.end(end)
    session.engine.abandon()
    session.engine.handle.destroy()
    MPVFFmpegLog.leave(lastMember)
  }

  /// Runs until it is told to end, or mpv has ended; returns why no more actions can be taken, and the
  /// membership of the mpv that is left.
  private func drain(_ session: MPVSession, _ firstMember: Int) -> (PlayerError, Int) {
    var member = firstMember
    while true {
      if let end = drain(session) { return (end, member) }
      do throws(PlayerError) {
        let (newMember, start) = try MPVFFmpegLog.join { () throws(PlayerError) in
          try MPVStart(configuration, isInFront: session.isInFront)
        }
        let hanging = session.engine.handle
        mailbox.open(start.handle.waker)
        session.move(to: start)
        MPVGrave(hanging, member).dig()
        member = newMember
      } catch {
        return (session.lost(error), member)
      }
    }
  }

  /// Runs until it is told to end, or mpv has ended, and returns why no more actions can be taken; nil where
  /// mpv hangs.
  private func drain(_ session: MPVSession) -> PlayerError? {
    while true {
      var timeout = session.nextDeadline.map { max($0 - PlainThread.now, 0) } ?? -1
      drainEvents: while true {
        let event = session.engine.handle.nextEvent(timeout: timeout)
        switch event {
        case .none: break drainEvents
        case .shutdown: return session.lost()
        case .reply(let id, let result): session.engine.take(id, result)
        default: session.take(event)
        }
        if session.isClosed { return MPVBackend.closed }
        timeout = 0
      }
      for letter in mailbox.take() {
        switch letter {
        case .shutDown: return MPVBackend.closed
        case .action(let action, let answer): session.perform(action, answer)
        case .presentation(let presentation, let answer): session.present(presentation, answer)
        case .answer(let id, let answer): session.programs.take(id, answer)
        }
      }
      let now = PlainThread.now
      if session.isHanging(now) { return nil }
      session.tick(now)
    }
  }
}
