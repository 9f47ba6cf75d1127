import PlayerKit

/// A session among the pages of a feed, or kept ready out of sight: behind it has no window and no sound.
///
/// Out of sight mpv draws with `vo=null`: the picture is decoded and its size and tracks are known, and from there the
/// window opens in a few frames' time at the same picture.
extension MPVSession {
  /// Whether it is to be seen and heard.
  var isInFront: Bool { presentation?.isFront ?? true }

  /// Takes another place among the pages; answered when it can be seen and heard, or not heard any more.
  func present(_ presentation: PlayerPresentation, _ answer: @escaping MPVMailbox.Answer) {
    do throws(PlayerError) {
      try presentation.check(MPVBackend.descriptor)
    } catch {
      return answer(error)
    }
    let wasInFront = isInFront
    self.presentation = presentation
    bindPageKeys()
    guard isInFront != wasInFront else { return answer(nil) }
    holdWindow()
    if isInFront {
      takeOverFrame()
      sendMute()
      // Not sooner: whoever takes another window away then would leave the screen without any.
      sendOutput { answer(nil) }
    } else {
      leaveFrame()
      sendMute { answer(nil) }
      // What can't be seen plays on for nobody.
      if wantsToPlay || state.playWhenReady { pause() }
      sendOutput()
    }
  }

  /// Whether there is a window whatever is played: a page of sound alone, or one that fails, is turned in it too.
  private var holdsWindow: Bool {
    mayShowWindow && isInFront && presentation?.turnsPages == true
  }

  /// Keeps the window of a page in front open, and lets it go with the page.
  func holdWindow() {
    guard mayShowWindow, presentation?.turnsPages == true,
      !configuration.mpvOptions.contains(where: { $0.name == "force-window" })
    else { return }
    engine.set("force-window", .string(holdsWindow ? "yes" : "no"))
  }

  /// Writes into the window why its page can't be played; nil: nothing, until it is played after all.
  func showFailure(_ error: PlayerError?) {
    guard holdsWindow else { return }
    if error != nil {
      nameWindow(nil)
      // An idle mpv looks whether to open its window only when it comes from a file, be there anything in it or not.
      engine.command(["name": "loadfile", "url": "null://"])
    }
    let text = error.map { Self.withoutControls($0.description) } ?? ""
    // In milliseconds: the longest that mpv takes, some 24 days.
    let time = error == nil ? 1 : Int64(Int32.max)
    engine.command(["name": "show-text", "text": .string(text), "duration": .integer(time)])
  }

  /// Leaves the window's size to the page that comes. Told before the answer to ``present(_:_:)``, so that whoever waits
  /// for that finds it.
  private func leaveFrame() {
    guard mayShowWindow, presentation?.turnsPages == true, media?.hasPicture == true else { return }
    engine.read(MPVFrame.properties) { values in
      MPVFrame.last.withLock { frame in
        var latest = frame ?? MPVFrame()
        latest.take(values)
        frame = latest
      }
    }
  }

  /// Takes over the size of the page that went.
  private func takeOverFrame() {
    guard mayShowWindow, presentation?.turnsPages == true, let frame = MPVFrame.last.withLock({ $0 }) else {
      return
    }
    if let geometry = frame.geometry { engine.set("geometry", .string(geometry)) }
    sayIfNew(.fullscreenChanged(frame.isFullscreen))
    set(.fullscreen, .flag(frame.isFullscreen))
  }

  /// Has mpv open its window, or take it away; it stays at the same place.
  private func sendOutput(then: @escaping () -> Void = {}) {
    guard mayShowWindow else { return then() }
    outputChanges += 1
    engine.set("vo", .string(isInFront ? outputInFront : "null")) { [self] result in
      outputChanges -= 1
      outputChanged = PlainThread.now
      then()
      if case .failure(let code) = result {
        say(.log(.warning, "mpv did not take another output for the picture (\(code))"))
      }
      guard isInFront, let media, media.stage == .open else { return }
      engine.read("current-vo") { [self] result in
        guard self.media === media, isInFront else { return }
        noteVideoOutput(media, (try? result.get())?.string)
      }
    }
  }

  /// Whether mpv's own seek may be that of another output, which it makes to draw the picture there.
  var isOutputChanging: Bool {
    outputChanges > 0 || outputChanged.map { PlainThread.now - $0 < 0.5 } ?? false
  }

  /// Has the wheel and the arrow keys of the axis ask for pages, or mean what they mean without.
  func bindPageKeys() {
    let wanted = presentation.flatMap { $0.turnsPages ? $0.axis : nil }
    guard wanted != boundAxis else { return }
    if let boundAxis { engine.command(MPVKeys.disable(boundAxis)) }
    if let wanted { engine.command(MPVKeys.enable(wanted)) }
    boundAxis = wanted
  }

  /// The person asks for another page.
  func turnPage(by step: Int, isWheel: Bool) {
    guard isInFront else { return }
    if isWheel {
      let now = PlainThread.now
      // One turn of a wheel, or a swipe, goes on for a while.
      guard now - lastWheelTurn >= MPVKeys.wheelInterval else { return }
      lastWheelTurn = now
    }
    say(.pageRequested(by: step))
  }
}
