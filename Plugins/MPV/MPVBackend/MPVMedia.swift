import PlayerKit

/// What mpv is doing with one loaded source, from its `loadfile` to its end.
final class MPVMedia {
  /// How far it has been opened.
  enum Stage: Comparable {
    /// Asked for; what mpv tells may still be of the file before.
    case requested
    /// mpv has begun with it: from here on all that mpv tells is of it.
    case started
    /// mpv has loaded it, so that seeks are taken.
    case loaded
    /// What it is has been told, and its first frame or sound is ready.
    case open
  }

  /// A seek that has been sent to mpv.
  final class Seek {
    let target: Double
    /// Whether it is the backend's own affair, told by no event.
    let isSilent: Bool
    var isTaken = false
    /// mpv has begun with it; the next restart of playback is its landing.
    var isStarted = false

    init(_ target: Double, isSilent: Bool) {
      self.target = target
      self.isSilent = isSilent
    }
  }

  /// A failure whose cause is still looked for.
  struct Failure {
    let code: MPVCode
    var nextLook: Double
    let deadline: Double
  }

  /// A wait for more of an open source.
  final class Wait {
    /// The seek that it is a part of.
    let seek: Seek?
    let began: Double
    /// When a seek that takes so long is told as `buffering`.
    let buffersAt: Double
    var deadline: Double
    /// Whether, the deadline being over, it is looked at how much has come.
    var isLookedAt = false
    /// Up to where mpv had the source when it was last looked at, in seconds.
    var cacheEnd: Double?

    init(for seek: Seek?, _ now: Double, limit: Double) {
      self.seek = seek
      began = now
      buffersAt = seek == nil ? .infinity : now + 1
      deadline = now + limit
    }
  }

  /// A step by a frame.
  final class Step {
    let count: Int
    let answer: MPVMailbox.Answer
    /// mpv's position before it.
    var origin = 0.0
    var nextLook = Double.infinity
    var deadline = Double.infinity

    init(count: Int, answer: @escaping MPVMailbox.Answer) {
      self.count = count
      self.answer = answer
    }
  }

  /// A seek that waits until the source is open.
  struct HeldSeek {
    let target: SeekTarget
    let isPrecise: Bool
    /// Seconds; nil for a fraction of a duration that is not known yet.
    let time: Double?
  }

  let source: PlayerSource
  /// When it was asked for, by ``PlainThread/now``.
  let loadedAt = PlainThread.now
  var stage = Stage.requested
  /// mpv's id of it; nil until its `loadfile` has been answered.
  var entry: Int64?
  /// Whether its duration and the like have been read.
  var isDescribed = false
  /// Whether mpv has been ready to play it.
  var isRestarted = false
  /// When opening it takes too long; nil once it is open.
  var openDeadline: Double?
  /// The failure that mpv told of, when its log is looked at next, and until when.
  var failure: Failure?

  /// What `pause` was last set to by the backend.
  var sentPause: Bool
  /// How many of the backend's own settings of `pause` are under way.
  var pausesUnderWay = 0
  /// What mpv says of `pause` and `eof-reached`.
  var isPaused = false
  var isAtEOF = false
  var isWaitingForData = false
  /// How long it is being waited for; nil where it is not.
  var wait: Wait?
  /// The last one, and when it ended.
  var lastWait: (wait: Wait, ended: Double)?
  /// When it last moved while it was to play; nil where that has not been looked at.
  var pulse: MPVSession.Pulse?
  /// Where it has stood while playing, and since when.
  var stand: (time: Double, since: Double)?
  /// Whether its picture is left out, because mpv can't decode it.
  var isPictureless = false

  var seek: Seek?
  var heldSeek: HeldSeek?
  var stepUnderWay: Step?
  var steps: [Step] = []
  /// mpv has begun a seek of its own: a loop, or someone's who uses mpv's controls.
  var isMoving = false
  /// Whether that is the seek to where it is, by which a picture appears on another output.
  var isMovingForOutput = false
  /// When mpv last began to move it by itself.
  var beganToMove = 0.0
  /// When mpv last went by itself to its end, and when it last came to rest by itself: paused, or ended.
  var wentToEnd: Double?
  var cameToRest: Double?
  /// Whether a precise look at the end is under way.
  var isCheckingEnd = false

  /// What yt-dlp found, where the source is YouTube's and was looked up.
  var found: YtDlpVideo?
  /// Whether the source's list is being looked up, and what was asked of it in the meantime.
  var isListAwaited = false
  var heldMoves: [PlayerAction] = []
  /// The status that it takes when it is open and not to play.
  var restingStatus = PlayerStatus.queued

  /// Whether it has played at all: it is `queued` until then.
  var hasPlayed = false
  /// Whether it was stopped: back at its start, and `unstarted`.
  var isStopped = false
  /// Whether its position is its very end, so that playing starts again.
  var isAtEnd = false

  var isSeekable = false
  var isNetwork = false
  var isLive = false
  /// Where mpv keeps a live stream, so that it can be sought in there.
  var seekableRange: ClosedRange<Double>?
  /// When that is looked at next; nil where it is not.
  var nextRangeLook: Double?
  var hasAudio = false
  /// Whether a moving picture is shown, by which mpv then counts the time of seeks.
  var hasPicture = false
  /// Whether the picture is the cover of an album, which belongs to the sound.
  var isCover = false
  /// What mpv says of the picture.
  var videoParameters = MPVNode.none
  /// Whether no sound is selected, and mpv is silenced instead.
  var isSoundHidden = false
  /// mpv's list of its tracks.
  var tracks = MPVNode.none
  /// mpv's own duration, in seconds.
  var duration: Double?
  var log: [MPVLogLine] = []
  /// What mpv logged while it opened: told in its own weight once it has, as the failure's prelude if not.
  var heldLog: [MPVLogLine] = []

  init(_ source: PlayerSource, isPaused: Bool) {
    self.source = source
    sentPause = isPaused
  }

  /// The same load, asked of another mpv.
  init(again media: MPVMedia, isPaused: Bool) {
    source = media.source
    sentPause = isPaused
    heldSeek = media.heldSeek
    openDeadline = media.openDeadline
    isPictureless = media.isPictureless
    found = media.found
    restingStatus = media.restingStatus
  }

  /// Whether mpv has just gone to its end by itself.
  func hasGoneToEnd(_ now: Double) -> Bool { wentToEnd.map { now - $0 < 1 } ?? false }

  /// Where it ends, in seconds; nil where that is not known.
  var limit: Double? {
    guard let duration, !isLive else { return source.end }
    return min(source.end ?? duration, duration)
  }

  var start: Double { source.start ?? 0 }

  /// The duration that is told.
  var knownDuration: Double? { isLive ? nil : duration }

  /// Whether a seek can be asked of mpv.
  var takesSeeks: Bool { isSeekable || seekableRange != nil }

  /// Brings a time between the beginning and the end.
  func clamp(_ time: Double) -> Double {
    max(min(time, limit ?? time), 0)
  }

  /// Brings the target of a seek to where mpv can go.
  func clampTarget(_ time: Double) -> Double {
    guard let seekableRange else { return clamp(time) }
    return min(max(clamp(time), seekableRange.lowerBound), seekableRange.upperBound)
  }

  /// Where a precise seek to `target` has come to, by what mpv says of its position.
  ///
  /// Sound is cut to the sample, but before any of it has been heard mpv is off by what its device buffers,
  /// about 0.2 s.
  func landing(of target: Double, reported: Double?) -> Double {
    guard let reported else { return clamp(target) }
    return clamp(hasPicture || abs(reported - target) > 0.5 ? reported : target)
  }

  /// Answers the steps that will not be made any more.
  func dropSteps(_ error: PlayerError? = nil) {
    let dropped = (stepUnderWay.map { [$0] } ?? []) + steps
    (stepUnderWay, steps) = (nil, [])
    for step in dropped { step.answer(error) }
  }

  /// Whether mpv has said that it has no decoder for the picture.
  var lacksPictureDecoder: Bool {
    !isPictureless
      && log.contains { $0.prefix == "vd" && $0.text.hasPrefix("Failed to initialize a decoder") }
  }

  /// Keeps a line of the log, the last hundred.
  func note(_ line: MPVLogLine) {
    if log.count == 100 { log.removeFirst() }
    log.append(line)
  }
}
