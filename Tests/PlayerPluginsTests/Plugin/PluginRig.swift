import PlayerKit
import TestSupport
import Testing

@testable import PlayerPlugins

/// A plugin's program, driven by lines as a host would write them.
final class PluginRig: Sendable {
  let process: Subprocess
  /// The number of the request behind which those stand that ``open(_:_:sessions:)`` makes its sessions by.
  static let creation = 9000

  /// Starts a program of this build.
  init(_ program: String = "PluginUnderTest", _ arguments: [String] = []) throws {
    process = try Subprocess(BuiltProgram.path(program), arguments, keepsInputOpen: true)
  }

  /// A program that has been greeted and has made this many sessions, numbered from 1.
  static func open(
    _ program: String = "PluginUnderTest", _ arguments: [String] = [], sessions: Int = 1
  ) async throws -> PluginRig {
    let rig = try PluginRig(program, arguments)
    rig.send(.initialize(.init()), id: creation)
    for session in 1...sessions { rig.send(.create(PlayerConfiguration()), id: creation + session) }
    for session in 1...sessions { try await rig.wait(forReplyTo: creation + session) }
    return rig
  }

  func send(_ call: HostCall, id: Int) {
    process.write(call.line(id: id))
  }

  func send(_ action: PlayerAction, to session: Int = 1, id: Int) {
    send(.perform(session: session, action), id: id)
  }

  func send(line: String) {
    process.write(line + "\n")
  }

  /// Waits until a line holds this text.
  func wait(for text: String) async throws {
    try #require(await process.waitForOutput { $0.contains(text) }, "The program ended without “\(text)”")
  }

  /// Waits for the answer to a request.
  func wait(forReplyTo id: Int) async throws {
    try await wait(for: #""id":\#(id),"#)
  }

  /// Closes the input and returns all that the program wrote, once it has ended.
  func finish() async throws -> [PluginMessage] {
    process.closeInput()
    return try await messages()
  }

  /// All that the program wrote, once it has ended with status 0.
  func messages() async throws -> [PluginMessage] {
    let result = await process.result()
    try #require(result.isSuccess, "\(result.exitStatus ?? -1), signal \(result.signal ?? 0)")
    return try result.lines.map { try PluginMessage(Array($0.utf8)) }
  }
}

extension [PluginMessage] {
  /// The events of a session, pages as they came.
  func events(of session: Int = 1) -> [PlayerEvent] {
    compactMap { if case .event(session, let event, hasMore: _) = $0 { event } else { nil } }
  }

  /// The answer to a request.
  func reply(to id: Int?) -> Result<PluginReply, WireError>? {
    for case .reply(id, let result) in self { return result }
    return nil
  }

  /// The error by which a request was answered.
  func error(of id: Int?) -> WireError? {
    if case .failure(let error)? = reply(to: id) { error } else { nil }
  }

  /// The place of the answer to a request.
  func place(ofReplyTo id: Int) throws -> Int {
    try #require(firstIndex { if case .reply(id, _) = $0 { true } else { false } }, "\(id) was not answered")
  }

  /// The place of the first event of a session that is this one.
  func place(of event: PlayerEvent, session: Int = 1) throws -> Int {
    try #require(firstIndex(of: .event(session: session, event, hasMore: false)), "\(event) did not come")
  }
}
