import Foundation
import IFramePage
import PlayerKit
import TestSupport
import Testing

/// The page in a real web view, in a window on a display of its own.
final class PageRig: Sendable {
  private let driver: Subprocess
  private let lastCommand = Lock(0)

  /// Opens a view, calls `body`, and ends all of it.
  ///
  /// - Parameter standIn: whose frames the view is to show; nil: it shows none.
  static func run(
    _ standIn: YouTubeStandIn? = nil, _ body: @escaping (PageRig) async throws -> Void
  ) async throws {
    try await VirtualDisplay.run { display in
      let rig = try PageRig(display)
      do {
        try await rig.open(standIn)
        try await body(rig)
      } catch {
        await rig.stop()
        throw error
      }
      await rig.stop()
    }
  }

  private init(_ display: VirtualDisplay) throws {
    driver = try Subprocess(
      BuiltProgram.path("WebViewUnderTest"), environment: ["DISPLAY": display.name], keepsInputOpen: true,
      timeLimit: .seconds(300))
  }

  private func stop() async {
    driver.closeInput()
    _ = await driver.result()
  }

  private func open(_ standIn: YouTubeStandIn?) async throws {
    try await command(["do": .string("start")])
    var members: [String: JSONValue] = ["do": .string("open"), "axis": .string("vertical")]
    if let standIn {
      members["hosts"] = .array([.string("127.0.0.1:\(standIn.port)")])
      members["certificate"] = .string(standIn.certificate)
      members["certificateHost"] = .string("127.0.0.1")
    }
    try await command(members)
  }

  // MARK: The view

  /// Loads the page, and waits until its script runs.
  func load(_ configuration: IFramePage.Configuration, base: String = "https://io.github.ytplay/")
    async throws
  {
    let known = reports.count
    try await command([
      "do": .string("load"), "html": .string(IFramePage.html(configuration)), "base": .string(base),
    ])
    try await report("page", after: known)
  }

  /// Calls a function of which this is the body, with one parameter `argument`.
  @discardableResult
  func evaluate(_ body: String, _ argument: String = "") async throws -> String {
    try await command(["do": .string("call"), "body": .string(body), "argument": .string(argument)])
  }

  /// Does the commands, and returns what became of each.
  @discardableResult
  func perform(_ commands: PageCommand...) async throws -> [PageResult] {
    let text = try await evaluate(IFramePage.perform, PageCommand.text(commands))
    return try #require(PageResult.read(text), "\(text)")
  }

  @discardableResult
  private func command(_ members: [String: JSONValue]) async throws -> String {
    let id = lastCommand.withLock {
      $0 += 1
      return $0
    }
    var members = members
    members["id"] = .integer(Int128(id))
    driver.write(String(decoding: JSONLine.json(JSONValue.object(members)), as: UTF8.self) + "\n")
    let marks = ["\"id\":\(id)}", "\"id\":\(id),"]
    let isAnswered = await driver.waitForOutput { output in marks.contains { output.contains($0) } }
    guard isAnswered else { throw Failure(description: "\(await driver.result())") }
    let answer = try #require(lines.first { $0.id == id })
    guard let done = answer.done else { throw Failure(description: answer.error ?? "") }
    return done
  }

  // MARK: What it said

  /// A line of the driver's.
  private struct Line: Decodable {
    let id: Int?
    let done: String?
    let error: String?
    let event: String?
    let text: String?
  }

  private var lines: [Line] {
    driver.outputSoFar.split(separator: "\n").compactMap {
      try? JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
  }

  /// The reports so far, as texts.
  var reportTexts: [String] { lines.compactMap { $0.event == "message" ? $0.text : nil } }

  /// The reports so far.
  var reports: [PageReport] { reportTexts.compactMap { PageReport($0) } }

  /// Waits for a report, and returns it.
  @discardableResult
  func report(
    after known: Int = 0, where isMet: @escaping @Sendable (PageReport) -> Bool
  ) async throws -> PageReport {
    let deadline = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < deadline {
      if let report = reports.dropFirst(known).first(where: isMet) { return report }
      try await Task.sleep(for: .milliseconds(20))
    }
    throw Failure(description: "No such report came:\n\(reportTexts.suffix(30).joined(separator: "\n"))")
  }

  /// Waits for a report of this name.
  @discardableResult
  func report(_ name: String, after known: Int = 0) async throws -> PageReport {
    try await report(after: known) { $0.kind.name == name }
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }
}

extension PageReport.Kind {
  /// The name that the page gives it.
  var name: String {
    switch self {
    case .page: "page"
    case .api: "api"
    case .scriptFailed: "scriptFailed"
    case .refused: "refused"
    case .ready: "ready"
    case .state: "state"
    case .error: "error"
    case .quality: "quality"
    case .rate: "rate"
    case .autoplayBlocked: "autoplayBlocked"
    case .apiChange: "apiChange"
    case .tick: "tick"
    case .change: "change"
    case .other(let name): name
    }
  }
}
