import IFramePage
import PlayerKit

/// YouTube's player in its frame.
final class FakePlayer {
  let number: Int
  private unowned let page: FakeYouTube
  private(set) var isReady = false

  private(set) var state = -1
  private(set) var video: FakeYouTube.Video?
  private(set) var volume = 100.0
  private(set) var isMuted = false
  private(set) var rate = 1.0
  private var place = 0.0
  private var since = 0.0
  private var start = 0.0
  private var isExact = false
  private var isDetailKnown = false
  private var quality = "unknown"
  private var hasStalled = false

  private var ids: [String] = []
  private var order: [Int] = []
  private(set) var index = -1
  private var loops = false
  private var shown: (playlist: [String]?, index: Int) = (nil, -1)
  private var isCaptionsModuleThere = false
  private var caption: String?

  /// What the host page has heard, and when.
  private var heard: PlayerInfo?
  private var heardAt = 0.0
  private var orders = 0
  private var lastDelivery = 0.0

  init(number: Int, page: FakeYouTube) {
    self.number = number
    self.page = page
  }

  var isRunning: Bool { state == 1 }
  var isAudible: Bool { isRunning && !isMuted && volume > 0 && !page.isSilenced }

  var position: Double {
    guard state == 1 else { return place }
    return min(place + (page.now - since) * rate, end)
  }

  private var end: Double {
    video.map { $0.isLive ? .infinity : min($0.breaksOff ?? .infinity, $0.length) } ?? 0
  }

  // MARK: What is told

  /// Messages keep their order.
  func delay(_ latency: Double) -> Double {
    lastDelivery = max(lastDelivery, page.now + latency)
    return lastDelivery - page.now
  }

  func snapshot() -> PlayerInfo {
    var info = PlayerInfo()
    let isKnown = isDetailKnown && video != nil
    info.time = position
    info.duration =
      !isKnown
      ? 0 : video?.isLive == true ? 3600 + page.now : isExact ? video?.length : video?.length.rounded(.down)
    info.loaded = isExact ? 1 : 0
    info.volume = volume
    info.isMuted = isMuted
    info.rate = rate
    info.rates = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2]
    info.quality = quality
    info.qualities = quality == "unknown" ? [] : ["medium", "small"]
    info.state = state
    info.videoID = video?.id ?? ""
    info.title = isKnown ? "Title of \(video?.id ?? "")" : ""
    info.author = isKnown ? "Author" : ""
    info.isLive = isKnown && video?.isLive == true
    info.playlist = shown.playlist
    info.index = shown.index
    info.modules = isCaptionsModuleThere ? ["captions"] : []
    if isCaptionsModuleThere, let video {
      info.tracks = video.captions.map { PlayerInfo.CaptionTrack(languageCode: $0, displayName: "In \($0)") }
      info.track = caption.map { .track(PlayerInfo.CaptionTrack(languageCode: $0)) } ?? .off
    }
    return info
  }

  func hear(_ info: PlayerInfo, at time: Double) {
    heard = info
    heardAt = time
  }

  /// After a load the getters say nothing until the next message.
  func forget() { heard = nil }

  var toldState: Int? { heard?.state }

  func told(at time: Double) -> PlayerInfo {
    guard var info = heard else { return PlayerInfo() }
    if info.state == 1 { info.time = (info.time ?? 0) + min(time - heardAt, 1) * rate }
    return info
  }

  private func enter(_ state: Int) {
    guard state != self.state else { return }
    place = position
    since = page.now
    self.state = state
    shown = ids.isEmpty ? (nil, -1) : (order.map { ids[$0] }, index)
    page.tell(.state(state), self)
    if state == 1 { run(orders) }
  }

  // MARK: Orders

  /// Does something a moment later, unless another order has come.
  private func then(_ seconds: Double, _ number: Int, _ body: @escaping () -> Void) {
    page.after(seconds) {
      if self.orders == number { body() }
    }
  }

  private func next() -> Int {
    orders += 1
    return orders
  }

  func become(_ opening: PageOpening) {
    let list = opening.vars[text: "list"]
    if let list { take(list: page.lists[list] ?? [], index: 0) }
    if let more = opening.vars[text: "playlist"], let id = opening.videoID {
      take(list: [id] + more.split(separator: ",").map(String.init), index: 0)
    }
    if let id = opening.videoID {
      video = page.video(id)
      if let place = ids.firstIndex(of: id) { index = place }
    } else {
      video = ids.first.map(page.video)
    }
    isDetailKnown = video?.error == nil
    isReady = true
    state = 5
    page.tell(.ready, self)
    if let error = video?.error ?? (video == nil ? 2 : nil) {
      state = -1
      page.after(0.02) { self.page.tell(.error(error), self) }
    }
    beat()
  }

  /// What the frame tells by itself.
  private func beat() {
    page.after(0.265) {
      guard self.page.player === self else { return }
      if self.state == 1 || self.state == 3 { self.page.deliver(self) }
      self.beat()
    }
  }

  func perform(_ function: PlayerFunction, _ arguments: [JSONValue]) {
    let arguments = arguments + [.null, .null, .null]
    let (first, second, third) = (arguments[0], arguments[1], arguments[2])
    let plays = function == .loadVideoById || function == .loadPlaylist
    switch function {
    case .playVideo: play()
    case .pauseVideo: pause()
    case .stopVideo: stop()
    case .seekTo: seek(to: first.seconds)
    case .loadVideoById, .cueVideoById:
      (ids, order, index) = ([], [], -1)
      open(first["videoId"].text, start: first["startSeconds"].seconds, plays: plays)
    case .loadPlaylist, .cuePlaylist:
      if case .array(let list) = first {
        take(list: list.map(\.text), index: Int(second.seconds))
        openItem(start: third.seconds, plays: plays)
      } else {
        take(list: page.lists[first["list"].text] ?? [], index: Int(first["index"].seconds))
        openItem(start: first["startSeconds"].seconds, plays: plays)
      }
    case .nextVideo: go(to: index + 1 < ids.count ? index + 1 : 0)
    case .playVideoAt: go(to: Int(first.seconds))
    case .setLoop: loops = first == .bool(true)
    case .setShuffle: shuffle(first == .bool(true))
    case .mute, .unMute: setMuted(function == .mute)
    case .setVolume:
      volume = first.seconds
      page.deliver(self)
    case .setPlaybackRate: setRate(first.seconds)
    case .loadModule:
      isCaptionsModuleThere = true
      page.tell(.apiChange, self)
    case .setOption:
      let code = third["languageCode"].text
      caption = code.isEmpty ? nil : code
      page.tell(.apiChange, self)
    default: break
    }
  }

  private func setMuted(_ isMuted: Bool) {
    self.isMuted = isMuted
    if !isMuted, volume == 0 { volume = 5 }
    page.deliver(self)
  }

  private func setRate(_ rate: Double) {
    place = position
    since = page.now
    self.rate = rate
    page.tell(.rate(rate), self)
    if state == 1 { run(orders) }
  }

  private func take(list: [String], index: Int) {
    ids = list
    order = Array(list.indices)
    self.index = list.isEmpty ? -1 : min(max(index, 0), list.count - 1)
  }

  private func openItem(start: Double, plays: Bool) {
    guard order.indices.contains(index) else {
      video = nil
      enter(-1)
      return page.after(0.02) { self.page.tell(.error(2), self) }
    }
    open(ids[order[index]], start: start, plays: plays)
  }

  private func go(to place: Int) {
    guard order.indices.contains(place) else { return }
    index = place
    openItem(start: 0, plays: true)
  }

  private func open(_ id: String, start: Double, plays: Bool) {
    let number = next()
    let wasPlaying = state == 1
    if wasPlaying { enter(2) }
    then(wasPlaying ? 0.01 : 0, number) {
      self.video = self.page.video(id)
      self.start = start
      self.place = start
      (self.isExact, self.isDetailKnown, self.hasStalled) = (false, false, false)
      self.enter(-1)
      self.page.deliver(self)
      self.then(0.025, number) {
        if let error = self.video?.error { return self.page.tell(.error(error), self) }
        self.isDetailKnown = true
        self.page.deliver(self)
        if plays { self.begin(number, at: start, isLoad: true) } else { self.enter(5) }
      }
    }
  }

  private func begin(_ number: Int, at place: Double, isLoad: Bool = false) {
    enter(3)
    self.place = place
    if isLoad && place > 0 { then(0.01, number) { self.enter(-1) } }
    then(0.08, number) {
      if self.video?.isBlocked == true && !self.isMuted {
        self.enter(-1)
        return self.page.tell(.autoplayBlocked, self)
      }
      if place >= self.end {
        self.place = self.end
        self.isExact = true
        return self.enter(0)
      }
      self.quality = "medium"
      self.page.tell(.quality("medium"), self)
      self.isExact = true
      self.isDetailKnown = true
      self.enter(1)
    }
  }

  /// What happens by itself while it plays.
  private func run(_ number: Int) {
    guard let video else { return }
    since = max(since, page.now)
    var goals: [(Double, () -> Void)] = [(end, { self.reachEnd() })]
    if let failure = video.failure, failure.at > place {
      goals.append((failure.at, { self.fail(failure.code) }))
    }
    if let stall = video.stall, stall.at > place, !hasStalled {
      goals.append((stall.at, { self.stall(stall.length) }))
    }
    guard let (goal, body) = goals.min(by: { $0.0 < $1.0 }), goal.isFinite else { return }
    let rate = rate
    then(max(0, goal - place) / rate, number) {
      // Another speed counts anew.
      if self.state == 1, self.rate == rate, self.position >= goal - 0.001 { body() }
    }
  }

  private func reachEnd() {
    if index + 1 < ids.count || loops && !ids.isEmpty {
      let number = next()
      index = (index + 1) % ids.count
      video = page.video(ids[order[index]])
      (place, since, isExact, isDetailKnown) = (0, page.now, false, false)
      enter(-1)
      if let error = video?.error {
        return then(0.02, number) { self.page.tell(.error(error), self) }
      }
      isDetailKnown = true
      return then(0.02, number) { self.begin(number, at: 0) }
    }
    _ = next()
    place = end
    enter(0)
  }

  private func fail(_ code: Int) {
    let number = next()
    enter(3)
    page.tell(.error(code), self)
    then(0.02, number) { self.enter(-1) }
  }

  private func stall(_ length: Double) {
    hasStalled = true
    let number = next()
    enter(3)
    then(length, number) { self.enter(1) }
  }

  private func play() {
    guard let video, video.error == nil, state != 1, state != 3 else { return }
    let number = next()
    switch state {
    case 5, -1:
      enter(-1)
      then(0.01, number) { self.begin(number, at: self.place) }
    case 0:
      place = 0
      enter(1)
      place = 0
      then(0.01, number) { self.begin(number, at: 0) }
    default: then(0.01, number) { self.enter(1) }
    }
  }

  private func pause() {
    guard state == 1 || state == 3 else { return }
    _ = next()
    enter(2)
  }

  private func stop() {
    let number = next()
    enter(-1)
    then(0.01, number) {
      self.place = 0
      self.isDetailKnown = false
      self.enter(5)
    }
  }

  private func seek(to target: Double) {
    guard let video, video.error == nil, !video.isLive else { return }
    let number = next()
    switch state {
    case 2:
      then(0.03, number) {
        self.place = min(target, self.end)
        if target >= self.end { self.enter(0) } else { self.page.deliver(self) }
      }
    case 5, -1:
      enter(-1)
      begin(number, at: target)
    default: begin(number, at: target)
    }
  }

  private func shuffle(_ isShuffled: Bool) {
    guard !ids.isEmpty else { return }
    let current = order[index]
    order = isShuffled ? Array(ids.indices.reversed()) : Array(ids.indices)
    index = order.firstIndex(of: current) ?? 0
  }

  /// What a person does by the player's own controls.
  func person(_ function: PlayerFunction, _ arguments: JSONValue...) {
    perform(function, arguments)
  }
}

extension JSONValue {
  fileprivate subscript(_ name: String) -> JSONValue {
    if case .object(let members) = self { members[name] ?? .null } else { .null }
  }

  fileprivate var seconds: Double {
    switch self {
    case .number(let value): value
    case .integer(let value): Double(value)
    default: 0
    }
  }

  fileprivate var text: String {
    if case .string(let text) = self { text } else { "" }
  }
}
