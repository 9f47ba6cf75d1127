import Foundation
import MPVBackend
import MockBackend
import PlayerConformance
import PlayerKit
import PlayerPlugins
import TestSupport
import Testing

@Suite("A backend in its own process")
struct ProtocolTests {
  private func mock(_ options: PluginOptions = PluginOptions()) -> PluginProgram {
    PluginProgram(
      executable: BuiltProgram.path("ytplay-mock"), descriptor: MockBackend.provider.descriptor,
      options: options)
  }

  private static func clip(_ seconds: Int) -> PlayerSource {
    PlayerSource(.stream("mock://clip?duration=\(seconds)"))
  }

  @Test("50,000 actions of 16 tasks are all taken, each task's in its order")
  func order() async throws {
    let log = EventLog()
    let backend = try await mock().provider.make(PlayerConfiguration(), log.emit)
    let (tasks, actions) = (16, 3125)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<tasks {
        group.addTask {
          // Each task's volumes rise, and are its own: the place in the task, and behind the point the task.
          for place in 0..<actions {
            let volume = Double(place) * 0.03 + Double(task) * 0.0001
            try await backend.perform(.setVolume(volume))
          }
        }
      }
      try await group.waitForAll()
    }
    let volumes = log.events.compactMap { if case .volumeChanged(let volume) = $0 { volume } else { nil } }
    #expect(volumes.count == tasks * actions)
    var last: [Int: Double] = [:]
    for volume in volumes {
      let task = Int((volume * 10_000).rounded()) % 300
      #expect(volume >= last[task] ?? 0)
      last[task] = volume
    }
    #expect(last.count == tasks)
    await backend.shutDown()
  }

  @Test("Of backends that are made at once, none asks the program for anything before it has been greeted")
  func greeting() async throws {
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    // Takes note of what it is asked first, and leaves.
    let note = "head -c 60 | head -n 1 >> '\(folder)/first'; echo >> '\(folder)/first'"
    // The longer the greeting, the more time for another request to overtake it.
    var options = PluginOptions()
    options.hostVersion = String(repeating: "1", count: 500_000)
    let rounds = 30
    for _ in 0..<rounds {
      let program = PluginProgram(
        executable: "sh", arguments: ["-c", note], descriptor: MockBackend.provider.descriptor,
        options: options)
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask {
            // It can't be made: that program is none.
            _ = try? await program.provider.make(PlayerConfiguration()) { _ in }
          }
        }
      }
      await program.stop()
    }
    let first = try String(contentsOfFile: "\(folder)/first", encoding: .utf8).split(separator: "\n")
    #expect(first.count >= rounds)
    #expect(first.allSatisfy { $0.contains("initialize") })
  }

  @Test(
    "Killed amid playing it plays on at the same place, with everything as it was", .timeLimit(.minutes(1)))
  func killed() async throws {
    let program = mock()
    let player = Player(registry: BackendRegistry([program.provider]), backend: "mock")
    let events = player.events
    try await player.load(Self.clip(100))
    try await player.setVolume(30)
    try await player.seek(to: 40)
    try await player.waitFor { $0.status == .playing && $0.currentTime > 40.3 }
    kill(try #require(program.processID), SIGKILL)
    var seen: [PlayerEvent] = []
    for await event in events {
      seen.append(event)
      if event == .backendChanged("mock", .restarted) { break }
    }
    #expect(seen.contains { if case .failed(_, willRestart: true) = $0 { true } else { false } })
    let state = try await player.waitFor { $0.status == .playing && $0.error == nil }
    #expect(abs(state.currentTime - 40.5) < 2 && state.volume == 30)
    await player.shutDown()
    await program.stop()
  }

  @Test(
    "Killed four times in a minute it has failed for good; the next source plays", .timeLimit(.minutes(1)))
  func killedOften() async throws {
    let program = mock()
    let player = Player(registry: BackendRegistry([program.provider]), backend: "mock")
    try await player.load(Self.clip(100))
    var killed: Int32 = 0
    for _ in 0..<4 {
      let last = killed
      try await player.waitFor {
        $0.status == .playing && $0.error == nil && ![nil, last].contains(program.processID)
      }
      killed = try #require(program.processID)
      kill(killed, SIGKILL)
    }
    let events = player.events
    if player.state.error == nil {
      for await event in events { if case .failed(_, willRestart: false) = event { break } }
    }
    try await player.waitFor { $0.error?.code == .backendFailed && program.processID == nil }
    try await player.load(Self.clip(50))
    try await player.waitFor { $0.status == .playing && $0.error == nil }
    #expect(player.state.source == Self.clip(50))
    await player.shutDown()
    await program.stop()
  }

  @Test("Stopped, it is a death when its time is over, and it plays on", .timeLimit(.minutes(1)))
  func stopped() async throws {
    let program = mock()
    var configuration = PlayerConfiguration()
    configuration.timeouts.perform = 0.5
    let player = Player(
      registry: BackendRegistry([program.provider]), configuration: configuration, backend: "mock")
    try await player.load(Self.clip(100))
    try await player.waitFor { $0.status == .playing }
    ProcessTable.freeze(try #require(program.processID))
    let error = await #expect(throws: PlayerError.self) { try await player.setVolume(10) }
    #expect(error?.code == .backendFailed && error?.message.contains("did not answer") == true)
    try await player.waitFor { $0.status == .playing && $0.error == nil }
    await player.shutDown()
    await program.stop()
  }

  @Test("A program that lingers is ended by its host's end", .timeLimit(.minutes(1)))
  func linger() async throws {
    var options = PluginOptions()
    options.lingerTime = .milliseconds(50)
    let program = mock(options)
    let backend = try await program.provider.make(PlayerConfiguration()) { _ in }
    let processID = try #require(program.processID)
    await backend.shutDown()
    while kill(processID, 0) == 0 { try await Task.sleep(for: .milliseconds(10)) }
    // Known behind its end.
    while program.processID != nil { try await Task.sleep(for: .milliseconds(10)) }
  }

  @Test("200 programs one after another leave no descriptor, thread, process or temporary file")
  func leaks() async throws {
    func count(_ folder: String) throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: folder).count
    }
    var options = PluginOptions()
    options.lingerTime = .zero
    let program = mock(options)
    func cycle() async throws {
      let backend = try await program.provider.make(PlayerConfiguration()) { _ in }
      await backend.shutDown()
    }
    for _ in 0..<10 { try await cycle() }
    let descriptors = try count("/proc/self/fd"), threads = try count("/proc/self/task")
    for _ in 0..<200 { try await cycle() }
    #expect(try count("/proc/self/fd") <= descriptors)
    #expect(try count("/proc/self/task") <= threads + 2)
    var status: Int32 = 0
    #expect(waitpid(-1, &status, WNOHANG) <= 0)
  }

}

@Suite("The contract through the plugin protocol")
struct ProtocolContractTests {
  /// The suite counts what its process leaves behind, so each run has a process of its own. Both mostly wait,
  /// so they do it side by side.
  @Test("The mock and mpv in their own processes keep every rule")
  func everyRule() async throws {
    async let mock: Void = Self.mock()
    async let mpv: Void = Self.mpv()
    _ = try await (mock, mpv)
  }

  private static func mock() async throws {
    let report = try ProtocolContract.reportPath()
    await #expect(processExitsWith: .success) { [report = report as String] in
      var options = ConformanceOptions()
      options.cycles = 20
      options.unseekableSource = PlayerSource(.stream("mock://pipe?seekable=no&latency=1"))
      options.slowSource = PlayerSource(.stream("mock://slow?latency=60"))
      options.shortSource = PlayerSource(.stream("mock://short?duration=10&breaksOff=0.5"))
      options.itemsSource = PlayerSource(.stream("mock://list?items=5"))
      options.videoSource = PlayerSource(.stream("mock://film?duration=10"))
      try await ProtocolContract.run("ytplay-mock", MockBackend.provider.descriptor, options, report)
    }
    try ProtocolContract.check(report)
  }

  private static func mpv() async throws {
    let report = try ProtocolContract.reportPath()
    await #expect(processExitsWith: .success) { [report = report as String] in
      var options = ConformanceOptions()
      options.cycles = 20
      options.configuration.mpvOptions = [.init("vo", "null"), .init("ao", "null")]
      let film = PlayerSource.file(MediaPath(try await TestMedia.video(seconds: 20)))
      options.sources = [film, .file(MediaPath(try await TestMedia.audio(seconds: 20)))]
      options.videoSource = film
      try await ProtocolContract.run("ytplay-mpv", MPVBackend.provider.descriptor, options, report)
    }
    try ProtocolContract.check(report)
  }
}

enum ProtocolContract {
  /// Where the run in the other process writes what it found.
  static func reportPath() throws -> String {
    try TestMedia.temporaryFolder() + "/report"
  }

  static func run(
    _ program: String, _ descriptor: BackendDescriptor, _ suite: ConformanceOptions, _ report: String
  ) async throws {
    var options = PluginOptions()
    options.lingerTime = .zero
    let program = PluginProgram(
      executable: BuiltProgram.path(program), descriptor: descriptor, options: options)
    let results = await ConformanceSuite(provider: program.provider, options: suite).run()
    let lines = results.map { "\($0.rule) \($0.name): \($0.outcome) \($0.detail)\n" }
    try lines.joined().write(toFile: report, atomically: true, encoding: .utf8)
  }

  /// Expects that the run came to its end and no rule was broken.
  static func check(_ report: String) throws {
    defer { try? FileManager.default.removeItem(atPath: (report as NSString).deletingLastPathComponent) }
    let lines = try String(contentsOfFile: report, encoding: .utf8).split(separator: "\n")
    #expect(lines.contains { $0.contains(": passed") })
    let broken = lines.filter { $0.contains(": failed") }
    #expect(broken.isEmpty, "\(broken.joined(separator: "\n"))")
  }
}
