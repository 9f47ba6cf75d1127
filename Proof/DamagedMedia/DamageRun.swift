import Foundation
import PlayerKit
import PlayerPlugins
import ProofSupport
import TestSupport

/// One player that gets one damaged file after another, and now and then a whole one.
final class DamageRun: Sendable {
  private struct Clip {
    let name: String
    let path: String
    let bytes: [UInt8]
  }

  /// What became of the files of one clip.
  private struct Row {
    var ended = 0
    var failed: [PlayerError.Code: Int] = [:]
    var slowest = 0.0
  }

  /// Seconds that a source may take to open, and mpv may stand still.
  private static let timeout = 4.0
  /// From the opening on, one of each at most, and as much again for a machine with much else to do.
  private static let limit = Duration.seconds(4 * timeout)
  /// After so many damaged files a whole one is played.
  private static let interval = 50

  private let proof: Proof
  private let clips: [Clip]
  private let seed: UInt64
  private let keep: String?
  private let folder: String
  private let program: PluginProgram
  private let player: Player
  private let log = EventLog()
  private let reading: Task<Void, Never>
  private let rows: Lock<[Row]>
  private let mostMemory = Lock(0.0)

  init(_ proof: Proof, seed: UInt64, keep: String?) async throws {
    self.proof = proof
    self.seed = seed
    self.keep = keep
    let media = try await [
      ("H.264 and AAC in MP4", TestMedia.video(seconds: 3)),
      ("H.264, Vorbis, SubRip and chapters in Matroska", TestMedia.film(seconds: 6)),
      ("VP9 and Opus in WebM", TestMedia.vp9(seconds: 3)),
      ("H.264 and AAC in an MPEG transport stream", TestMedia.transportStream(seconds: 3)),
      ("MP3 with tags and a cover", TestMedia.song(seconds: 3)),
      ("FLAC", TestMedia.flac(seconds: 3)),
    ]
    clips = try media.map { Clip(name: $0, path: $1, bytes: try FaultFiles.bytes(of: $1)) }
    rows = Lock(clips.map { _ in Row() })
    folder = try TestMedia.temporaryFolder()
    program = try ProofPrograms.mpv()
    var configuration = PlayerConfiguration.unseen
    configuration.mpvOptions += [.init("untimed", "yes"), .init("ao-null-untimed", "yes")]
    configuration.timeouts.open = Self.timeout
    player = Player(
      registry: BackendRegistry([program.provider]), configuration: configuration, backend: "mpv")
    reading = Task { [events = player.events, log] in
      for await event in events { log.emit(event) }
    }
  }

  func end() async {
    await player.shutDown()
    await reading.value
    await program.stop()
    try? FileManager.default.removeItem(atPath: folder)
  }

  // MARK: playing

  /// Plays the damaged file of this number, and before some of them a whole one.
  func play(_ index: Int) async throws {
    if index % Self.interval == 0 { try await playWhole(clips[index / Self.interval % clips.count]) }
    let clip = clips[index % clips.count]
    let kind = Damage.Kind.allCases[index / clips.count % Damage.Kind.allCases.count]
    let damage = Damage(kind, seed: seed &* 1_000_003 &+ UInt64(index))
    let path = "\(folder)/\(index).\((clip.path as NSString).pathExtension)"
    try Data(damage.applied(to: clip.bytes)).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }

    let failures = proof.failures.count
    let began = ContinuousClock.now
    let what = "file \(index) (\(clip.name), \(damage))"
    proof.count("damaged files")
    proof.count("of \(kind.rawValue)")
    let events = try await outcome(of: .file(MediaPath(path)), what)
    let seconds = (ContinuousClock.now - began) / .seconds(1)
    rows.withLock { rows in
      let row = index % clips.count
      rows[row].slowest = max(rows[row].slowest, seconds)
      switch events?.last {
      case .failed(let error, _)?: rows[row].failed[error.code, default: 0] += 1
      case .statusChanged?: rows[row].ended += 1
      default: break
      }
    }
    if let events { check(events, what) }
    noteMemory()
    if proof.failures.count > failures { try keepFile(path, "\(index)") }
  }

  private func playWhole(_ clip: Clip) async throws {
    let what = "the whole \(clip.name)"
    let events = try await outcome(of: .file(MediaPath(clip.path)), what)
    if let events, case .failed(let error, _)? = events.last {
      proof.fail("\(what) failed after damaged ones: \(error)")
    }
    if let events { check(events, what) }
    proof.count("whole files between them")
  }

  /// The events from the opening of a source to its end or failure; nil where neither comes in time.
  private func outcome(of source: PlayerSource, _ what: String) async throws -> [PlayerEvent]? {
    let begin = log.count
    do {
      try await player.load(source)
      let opening = try await log.wait(since: begin, timeout: Self.limit) { $0 == .sourceChanged(source) }
      let end = try await log.wait(since: opening, timeout: Self.limit) {
        switch $0 {
        case .statusChanged(.ended, _), .failed(_, willRestart: false): true
        default: false
        }
      }
      return Array(log.events(since: opening - 1).prefix(end - opening + 1))
    } catch {
      proof.fail("\(what) neither ended nor failed: \(error)")
      return nil
    }
  }

  // MARK: what must hold

  private func check(_ events: [PlayerEvent], _ what: String) {
    let state = events.reduce(PlayerState.empty) { $0.applying($1) }
    switch events.last {
    case .failed(let error, _)?:
      proof.check(
        error.message.hasSuffix(".") && error.remedy?.hasSuffix(".") == true && error.code != .unknown,
        "\(what): an error that says too little: \(error)")
    default:
      proof.check(
        state.currentTime == state.duration,
        "\(what): ended at \(state.currentTime) of \(state.duration.map { "\($0)" } ?? "nothing")")
    }
    for case .failed(let error, willRestart: true) in events {
      proof.count("deaths of mpv's process")
      proof.say("  \(what): \(error.message)")
    }
    let times = events.compactMap { if case .timeChanged(let time) = $0 { time } else { nil } }
    proof.check(times.allSatisfy { $0 >= 0 && $0.isFinite }, "\(what): times \(times)")
  }

  private func noteMemory() {
    // Its process may be a new one at this moment.
    guard let process = program.processID, let usage = try? ProcessUsage.of(process) else { return }
    mostMemory.withLock { $0 = max($0, usage.residentMemory) }
  }

  private func keepFile(_ path: String, _ name: String) throws {
    guard let keep else { return }
    try FileManager.default.createDirectory(atPath: keep, withIntermediateDirectories: true)
    let copy = "\(keep)/\(name).\((path as NSString).pathExtension)"
    try? FileManager.default.removeItem(atPath: copy)
    try FileManager.default.copyItem(atPath: path, toPath: copy)
  }

  // MARK: the table

  func printTable() {
    for (clip, row) in zip(clips, rows.withLock { $0 }) {
      let failed = row.failed.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($1) \($0.rawValue)" }
      let outcomes = ["\(row.ended) ended"] + failed
      proof.say(
        "\(clip.name): \(outcomes.joined(separator: ", ")); the slowest took \(tenths(row.slowest)) s")
      proof.count("ended", row.ended)
      for (code, count) in row.failed { proof.count("failed with \(code.rawValue)", count) }
    }
    proof.count("deaths of mpv's process", 0)
    proof.say("mpv's process took \(Int(mostMemory.withLock { $0 })) MB at most.")
  }

  private func tenths(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
}
