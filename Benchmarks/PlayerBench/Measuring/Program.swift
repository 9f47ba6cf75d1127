import Foundation

/// A program that is started and timed. Everything waits by blocking: a benchmark has nothing else to do.
final class Program {
  let path: String
  private let output: FileHandle
  private let input: FileHandle
  private let processID: pid_t
  private var unread: [UInt8] = []

  /// Starts it; its standard error is thrown away.
  init(_ path: String, _ arguments: [String]) throws {
    self.path = path
    let (toChild, fromChild) = (Pipe(), Pipe())
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, toChild.fileHandleForReading.fileDescriptor, 0)
    posix_spawn_file_actions_adddup2(&actions, fromChild.fileHandleForWriting.fileDescriptor, 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var processID: pid_t = 0
    let status = posix_spawnp(&processID, path, &actions, nil, &words, environ)
    guard status == 0 else {
      throw NotMeasured("\(path) can't be started: \(String(cString: strerror(status)))")
    }
    self.processID = processID
    try toChild.fileHandleForReading.close()
    try fromChild.fileHandleForWriting.close()
    input = toChild.fileHandleForWriting
    output = fromChild.fileHandleForReading
  }

  /// Writes a line to its standard input.
  func write(_ line: String) throws {
    try input.write(contentsOf: Data("\(line)\n".utf8))
  }

  /// The next line of its standard output.
  func readLine() throws -> String {
    while true {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        defer { unread.removeFirst(end + 1) }
        return String(decoding: unread[..<end], as: UTF8.self)
      }
      let more = output.availableData
      guard !more.isEmpty else { throw NotMeasured("\(path) ended too early") }
      unread.append(contentsOf: more)
    }
  }

  /// Ends it where it has not ended, and waits for that.
  func end() {
    kill(processID, SIGKILL)
    _ = wait()
  }

  /// Waits for its end, and returns whether its exit status was 0.
  func wait() -> Bool {
    var status: Int32 = 0
    while waitpid(processID, &status, 0) < 0 && errno == EINTR {}
    return status == 0
  }

  /// Milliseconds from the start to the end of a program that succeeds.
  static func run(_ path: String, _ arguments: [String]) throws -> Double {
    let start = now()
    guard try Program(path, arguments).wait() else {
      throw NotMeasured("\(path) \(arguments.joined(separator: " ")) failed")
    }
    return Double(now() - start) / 1e6
  }

  /// Milliseconds from the start to the first line of output that meets the condition; then it is killed.
  static func run(_ path: String, _ arguments: [String], until isMet: (String) -> Bool) throws -> Double {
    let start = now()
    let program = try Program(path, arguments)
    defer { program.end() }
    while true {
      if isMet(try program.readLine()) { return Double(now() - start) / 1e6 }
    }
  }

  /// The path of a program that was built beside this one.
  static func built(_ name: String) throws -> String {
    let path = Bundle.main.bundleURL.appendingPathComponent(name).path
    guard FileManager.default.isExecutableFile(atPath: path) else {
      throw NotMeasured("\(path) has not been built; run `make bench`")
    }
    return path
  }

  /// The path of a yardstick.
  static func yardstick(_ name: String) throws -> String {
    let path = packageFolder.appendingPathComponent(".build/yardsticks/\(name)").path
    guard FileManager.default.isExecutableFile(atPath: path) else {
      throw NotMeasured("the yardstick \(name) has not been built; run `make bench`")
    }
    return path
  }
}

/// The folder of this package.
let packageFolder = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../..").standardizedFileURL

/// Both, in turn, so that a drift of the machine meets both: the median of each.
func inTurn(
  _ count: Int = rounds, _ ours: () async throws -> Double, _ yardstick: () async throws -> Double
) async throws -> (ours: Double, yardstick: Double) {
  var (first, second): ([Double], [Double]) = ([], [])
  // The first pair fills the caches of both.
  _ = try await (ours(), yardstick())
  for _ in 0..<count {
    first.append(try await ours())
    second.append(try await yardstick())
  }
  return (median(first), median(second))
}
