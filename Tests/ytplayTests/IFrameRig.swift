import Foundation
import PlayerKit
import TestSupport
import Testing

/// What `ytplay` needs to show YouTube's player: a display, a stand-in for YouTube, and a folder for what is kept.
struct IFrameRig: Sendable {
  let display: VirtualDisplay
  let standIn: YouTubeStandIn
  private let folder: String

  /// Sets all of it up, calls `body`, and takes it away.
  static func run(_ body: (IFrameRig) async throws -> Void) async throws {
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await YouTubeStandIn.run { standIn in
      try await VirtualDisplay.run { display in
        try await body(IFrameRig(display: display, standIn: standIn, folder: folder))
      }
    }
  }

  /// What the program finds in its environment; without a yt-dlp unless `ytDlp` is one.
  func environment(ytDlp: YtDlpStandIn? = nil, script: String = "/iframe_api") -> [String: String?] {
    var variables: [String: String?] = standIn.environment(script: script)
    variables["DISPLAY"] = display.name
    variables["XDG_STATE_HOME"] = folder
    variables["YTPLAY_YT_DLP"] = ytDlp?.path ?? "/nonexistent/yt-dlp"
    return variables
  }

  /// Runs the program to its end.
  func play(_ arguments: String..., ytDlp: YtDlpStandIn? = nil, script: String = "/iframe_api") async throws
    -> Subprocess.Result
  {
    try await CommandUnderTest.run(arguments, environment: environment(ytDlp: ytDlp, script: script))
  }

  /// Starts the program with `--json`.
  func start(_ arguments: String..., ytDlp: YtDlpStandIn? = nil) throws -> Subprocess {
    try CommandUnderTest.start(["--json"] + arguments, environment: environment(ytDlp: ytDlp))
  }
}

extension Subprocess {
  /// The events that have been written so far.
  var eventsSoFar: [PlayerEvent] {
    get throws {
      let text = outputSoFar
      let whole = text[..<(text.lastIndex(of: "\n") ?? text.startIndex)].split(separator: "\n")
      return try whole.filter { $0.hasPrefix(#"{"event""#) }.map {
        try JSONLine.decode(PlayerEvent.self, from: Array($0.utf8), maximumLength: 1 << 20)
      }
    }
  }

  /// The state that they led to.
  var stateSoFar: PlayerState {
    get throws { try eventsSoFar.reduce(.empty) { $0.applying($1) } }
  }

  /// Waits until the events so far lead to such a state, and returns it.
  @discardableResult
  func wait(until what: String, _ isMet: @escaping @Sendable (PlayerState) -> Bool) async throws
    -> PlayerState
  {
    let deadline = ContinuousClock.now + .seconds(40)
    while ContinuousClock.now < deadline {
      let state = try stateSoFar
      if isMet(state) { return state }
      try await Task.sleep(for: .milliseconds(20))
    }
    struct Missing: Error, CustomStringConvertible { let description: String }
    throw Missing(description: "\(what) did not come:\n\(outputSoFar)")
  }
}

extension [PlayerEvent] {
  /// The statuses that were told, in order.
  var statuses: [PlayerStatus] {
    compactMap { if case .statusChanged(let status, _) = $0 { status } else { nil } }
  }

  /// The backends that took over, and why.
  var backends: [String] {
    compactMap { if case .backendChanged(let id, let reason) = $0 { "\(id) \(reason)" } else { nil } }
  }
}
