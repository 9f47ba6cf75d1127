import Foundation
import PlayerKit

/// This program once more, for a single part.
enum PartProcess {
  /// How it ended.
  struct End {
    /// Its exit status; where a signal ended it 128 and its number, as a shell says it.
    let status: Int32
    /// The line of its output that has the totals, after its title; that alone where it did not come so far.
    let summary: String
  }

  /// Runs it to its end; what it prints is passed on.
  ///
  /// Someone who has enough of it means the part too, which has a process group of its own and is told.
  static func run(_ arguments: [String]) async throws -> End {
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = Bundle.main.executableURL
    process.arguments = arguments
    process.standardOutput = pipe
    let signals = [SIGINT, SIGTERM, SIGHUP].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { process.terminate() }
      source.resume()
      return source
    }
    defer { for source in signals { source.cancel() } }
    return try await withCheckedThrowingContinuation { continuation in
      do { try process.run() } catch { return continuation.resume(throwing: error) }
      Thread.detachNewThread {
        let output = passOn(pipe.fileHandleForReading)
        process.waitUntilExit()
        let status = process.terminationStatus
        continuation.resume(
          returning: End(
            status: process.terminationReason == .exit ? status : 128 + status, summary: summary(of: output)))
      }
    }
  }

  /// Prints what is read as it comes, and returns all of it.
  private static func passOn(_ output: FileHandle) -> String {
    var all = Data()
    while case let more = output.availableData, !more.isEmpty {
      all += more
      // A reader that has gone does not end a proof.
      try? FileHandle.standardOutput.write(contentsOf: more)
    }
    return String(decoding: all, as: UTF8.self)
  }

  private static func summary(of output: String) -> String {
    let lines = output.split(separator: "\n")
    let totals = lines.last { $0.hasPrefix("Totals:") }.map { $0.dropFirst("Totals:".count) } ?? ""
    return "\(lines.first ?? ""):\(totals)"
  }
}
