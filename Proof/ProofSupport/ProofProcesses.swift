import Foundation
import TestSupport

/// The processes that a proof has started, and those that they have started.
public enum ProofProcesses {
  /// A variable of their environment by which they are known, whoever their parent is by now.
  static let mark = "YTPLAY_PROOF"

  /// All of them that have not ended, but for this process itself.
  public static func marked() -> [pid_t] {
    let mark = Array("\(mark)=\(getpid())".utf8)
    // Without /proc there is nothing to be looked at.
    let all = (try? ProcessTable.all()) ?? []
    return all.filter { process in
      process != getpid() && ProcessTable.isAlive(process)
        && environment(of: process).split(separator: 0).contains { $0.elementsEqual(mark) }
    }
  }

  /// Ends them at once.
  static func end(_ processes: [pid_t]) {
    for process in processes {
      kill(process, SIGKILL)
      // One of this process's own children is taken out of the table, too.
      waitpid(process, nil, WNOHANG)
    }
  }

  private static func environment(of process: pid_t) -> [UInt8] {
    // One that is another user's, or has gone, can't be read and is none of ours.
    guard let file = fopen("/proc/\(process)/environ", "r") else { return [] }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
    return bytes
  }
}
