import CMPV
import PlayerKit

/// An mpv that has been started with its options, and what there is to say about that.
struct MPVStart {
  let handle: MPVHandle
  /// Things worth knowing, for the log.
  let notes: [String]
  /// Whether a window may open.
  let mayShowWindow: Bool
  /// Whether there is a display for it.
  let hasDisplay: Bool
  /// mpv's `vo` while the window is shown.
  let outputInFront: String

  /// Starts an mpv.
  ///
  /// - Parameter isInFront: whether its window, if it may have one, is to be seen from the beginning.
  init(_ configuration: PlayerConfiguration, isInFront: Bool) throws(PlayerError) {
    MPVLocale.pin()
    guard let handle = MPVHandle() else {
      throw PlayerError(
        .backendUnavailable, "libmpv could not make a player.",
        remedy: "It needs memory, and LC_NUMERIC to be C while it runs.", backend: "mpv")
    }
    do throws(PlayerError) {
      let options = try Self.prepare(handle, configuration, isInFront: isInFront)
      (notes, mayShowWindow, hasDisplay) = (options.notes, options.mayShowWindow, options.hasDisplay)
      outputInFront = options.outputInFront
      self.handle = handle
    } catch {
      handle.destroy()
      throw error
    }
  }

  private static func prepare(
    _ handle: MPVHandle, _ configuration: PlayerConfiguration, isInFront: Bool
  ) throws(PlayerError) -> MPVOptions {
    let options = MPVOptions(
      configuration, display: configuration.showsVideo ? MPVDisplay.current : nil,
      mayHaveSound: MPVSound.mayBeThere, isInFront: isInFront)
    for (name, value) in options.own {
      // What this version of mpv does not have is not needed.
      _ = handle.setOption(name, value)
    }
    if !configuration.subtitleFiles.isEmpty {
      let paths = configuration.subtitleFiles.map { MPVNode.bytes(MPVFile.absolute($0.bytes)) }
      _ = handle.setOption("sub-files", .array(paths))
    }
    for option in configuration.mpvOptions {
      try set(option, handle)
    }
    for (name, value) in options.late {
      _ = handle.setOption(name, value)
    }
    let code = handle.initialize()
    guard code.isSuccess else {
      throw PlayerError(
        .backendUnavailable, "mpv did not start: \(code).", backend: "mpv", backendCode: "\(code.value)")
    }
    handle.requestLog("warn")
    return options
  }

  private static func set(
    _ option: PlayerConfiguration.MPVOption, _ handle: MPVHandle
  ) throws(PlayerError) {
    if let reason = MPVOptions.reserved[option.name] {
      throw PlayerError(
        .invalidArgument, "mpv's option \(option.name) is the backend's own.", remedy: reason, backend: "mpv")
    }
    if option.name.utf8.contains(0) || option.value.utf8.contains(0) {
      throw PlayerError(.invalidArgument, "An option of mpv's holds a NUL.", backend: "mpv")
    }
    let code = handle.setOption(option.name, option.value)
    if code.isSuccess { return }
    if code == MPVCode(MPV_ERROR_OPTION_NOT_FOUND) {
      let nearest = handle.initialize().isSuccess ? MPVOptions.nearest(to: option.name, handle) : nil
      throw PlayerError(
        .invalidArgument, "mpv has no option \(option.name).",
        remedy: nearest.map { "Did you mean \($0)?" } ?? "`mpv --list-options` lists them.", backend: "mpv",
        backendCode: "\(code.value)")
    }
    throw PlayerError(
      .invalidArgument, "mpv's option \(option.name) does not take the value \(option.value).",
      remedy: "See mpv's manual for what it takes.", backend: "mpv", backendCode: "\(code.value)")
  }
}

/// The options that an mpv is started with.
struct MPVOptions {
  /// Name and value, in their order.
  private(set) var own: [(String, String)]
  /// Things worth knowing, for the log.
  private(set) var notes: [String] = []
  /// Name and value of what is set behind the person's own.
  private(set) var late: [(String, String)] = []
  /// Whether a window may open.
  let mayShowWindow: Bool
  /// Whether there is a display for it.
  let hasDisplay: Bool
  /// `vo` while the window is shown.
  let outputInFront: String

  /// Options that the backend keeps for itself, each with what to use instead.
  static let reserved: [String: String] = [
    "keep-open": "The end of a source is told by the status ended.",
    "keep-open-pause": "The end of a source is told by the status ended.",
    "idle": "The backend stays until it is shut down.",
    "pause": "Use the action cue, or turn autoPlay off.",
    "start": "Give the source's start.",
    "end": "Give the source's end.",
    "length": "Give the source's end.",
    "loop": "Use the action setLoop.",
    "loop-file": "Use the action setLoop.",
    "loop-playlist": "Use the action setLoop.",
    "volume": "Use the action setVolume.",
    "mute": "Use the actions mute and unmute.",
    "speed": "Use the action setRate.",
  ]

  /// Without the scripts that come with mpv, which nothing here uses.
  private static let lean = [
    ("idle", "yes"), ("ytdl", "no"), ("osc", "no"), ("load-stats-overlay", "no"),
    ("load-auto-profiles", "no"),
    // One script under two names: the second is that of mpv 0.40, as are the three behind it.
    ("load-osd-console", "no"), ("load-console", "no"), ("load-select", "no"), ("load-positioning", "no"),
    ("load-commands", "no"),
  ]

  /// mpv's own controls and keys, and how its window is named.
  private static let window = [
    ("osc", "yes"), ("input-default-bindings", "yes"), ("input-vo-keyboard", "yes"),
    ("load-stats-overlay", "yes"),
    // The vocabulary's volume ends there; mpv's keys would go on to 130.
    ("volume-max", "100"),
    ("title", "ytplay"), ("x11-name", "ytplay"), ("wayland-app-id", "ytplay"),
  ]

  /// The window of a feed, whose pages have pictures of all shapes.
  private static let page = [("geometry", "50%x50%"), ("keepaspect-window", "no")]

  /// The last lets the sound play where no window opens.
  private static let outputs = "gpu,x11,null"

  /// For an mpv that plays nothing.
  static let bare = lean + [("vo", "null"), ("ao", "null")]

  /// - Parameters:
  ///   - display: where a window could be shown.
  ///   - mayHaveSound: whether there may be a sound device.
  ///   - isInFront: whether the window, if there may be one, is shown from the beginning.
  init(
    _ configuration: PlayerConfiguration, display: MPVDisplay?, mayHaveSound: Bool, isInFront: Bool = true
  ) {
    let timeout = configuration.timeouts.open
    own = [
      ("keep-open", "yes"),
      // A connection that was cut is made anew where the server takes ranges; the backend itself sees to it
      // that neither this nor anything else takes longer than the time-out.
      ("network-timeout", MPVTime.text(timeout)), ("stream-lavf-o", "reconnect=1,reconnect_delay_max=7"),
      ("sub-auto", "exact"), ("audio-file-auto", "no"), ("resume-playback", "no"),
      ("audio-fallback-to-null", "yes"), ("audio-client-name", "ytplay"), ("screenshot-format", "png"),
    ]
    own += Self.lean
    let given = Set(configuration.mpvOptions.map(\.name))
    if let device = configuration.audioDevice {
      own.append(("audio-device", device))
    } else if !mayHaveSound {
      own.append(("ao", "null"))
    }
    let languages = [("alang", configuration.audioLanguages), ("slang", configuration.subtitleLanguages)]
    own += languages.filter { !$0.1.isEmpty }.map { ($0.0, MPVLanguages.list($0.1)) }
    let videoOutput = configuration.mpvOptions.last { $0.name == "vo" }?.value
    mayShowWindow = configuration.showsVideo && (videoOutput.map { $0 != "null" } ?? (display != nil))
    hasDisplay = display != nil
    outputInFront = videoOutput ?? Self.outputs
    if mayShowWindow {
      own += Self.window
      if configuration.presentation?.turnsPages == true { own += Self.page }
      if !isInFront { late.append(("vo", "null")) }
      // Without a graphics card the search would only write to standard error.
      if MPVDisplay.hasGraphicsCard { own.append(("hwdec", "auto-safe")) }
      if configuration.isFullscreen { own.append(("fullscreen", "yes")) }
      // The button that closes a window without a frame would make mpv quit; and an empty window, as of a page that
      // fails, is no place to drop files on. A list is set as a whole: mpv takes no «-append» from a program.
      let given = configuration.mpvOptions.filter { $0.name == "script-opts" && !$0.value.isEmpty }.map(
        \.value)
      let scripts = given.suffix(1) + ["osc-windowcontrols=no", "osc-idlescreen=no"]
      late.append(("script-opts", scripts.joined(separator: ",")))
    }
    if let display {
      own.append(("vo", Self.outputs))
      if given.isDisjoint(with: ["vo", "gpu-api", "gpu-context"]) {
        own.append(("gpu-context", display.context))
      }
    } else {
      own.append(("vo", "null"))
      if !configuration.showsVideo {
        own.append(("vid", "no"))
      } else if !given.contains("vo") {
        notes.append("no display: sound alone")
      }
    }
  }

  /// The name of mpv's that is closest to `name`, where one is close.
  static func nearest(to name: String, _ handle: MPVHandle) -> String? {
    NearestName.find(name, in: handle.property("options").array.compactMap(\.string))
  }
}

/// Times as mpv's options read them.
enum MPVTime {
  /// Seconds with six decimals and a point, never with an exponent.
  static func text(_ seconds: Double) -> String {
    let microseconds = Int64((min(max(seconds, 0), 1e9) * 1e6).rounded())
    let fraction = String(microseconds % 1_000_000)
    return "\(microseconds / 1_000_000)." + String(repeating: "0", count: 6 - fraction.count) + fraction
  }

  /// Seconds as a person reads them, to the tenth: `15 s`, `2.5 s`.
  static func words(_ seconds: Double) -> String {
    let tenths = Int64((min(max(seconds, 0), 1e9) * 10).rounded())
    return "\(tenths / 10)" + (tenths % 10 == 0 ? "" : ".\(tenths % 10)") + " s"
  }
}
