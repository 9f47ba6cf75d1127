import Glibc
import PlayerKit

/// Steps by a frame, and pictures of one.
extension MPVSession {
  /// Pauses, and steps by one frame; answered when the frame is there.
  func step(by count: Int, _ answer: @escaping MPVMailbox.Answer) throws(PlayerError) {
    let media = try mediaWithPicture(for: "a step")
    if count < 0 && !media.isSeekable {
      throw PlayerError(.unsupported, "This source can't go back by a frame.", backend: "mpv")
    }
    media.steps.append(MPVMedia.Step(count: count, answer: answer))
    if wantsToPlay || [.playing, .buffering].contains(state.status) {
      pause()
    } else {
      if state.status == .ended { say(.statusChanged(.paused, playWhenReady: false)) }
      stepNext(media)
    }
  }

  /// Begins with the next step, where nothing is in its way.
  func stepNext(_ media: MPVMedia) {
    guard self.media === media, media.seek == nil, media.stepUnderWay == nil, !wantsToPlay,
      ![.playing, .buffering].contains(state.status), !media.steps.isEmpty
    else { return }
    let step = media.steps.removeFirst()
    media.stepUnderWay = step
    engine.read("time-pos") { [self] result in
      guard self.media === media, media.stepUnderWay === step else { return }
      step.origin = (try? result.get())?.number ?? state.currentTime
      let now = PlainThread.now
      step.nextLook = now
      step.deadline = now + 1
      engine.command(["name": step.count > 0 ? "frame-step" : "frame-back-step"])
    }
  }

  /// Looks whether the step under way has come to another frame.
  func lookAtStep(_ step: MPVMedia.Step, _ media: MPVMedia, _ now: Double) {
    step.nextLook = .infinity
    engine.read(["time-pos", "pause", "seeking", "eof-reached"]) { [self] values in
      guard self.media === media, media.stepUnderWay === step else { return }
      let time = values["time-pos"]?.number ?? step.origin
      let hasMoved = step.count > 0 ? time > step.origin : time < step.origin
      let isStill = values["pause"]?.flag == true && values["seeking"]?.flag != true
      guard (hasMoved && isStill) || PlainThread.now >= step.deadline else {
        step.nextLook = PlainThread.now + 0.005
        return
      }
      media.stepUnderWay = nil
      media.isAtEOF = values["eof-reached"]?.flag == true
      media.isAtEnd = false
      say(.timeChanged(media.clamp(time)))
      step.answer(nil)
      stepNext(media)
    }
  }

  /// Writes the frame that is shown as a PNG file, whole or not at all.
  func takeScreenshot(_ path: MediaPath, _ answer: @escaping MPVMailbox.Answer) throws(PlayerError) {
    _ = try mediaWithPicture(for: "a screenshot")
    let target = MPVFile.absolute(path.bytes)
    // mpv chooses the format by the ending.
    let draft = target + Array(".\(getpid())-\(UInt32.random(in: 0 ... .max)).png".utf8)
    let descriptor = draft.withCString { Glibc.open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
    guard descriptor >= 0 else { throw Self.writeError(errno, path) }
    close(descriptor)
    engine.command(["name": "screenshot-to-file", "filename": .bytes(draft), "flags": "video"]) { result in
      guard case .success = result else {
        _ = draft.withCString { unlink($0) }
        return answer(
          PlayerError(
            .unknown, "mpv could not write the screenshot \(path).", remedy: "Its log says why.",
            backend: "mpv"))
      }
      let code = draft.withCString { draft in target.withCString { rename(draft, $0) } }
      guard code != 0 else { return answer(nil) }
      let error = Self.writeError(errno, path)
      _ = draft.withCString { unlink($0) }
      answer(error)
    }
  }

  private func mediaWithPicture(for action: String) throws(PlayerError) -> MPVMedia {
    guard let media, media.stage == .open else {
      throw PlayerError(
        .unsupported, "The source is not open, so there is no frame for \(action).",
        remedy: "Wait until it is queued or plays.", backend: "mpv")
    }
    guard media.hasPicture else {
      throw PlayerError(
        .unsupported, "This source has no moving picture for \(action).", backend: "mpv")
    }
    return media
  }

  private static func writeError(_ number: Int32, _ path: MediaPath) -> PlayerError {
    let code: PlayerError.Code =
      switch number {
      case ENOENT, ENOTDIR: .notFound
      case EACCES, EPERM, EROFS: .notPermitted
      default: .unknown
      }
    return PlayerError(
      code, "The screenshot \(path) can't be written: \(String(cString: strerror(number))).",
      remedy: "Give a path in a folder that you may write to.", backend: "mpv", backendCode: "\(number)")
  }
}
