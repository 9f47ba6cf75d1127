extension PlayerAction {
  /// Throws what the contract says of an action that can't be taken: its values (rules 6 and 11), the
  /// backend's capabilities and what this source allows (12), and whether a source is loaded (14).
  ///
  /// One place for all backends: each calls it before its engine hears of the action.
  ///
  /// - Parameters:
  ///   - state: the backend's state as reduced from what it has said.
  ///   - descriptor: the backend's own.
  public func check(_ state: PlayerState, _ descriptor: BackendDescriptor) throws(PlayerError) {
    do throws(PlayerError) {
      try checkValues()
      try checkCapability(descriptor)
      try checkLoaded(state)
      try checkSource(state)
    } catch {
      throw error.attributed(to: descriptor.id)
    }
  }

  /// Throws ``PlayerError/Code/invalidArgument`` unless the action's own values are in their ranges.
  public func checkValues() throws(PlayerError) {
    switch self {
    case .load(let source), .cue(let source): try source.validate()
    case .seek(let target, _): try target.validate()
    case .setVolume(let volume):
      try Self.require(volume, in: 0...100, "volume", remedy: "Give a volume of 0 to 100.")
    case .setRate(let rate):
      try Self.require(rate, in: 0.25...4, "rate", remedy: "Give a rate of 0.25 to 4.")
    case .playItem(let index):
      if index < 0 {
        throw PlayerError(
          .invalidArgument, "The item \(index) is negative.", remedy: "Count items from 0.")
      }
    case .stepFrame(let by):
      if by != 1 && by != -1 {
        throw PlayerError(
          .invalidArgument, "A step by \(by) frames is not possible.", remedy: "Step by 1 or by -1.")
      }
    case .screenshot(let path):
      if path.bytes.isEmpty || path.bytes.contains(0) {
        throw PlayerError(
          .invalidArgument, "The screenshot's path is not a file's.",
          remedy: "Give the path of a PNG file to write.")
      }
    case .idle, .play, .pause, .stop, .clear, .duration, .currentTime, .mute, .unmute, .setQuality, .next,
      .previous, .setLoop, .setShuffle, .setTrack, .setFullscreen:
      break
    }
  }

  private func checkCapability(_ descriptor: BackendDescriptor) throws(PlayerError) {
    if let capability = requiredCapability, !descriptor.capabilities.contains(capability) {
      throw PlayerError(
        .unsupported, "The backend \(descriptor.id) has no \(name): it lacks the capability \(capability).",
        remedy: "Choose a backend that has it; `ytplay backends` lists what each can do.")
    }
    let source: PlayerSource
    switch self {
    case .load(let loaded), .cue(let loaded): source = loaded
    default: return
    }
    guard descriptor.kinds[source.kind] == nil else { return }
    throw PlayerError(
      .unsupported, "The backend \(descriptor.id) plays no source of the kind \(source.kind).",
      remedy: "Choose another backend; `ytplay backends` lists what each plays.")
  }

  func checkLoaded(_ state: PlayerState) throws(PlayerError) {
    guard state.source == nil else { return }
    switch self {
    case .play, .pause, .seek, .next, .previous, .playItem, .setTrack, .setQuality, .stepFrame, .screenshot:
      throw PlayerError(
        .nothingLoaded, "Nothing is loaded, so there is nothing to \(name).", remedy: "Load a source first.")
    case .idle, .load, .cue, .stop, .clear, .duration, .currentTime, .mute, .unmute, .setVolume, .setRate,
      .setLoop, .setShuffle, .setFullscreen:
      break
    }
  }

  /// What the loaded source allows, as far as the state tells.
  private func checkSource(_ state: PlayerState) throws(PlayerError) {
    switch self {
    case .seek:
      // A source that is not open yet says nothing of seeking: the seek is held.
      if state.isOpen && !state.isSeekable {
        throw PlayerError(
          .unsupported, "This source can't be sought in.", remedy: "Load it again to begin at its start.")
      }
    case .stepFrame, .screenshot:
      if state.isReady && state.videoSize == nil {
        throw PlayerError(
          .unsupported, "This source has no picture, so there is no \(name).",
          remedy: "Load a source that has one.")
      }
    case .playItem(let index):
      // Without a list the source is its own only item.
      let count = state.items.isEmpty && state.isReady ? 1 : state.items.count
      if count > 0 && index >= count {
        throw PlayerError(
          .invalidArgument, "There is no item \(index) in a list of \(count).",
          remedy: "Count items from 0.")
      }
    case .setTrack(let kind, let id?):
      guard !state.tracks.contains(where: { $0.kind == kind && $0.id == id }) else { return }
      let ids = state.tracks.filter { $0.kind == kind }.map(\.id).joined(separator: ", ")
      throw PlayerError(
        .invalidArgument, "This source has no \(kind) track \(id).",
        remedy: ids.isEmpty ? "It has none of that kind." : "It has \(ids).")
    default: break
    }
  }

  private static func require(
    _ value: Double, in range: ClosedRange<Double>, _ name: String, remedy: String
  ) throws(PlayerError) {
    // A comparison with NaN is false, so it is refused too.
    guard range.contains(value) else {
      throw PlayerError(.invalidArgument, "The \(name) \(value) is out of range.", remedy: remedy)
    }
  }
}

extension PlayerState {
  /// Whether the source has come so far that it could be seen or heard, so that the state tells all of it.
  fileprivate var isReady: Bool {
    switch status {
    case .queued, .playing, .paused, .ended: true
    case .unstarted, .buffering: false
    }
  }

  /// Whether it is known if the source can be sought in.
  var isOpen: Bool { isReady || duration != nil || isLive }
}

extension SeekTarget {
  /// Throws ``PlayerError/Code/invalidArgument`` for what is not finite and for fractions outside 0…1.
  func validate() throws(PlayerError) {
    switch self {
    case .to(let time), .by(let time):
      if !time.isFinite {
        throw PlayerError(.invalidArgument, "\(time) is not a time.", remedy: "Give seconds.")
      }
    case .fraction(let fraction):
      if !(0...1).contains(fraction) {
        throw PlayerError(
          .invalidArgument, "\(fraction) is not a fraction of the duration.", remedy: "Give 0 to 1.")
      }
    }
  }

  /// The time that is meant, in seconds, not yet clamped; nil where it needs a duration that is not known.
  ///
  /// - Parameters:
  ///   - currentTime: where `by` counts from, in seconds.
  ///   - duration: what a fraction is of, in seconds; nil while it is not known.
  ///   - range: where a live stream can be sought in: a fraction is of that, since there is no duration.
  public func time(
    from currentTime: Double, duration: Double?, in range: ClosedRange<Double>? = nil
  ) -> Double? {
    switch self {
    case .to(let time): return time
    case .by(let seconds): return currentTime + seconds
    case .fraction(let fraction):
      if let range { return range.lowerBound + (range.upperBound - range.lowerBound) * fraction }
      return duration.map { $0 * fraction }
    }
  }
}
