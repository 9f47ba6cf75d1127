import IFramePage
import PlayerKit

/// The source's own list, as it is shown.
struct ItemList {
  /// In the order that is shown.
  var items: [PlayerItem] = []
  /// The current one; nil while not known.
  var index: Int?
  /// In the order before it was shuffled.
  var original: [String] = []
  /// Whether the player shuffles, and its order has not been seen since that was changed.
  var isUnseen = false
  /// The video that was asked for by its place in an order that the player may not have any more.
  var wanted: String?
  /// Whether the current item has not been given to the player: it is with the next play.
  var isWaiting = false
  /// Whether the player goes on in an order of its own that has not been seen, to an item that it has yet to tell.
  var isFollowing = false
  /// How many items it is to go on once the list is known.
  var steps = 0
  /// How many items in a row could not be played.
  var failures = 0
  /// The video to which the source's start and end belong; nil: not known, and so the current one.
  private var first: String?
  private var hasMoved = false

  init() {}

  init(_ programme: IFrameProgramme) {
    items = programme.videos.map { PlayerItem(id: $0) }
    original = programme.videos
    index = programme.videos.isEmpty ? nil : programme.index ?? 0
  }

  var current: String? {
    guard let index, items.indices.contains(index) else { return nil }
    return items[index].id
  }

  /// Whether the current item is the one that the source begins with.
  var isAtFirst: Bool { !hasMoved || first != nil && current == first }

  /// Goes to another item.
  mutating func move(to index: Int) {
    if !hasMoved { first = current }
    hasMoved = true
    self.index = index
  }
}

extension IFrameEngine {
  /// The video that reports are expected to be of; nil: any.
  var expectedVideo: String? {
    if programme?.isList == true { return list.current ?? (list.items.isEmpty ? programme?.firstVideo : nil) }
    return programme?.firstVideo
  }

  /// Whether what the player says is of the video that is expected, as far as is known.
  var isExpectedVideo: Bool {
    if list.isFollowing { return false }
    guard let expectedVideo, let video = known.videoID, !video.isEmpty else { return true }
    return expectedVideo == video
  }

  mutating func next() {
    let count = list.items.count
    if isNextPlayersOwn { return follow() }
    if let index = list.index, index + 1 < count { return go(to: index + 1) }
    if state.loop == .all, count > 1 { return go(to: 0) }
    if state.status == .ended { return }
    if state.loop == .all, phase == .open { return move(to: restart) }
    if programme?.isList == true, count == 0, phase == .opening {
      list.steps += 1
      return
    }
    end(at: limit.isFinite ? limit : position)
  }

  /// Whether only the player knows what is next: it has shuffled, and has not told its order.
  private var isNextPlayersOwn: Bool {
    state.isShuffled && list.isUnseen && list.items.count > 1 && (phase == .open || list.isFollowing)
      && [.playing, .paused, .buffering].contains(state.status)
      && player?.isReady == true && player?.holds == programme && !list.isWaiting
  }

  /// Goes on to the next item of the player's own order, which it then tells.
  private mutating func follow() {
    let rest = phase == .opening ? opening.rest : .paused
    forgetWhatWasToCome()
    emit(.statusChanged(.buffering))
    newMark()
    give(rest, at: 0, .nextVideo)
    list.isFollowing = true
  }

  mutating func previous() {
    if let index = list.index, index > 0 { return go(to: index - 1) }
    guard phase == .open || phase == .stopped else { return hold(.previous, .to(partStart)) }
    move(to: restart)
  }

  mutating func playItem(_ index: Int) throws(PlayerError) {
    let count = max(list.items.count, 1)
    guard index < count else {
      throw error(
        .invalidArgument, "There is no item \(index) in a list of \(count).", remedy: "Count items from 0.")
    }
    if list.items.count > 1 { return go(to: index, plays: true) }
    // Without a list the source is its own only item.
    if phase == .open { move(to: restart) }
    try play()
  }

  /// Moves to an item of the list.
  ///
  /// - Parameter plays: whether it is to play; nil leaves that as it is.
  mutating func go(to index: Int, plays: Bool? = nil) {
    let before = state.status
    let wasOpening = phase == .opening
    let rest: PlayerStatus =
      wasOpening ? opening.rest : before == .queued || before == .unstarted ? .queued : .paused
    let isStopped = before == .unstarted && plays != true && !wasOpening
    forgetWhatWasToCome()
    if !isStopped { emit(.statusChanged(.buffering, playWhenReady: plays)) }
    moved(to: index)
    if isStopped {
      list.isWaiting = true
      return
    }
    guard player?.isReady == true, player?.holds == programme, phase != .failed else {
      return openAgain(at: restart)
    }
    newMark()
    list.wanted = list.isUnseen ? list.current : nil
    give(rest, at: restart, .playVideoAt, .integer(Int128(index)))
  }

  /// Sends the player to another item, which it then opens and plays.
  private mutating func give(
    _ rest: PlayerStatus, at start: Double, _ function: PlayerFunction, _ arguments: JSONValue...
  ) {
    beginItem(from: rest)
    opening.start = start
    opening.hasReset = player?.state == -1
    opening.runs = true
    if state.playWhenReady { beginRunning(at: start) } else { startHush(rest, at: start) }
    drive = Drive(isPlay: true, isSeen: false, since: time)
    watchForBlocking()
    order(.call(function, arguments))
  }

  /// Waits for an item to open that the player goes to.
  private mutating func beginItem(from rest: PlayerStatus) {
    phase = .opening
    opening = Opening(from: restart)
    opening.rest = rest
    list.isWaiting = false
    set(.opening, in: configuration.timeouts.open)
  }

  /// Says that another item is the current one.
  private mutating func moved(to index: Int) {
    list.move(to: index)
    captions = Captions()
    head.place(at: restart, time)
    emit(.itemsChanged(list.items, index: index))
    if state.duration != nil || state.isLive {
      emit(.durationChanged(nil, isLive: false, isSeekable: false))
    }
    if state.isSeeking { emit(.seeked(at: restart)) }
    if state.currentTime != restart { emit(.timeChanged(restart)) }
    if !state.tracks.isEmpty { emit(.tracksChanged([], selected: [:])) }
    if state.loadedFraction != 0 { emit(.loadedFractionChanged(0)) }
  }

  // MARK: - What the player says of its list

  /// Takes the list, and where the player is in it.
  mutating func takeList(_ told: PlayerInfo) {
    guard programme?.isList == true, phase != .idle, phase != .failed, phase != .stopped else { return }
    // One that is given it anew by the next play is not where the list is.
    if phase == .open, player?.holds != programme { return }
    if let ids = told.playlist, !ids.isEmpty { takeOrder(ids) }
    guard told.index != nil || told.videoID != nil || told.playlist != nil else { return }
    guard let index = placeOfPlayer, index != list.index else { return }
    if list.index == nil {
      list.index = index
      emit(.itemsChanged(list.items, index: index))
      return
    }
    if list.isFollowing { return followed(to: index) }
    guard phase == .open && (landing == nil || drive.isSeen) || phase == .opening && opening.isAnew,
      hush == nil
    else {
      return correctItem()
    }
    wentOn(to: index)
  }

  /// The player has told the item that it goes on with.
  private mutating func followed(to index: Int) {
    list.isFollowing = false
    // The player begins again where the list is over.
    if state.loop != .all, list.index == list.items.count - 1, index == 0, !list.isUnseen {
      return end(at: limit.isFinite ? limit : position)
    }
    moved(to: index)
    opening.start = restart
    opening.hasReset = true
  }

  /// The place, in the order that is shown, of what the player has open.
  private var placeOfPlayer: Int? {
    let items = list.items
    if let index = known.index, items.indices.contains(index), known.playlist?.count == items.count {
      let id = known.playlist?[index] ?? items[index].id
      // What the player says of its place and of its video comes in messages of its own.
      if let video = known.videoID, video != id { return nil }
      return items[index].id == id ? index : items.firstIndex { $0.id == id }
    }
    return known.videoID.flatMap { video in items.firstIndex { $0.id == video } }
  }

  /// Takes the order of the player's list.
  private mutating func takeOrder(_ ids: [String]) {
    if list.items.isEmpty || ids.sorted() != list.items.map(\.id).sorted() {
      guard list.items.map(\.id) != ids else { return }
      // Of a list that it has just been given the player tells its own order first.
      if !state.isShuffled || list.original.isEmpty { list.original = ids }
      list.items = ids.map { PlayerItem(id: $0) }
      let place = known.index.flatMap { ids.indices.contains($0) ? $0 : nil }
      list.index = place ?? list.index.flatMap { ids.indices.contains($0) ? $0 : nil }
      return emit(.itemsChanged(list.items, index: list.index))
    }
    // Off, the order is the one from before, whatever an old message says.
    guard state.isShuffled else {
      if ids == list.original { list.isUnseen = false }
      return
    }
    guard ids != list.items.map(\.id) else { return }
    list.isUnseen = false
    reorder(ids)
  }

  private mutating func reorder(_ ids: [String]) {
    let current = list.current
    list.items = ids.map { PlayerItem(id: $0) }
    list.index = current.flatMap { id in ids.firstIndex(of: id) } ?? list.index
    emit(.itemsChanged(list.items, index: list.index))
  }

  /// The list has gone on by itself, or a person has.
  private mutating func wentOn(to index: Int) {
    let isByItself = limit.isFinite && position >= limit - 1
    if isByItself, state.loop == .one, let current = list.index {
      // The engine was too late to hold it.
      return go(to: current)
    }
    if isByItself, state.status == .playing { emit(.timeChanged(limit)) }
    let rest = state.status == .queued ? PlayerStatus.queued : .paused
    let plays = state.playWhenReady || player?.state == 1 || player?.state == 3
    forgetWhatWasToCome()
    if state.status != .buffering || state.playWhenReady != plays {
      emit(.statusChanged(.buffering, playWhenReady: plays))
    }
    moved(to: index)
    beginItem(from: rest)
    opening.hasReset = true
    opening.runs = true
    drive = Drive(isPlay: plays, isSeen: true, since: time)
  }

  /// The list has become known, in which somebody wanted to go on before.
  ///
  /// - Returns: whether it goes on.
  mutating func takeSteps() -> Bool {
    guard list.steps > 0, let index = list.index, list.items.count > 1 else { return false }
    let place = min(index + list.steps, list.items.count - 1)
    list.steps = 0
    if place == index { return false }
    go(to: place)
    return true
  }

  /// The player plays another item than the one that was expected, and nothing is to be said against that.
  mutating func takeItem() {
    guard programme?.isList == true, list.wanted == nil, opening.hasReset, hush == nil,
      let place = placeOfPlayer, place != list.index
    else { return }
    wentOn(to: place)
  }

  /// The player has come to another item than it was asked for: it had another order then.
  private mutating func correctItem() {
    guard phase == .opening, opening.hasReset, let wanted = list.wanted, let ids = known.playlist,
      let place = ids.firstIndex(of: wanted)
    else { return }
    list.wanted = nil
    list.isUnseen = false
    call(.playVideoAt, .integer(Int128(place)))
  }

  /// The list should have gone on by itself, and has not.
  mutating func listHasStopped() {
    guard phase == .open || phase == .opening, let index = list.index, index + 1 < list.items.count else {
      return
    }
    go(to: index + 1)
  }

  // MARK: - Loop and shuffle

  mutating func setLoop(_ loop: LoopMode) {
    guard loop != state.loop else { return }
    emit(.loopChanged(loop))
    if player?.isReady == true { call(.setLoop, .bool(loop == .all)) }
    armEnd()
  }

  mutating func setShuffle(_ isShuffled: Bool) {
    guard isShuffled != state.isShuffled else { return }
    emit(.shuffleChanged(isShuffled))
    guard programme?.isList == true else { return }
    list.isUnseen = true
    if player?.isReady == true { call(.setShuffle, .bool(isShuffled)) }
    if !isShuffled, !list.original.isEmpty, list.items.map(\.id) != list.original { reorder(list.original) }
  }

  /// Tells the player how it is to go through its list; once, since it shuffles anew each time.
  mutating func sendListMode() {
    guard programme?.isList == true, player?.hasListMode == false else { return }
    player?.hasListMode = true
    if state.loop == .all { call(.setLoop, .bool(true)) }
    if state.isShuffled {
      list.isUnseen = true
      call(.setShuffle, .bool(true))
    }
  }
}
