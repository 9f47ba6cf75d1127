import Foundation
import IFrameBackend
import PlayerKit
import PlayerPlugins
import TestSupport
import Testing

/// What the plugin's program needs to show YouTube's player: a display, a stand-in for YouTube, and a folder for what
/// is kept. Its web view is real, and its sandbox is on.
struct RealRig: Sendable {
  /// The one that a suite's tests share; see ``SharedRealRig``.
  @TaskLocal static var shared: RealRig?

  let display: VirtualDisplay
  let standIn: YouTubeStandIn
  private let folder: String

  /// Sets all of it up, calls `body`, and takes it away.
  static func run(_ body: (RealRig) async throws -> Void) async throws {
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await YouTubeStandIn.run { standIn in
      try await VirtualDisplay.run { display in
        try await body(RealRig(display: display, standIn: standIn, folder: folder))
      }
    }
  }

  /// What the program finds in its environment.
  ///
  /// - Parameter changes: what is otherwise than usual.
  func environment(
    script: String = "/iframe_api", _ changes: [String: String] = [:]
  ) -> [String: String] {
    var variables = TestEnvironment.variables
    variables.merge(standIn.environment(script: script)) { $1 }
    variables["DISPLAY"] = display.name
    variables["XDG_STATE_HOME"] = folder
    variables.removeValue(forKey: "WAYLAND_DISPLAY")
    variables.merge(changes) { $1 }
    return variables
  }

  /// The plugin's program, which ends with its last session unless it is told to stay.
  func program(
    script: String = "/iframe_api", _ changes: [String: String] = [:], stays: Bool = false
  ) -> PluginProgram {
    var options = PluginOptions()
    options.lingerTime = stays ? .seconds(3600) : .zero
    options.environment = environment(script: script, changes)
    return PluginProgram(
      executable: BuiltProgram.path("ytplay-iframe"), descriptor: IFrameBackend.descriptor, options: options)
  }

  /// Makes a session in a program, calls `body`, and shuts it down.
  ///
  /// - Parameter program: nil: one of its own, which ends with the session.
  func session(
    _ configuration: PlayerConfiguration = PlayerConfiguration(), in program: PluginProgram? = nil,
    _ body: (RealSession) async throws -> Void
  ) async throws {
    let program = program ?? self.program()
    let log = EventLog()
    let backend = try await program.provider.make(configuration, log.emit)
    do {
      try await body(RealSession(backend: backend, log: log, program: program))
    } catch {
      await backend.shutDown()
      throw error
    }
    await backend.shutDown()
  }
}

/// A player of the plugin's, and what it has said.
struct RealSession: Sendable {
  let backend: any PlayerBackend
  let log: EventLog
  let program: PluginProgram

  var state: PlayerState { log.state }

  func perform(_ action: PlayerAction) async throws(PlayerError) {
    try await backend.perform(action)
  }

  /// Loads a source, and waits until it plays.
  @discardableResult
  func play(_ source: PlayerSource, beyond time: Double = 0.3) async throws -> PlayerState {
    let position = log.count
    try await perform(.load(source))
    try await log.wait(since: position) { $0 == .sourceChanged(source) }
    return try await wait { $0.status == .playing && $0.currentTime > time }
  }

  /// Waits until the state is so, or playing has failed; the latter is an error unless it was waited for.
  @discardableResult
  func wait(
    timeout: Duration = .seconds(40), _ isMet: @escaping @Sendable (PlayerState) -> Bool
  ) async throws -> PlayerState {
    let state = try await log.waitForState(timeout: timeout) { isMet($0) || $0.error != nil }
    if let error = state.error, !isMet(state) { throw error }
    return state
  }

  /// Loads a source that can't be played, and returns why.
  func failure(of source: PlayerSource, timeout: Duration = .seconds(40)) async throws -> PlayerError {
    let position = log.count
    try await perform(.load(source))
    _ = try await log.wait(since: position, timeout: timeout) {
      if case .failed = $0 { true } else { false }
    }
    let state = log.state
    #expect(state.status == .unstarted && state.source == source)
    return try #require(state.error)
  }

  /// The web processes of the program that have not ended.
  func webProcesses() throws -> [pid_t] {
    try ProcessTable.descendants(of: #require(program.processID))
      .filter { ProcessTable.name(of: $0) == "WebKitWebProcess" }
  }
}

/// One rig for all tests of a suite.
struct SharedRealRig: SuiteTrait, TestScoping {
  var isRecursive: Bool { false }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await RealRig.run { rig in
      try await RealRig.$shared.withValue(rig) { try await function() }
    }
  }
}

extension SuiteTrait where Self == SharedRealRig {
  /// One display and one stand-in for all tests of the suite.
  static var sharedRig: Self { Self() }
}

extension PlayerSource {
  /// What a text names.
  static func text(_ text: String) throws -> PlayerSource {
    try PlayerSource(parsing: text)
  }

  /// A video by its id.
  static func id(_ text: String, start: Double? = nil, end: Double? = nil) throws -> PlayerSource {
    var source = PlayerSource(.video(try #require(YouTubeVideoID(text))))
    source.start = start
    source.end = end
    return source
  }
}
