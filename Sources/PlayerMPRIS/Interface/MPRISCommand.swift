import PlayerKit

/// What a client of the bus asks for.
enum MPRISCommand: Sendable, Equatable {
  case raise, quit
  case play, pause, playPause, stop, next, previous
  /// By so many microseconds.
  case seek(Int64)
  /// To so many microseconds from the beginning, in the track of this id.
  case setPosition(String, Int64)
  case open(String)
  case setFullscreen(Bool)
  case setLoop(LoopMode)
  case setShuffle(Bool)
  case setRate(Double)
  /// 1 is the loudest.
  case setVolume(Double)
}

extension MPRISCommand {
  /// A method of the two interfaces. Its arguments have been checked against the interface's description.
  init(method: String, arguments: [BusValue]) throws(BusFault) {
    switch (method, arguments.first, arguments.dropFirst().first) {
    case ("Raise", nil, nil): self = .raise
    case ("Quit", nil, nil): self = .quit
    case ("Play", nil, nil): self = .play
    case ("Pause", nil, nil): self = .pause
    case ("PlayPause", nil, nil): self = .playPause
    case ("Stop", nil, nil): self = .stop
    case ("Next", nil, nil): self = .next
    case ("Previous", nil, nil): self = .previous
    case ("Seek", .integer(let offset), nil): self = .seek(offset)
    case ("SetPosition", .path(let track), .integer(let position)): self = .setPosition(track, position)
    case ("OpenUri", .string(let text), nil): self = .open(text)
    default: throw BusFault(.unknownMethod, "There is no method \(method) of these arguments.")
    }
  }

  /// A property that is set.
  init(setting property: String, to value: BusValue) throws(BusFault) {
    switch (property, value) {
    case ("Fullscreen", .bool(let isFullscreen)): self = .setFullscreen(isFullscreen)
    case ("Shuffle", .bool(let isShuffled)): self = .setShuffle(isShuffled)
    case ("LoopStatus", .string(let name)):
      guard let loop = LoopMode.allCases.first(where: { $0.mprisName == name }) else {
        throw BusFault(.invalidArguments, "LoopStatus is None, Track or Playlist.")
      }
      self = .setLoop(loop)
    case ("Rate", .double(let rate)):
      guard rate.isFinite else { throw BusFault(.invalidArguments, "A rate is a finite number.") }
      self = .setRate(rate)
    case ("Volume", .double(let volume)):
      guard !volume.isNaN else { throw BusFault(.invalidArguments, "A volume is a number.") }
      self = .setVolume(volume)
    default: throw BusFault(.invalidArguments, "\(property) can't be set to this.")
    }
  }
}

extension LoopMode {
  /// What MPRIS calls it ("Loop_Status").
  var mprisName: String {
    switch self {
    case .off: "None"
    case .one: "Track"
    case .all: "Playlist"
    }
  }
}
