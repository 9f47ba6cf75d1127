import PlayerKit

/// How long a source may keep one waiting.
extension MPVSession {
  /// Gives a source up that did not open in time.
  func limitOpening(_ now: Double) {
    guard let media, let deadline = media.openDeadline, now >= deadline else { return }
    let failure = describe(MPVCode(0), media, since: media.loadedAt)
    fail(media, failure.unopened(after: configuration.timeouts.open))
  }

  /// Gives a source up of which nothing more comes: while it plays, or while it seeks.
  func limitWaiting(_ now: Double) {
    guard let media, media.stage == .open else { return }
    guard state.status == .buffering || media.seek != nil else {
      if let wait = media.wait { media.lastWait = (wait, now) }
      media.wait = nil
      return
    }
    guard let wait = media.wait, wait.seek === media.seek else {
      // Seeks that follow on one another, as while scrubbing, each have their own time.
      begin(MPVMedia.Wait(for: media.seek, now, limit: configuration.timeouts.open), media)
      return
    }
    if media.isNetwork, state.status == .playing, now >= wait.buffersAt {
      clock.stop()
      say(.statusChanged(.buffering))
    }
    guard now >= wait.deadline else { return }
    // Of what stands still no more is to come; a seek away from there is another matter.
    if wait.isLookedAt || media.isStandingStill && wait.seek == nil {
      giveUp(wait, media)
    } else {
      look(wait, media, now)
    }
  }

  private func begin(_ wait: MPVMedia.Wait, _ media: MPVMedia) {
    media.wait = wait
    readCacheEnd { wait.cacheEnd = wait.cacheEnd ?? $0 }
  }

  /// What still trickles in is waited for, and so is a precise seek that has far to go.
  private func look(_ wait: MPVMedia.Wait, _ media: MPVMedia, _ now: Double) {
    wait.isLookedAt = true
    // mpv answers at once; where it does not, it is given up all the same.
    wait.deadline = now + 0.5
    readCacheEnd { [self] end in
      guard self.media === media, media.wait === wait else { return }
      guard let end, end != wait.cacheEnd else { return giveUp(wait, media) }
      wait.cacheEnd = end
      wait.isLookedAt = false
      wait.deadline = now + configuration.timeouts.open
    }
  }

  private func giveUp(_ wait: MPVMedia.Wait, _ media: MPVMedia) {
    endWithDisplay()
    let failure = describe(MPVCode(0), media, since: wait.began)
    let seconds = configuration.timeouts.open
    fail(media, media.isStandingStill ? failure.stoodStill(for: seconds) : failure.stalled(after: seconds))
  }

  /// Up to where mpv has the source, in seconds.
  private func readCacheEnd(then: @escaping (Double?) -> Void) {
    engine.read("demuxer-cache-state") { result in
      guard case .success(let cache) = result else { return then(nil) }
      then(cache["cache-end"].number)
    }
  }
}
