import Foundation
import PlayerKit
import TestSupport
import Testing

/// What went wrong with the rig.
struct RigFailure: Error, CustomStringConvertible {
  let description: String
}

/// The program `WebViewUnderTest`, on a display of its own, with a person before it.
final class WebViewRig: Sendable {
  let display: VirtualDisplay
  /// An empty home for it, gone afterwards.
  let home: String
  private let driver: Subprocess
  private let lastCommand = Lock(0)

  /// Where the pages seem to come from.
  static let base = "https://io.github.ytplay/"

  /// Starts the program, calls `body`, and ends all of it.
  ///
  /// - Parameter size: what the window remembers of its size, as the file holds it; nil: nothing. It fits the display.
  static func run(
    size: String? = #"{"width":600,"height":400}"#, environment: [String: String?] = [:],
    _ body: (WebViewRig) async throws -> Void
  ) async throws {
    let home = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: home) }
    if let size {
      try FileManager.default.createDirectory(
        atPath: "\(home)/state/ytplay", withIntermediateDirectories: true)
      try Data(size.utf8).write(to: URL(fileURLWithPath: "\(home)/state/ytplay/window.json"))
    }
    try await VirtualDisplay.run { display in
      let rig = try WebViewRig(display, home, environment)
      do {
        try await body(rig)
      } catch {
        await rig.stop()
        throw error
      }
      await rig.stop()
    }
  }

  private init(_ display: VirtualDisplay, _ home: String, _ environment: [String: String?]) throws {
    self.display = display
    self.home = home
    let usual: [String: String?] = [
      "DISPLAY": display.name, "WAYLAND_DISPLAY": nil, "HOME": home, "XDG_STATE_HOME": "\(home)/state",
      // What GTK finds wrong with a call of ours ends the program.
      "G_DEBUG": "fatal-criticals",
    ]
    driver = try Subprocess(
      BuiltProgram.path("WebViewUnderTest"), environment: usual.merging(environment) { $1 },
      keepsInputOpen: true, timeLimit: .seconds(300))
  }

  /// Ends the program and waits for its end.
  func stop() async {
    driver.closeInput()
    _ = await driver.result()
  }

  /// The program's process.
  var processID: pid_t { driver.processID }

  // MARK: Commands

  /// Does a command and returns its answer.
  @discardableResult
  func command(_ name: String, page: Int = 0, _ members: [String: JSONValue] = [:]) async throws -> String {
    switch try await answer(post(name, page: page, members)) {
    case .success(let done): return done
    case .failure(let failure): throw failure
    }
  }

  /// Writes a command, and returns its number.
  func post(_ name: String, page: Int = 0, _ members: [String: JSONValue] = [:]) -> Int {
    let id = lastCommand.withLock {
      $0 += 1
      return $0
    }
    var members = members
    members["do"] = .string(name)
    members["page"] = .integer(Int128(page))
    members["id"] = .integer(Int128(id))
    driver.write(String(decoding: JSONLine.json(JSONValue.object(members)), as: UTF8.self) + "\n")
    return id
  }

  /// Waits for the answer to a command.
  func answer(_ id: Int) async throws -> Result<String, RigFailure> {
    let isAnswered = await driver.waitForOutput { output in
      output.contains("\"id\":\(id)}") || output.contains("\"id\":\(id),")
    }
    guard isAnswered, let line = lines.first(where: { $0.id == id }) else {
      throw RigFailure(description: "No answer to \(id): \(await driver.result())")
    }
    if let error = line.error { return .failure(RigFailure(description: error)) }
    return .success(line.done ?? "")
  }

  /// Opens a page in the window (or in none, with `axis` nil), and loads this HTML into it.
  func open(
    page: Int = 0, axis: String? = "vertical", server: FrameServer? = nil, _ html: String? = nil,
    _ members: [String: JSONValue] = [:]
  ) async throws {
    var options = members
    if let axis { options["axis"] = .string(axis) }
    if let server {
      options["hosts"] = options["hosts"] ?? .array([.string("127.0.0.1:\(server.port)")])
      options["certificate"] = options["certificate"] ?? .string(server.certificate)
      options["certificateHost"] = .string("127.0.0.1")
    }
    try await command("open", page: page, options)
    if let html { try await load(page: page, html) }
  }

  /// Loads HTML, and waits until the page is there.
  func load(page: Int = 0, _ html: String) async throws {
    let known = events("message").count
    try await command(
      "load", page: page,
      [
        "html": .string(html + "<script>\(Self.say("'loaded'"))</script>"), "base": .string(Self.base),
      ])
    try await event("message", after: known) { $0.page == page && $0.text == "loaded" }
  }

  /// The script by which a page says this.
  static func say(_ expression: String) -> String {
    "document.dispatchEvent(new CustomEvent('ytplay', {detail: \(expression)}));"
  }

  /// Calls the page: the body of a function with one parameter, `argument`.
  @discardableResult
  func call(page: Int = 0, _ body: String, _ argument: String = "") async throws -> String {
    try await command("call", page: page, ["body": .string(body), "argument": .string(argument)])
  }

  // MARK: Events

  /// A line of the program's.
  struct Line: Decodable, Sendable {
    let id: Int?
    let done: String?
    let error: String?
    let event: String?
    let page: Int?
    let text: String?
    let url: String?
    let key: String?
    let by: Int?
    let on: Bool?
  }

  private var lines: [Line] {
    driver.outputSoFar.split(separator: "\n").compactMap {
      try? JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
  }

  /// The events of this name so far.
  func events(_ name: String) -> [Line] { lines.filter { $0.event == name } }

  /// The messages of a page so far.
  func messages(page: Int = 0) -> [String] {
    events("message").filter { $0.page == page }.compactMap(\.text)
  }

  /// Waits for an event of this name, and returns it.
  @discardableResult
  func event(
    _ name: String, after known: Int = 0, where isMet: @Sendable (Line) -> Bool = { _ in true }
  ) async throws -> Line {
    try await wait("no such \(name): \(driver.outputSoFar.suffix(2000))") {
      self.events(name).dropFirst(known).first(where: isMet)
    }
  }

  /// Waits until there is something.
  @discardableResult
  func wait<Value>(
    _ failure: @autoclosure () -> String, timeLimit: Duration = .seconds(30),
    _ value: () async throws -> Value?
  ) async throws -> Value {
    let deadline = ContinuousClock.now + timeLimit
    while true {
      if let value = try await value() { return value }
      guard ContinuousClock.now < deadline else { throw RigFailure(description: failure()) }
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  /// Lets everything that was asked for before take its course: the page answers once more.
  func settle(page: Int = 0) async throws {
    try await call(page: page, "await new Promise(done => setTimeout(done, 300))")
  }

  // MARK: A person

  /// Runs xdotool.
  @discardableResult
  func xdotool(_ arguments: String...) async throws -> String {
    try await run("xdotool", arguments)
  }

  /// Runs a program of X.
  @discardableResult
  func run(_ program: String, _ arguments: [String]) async throws -> String {
    let result = try await Subprocess.run(program, arguments, environment: ["DISPLAY": display.name])
    guard result.isSuccess else { throw RigFailure(description: "\(program) \(arguments): \(result)") }
    return result.output
  }

  /// Presses a mouse button.
  func click(_ x: Int, _ y: Int, button: Int = 1) async throws {
    try await xdotool("mousemove", "\(x)", "\(y)", "click", "\(button)")
  }

  /// Presses keys one after another, by their names in X, until each has been told of.
  func told(_ keys: [String]) async throws -> [String] {
    let known = events("key").count
    for (index, key) in keys.enumerated() {
      try await xdotool("key", key)
      try await event("key", after: known + index)
    }
    return events("key").dropFirst(known).compactMap(\.key)
  }

  /// The web processes of the program.
  func webProcesses() throws -> [pid_t] {
    var found: [pid_t] = []
    var parents = [processID]
    while let parent = parents.popLast() {
      for child in try ProcessTable.children(of: parent) {
        parents.append(child)
        if ProcessTable.words(of: child).first?.hasSuffix("WebKitWebProcess") == true { found.append(child) }
      }
    }
    return found
  }
}
