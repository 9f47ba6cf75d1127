import Foundation
import WebView

/// Does what the lines on standard input say.
///
/// A command is an object with `do`, and mostly `page` (a number). Each is answered by `{"done":…}` or
/// `{"error":…}`, with the command's `id`. Events are objects with `event`. The end of the input ends the program.
@MainActor final class Driver {
  var pages: [Int: WebPage] = [:]
  var window: WebWindow?
  private var commands = 0

  /// Reads on a plain thread, and does on the main one.
  func begin() {
    // The person's own window keeps its size.
    setenv("XDG_STATE_HOME", "/nonexistent", 0)
    let (lines, continuation) = AsyncStream.makeStream(of: String.self)
    Thread.detachNewThread {
      while let line = readLine() { continuation.yield(line) }
      continuation.finish()
    }
    Task {
      for await line in lines {
        let command = Command(line)
        // Not waited for: other commands come while a call is under way.
        Task { await answer(command) }
      }
      _exit(0)
    }
  }

  private func answer(_ command: Command) async {
    do {
      let done = try await perform(command)
      say(["id": command.id, "done": done])
    } catch {
      say(["id": command.id, "error": "\(error)"])
    }
  }

  /// Writes a line.
  func say(_ fields: [String: Any]) {
    guard let data = try? JSONSerialization.data(withJSONObject: fields, options: .sortedKeys) else { return }
    FileHandle.standardOutput.write(data + [10])
  }
}

/// A line of a test's.
struct Command {
  private let fields: [String: Any]

  init(_ line: String) {
    fields = (try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: Any] ?? [:]
  }

  var id: Int { number("id") }
  var name: String { text("do") }
  var page: Int { number("page") }
  func text(_ name: String) -> String { optionalText(name) ?? "" }
  func optionalText(_ name: String) -> String? { fields[name] as? String }
  func number(_ name: String) -> Int { fields[name] as? Int ?? 0 }
  func flag(_ name: String) -> Bool { fields[name] as? Bool ?? false }
  func texts(_ name: String) -> [String] { fields[name] as? [String] ?? [] }
}
