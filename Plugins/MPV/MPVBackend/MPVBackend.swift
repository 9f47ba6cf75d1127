import PlayerKit

/// Plays files and streams with libmpv, in this process.
///
/// ```swift
/// let player = Player(registry: BackendRegistry([MPVBackend.provider]))
/// try await player.load(.file("film.mp4"))
/// ```
///
/// What it asks of the process: `LC_NUMERIC` is set to `C`, for good, when the first backend is made; programs
/// that it starts are waited for by libmpv, so nobody else may `wait` for any child; signal handlers need
/// `SA_RESTART` (`client.h`, "Basic environment requirements"). Each backend has one thread of its own beside
/// mpv's, from which all events come.
public final class MPVBackend: PresentingBackend {
  /// How the backend describes itself. The version is the client API's of the libmpv that is loaded.
  public static let descriptor = BackendDescriptor(
    id: "mpv", name: "mpv", version: "libmpv \(MPVHandle.clientVersion)",
    kinds: [
      .file: .init(priority: 100), .stream: .init(priority: 100), .video: youTube, .videos: youTube,
      .playlist: youTube, .channel: youTube,
    ],
    capabilities: [
      .setRate, .setLoop, .setShuffle, .setTrack, .setFullscreen, .stepFrame, .screenshot, .preciseSeek,
      .video, .chapters, .items, .presentation,
    ])

  private static let youTube = BackendDescriptor.KindSupport(priority: 20, needs: ["program:yt-dlp"])

  /// What a registry takes.
  public static let provider = BackendProvider(
    descriptor: descriptor, availability: { await availability() },
    make: { (configuration, emit) async throws(PlayerError) in
      try await MPVBackend(configuration, emit: emit)
    })

  /// Says that the process is the backend's alone, as a plugin's is: it may end where the display of mpv's window
  /// is gone and mpv can't leave it. Who has started it starts it again.
  package static func ownsProcess() { MPVSession.mayEndProcess.withLock { $0 = true } }

  static let closed = PlayerError(
    .closed, "The mpv backend has been shut down.", remedy: "Make a new one.", backend: "mpv")

  private let mailbox: MPVMailbox
  private let timeouts: PlayerConfiguration.Timeouts

  /// A backend that is ready.
  ///
  /// - Throws: ``PlayerError/Code/invalidArgument`` where the configuration, or an option in it, is not
  ///   valid; ``PlayerError/Code/backendUnavailable`` where libmpv does not start.
  init(
    _ configuration: PlayerConfiguration, emit: @escaping BackendProvider.Emit
  ) async throws(PlayerError) {
    try configuration.validate()
    let mailbox = MPVMailbox(emit: emit)
    self.mailbox = mailbox
    timeouts = configuration.timeouts
    let result = await withCheckedContinuation { continuation in
      MPVEventLoop.start(configuration, mailbox) { continuation.resume(returning: $0) }
    }
    do {
      try result.get()
    } catch {
      await mailbox.waitUntilGone(timeout: timeouts.shutDown)
      throw error
    }
  }

  deinit {
    mailbox.close(Self.closed)
  }

  /// Takes an action; what it led to arrives as events.
  public func perform(_ action: PlayerAction) async throws(PlayerError) {
    let error = await withCheckedContinuation { continuation in
      mailbox.post(action) { continuation.resume(returning: $0) }
    }
    if let error { throw error }
  }

  /// Takes another place among the pages: in front mpv has its window and its sound, behind it has neither.
  public func present(_ presentation: PlayerPresentation) async throws(PlayerError) {
    let error = await withCheckedContinuation { continuation in
      mailbox.post(presentation) { continuation.resume(returning: $0) }
    }
    if let error { throw error }
  }

  /// Ends mpv within ``PlayerConfiguration/Timeouts/shutDown``.
  ///
  /// Where mpv itself can't end in that time (a look-up of a host name can't be interrupted), its threads
  /// end when they can; no event comes of them any more.
  public func shutDown() async {
    mailbox.close(Self.closed)
    // A little less, so that the whole of it takes no longer.
    await mailbox.waitUntilGone(timeout: timeouts.shutDown * 0.9)
    mailbox.silence()
  }

  private static func availability() async -> BackendAvailability {
    await withCheckedContinuation { continuation in
      let isStarted = PlainThread.start {
        MPVLocale.pin()
        guard let handle = MPVHandle() else {
          continuation.resume(returning: .unavailable(reason: "libmpv makes no player (out of memory)"))
          return
        }
        handle.destroy()
        continuation.resume(returning: .available)
      }
      if !isStarted { continuation.resume(returning: .unavailable(reason: "no thread could be made")) }
    }
  }
}
