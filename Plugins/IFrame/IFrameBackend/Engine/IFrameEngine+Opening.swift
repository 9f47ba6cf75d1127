import IFramePage
import PlayerKit

extension IFrameEngine {
  /// Accepts a source; the earlier one is forgotten, and with it all that was to come of it.
  mutating func load(_ source: PlayerSource, plays: Bool) throws(PlayerError) {
    let programme = try programme(of: source)
    forgetWhatWasToCome()
    self.programme = programme
    list = ItemList(programme)
    captions = Captions()
    hasRetriedMuted = false
    emit(.sourceChanged(source))
    emit(.statusChanged(.unstarted, playWhenReady: plays))
    if partStart != state.currentTime { emit(.timeChanged(partStart)) }
    head.place(at: partStart, time)
    emit(.statusChanged(.buffering))
    if !list.items.isEmpty { emit(.itemsChanged(list.items, index: list.index)) }
    open(at: partStart)
  }

  private func programme(of source: PlayerSource) throws(PlayerError) -> IFrameProgramme {
    do throws(PlayerError) {
      return try IFrameProgramme(source, configuration.youTube, origin: origin)
    } catch {
      throw error.attributed(to: descriptor.id)
    }
  }

  /// Leaves the source, and all that was to come of it.
  mutating func forgetWhatWasToCome() {
    timers = timers.filter { $0.key == .recovery }
    heldSeek = nil
    landing = nil
    suspectedJump = nil
    player?.pendingError = nil
    list.isFollowing = false
    endHush()
  }

  /// Gives the source to a player, to begin there in the item that is current.
  mutating func open(at start: Double, rest: PlayerStatus = .queued) {
    phase = .opening
    opening = Opening(from: start)
    opening.rest = rest
    head.place(at: start, time)
    set(.opening, in: configuration.timeouts.open)
    order(.overlay(PageOverlay(.loading, title: "Loading…")))
    guard hasPage else { return fetchPage() }
    guard let programme else { return }
    guard let player, programme.fitsAnyPlayer else { return makePlayer() }
    if player.isReady { return give() }
    // The player that is on its way takes this source as well, unless something is wrong with it.
    set(.replacing, in: 3)
  }

  /// Makes a player that comes up with the source.
  mutating func makePlayer() {
    guard phase == .opening, let programme else { return }
    timers[.replacing] = nil
    lastPlayer += 1
    known = PlayerInfo()
    var player = Player(number: lastPlayer)
    player.holds = programme
    self.player = player
    captions.isForgotten = captions.choice != nil
    captions.isAskedFor = false
    drive = Drive()
    landing = nil
    // A new player takes the sound as it comes: it is told once it is there.
    order(
      .open(
        PageOpening(
          player: player.number, endpoints: endpoints, host: configuration.youTube.host,
          videoID: programme.videoID, vars: programme.vars, timeLimit: configuration.timeouts.open)))
    order(.every(seconds: min(max(configuration.timeInterval, 0.05), 0.25)))
  }

  /// The player can be called.
  mutating func isReady() {
    guard player?.isReady == false else { return }
    player?.isReady = true
    player?.state = known.state ?? 5
    sendSound()
    sendOptions()
    if configuration.youTube.statsForNerds == true { call(.showVideoInfo) }
    guard phase == .opening, let programme else { return }
    timers[.replacing] = nil
    guard player?.holds == programme, comesWithItem(programme) else { return give() }
    opening.hasReset = true
    startCued()
  }

  /// Whether a player that was made for the source is at the current item of it.
  private func comesWithItem(_ programme: IFrameProgramme) -> Bool {
    programme.fitsAnyPlayer ? givenIndex == 0 : list.isAtFirst
  }

  /// The current item's place in the list as a player has it that is given it anew: not shuffled.
  private var givenIndex: Int {
    let index = list.index ?? programme?.index ?? 0
    guard state.isShuffled else { return index }
    return list.current.flatMap { list.original.firstIndex(of: $0) } ?? index
  }

  /// Gives the source to a player that is there.
  mutating func give() {
    guard let programme, player != nil else { return }
    if !programme.fitsAnyPlayer && player?.holds != programme { return makePlayer() }
    newMark()
    let start = heldSeek?.time ?? opening.start
    opening.start = start
    opening.runs = state.playWhenReady || isPreload
    // Without an earlier video there is nothing to let go of, and so no word of it.
    opening.hasReset = player?.state == nil || player?.state == -1
    let isShuffled = player?.hasListMode == true
    player?.holds = programme
    player?.hasListMode = false
    player?.start = start
    if opening.runs { beginRunning(at: start) }
    let runs = opening.runs
    let index = JSONValue.integer(Int128(givenIndex))
    let seconds = JSONValue.number(start)
    switch programme.content {
    case .video(let id):
      call(
        runs ? .loadVideoById : .cueVideoById,
        .object(["videoId": .string(id), "startSeconds": seconds]))
    case .videos(let ids):
      call(runs ? .loadPlaylist : .cuePlaylist, .array(ids.map(JSONValue.string)), index, seconds)
    case .list(let id):
      giveList(id, "playlist", index, seconds)
    case .uploads(let user):
      giveList(user, "user_uploads", index, seconds)
    case .opening:
      // The player has the source already, and is at another item of it, or elsewhere.
      if let index = list.index {
        call(.playVideoAt, .integer(Int128(isShuffled ? index : givenIndex)))
        opening.runs = true
      }
    }
  }

  private mutating func giveList(_ list: String, _ type: String, _ index: JSONValue, _ seconds: JSONValue) {
    call(
      opening.runs ? .loadPlaylist : .cuePlaylist,
      .object(["list": .string(list), "listType": .string(type), "index": index, "startSeconds": seconds]))
  }

  /// Tells reports apart from those before.
  mutating func newMark() {
    lastMark += 1
    order(.mark(lastMark))
    known = PlayerInfo()
  }

  /// The player is about to run by itself, from there.
  mutating func beginRunning(at start: Double) {
    landing = Landing(target: start, since: time, isTold: state.isSeeking)
    drive.isPlay = true
    drive.isSeen = false
    drive.since = time
    if isPreload && hush == nil { startHush(.queued, at: start) }
    watchForBlocking()
  }

  /// Goes on with a player that has the source cued.
  mutating func startCued() {
    opening.hasReset = true
    guard phase == .opening else { return }
    if state.playWhenReady || isPreload {
      if let held = heldSeek?.time { opening.start = held }
      return begin(at: opening.start)
    }
    // Its duration comes with a word or two more.
    if state.duration != nil || state.isLive { return settleCued() }
    if timers[.cued] == nil { set(.cued, in: 1) }
    startPolling()
  }

  /// Plays what is cued, from there: the player's own seek does that, and a play beside it would begin at the start.
  mutating func begin(at start: Double) {
    beginRunning(at: start)
    opening.runs = true
    if let own = player?.start, abs(own - start) < 0.01 {
      call(.playVideo)
    } else {
      call(.seekTo, .number(start), .bool(true))
    }
  }

  /// The source is there, and is not to play.
  mutating func settleCued() {
    guard phase == .opening else { return }
    if state.playWhenReady { return startCued() }
    if takeSteps() { return }
    let start = opening.start
    isOpen()
    head.place(at: start, time)
    drive = Drive()
    landing = nil
    landHeldSeek()
    // One that was under way when the page died.
    if state.isSeeking { landed(at: position) }
    if state.currentTime != position { emit(.timeChanged(position)) }
    if state.status != opening.rest { emit(.statusChanged(opening.rest)) }
  }

  /// The source is open: what was waited for is over.
  mutating func isOpen() {
    phase = .open
    for alarm in [Alarm.opening, .replacing, .cued, .poll, .item] { timers[alarm] = nil }
    player?.pendingError = nil
    list.failures = 0
    order(.overlay(PageOverlay(.none)))
    publish()
    sendListMode()
    askForCaptions()
  }

  /// The source has had its time to open.
  mutating func openingIsOver() {
    guard phase == .opening else { return }
    let limit = configuration.timeouts.open
    guard hasScript else {
      player = nil
      return fail(IFrameFailure.script("it did not come within \(limit) s."))
    }
    let isReady = player?.isReady == true
    // What has not become ready won't: the next load makes another.
    if !isReady { player = nil }
    fail(
      error(
        .timedOut,
        isReady
          ? "YouTube did not deliver the video within \(limit) s."
          : "YouTube's player did not become ready within \(limit) s.",
        remedy: "Check the connection, and play again."))
  }
}
