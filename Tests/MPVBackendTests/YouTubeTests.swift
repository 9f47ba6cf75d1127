import Foundation
import MPVBackend
import PlayerKit
import TestSupport
import Testing

@Suite("YouTube's videos by yt-dlp")
struct YouTubeTests {
  static let id = "dQw4w9WgXcQ"

  @Test("A video plays, and its description is the metadata")
  func video() async throws {
    let program = try await YtDlpStandIn()
    let chapters = #""chapters":[{"start_time":0,"title":"One"},{"start_time":5.5,"title":"Two"}],"#
    try program.video(Self.id, title: #"A \"title\" of $(touch x); 100%"#, more: chapters)
    try await Rig.run(program.options) { rig in
      try await rig.play(.youTube("https://youtu.be/\(Self.id)?t=7"))
      let state = rig.state
      #expect(state.currentTime >= 7)
      #expect(state.duration == 20)
      #expect(state.isSeekable && !state.isLive)
      #expect(state.items.isEmpty)
      #expect(
        state.metadata
          == PlayerMetadata(
            title: #"A "title" of $(touch x); 100%"#, author: "A channel", videoID: Self.id,
            thumbnail: "https://i.ytimg.com/vi/\(Self.id)/0.jpg",
            chapters: [Chapter(start: 0, title: "One"), Chapter(start: 5.5, title: "Two")]))
      #expect(program.calls.count == 1)
      #expect(rig.log.events.ofState.prefix(4).map { "\($0)" }.first?.contains("ready") == true)
      #expect(rig.log.events.statuses == [.unstarted, .buffering, .playing])
    }
  }

  @Test("Pictures and sound from two addresses are one source, sought together")
  func separate() async throws {
    let program = try await YtDlpStandIn()
    try program.video(Self.id, .separate)
    try await Rig.run(program.options) { rig in
      try await rig.perform(.cue(.youTube(Self.id)))
      try await rig.reach(.queued)
      #expect(rig.state.tracks.count { $0.kind == .video } == 1)
      #expect(rig.state.tracks.count { $0.kind == .audio } == 2)
      #expect(abs(try await rig.seek(.to(12)) - 12) < 0.1)
      try await rig.perform(.play)
      try await rig.reach(.playing)
    }
  }

  @Test("Subtitles are tracks with their language, opened when they are selected")
  func subtitles() async throws {
    let program = try await YtDlpStandIn()
    try program.video(Self.id, .withSubtitles)
    try await Rig.run(program.options) { rig in
      try await rig.perform(.cue(.youTube(Self.id)))
      try await rig.reach(.queued)
      let track = try #require(rig.state.tracks.first { $0.kind == .subtitles })
      #expect(track.language == "en")
      #expect(track.title == "English")
      try await rig.perform(.setTrack(.subtitles, id: track.id))
      #expect(rig.state.selectedTracks[.subtitles] == track.id)
      let landing = try await rig.seek(.to(3))
      #expect(abs(landing - 3) < 0.1)
      try await rig.perform(.play)
      try await rig.log.waitForState { $0.status == .playing && $0.currentTime > 3.2 }
    }
  }

  @Test("Which program, format and options are used can be configured, and nothing of it reaches a shell")
  func configured() async throws {
    let program = try await YtDlpStandIn()
    try program.video(Self.id)
    let options: [PlayerConfiguration.MPVOption] = [
      .init("ytdl-format", "best[height<=480]"), .init("ytdl-raw-options", "proxy=$(echo x),yes-playlist="),
    ]
    try await Rig.run(program.options + options) { rig in
      try await rig.play(.youTube(Self.id))
      #expect(
        program.calls == [
          "--no-warnings --dump-single-json --flat-playlist --format best[height<=480] --sub-format "
            + "ass/srt/best --all-subs --proxy $(echo x) --no-playlist -- "
            + "https://www.youtube.com/watch?v=\(Self.id)"
        ])
    }
    try await Rig.run(program.options, configure: { $0.showsVideo = false }) { rig in
      try await rig.play(.youTube(Self.id))
      #expect(program.calls.last?.contains("--format bestaudio/best ") == true)
    }
  }

  @Test("The live stream of a channel is asked for as one video")
  func live() async throws {
    let program = try await YtDlpStandIn()
    try program.answer(
      "https://www.youtube.com/@name/live",
      script: "echo 'ERROR: [youtube:tab] @name: The channel is not "
        + "currently live' >&2; exit 1")
    try await Rig.run(program.options) { rig in
      try await rig.perform(.load(.youTube("https://www.youtube.com/@name/live")))
      #expect(try await rig.failure()?.code == .notFound)
      #expect(rig.state.items.isEmpty)
    }
  }

  @Test("mpv comes after whatever plays YouTube's sources better, and needs yt-dlp")
  func priority() throws {
    let source = try PlayerSource.youTube(Self.id)
    var registry = BackendRegistry([MPVBackend.provider])
    registry.environment = BackendEnvironment(hasDisplay: { false }, hasProgram: { $0 == "yt-dlp" })
    #expect(try registry.backend(for: source).descriptor.id == "mpv")
    registry.environment = BackendEnvironment(hasDisplay: { false }, hasProgram: { _ in false })
    let candidate = try #require(registry.candidates(for: source).first)
    #expect(!candidate.isUsable)
    #expect(candidate.reason == "the program yt-dlp was not found")
  }

  // MARK: failing

  @Test(
    "yt-dlp's own words become typed errors with its version and a remedy",
    arguments: [
      ("[youtube] x: Private video. Sign in if you've been granted access to this video", .notFound),
      ("[youtube] x: Video unavailable. This video has been removed by the uploader", .notFound),
      ("[youtube] x: Video unavailable", .notFound),
      ("[youtube:tab] @x: Unable to download API page: HTTP Error 404: Not Found", .notFound),
      (
        "[youtube] x: Sign in to confirm your age. This video may be inappropriate for some users.",
        .notPermitted
      ),
      ("[youtube] x: Sign in to confirm you’re not a bot. Use --cookies-from-browser", .notPermitted),
      ("[youtube] x: Join this channel to get access to members-only content", .notPermitted),
      ("[youtube] x: The uploader has not made this video available in your country", .notPermitted),
      (
        "[youtube] x: Unable to download API page: HTTPSConnection(host='www.youtube.com', port=443): "
          + "Failed to resolve 'www.youtube.com' ([Errno -2] Name or service not known)", .network
      ),
      ("[youtube] x: Unable to download webpage: The read operation timed out", .timedOut),
      ("[youtube] x: Requested format is not available. Use --list-formats", .playbackFailed),
      ("[youtube] x: Something that nobody has read before", .unknown),
    ] as [(String, PlayerError.Code)])
  func words(sentence: String, code: PlayerError.Code) async throws {
    let program = try await YtDlpStandIn()
    try program.answer(
      "https://www.youtube.com/watch?v=\(Self.id)",
      script: "cat >&2 <<'END'\nWARNING: something else\nERROR: \(sentence)\nEND\necho null\nexit 1\n")
    try program.video("AAAAAAAAAAA")
    try await Rig.run(program.options) { rig in
      try await rig.perform(.load(.youTube(Self.id)))
      let error = try #require(try await rig.failure())
      #expect(error.code == code)
      #expect(error.message.hasPrefix("yt-dlp \(YtDlpStandIn.version) could not open the video: \(sentence)"))
      #expect(error.remedy?.isEmpty == false)
      #expect(error.backendCode == "1")
      try await rig.play(.youTube("AAAAAAAAAAA"))
    }
  }

  @Test(
    "What is no description is refused, as is one whose addresses are not of the web",
    arguments: [
      "echo '{\"_type\":'", "echo Hello; exit 0", "exit 0", "head -c 100000 /dev/zero",
      #"echo '{"id":"x","url":"file:///etc/passwd"}'"#,
      #"echo '{"id":"x","requested_formats":[{"url":"http://127.0.0.1/"},{"url":"edl://x"}]}'"#,
      "kill -SEGV $$",
    ])
  func garbage(script: String) async throws {
    let program = try await YtDlpStandIn()
    try program.answer("https://www.youtube.com/watch?v=\(Self.id)", script: script)
    try await Rig.run(program.options) { rig in
      try await rig.perform(.load(.youTube(Self.id)))
      let error = try #require(try await rig.failure())
      #expect(error.code == .unknown)
      #expect(error.message.contains(YtDlpStandIn.version))
    }
  }

  @Test(
    "A yt-dlp that is not there, or can't be run, is said to be needed",
    arguments: [
      "/nonexistent/yt-dlp", "/etc/passwd",
    ])
  func missing(path: String) async throws {
    let option = PlayerConfiguration.MPVOption("script-opts", "ytdl_hook-ytdl_path=\(path)")
    try await Rig.run([.init("vo", "null"), .init("ao", "null"), option]) { rig in
      try await rig.perform(.load(.youTube(Self.id)))
      let error = try #require(try await rig.failure())
      #expect(error.code == .backendUnavailable)
      #expect(error.message.contains(path))
      #expect(error.remedy?.contains("Install yt-dlp") == true)
    }
  }

  @Test("An address of yt-dlp's that is refused is an error that names its version")
  func refusedAddress() async throws {
    let program = try await YtDlpStandIn()
    let server = try FaultServer(["/x": .status(403)])
    defer { server.stop() }
    try program.answer(
      "https://www.youtube.com/watch?v=\(Self.id)",
      json: #"{"id":"x","url":"\#(server.url("/x"))","_version":{"version":"2025.12.31"}}"#)
    try await Rig.run(program.options) { rig in
      try await rig.perform(.load(.youTube(Self.id)))
      let error = try #require(try await rig.failure())
      #expect(error.code == .network)
      #expect(error.message.contains("403"))
      #expect(error.message.contains("yt-dlp 2025.12.31"))
    }
  }

  @Test("One that hangs is given up in time, and none of it is left")
  func hanging() async throws {
    let program = try await YtDlpStandIn()
    let marker = 700 + Double.random(in: 0..<1)
    try program.answer(
      "https://www.youtube.com/watch?v=\(Self.id)", script: "sleep \(marker) & sleep \(marker)")
    try program.video("AAAAAAAAAAA")
    try await Rig.run(program.options, configure: { $0.timeouts.open = 2 }) { rig in
      try await rig.perform(.load(.youTube(Self.id)))
      let error = try #require(try await rig.failure())
      #expect(error.code == .timedOut)
      try await expectNone("sleep \(marker)")
      try await rig.play(.youTube("AAAAAAAAAAA"))
    }
  }

  @Test(
    "One that hangs is left by whatever comes next, and none of it is left",
    arguments: [
      PlayerAction.stop, .clear, .load(.file("/nonexistent")),
    ])
  func left(action: PlayerAction) async throws {
    let program = try await YtDlpStandIn()
    let marker = 700 + Double.random(in: 0..<1)
    try program.answer(
      "https://www.youtube.com/watch?v=\(Self.id)", script: "sleep \(marker) & sleep \(marker)")
    try await Rig.run(program.options) { rig in
      try await rig.perform(.load(.youTube(Self.id)))
      try await waitForCall(program)
      try await rig.perform(action)
      try await rig.reach(.unstarted)
      try await expectNone("sleep \(marker)")
    }
    try await Rig.run(program.options) { rig in
      try await rig.perform(.load(.youTube(Self.id)))
      await rig.backend.shutDown()
      try await expectNone("sleep \(marker)")
    }
  }

  @Test("A pause in the look-up leaves the video queued, and a seek is where it begins")
  func whileLookingUp() async throws {
    let program = try await YtDlpStandIn()
    try program.video(Self.id)
    try await Rig.run(program.options) { rig in
      try await rig.perform(.load(.youTube(Self.id)), .seek(.to(9)), .pause)
      try await rig.reach(.queued)
      #expect(abs(rig.state.currentTime - 9) < 0.1)
      #expect(!rig.state.isSeeking)
      try await rig.perform(.play)
      try await rig.reach(.playing)
    }
  }

  private func waitForCall(_ program: YtDlpStandIn) async throws {
    for _ in 0..<2000 where program.calls.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    #expect(!program.calls.isEmpty)
  }

  /// Waits until no process with this command line is left.
  private func expectNone(_ command: String) async throws {
    func isThere() throws -> Bool {
      try ProcessTable.all().contains { ProcessTable.words(of: $0).joined(separator: " ") == command }
    }
    // All processes are looked at each time, so no more often than needed.
    let deadline = ContinuousClock.now + .seconds(30)
    while try isThere(), ContinuousClock.now < deadline { try await Task.sleep(for: .milliseconds(20)) }
    #expect(try !isThere())
  }
}

extension PlayerSource {
  /// A source of YouTube's, from its text.
  static func youTube(_ text: String) throws -> PlayerSource { try PlayerSource(parsing: text) }
}
