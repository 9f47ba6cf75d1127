import Foundation
import TestSupport
import Testing

/// A real terminal, tmux's, with a program in it.
struct TerminalUnderTest: Sendable {
  /// What is started in the terminal.
  struct Program: Sendable {
    var command: [String]
    var columns = 80
    var rows = 24
    var environment: [String: String?] = [:]
    var folder: String?

    /// The program as it was built.
    static func ytplay(_ arguments: [String]) -> Program {
      Program(command: [CommandUnderTest.path] + arguments)
    }

    /// A shell that knows the program as `$ytplay`, and whose prompt is `$ `.
    static let shell = Program(command: ["bash", "--norc", "--noprofile", "-i"])
  }

  private static let configuration = """
    set -g default-terminal tmux-256color
    set -g escape-time 0
    set -g status off
    """

  private let socket: String
  private let folder: String

  /// Starts the program in a terminal, calls `body`, and takes both away.
  static func run(
    _ program: Program, _ body: (TerminalUnderTest) async throws -> Void
  ) async throws {
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try configuration.write(toFile: "\(folder)/tmux.conf", atomically: true, encoding: .utf8)
    let defaults: [String: String?] = [
      "LC_ALL": "C.UTF-8", "NO_COLOR": nil, "TMUX": nil, "PS1": "$ ", "HISTFILE": nil,
      "ytplay": CommandUnderTest.path, "SWIFT_BACKTRACE": "enable=no",
    ]
    let environment = CommandUnderTest.environment.merging(defaults) { $1 }
      .merging(TestEnvironment.leavesCrashesAlone) { $1 }
    // No daemon: it ends with its time limit, whatever happens to this process.
    let socket = "\(folder)/tmux"
    let server = try Subprocess(
      "tmux", ["-D", "-S", socket, "-f", "\(folder)/tmux.conf"], environment: environment,
      timeLimit: .seconds(90))
    let terminal = TerminalUnderTest(socket: socket, folder: folder)
    do {
      try await terminal.start(program)
      try await body(terminal)
    } catch {
      _ = try? await terminal.tmux("kill-server")
      _ = await server.result()
      throw error
    }
    try await terminal.tmux("kill-server")
    _ = await server.result()
  }

  private func start(_ program: Program) async throws {
    var arguments = ["new-session", "-d", "-x", "\(program.columns)", "-y", "\(program.rows)"]
    var command = program.command
    // tmux has an own mind about some of them, as TERM.
    for (name, value) in program.environment {
      command = ["env"] + (value.map { ["\(name)=\($0)"] } ?? ["-u", name]) + command
    }
    arguments += ["-c", program.folder ?? folder]
    // Keys that end the program are not for the shell; the screen stays when the program has ended.
    let script =
      #"trap : INT QUIT; "$@"; echo $? > "$0/status.new"; mv "$0/status.new" "$0/status"; exec cat"#
    command = ["sh", "-c", script, folder] + command
    try await poll("tmux to start") {
      // -N: or it would start a server of its own.
      let result = try await Subprocess.run("tmux", ["-N", "-S", socket] + arguments + ["--"] + command)
      return result.isSuccess
    }
  }

  /// Asks tmux for something, and returns what it says.
  @discardableResult
  func tmux(_ arguments: String...) async throws -> String {
    let result = try await Subprocess.run("tmux", ["-u", "-S", socket] + arguments)
    try #require(result.isSuccess, "tmux \(arguments): \(result)")
    return result.output
  }

  // MARK: The screen

  /// What is to be seen, without the empty lines at its end.
  func screen(withColours: Bool = false) async throws -> String {
    let text = try await withColours ? tmux("capture-pane", "-p", "-e") : tmux("capture-pane", "-p")
    return String(text.reversed().drop { $0.isNewline }.reversed())
  }

  /// The lines that are to be seen.
  func lines() async throws -> [String] {
    try await screen().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// Waits until the screen meets the condition, and returns it.
  @discardableResult
  func wait(
    _ what: String, until condition: @Sendable (String) -> Bool
  ) async throws -> String {
    var last = ""
    try await poll(what, { "The screen:\n\(last)" }) {
      last = try await screen()
      return condition(last)
    }
    return last
  }

  /// Waits until this is to be seen.
  @discardableResult
  func wait(for text: String) async throws -> String {
    try await wait("«\(text)»") { $0.contains(text) }
  }

  /// Waits until this is to be seen no more.
  @discardableResult
  func waitUntilGone(_ text: String) async throws -> String {
    try await wait("«\(text)» to go") { !$0.contains(text) }
  }

  // MARK: The person

  /// Presses keys, by tmux's names of them.
  func press(_ keys: String...) async throws {
    for key in keys { try await tmux("send-keys", "--", key) }
  }

  /// Types a line.
  func type(_ line: String) async throws {
    try await tmux("send-keys", "-l", "--", line)
    try await press("Enter")
  }

  /// Waits until keys come one by one, as they do while the program has the terminal.
  func waitUntilKeysCount() async throws {
    let device = try await tmux("display-message", "-p", "#{pane_tty}").filter { !$0.isWhitespace }
    try await poll("the keys") {
      try await Subprocess.run("stty", ["-a", "-F", device]).output.contains("-icanon")
    }
  }

  // MARK: The program

  /// The process that was started.
  func processID() async throws -> pid_t {
    let text = try await tmux("display-message", "-p", "#{pane_pid}")
    let shell = try #require(pid_t(text.filter(\.isNumber)))
    return try #require(ProcessTable.children(of: shell).first)
  }

  /// Waits until the program has ended, and returns its exit status; for a signal that is 128 and its number.
  func end() async throws -> Int {
    var status: Int?
    try await poll("the program to end") {
      status = (try? String(contentsOfFile: "\(folder)/status", encoding: .utf8))
        .flatMap { Int($0.filter(\.isNumber)) }
      return status != nil
    }
    return try #require(status)
  }

  /// Asks again and again, until the answer is yes.
  func poll(
    _ what: String, _ state: () -> String = { "" }, _ isThere: () async throws -> Bool
  ) async throws {
    let deadline = ContinuousClock.now + .seconds(20)
    while try await !isThere() {
      guard ContinuousClock.now < deadline else {
        Issue.record("Waited in vain for \(what). \(state())")
        throw CancellationError()
      }
      try await Task.sleep(for: .milliseconds(15))
    }
  }
}
