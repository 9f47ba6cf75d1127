import Foundation

/// An X server without a screen (Xvfb), and a person before it (xdotool).
public final class VirtualDisplay: Sendable {
  /// What `DISPLAY` is to be, as `:3`.
  public let name: String
  private let server: Subprocess

  /// Starts a server with a screen of 640×480, calls `body`, and ends the server.
  public static func run<Value: Sendable>(
    _ body: (VirtualDisplay) async throws -> Value
  ) async throws -> Value {
    let display = try await VirtualDisplay()
    do {
      let value = try await body(display)
      await display.stop()
      return value
    } catch {
      await display.stop()
      throw error
    }
  }

  /// Starts a server with a screen of 640×480, which has to be stopped.
  public init() async throws {
    // The server itself looks for a number that is free, and writes it.
    server = try Subprocess(
      "Xvfb", ["-displayfd", "1", "-screen", "0", "640x480x24", "-nolisten", "tcp", "-noreset"],
      timeLimit: .seconds(900))
    guard await server.waitForOutput({ $0.hasSuffix("\n") }) else {
      throw Failure(description: "No X server: \(await server.result())")
    }
    name = ":" + server.outputSoFar.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Ends the server.
  public func stop() async {
    server.signal(SIGTERM)
    _ = await server.result()
  }

  /// Ends the server at once, as a crash would.
  public func crash() async {
    server.signal(SIGKILL)
    _ = await server.result()
  }

  /// Lets it answer nothing any more, though it is there.
  public func freeze() { server.freeze() }

  /// Undoes ``freeze()``.
  public func thaw() { server.signal(SIGCONT) }

  /// What is on the screen: 640×480 pixels of 3 bytes.
  public func picture() async throws -> Data {
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let result = try await Subprocess.run(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-f", "x11grab", "-draw_mouse", "0", "-video_size", "640x480", "-i", name,
        "-frames:v", "1", "-pix_fmt", "rgb24", "-f", "rawvideo", "\(folder)/picture",
      ])
    guard result.isSuccess else { throw Failure(description: "No picture: \(result)") }
    return try Data(contentsOf: URL(fileURLWithPath: "\(folder)/picture"))
  }

  /// Waits until two pictures in a row are as asked for, and returns the last one.
  public func pictures(
    timeLimit: Duration = .seconds(30), where isMet: (Data, Data) -> Bool
  ) async throws -> Data {
    let deadline = ContinuousClock.now + timeLimit
    var last = try await picture()
    while ContinuousClock.now < deadline {
      let next = try await picture()
      if isMet(last, next) { return next }
      last = next
    }
    throw Failure(description: "The pictures did not become what they should be within \(timeLimit).")
  }

  /// Waits until a window whose title contains this is there, and returns its number. The pointer is put into
  /// its middle, whereby it gets the keys.
  @discardableResult
  public func window(_ title: String) async throws -> String {
    let found = try await search(["--sync", "--name", title])
    guard let window = found.lines.last else { throw Failure(description: "No window «\(title)»: \(found)") }
    _ = try await xdotool(["mousemove", "320", "240"])
    return window
  }

  /// The title of a window.
  public func title(of window: String) async throws -> String {
    try await xdotool(["getwindowname", window]).lines.first ?? ""
  }

  /// Width and height of a window, as `640x480`.
  public func size(of window: String) async throws -> String {
    let text = try await xdotool(["getwindowgeometry", window]).output
    return String(text.split(separator: "Geometry: ").last?.prefix { !$0.isWhitespace } ?? "")
  }

  /// Gives a window another size, as a person does at its corner.
  public func resize(_ window: String, width: Int, height: Int) async throws {
    _ = try await xdotool(["windowsize", window, "\(width)", "\(height)"])
  }

  /// Whether there is a window whose title contains this.
  public func hasWindow(_ title: String) async throws -> Bool {
    try await search(["--name", title]).isSuccess
  }

  /// The titles of the windows that are seen, those of ytplay alone, in the order of their alphabet.
  public func titles() async throws -> [String] {
    try await search(["--name", "ytplay", "getwindowname", "%@"]).lines.sorted()
  }

  /// Looks for the windows that are seen; without any it says nothing and fails.
  private func search(_ arguments: [String]) async throws -> Subprocess.Result {
    for _ in 0..<10 {
      let result = try await Subprocess.run(
        "xdotool", ["search", "--onlyvisible"] + arguments, environment: ["DISPLAY": name],
        timeLimit: .seconds(30))
      // It complains where a window goes that it is just looking at, and has then not seen the others.
      if result.isSuccess || result.errors.isEmpty { return result }
    }
    throw Failure(description: "The windows could not be looked at.")
  }

  /// Presses a key, by its name in X (`space`, `q`, `bracketright`).
  public func press(_ key: String) async throws {
    _ = try await xdotool(["key", key])
  }

  /// Presses and releases the first mouse button where the pointer is.
  public func click() async throws {
    _ = try await xdotool(["click", "1"])
  }

  /// Puts the pointer somewhere in a window, counted from its upper left corner.
  public func movePointer(to place: (x: Int, y: Int), in window: String) async throws {
    _ = try await xdotool(["mousemove", "--window", window, "\(place.x)", "\(place.y)"])
  }

  /// Turns the wheel where the pointer is, by so many notches, downwards where that is positive.
  public func turnWheel(by count: Int) async throws {
    _ = try await xdotool([
      "click", "--repeat", "\(abs(count))", "--delay", "10", count > 0 ? "5" : "4",
    ])
  }

  private func xdotool(_ arguments: [String]) async throws -> Subprocess.Result {
    let result = try await Subprocess.run(
      "xdotool", arguments, environment: ["DISPLAY": name], timeLimit: .seconds(30))
    guard result.isSuccess else { throw Failure(description: "xdotool \(arguments): \(result)") }
    return result
  }

  /// What went wrong with it.
  public struct Failure: Error, CustomStringConvertible {
    /// In words.
    public let description: String
  }
}
