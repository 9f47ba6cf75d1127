import Foundation

/// This program once more, for a single part.
enum PartProcess {
  /// Runs it to its end.
  ///
  /// Someone who has enough of it means the part too, which has a process group of its own and is told.
  ///
  /// - Returns: its exit status; where a signal ended it 128 and its number, as a shell says it.
  static func run(_ arguments: [String]) async throws -> Int32 {
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = arguments
    let signals = [SIGINT, SIGTERM, SIGHUP].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { process.terminate() }
      source.resume()
      return source
    }
    defer { for source in signals { source.cancel() } }
    return try await withCheckedThrowingContinuation { continuation in
      process.terminationHandler = { process in
        let status = process.terminationStatus
        continuation.resume(returning: process.terminationReason == .exit ? status : 128 + status)
      }
      do { try process.run() } catch { continuation.resume(throwing: error) }
    }
  }
}
