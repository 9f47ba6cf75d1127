import Foundation
import PlayerKit
import PlayerPlugins
import TestSupport
import Testing

@Suite("The host of a plugin")
struct HostTests {
  private let log = EventLog()

  private func make(_ plugin: FakePlugin, _ change: (inout PlayerConfiguration) -> Void = { _ in })
    async throws
    -> any PlayerBackend
  {
    var configuration = PlayerConfiguration()
    change(&configuration)
    return try await plugin.program.provider.make(configuration, log.emit)
  }

  /// What making the backend throws.
  private func refusal(of mode: String, start: Double = 10) async throws -> PlayerError {
    let plugin = FakePlugin(mode)
    return try #require(
      await #expect(throws: PlayerError.self) {
        _ = try await make(plugin) { $0.timeouts.start = start }
      })
  }

  /// What loading the source leads to.
  private func failure(of name: String) async throws -> PlayerError {
    let plugin = FakePlugin()
    let backend = try await make(plugin) {
      $0.timeouts.perform = ["deaf", "leave"].contains(name) ? 0.5 : 15
    }
    let thrown = await #expect(throws: PlayerError.self) { try await backend.perform(.load(.fake(name))) }
    let told = try await log.waitForState { $0.error != nil }.error
    #expect(thrown == told && told?.code == .backendFailed)
    let later = await #expect(throws: PlayerError.self) { try await backend.perform(.pause) }
    #expect(later == told)
    await backend.shutDown()
    #expect(plugin.program.processID == nil)
    return try #require(told)
  }

  @Test("It makes a session, hands events on in their order, and ends the program with its last session")
  func session() async throws {
    let plugin = FakePlugin()
    #expect(plugin.program.processID == nil)
    let backend = try await make(plugin)
    #expect(log.events.first == .ready)
    let processID = try #require(plugin.program.processID)
    #expect(getpgid(processID) == processID)
    try await backend.perform(.load(.fake("")))
    // The event came before the reply.
    #expect(log.state.status == .playing && log.state.source == .fake(""))
    try await backend.perform(.pause)
    await backend.shutDown()
    await backend.shutDown()
    #expect(kill(processID, 0) != 0 && errno == ESRCH)
    let error = await #expect(throws: PlayerError.self) { try await backend.perform(.pause) }
    #expect(error?.code == .closed)
  }

  @Test("Many sessions live in one process, which lingers for the next")
  func sessions() async throws {
    var options = PluginOptions()
    options.lingerTime = .seconds(3600)
    let plugin = FakePlugin("", options)
    let first = try await make(plugin), second = try await make(plugin)
    let processID = plugin.program.processID
    await first.shutDown()
    await second.shutDown()
    let third = try await make(plugin)
    #expect(processID != nil && plugin.program.processID == processID)
    await third.shutDown()
    await plugin.program.stop()
    #expect(plugin.program.processID == nil)
  }

  @Test(
    "A program that is not what its manifest says is refused",
    arguments: [
      ("otherID", "other"), ("noKinds", "stream"), ("noRate", "setRate"), ("otherProtocol", "7"),
      ("refuses", "I speak 7."), ("nothing", "protocol"), ("noSession", "session"),
    ])
  func rejected(mode: String, word: String) async throws {
    let error = try await refusal(of: mode)
    #expect(error.code == .pluginRejected && error.message.contains(word) && error.remedy != nil)
  }

  @Test("A program that can't be started, or ends at once, is said to, with what it wrote last")
  func notStarted() async throws {
    let missing = PluginProgram(executable: "/nonexistent/program", descriptor: FakePlugin.descriptor)
    let error = await #expect(throws: PlayerError.self) {
      _ = try await missing.provider.make(PlayerConfiguration(), log.emit)
    }
    #expect(error?.code == .backendUnavailable && error?.message.contains("/nonexistent/program") == true)
    let gone = try await refusal(of: "gone")
    #expect(gone.code == .backendFailed && gone.message.contains("no screen here"))
  }

  @Test("A program that does not answer in time is ended", arguments: ["silent", "hungCreate", "neverReady"])
  func hangsAtStart(mode: String) async throws {
    let error = try await refusal(of: mode, start: 0.4)
    #expect(error.code == .backendFailed && error.message.contains("did not answer"))
  }

  @Test("Whether it can run is asked of the program itself")
  func availability() async throws {
    #expect(await FakePlugin().program.provider.availability() == .available)
    #expect(
      await FakePlugin("unavailable").program.provider.availability()
        == .unavailable(reason: "no sun", remedy: "Wait for it."))
    guard case .unavailable(let reason, _) = await FakePlugin("gone").program.provider.availability() else {
      Issue.record("It can't run")
      return
    }
    #expect(reason.contains("no screen here"))
    let missing = PluginProgram(executable: "/nonexistent/program", descriptor: FakePlugin.descriptor)
    guard case .unavailable(let other, _) = await missing.provider.availability() else {
      Issue.record("It can't be started")
      return
    }
    #expect(other.contains("can't be started") && !other.contains("is not used"))
  }

  @Test(
    "A death, a hang and a breach of the protocol end the session with their reason",
    arguments: [
      ("die", "status 3"), ("die", "first word / last  [31mword"),
      ("deaf", "did not answer load within 0.5 s"), ("leave", "did not answer load within 0.5 s"),
      ("empty", "several pages"),
      ("long", "more than 4 MiB"), ("close", "closed its output"), ("broken", "several pages"),
      ("child", "status 0"),
    ])
  func fails(name: String, word: String) async throws {
    let error = try await failure(of: name)
    #expect(error.message.contains(word) && error.remedy != nil && error.backend == "fake")
  }

  @Test("A program that is killed is told at once, in each of its sessions")
  func killed() async throws {
    let plugin = FakePlugin()
    let other = EventLog()
    let first = try await make(plugin)
    let second = try await plugin.program.provider.make(PlayerConfiguration(), other.emit)
    kill(try #require(plugin.program.processID), SIGKILL)
    for log in [log, other] {
      let error = try await log.waitForState { $0.error != nil }.error
      #expect(error?.code == .backendFailed && error?.message.contains("signal 9") == true)
    }
    await first.shutDown()
    await second.shutDown()
    let third = try await make(plugin)
    try await third.perform(.load(.fake("")))
    await third.shutDown()
  }

  @Test("One that is stopped is ended when its time is over, even amid its shutting down")
  func stopped() async throws {
    let plugin = FakePlugin()
    let backend = try await make(plugin) { $0.timeouts.shutDown = 0.4 }
    let processID = try #require(plugin.program.processID)
    ProcessTable.freeze(processID)
    await backend.shutDown()
    #expect(kill(processID, 0) != 0)
  }

  @Test("What is not of the protocol is said and passed over", arguments: ["garbage", "flood", "unknown"])
  func passedOver(name: String) async throws {
    let plugin = FakePlugin()
    let backend = try await make(plugin)
    try await backend.perform(.load(.fake(name)))
    #expect(log.state.status == .playing)
    let warnings = log.events.filter { if case .log(.warning, _) = $0 { true } else { false } }
    #expect(!warnings.isEmpty && warnings.count <= 10)
    await backend.shutDown()
  }

  @Test("A program that gives one number to two sessions is refused")
  func sameSession() async throws {
    let plugin = FakePlugin("sameSession")
    let first = try await make(plugin)
    let error = await #expect(throws: PlayerError.self) { _ = try await make(plugin) }
    #expect(error?.code == .pluginRejected && error?.message.contains("two sessions") == true)
    #expect(try await log.waitForState { $0.error != nil }.error == error)
    await first.shutDown()
  }

  @Test("A backend may be let go of amid its last event")
  func letGo() async throws {
    let plugin = FakePlugin()
    let kept = Lock<(any PlayerBackend)?>(nil), log = log
    func keep() async throws {
      let backend = try await plugin.program.provider.make(PlayerConfiguration()) { event in
        if case .failed = event { kept.withLock { $0 = nil } }
        log.emit(event)
      }
      kept.withLock { $0 = backend }
    }
    try await keep()
    kill(try #require(plugin.program.processID), SIGKILL)
    try await log.waitForState { $0.error != nil }
    await plugin.program.stop()
    #expect(plugin.program.processID == nil)
  }

  @Test("A list in pages is one list")
  func pages() async throws {
    let backend = try await make(FakePlugin())
    try await backend.perform(.load(.fake("pages")))
    let lists = log.events.filter { if case .itemsChanged = $0 { true } else { false } }
    #expect(lists == [.itemsChanged((0..<3).map { PlayerItem(id: "\($0)", title: "t") }, index: 1)])
    await backend.shutDown()
  }

  @Test("An error of the program's arrives as it was, and anything else with its code")
  func errors() async throws {
    let backend = try await make(FakePlugin())
    let refused = await #expect(throws: PlayerError.self) {
      try await backend.perform(.load(.fake("refuse")))
    }
    #expect(refused == PlayerError(.network, "No.", remedy: "Wait.", backend: "fake"))
    let odd = await #expect(throws: PlayerError.self) { try await backend.perform(.load(.fake("oddly"))) }
    #expect(odd?.code == .unknown && odd?.backendCode == "12")
    await backend.shutDown()
  }

  @Test("What the program logs, and writes to standard error, is told")
  func logs() async throws {
    let backend = try await make(FakePlugin())
    try await backend.perform(.load(.fake("log")))
    try await log.wait { $0 == .log(.warning, "fake: hear") }
    try await log.wait { $0 == .log(.debug, "fake: on standard error") }
    await backend.shutDown()
  }

  @Test("What it says before its first session is told in that")
  func unheard() async throws {
    let backend = try await make(FakePlugin("loud"))
    try await log.wait { $0 == .log(.debug, "fake: before anybody listens") }
    #expect(log.events.first == .ready)
    await backend.shutDown()
  }

  @Test("A line that would be too long is refused, and the session goes on")
  func tooLong() async throws {
    let backend = try await make(FakePlugin())
    let source = PlayerSource(.stream("fake:" + String(repeating: "x", count: 5 << 20)))
    let error = await #expect(throws: PlayerError.self) { try await backend.perform(.load(source)) }
    #expect(error?.code == .invalidArgument)
    try await backend.perform(.load(.fake("")))
    await backend.shutDown()
  }

  @Test("A program that will not go is made to")
  func stubborn() async throws {
    let plugin = FakePlugin("stubborn")
    let backend = try await make(plugin)
    let processID = try #require(plugin.program.processID)
    await backend.shutDown()
    #expect(kill(processID, 0) != 0)
  }

  @Test("It inherits no descriptor, but for standard input where that is to be played")
  func descriptors() async throws {
    let open = Pipe()
    _ = fcntl(open.fileHandleForReading.fileDescriptor, F_SETFD, 0)
    let backend = try await make(FakePlugin("descriptors"))
    // 3 is the listed folder itself.
    try await log.wait { $0 == .log(.info, "0 1 2 3") }
    await backend.shutDown()

    try open.fileHandleForWriting.write(contentsOf: Data("from the host".utf8))
    var options = PluginOptions()
    options.standardInput = open.fileHandleForReading.fileDescriptor
    let other = try await make(FakePlugin("input", options))
    try await log.wait { $0 == .log(.info, "from the host") }
    await other.shutDown()
  }

  @Test("Its variables can be given")
  func environment() async throws {
    var options = PluginOptions()
    options.environment = ProcessInfo.processInfo.environment
    options.environment?["MARK"] = "marked"
    let plugin = FakePlugin("environment", options)
    let backend = try await make(plugin)
    await backend.shutDown()
  }
}
