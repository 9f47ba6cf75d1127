import Foundation
import PlayerConformance
import PlayerKit
import PlayerPlugins
import TestSupport
import Testing

/// The suite counts the threads, descriptors and processes of its process, so it runs in one of its own.
@Suite("The example plugins, by the contract")
struct ExamplePluginConformanceTests {
  /// Each in a process of its own; all of them mostly wait, so they do it side by side.
  @Test(
    "They keep every rule that applies to them, and are gone with their last session",
    .timeLimit(.minutes(10)))
  func everyRule() async {
    async let timer: Void = Self.timer()
    async let python: Void = Self.python()
    async let gone: Void = Self.gone()
    _ = await (timer, python, gone)
  }

  private static func timer() async {
    await #expect(processExitsWith: .success) {
      let program = try await ExamplePlugin.timer().program(stays: true)
      var options = ConformanceOptions()
      options.sources = [PlayerSource(.stream("timer://30")), PlayerSource(.stream("timer://20"))]
      options.failingSource = PlayerSource(.stream("timer://never"))
      options.watchTime = .milliseconds(300)
      let results = await ConformanceSuite(provider: program.provider, options: options).run()
      await program.stop()
      // Nothing blocks a timer's autoplay.
      try RulesNotKept.check(results, notApplicable: [18], count: ConformanceRule.all.count)
    }
  }

  private static func python() async {
    await #expect(processExitsWith: .success) {
      let program = try ExamplePlugin.python().program(stays: true)
      var options = ConformanceOptions()
      options.cycles = 20
      let video = try await TestMedia.video(seconds: 6)
      options.videoSource = .file(MediaPath(video))
      let folder = try TestMedia.temporaryFolder()
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let whole = try Data(contentsOf: URL(fileURLWithPath: video))
      try whole.prefix(whole.count / 2).write(to: URL(fileURLWithPath: "\(folder)/short.mp4"))
      options.shortSource = .file(MediaPath("\(folder)/short.mp4"))
      #expect(mkfifo("\(folder)/pipe", 0o600) == 0)
      options.slowSource = .file(MediaPath("\(folder)/pipe"))
      let server = try FaultServer(["/whole.wav": .file(TestMedia.silence(seconds: 30), ranges: false)])
      defer { server.stop() }
      options.unseekableSource = PlayerSource(.stream(server.url("/whole.wav")))
      let results = await ConformanceSuite(provider: program.provider, options: options).run()
      await program.stop()
      // Nothing blocks its autoplay.
      try RulesNotKept.check(results, notApplicable: [18], count: ConformanceRule.all.count)
    }
  }

  private static func gone() async {
    await #expect(processExitsWith: .success) {
      let rules = [ConformanceRule(number: 16), ConformanceRule(number: 17)].compactMap(\.self)
      var options = ConformanceOptions()
      options.cycles = 10
      let python = try ExamplePlugin.python().program().provider
      try RulesNotKept.check(
        await ConformanceSuite(provider: python, options: options).run(rules), notApplicable: [], count: 2)
      options.sources = [PlayerSource(.stream("timer://30"))]
      let timer = try await ExamplePlugin.timer().program().provider
      try RulesNotKept.check(
        await ConformanceSuite(provider: timer, options: options).run(rules), notApplicable: [], count: 2)
    }
  }
}

@Suite("The example plugins", .timeLimit(.minutes(2)))
struct ExamplePluginTests {
  /// Each of them.
  enum Example: CaseIterable {
    case python, timer

    func start() async throws -> Subprocess {
      switch self {
      case .python: try ExamplePlugin.python().start()
      case .timer: try await ExamplePlugin.timer().start()
      }
    }

    /// A source that plays for some seconds.
    func source() async throws -> String {
      switch self {
      case .python: #"{"kind":"file","path":"\#(try await TestMedia.audio(seconds: 10))"}"#
      case .timer: #"{"kind":"stream","url":"timer://10"}"#
      }
    }
  }

  private static let greeting = #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocol":1}}"#
  private static let create =
    #"{"jsonrpc":"2.0","id":2,"method":"create","params":{"configuration":{}}}"#

  /// A message without spaces and in the order of its keys, however it was written.
  private static func plain(_ line: String) throws -> String {
    let value = try JSONDecoder().decode(JSONValue.self, from: Data(line.utf8))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  @Test(
    "A line that is no request, or one that can't be answered, gets the error for it, and what follows is taken",
    arguments: Example.allCases)
  func errors(example: Example) async throws {
    let plugin = try await example.start()
    let requests: [(line: [UInt8], reply: String)] = [
      (Array("garbage".utf8), #""code":-32700"#), (Array("[1]".utf8), #""code":-32600"#),
      ([0x22, 0xFF, 0x22], #""code":-32700"#), (Array("{\"id\":7}".utf8), #""code":-32600"#),
      (Array(#"{"id":8,"method":"fly"}"#.utf8), #""code":-32601"#),
      (Array(Self.create.utf8), #""code":-32600"#),
      (Array(#"{"id":9,"method":"initialize","params":{"protocol":999}}"#.utf8), #""code":-32602"#),
      ([UInt8](repeating: UInt8(ascii: "["), count: (4 << 20) + 9), #""code":-32700"#),
      (Array(Self.greeting.utf8), #""protocol":1"#),
      (Array(#"{"id":10,"method":"perform","params":{"action":{}}}"#.utf8), #""code":-32602"#),
      (
        Array(#"{"id":11,"method":"perform","params":{"session":5,"action":{"action":"play"}}}"#.utf8),
        #""code":"closed""#
      ),
      (Array(#"{"id":12,"method":"shutDown","params":{"session":5}}"#.utf8), #""result":{}"#),
    ]
    for (line, _) in requests { plugin.write(line + [UInt8(ascii: "\n")]) }
    plugin.closeInput()
    let result = await plugin.result()
    #expect(result.isSuccess && result.lines.count == requests.count, "\(result)")
    for (line, request) in zip(result.lines, requests) {
      #expect(try Self.plain(line).contains(request.reply), "\(line)")
    }
  }

  @Test(
    "No event of a session comes before the reply to its create, and the first is ready",
    arguments: Example.allCases)
  func ready(example: Example) async throws {
    let plugin = try await example.start()
    plugin.write(Self.greeting + "\n" + Self.create + "\n")
    #expect(await plugin.waitForOutput { $0.contains("ready") })
    plugin.write(#"{"jsonrpc":"2.0","id":3,"method":"exit"}"# + "\n")
    let result = await plugin.result()
    #expect(result.isSuccess, "\(result)")
    let lines = try result.lines.map(Self.plain)
    #expect(lines.count == 4 && lines[1] == #"{"id":2,"jsonrpc":"2.0","result":{"session":1}}"#, "\(lines)")
    #expect(lines[2].contains(#"{"event":"ready","ready":true}"#), "\(lines)")
    #expect(lines[3] == #"{"id":3,"jsonrpc":"2.0","result":{}}"#, "\(lines)")
  }

  @Test("Nothing of it is left when its host is gone amid playing", arguments: Example.allCases)
  func orphan(example: Example) async throws {
    let plugin = try await example.start()
    let load =
      #"{"id":3,"method":"perform","params":{"session":1,"action":{"action":"load","source":\#(try await example.source())}}}"#
    plugin.write(Self.greeting + "\n" + Self.create + "\n")
    #expect(await plugin.waitForOutput { $0.contains("ready") })
    plugin.write(load + "\n")
    #expect(await plugin.waitForOutput { $0.contains("playing") })
    let children = Self.children(of: plugin.processID)
    #expect(children.isEmpty == (example == .timer))
    plugin.closeInput()
    #expect(await plugin.result().isSuccess)
    #expect(children.allSatisfy { kill($0, 0) != 0 })
  }

  @Test("mpv is gone too when the plugin in Python is killed")
  func killed() async throws {
    let plugin = try await Example.python.start()
    plugin.write(Self.greeting + "\n" + Self.create + "\n")
    #expect(await plugin.waitForOutput { $0.contains("ready") })
    let children = Self.children(of: plugin.processID)
    #expect(children.count == 1)
    plugin.signal(SIGKILL)
    _ = await plugin.result()
    for child in children { try await Self.waitForEnd(of: child) }
  }

  @Test("A file whose name is not UTF-8 is played")
  func nameOfBytes() async throws {
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = Array("\(folder)/-f".utf8) + [0xFF, 0x0A] + Array(".wav".utf8)
    let samples = TestMedia.silence(seconds: 5)
    let file = path.withUnsafeBufferPointer { buffer in
      (Array(buffer) + [0]).withUnsafeBytes { fopen($0.bindMemory(to: CChar.self).baseAddress, "w") }
    }
    try #require(file != nil)
    if let file {
      #expect(fwrite(samples, 1, samples.count, file) == samples.count)
      fclose(file)
    }
    let log = EventLog()
    let backend = try await ExamplePlugin.python().program().provider.make(PlayerConfiguration(), log.emit)
    let source = PlayerSource.file(MediaPath(bytes: path))
    try await backend.perform(.load(source))
    let state = try await log.waitForState { $0.status == .playing || $0.error != nil }
    #expect(state.error == nil && state.source == source && state.duration == 5)
    await backend.shutDown()
  }

  @Test("Standard input that is handed over is played, and can't be sought in")
  func standardInput() async throws {
    var options = PluginOptions()
    options.lingerTime = .zero
    let pipe = Pipe()
    options.standardInput = pipe.fileHandleForReading.fileDescriptor
    // It fits into the pipe, so that nobody has to go on writing.
    try pipe.fileHandleForWriting.write(contentsOf: Data(TestMedia.silence(seconds: 3)))
    try pipe.fileHandleForWriting.close()
    let example = try ExamplePlugin.python()
    let program = PluginProgram(
      executable: example.executable, descriptor: example.descriptor, options: options)
    let log = EventLog()
    let backend = try await program.provider.make(PlayerConfiguration(), log.emit)
    try await backend.perform(.load(.standardInput))
    let state = try await log.waitForState { $0.status == .playing || $0.error != nil }
    #expect(state.error == nil && !state.isSeekable)
    let error = await #expect(throws: PlayerError.self) { try await backend.perform(.seek(.to(1))) }
    #expect(error?.code == .unsupported)
    await backend.shutDown()

    let other = try await example.program().provider.make(PlayerConfiguration(), EventLog().emit)
    let refusal = await #expect(throws: PlayerError.self) { try await other.perform(.load(.standardInput)) }
    #expect(refusal?.code == .unsupported)
    await other.shutDown()
  }

  @Test("When one session's mpv dies that session has failed, and the others play on")
  func engineDies() async throws {
    let program = try ExamplePlugin.python().program()
    let source = PlayerSource.file(MediaPath(try await TestMedia.audio(seconds: 10)))
    let first = EventLog(), second = EventLog()
    let doomed = try await program.provider.make(PlayerConfiguration(), first.emit)
    let process = try #require(program.processID)
    let engines = Self.children(of: process)
    let other = try await program.provider.make(PlayerConfiguration(), second.emit)
    try await doomed.perform(.load(source))
    try await other.perform(.load(source))
    _ = try await first.waitForState { $0.status == .playing }
    for engine in engines { kill(engine, SIGKILL) }
    #expect(try await first.waitForState { $0.error != nil }.error?.code == .backendFailed)
    let error = await #expect(throws: PlayerError.self) { try await doomed.perform(.pause) }
    #expect(error?.code == .backendFailed)
    _ = try await second.waitForState { $0.status == .playing && $0.currentTime > 0.2 }
    await doomed.shutDown()
    await other.shutDown()
  }

  /// The processes that this one has started and that still run.
  private static func children(of process: Int32) -> [Int32] {
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
    return tasks.flatMap { task in
      let text = FileManager.default.contents(atPath: "/proc/\(process)/task/\(task)/children") ?? Data()
      return String(decoding: text, as: UTF8.self).split(separator: " ").compactMap { Int32($0) }
    }
  }

  /// Waits until a process that is nobody's child here has ended.
  private static func waitForEnd(of process: Int32) async throws {
    let deadline = ContinuousClock.now + .seconds(20)
    while kill(process, 0) == 0 && !isDead(process) {
      try #require(ContinuousClock.now < deadline, "the process \(process) still runs")
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  /// Whether a process has ended and only waits for its parent, which may be slow, or no good one, in a container.
  private static func isDead(_ process: Int32) -> Bool {
    let text = FileManager.default.contents(atPath: "/proc/\(process)/stat") ?? Data()
    return String(decoding: text, as: UTF8.self).contains(") Z ")
  }
}
