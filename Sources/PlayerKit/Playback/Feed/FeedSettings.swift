/// What goes along from page to page.
struct FeedSettings: Sendable {
  private var volume: Double?
  private var isMuted: Bool?
  private var rate: Double?
  private var loop: LoopMode?
  /// Whether the window of the page in front filled the screen.
  private(set) var isFullscreen = false

  /// Takes what a page's player has.
  mutating func take(_ state: PlayerState) {
    guard state.ready else { return }
    (volume, isMuted, rate, loop) = (state.volume, state.isMuted, state.rate, state.loop)
    isFullscreen = state.isFullscreen
  }

  /// Takes an action that is about one of them; false where it is about something else.
  mutating func take(_ action: PlayerAction) throws(PlayerError) -> Bool {
    switch action {
    case .setVolume, .mute, .unmute, .setRate, .setLoop: try action.checkValues()
    default: return false
    }
    switch action {
    case .setVolume(let volume): self.volume = volume
    case .mute: isMuted = true
    case .unmute: isMuted = false
    case .setRate(let rate): self.rate = rate
    case .setLoop(let loop): self.loop = loop
    default: break
    }
    return true
  }

  /// What a player in this state has to be told.
  func actions(in state: PlayerState) -> [PlayerAction] {
    var actions: [PlayerAction] = []
    if let volume, volume != state.volume { actions.append(.setVolume(volume)) }
    if let isMuted, isMuted != state.isMuted { actions.append(isMuted ? .mute : .unmute) }
    if let rate, rate != state.rate { actions.append(.setRate(rate)) }
    if let loop, loop != state.loop { actions.append(.setLoop(loop)) }
    return actions
  }
}
