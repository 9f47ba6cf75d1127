import Foundation
import PlayerKit
import ProofSupport
import TestSupport

/// What there can be too little of: room on the disk, descriptors, memory.
extension FaultCase {
  static let disk = [
    FaultCase("disk-full", "the disk under the kept places is full, and then has room again") { proof in
      let folder = try TestMedia.temporaryFolder()
      defer { try? FileManager.default.removeItem(atPath: folder) }
      // A file system of 256 KiB, seen by this program alone, and gone with it.
      let unshare = ["unshare", "--mount"]
      let script = #"mount -t tmpfs -o size=256k none "$0" && exec "$@""#
      try await Stage.run(
        proof, ["--backend", "mpv", "--mpv", "ao=null", "--rate", "4", "--resume", try await Film.path],
        environment: ["XDG_STATE_HOME": folder], wrapper: unshare + ["sh", "-c", script, folder]
      ) { stage in
        try await stage.plays(for: 1)
        // As its processes see it.
        let root = "/proc/\(stage.processID)/root\(folder)"
        let places = "\(root)/ytplay/places.json"
        func kept() -> String { (try? String(contentsOfFile: places, encoding: .utf8)) ?? "" }
        func waitUntilKept(otherThan before: String, _ what: String) async throws {
          let deadline = ContinuousClock.now + .seconds(20)
          while kept() == before, ContinuousClock.now < deadline {
            try await Task.sleep(for: .milliseconds(50))
          }
          proof.check(kept() != before, what)
        }
        try await waitUntilKept(otherThan: "", "Nothing was kept before the disk was full")
        let filler = "\(root)/filler"
        let before = kept()
        fill(filler)
        proof.inject()
        // Longer than the time after which places are kept.
        try await stage.plays(for: 28)
        proof.check(kept() == before, "What was kept has become «\(kept())» on a full disk")
        try FileManager.default.removeItem(atPath: filler)
        try await waitUntilKept(otherThan: before, "Nothing is kept after there was room again")
        await stage.checkEnd()
        let errors = await stage.result().errors.split(separator: "\n")
        proof.check(
          errors.count == 1 && errors.first?.contains("No space left on device") == true,
          "A full disk was told as \(errors)")
      }
    }
  ]

  /// Writes until nothing more fits.
  private static func fill(_ path: String) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    let zeros = [UInt8](repeating: 0, count: 4096)
    while write(descriptor, zeros, zeros.count) > 0 {}
    close(descriptor)
  }

  static let limits = [
    FaultCase("descriptors-plugin", "mpv's process may open nothing more, and then it may again") { proof in
      try await Stage.run(
        proof,
        Film.options + [try await Film.path, try await TestMedia.flac(seconds: 30), try await Film.path]
      ) { stage in
        try await stage.plays(for: 1)
        let process = try await stage.process("ytplay-mpv")
        let position = stage.events.count
        let before = try await setLimit("nofile", of: process, to: nextDescriptor(process))
        proof.inject()
        // What plays is open already.
        try await stage.plays(for: 1)
        try await stage.send(.next)
        try await stage.wait(for: "a failure, or playing", since: position) { events, state in
          events.contains { if case .failed = $0 { true } else { false } }
        }
        for case .failed(let error, let willRestart) in stage.events.dropFirst(position) {
          proof.check(
            willRestart || error.message.hasSuffix(".") && error.remedy?.hasSuffix(".") == true,
            "It said \(error)")
        }
        if ProcessTable.isAlive(process) { _ = try await setLimit("nofile", of: process, to: before) }
        // The others of the queue may have failed as fast, and then it has ended.
        let film = PlayerSource.file(MediaPath(try await Film.path))
        if stage.isRunning, try await stage.sendUnlessEnded(.load(film)) {
          try await stage.plays(for: 1)
          await stage.checkEnd()
        } else {
          let result = await stage.result()
          proof.check(result.exitStatus == 3, "It ended with the status \(result)")
        }
      }
    },
    FaultCase("descriptors-host", "ytplay may open nothing more when mpv's process dies") { proof in
      try await Stage.run(proof, Film.options + [try await Film.path, try await TestMedia.audio()]) { stage in
        try await stage.plays(for: 1)
        let position = stage.events.count
        let before = try await setLimit("nofile", of: stage.processID, to: nextDescriptor(stage.processID))
        proof.inject()
        kill(try await stage.process("ytplay-mpv"), SIGKILL)
        try await stage.wait(for: "a failure", since: position) { events, _ in
          events.contains { if case .failed = $0 { true } else { false } }
        }
        try await Task.sleep(for: .milliseconds(500))
        if stage.isRunning { _ = try await setLimit("nofile", of: stage.processID, to: before) }
        // Whether it has been brought back by then, or the next source plays, or nothing can: it ends in order.
        let result = await stage.result()
        proof.check(
          [0, 3, 2].contains(result.exitStatus), "Status \(result)")
        for case .failed(let error, _) in stage.events.dropFirst(position) {
          proof.check(error.message.hasSuffix("."), "It said \(error)")
        }
      }
    },
    FaultCase("memory-plugin", "mpv's process gets no more memory amid playing") { proof in
      try await Stage.run(proof, Film.options + [try await Film.path]) { stage in
        try await stage.plays(for: 1)
        let position = stage.events.count
        let process = try await stage.process("ytplay-mpv")
        let before = try await setLimit("as", of: process, to: "\(1 << 20)")
        proof.inject()
        // Seeking needs some.
        for time in stride(from: 20.0, to: 80, by: 10) {
          try await stage.send(.seek(.to(time)))
          try await stage.wait(for: "a landing, or its end", since: position) { events, state in
            !state.isSeeking || events.contains { if case .failed = $0 { true } else { false } }
          }
        }
        if ProcessTable.isAlive(process) { _ = try await setLimit("as", of: process, to: before) }
        try await stage.plays(for: 1)
        let failures = stage.events.dropFirst(position).compactMap {
          if case .failed(_, let again) = $0 { again } else { nil }
        }
        proof.check(!failures.contains(false), "It was not brought back: \(failures)")
        await stage.checkEnd()
      }
    },
  ]

  /// The lowest number that no descriptor of a process has: where that is the limit, none can be opened.
  private static func nextDescriptor(_ process: pid_t) throws -> String {
    let used = Set(
      try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").compactMap { Int($0) })
    return "\((0...).first { !used.contains($0) } ?? 0)"
  }

  /// Sets the soft limit of a process (`nofile`, `as`), and returns what it was.
  private static func setLimit(_ name: String, of process: pid_t, to value: String) async throws -> String {
    let old = try await prlimit(process, ["--\(name)", "--output=SOFT", "--noheadings", "--raw"])
    _ = try await prlimit(process, ["--\(name)=\(value):"])
    return old
  }

  private static func prlimit(_ process: pid_t, _ arguments: [String]) async throws -> String {
    let result = try await Subprocess.run("prlimit", ["--pid", "\(process)"] + arguments)
    guard result.isSuccess else { throw Stage.Missing(description: "a limit can't be set: \(result)") }
    return result.lines.first ?? ""
  }
}
