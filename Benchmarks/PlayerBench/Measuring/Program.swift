import Foundation

/// A program that is started and timed. Everything waits by blocking: a benchmark has nothing else to do.
final class Program {
  let path: String
  private let output: FileHandle
  private let input: FileHandle
  let processID: pid_t
  private let leadsGroup: Bool
  private var unread: [UInt8] = []

  /// Starts it; its standard error is thrown away.
  ///
  /// - Parameter leadsGroup: whether it, and what it starts, can be ended together by ``end()``.
  init(_ path: String, _ arguments: [String], leadsGroup: Bool = false) throws {
    self.path = path
    let (toChild, fromChild) = (Pipe(), Pipe())
    // What else is started must not hold them open.
    for pipe in [toChild, fromChild] {
      for end in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
        _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC)
      }
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, toChild.fileHandleForReading.fileDescriptor, 0)
    posix_spawn_file_actions_adddup2(&actions, fromChild.fileHandleForWriting.fileDescriptor, 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    if leadsGroup { posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP)) }
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var processID: pid_t = 0
    let status = posix_spawnp(&processID, path, &actions, &attributes, &words, environ)
    guard status == 0 else {
      throw NotMeasured("\(path) can't be started: \(String(cString: strerror(status)))")
    }
    self.processID = processID
    self.leadsGroup = leadsGroup
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
    // Before it is waited for: its number, and its group's, are its own until then.
    kill(leadsGroup ? -processID : processID, SIGKILL)
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
