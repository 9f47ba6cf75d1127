import Foundation
import MockBackend
import PlayerKit
import TestSupport
import Testing

/// What the mock can do beyond what every backend must, and what it says where it can't: rule 12.
@Suite struct CapabilityTests {
  private static let optional: [(Capability, PlayerAction)] = [
    (.setRate, .setRate(2)), (.setQuality, .setQuality(.medium)), (.setTrack, .setTrack(.audio, id: "2")),
    (.setLoop, .setLoop(.one)), (.setShuffle, .setShuffle(true)), (.setFullscreen, .setFullscreen(true)),
    (.stepFrame, .stepFrame(by: 1)), (.screenshot, .screenshot(to: MediaPath("shot.png"))), (.items, .next),
    (.items, .previous), (.items, .playItem(0)),
  ]

  @Test("it has every capability, and plays every kind when it is asked for by name")
  func descriptor() {
    let descriptor = MockBackend.provider.descriptor
    #expect(descriptor.id == "mock")
    #expect(descriptor.capabilities == Set(Capability.allCases))
    #expect(Set(descriptor.kinds.keys) == Set(PlayerSource.Kind.allCases))
    #expect(descriptor.kinds.values.allSatisfy { $0.priority == 0 && $0.needs.isEmpty })
  }

  @Test("a capability that it is made without is refused, and changes nothing", arguments: optional)
  func missing(capability: Capability, action: PlayerAction) async throws {
    let stage = try await Stage(
      MockMedia(), capabilities: Set(Capability.allCases).subtracting([capability]))
    await stage.refuses(action, .unsupported)
    try await stage.perform(.load(.clip), .pause)
    await stage.refuses(action, .unsupported)
  }

  @Test("without the capabilities for them there are no chapters, no picture and no qualities")
  func withoutPicture() async throws {
    let stage = try await Stage(capabilities: [])
    try await stage.perform(.load(PlayerSource(.stream("https://example.org/clip.mp4"))))
    #expect(stage.state.metadata.chapters == [])
    #expect(stage.state.metadata.title == "https://example.org/clip.mp4")
    #expect(stage.state.videoSize == nil)
    #expect(stage.state.availableQualities == [])
  }

  @Test("a source of another kind than those that it plays is refused")
  func kinds() async throws {
    let log = EventLog()
    let provider = MockBackend.provider(id: "files", priority: 7, kinds: [.file])
    #expect(provider.descriptor.kinds == [.file: .init(priority: 7)])
    let backend = try await provider.make(PlayerConfiguration(), log.emit)
    await #expect(throws: PlayerError.self) {
      try await backend.perform(.load(PlayerSource(.stream("https://example.org/"))))
    }
    #expect(log.events == [.ready])
    await backend.shutDown()
  }

  @Test("it remembers its place among the pages of a window, and refuses one without the capability")
  func presentation() async throws {
    let behind = PlayerPresentation(page: 2, isFront: false)
    let front = PlayerPresentation(page: 2, isFront: true)
    let stage = try await Stage { $0.presentation = behind }
    let mock = try #require(stage.backend as? MockBackend)
    #expect(mock.presentation == behind)
    try await mock.present(front)
    #expect(mock.presentation == front)
    await mock.shutDown()
    let late = await #expect(throws: PlayerError.self) { try await mock.present(behind) }
    #expect(late?.code == .closed && mock.presentation == front)

    let lacking = try await Stage(capabilities: [])
    let refused = try #require(lacking.backend as? MockBackend)
    let error = await #expect(throws: PlayerError.self) { try await refused.present(front) }
    #expect(error?.code == .unsupported && refused.presentation == nil)
  }

  @Test("a quality is set with its picture size, and one that is not there is refused")
  func quality() async throws {
    let stage = try await Stage(MockMedia())
    try await stage.perform(.load(.clip))
    #expect(
      try await stage.perform(.setQuality(.hd1080)) == [
        .qualityChanged(.hd1080), .videoSizeChanged(VideoSize(width: 1920, height: 1080)),
      ])
    #expect(try await stage.perform(.setQuality(.hd1080)) == [])
    await stage.refuses(.setQuality(.small), .invalidArgument)
    let sound = try await Stage(MockMedia.bare())
    try await sound.perform(.load(.clip))
    await sound.refuses(.setQuality(.hd720), .unsupported)
  }

  @Test("a track is selected and deselected, and one that is not there is refused")
  func tracks() async throws {
    let tracks = MockMedia().tracks
    let stage = try await Stage(MockMedia())
    try await stage.perform(.load(.clip))
    #expect(
      try await stage.perform(.setTrack(.subtitles, id: "1")) == [
        .tracksChanged(tracks, selected: [.audio: "1", .video: "1", .subtitles: "1"])
      ])
    #expect(
      try await stage.perform(.setTrack(.subtitles, id: nil), .setTrack(.subtitles, id: nil)) == [
        .tracksChanged(tracks, selected: [.audio: "1", .video: "1"])
      ])
    await stage.refuses(.setTrack(.audio, id: "3"), .invalidArgument)
  }

  @Test("a step pauses and moves by a frame, and stays in the source")
  func step() async throws {
    let stage = try await Stage(MockMedia(duration: 1).with { $0.frameRate = 8 })
    try await stage.perform(.load(.clip), .seek(.to(0.25)))
    #expect(
      try await stage.perform(.stepFrame(by: 1)) == [
        .statusChanged(.paused, playWhenReady: false), .timeChanged(0.375),
      ])
    #expect(
      try await stage.perform(.stepFrame(by: -1), .stepFrame(by: -1), .stepFrame(by: -1), .stepFrame(by: -1))
        == [.timeChanged(0.25), .timeChanged(0.125), .timeChanged(0), .timeChanged(0)])
    await stage.refuses(.stepFrame(by: 2), .invalidArgument)
    await stage.refuses(.stepFrame(by: 0), .invalidArgument)
    try await stage.perform(.seek(.to(1)), .play, .seek(.to(1)))
    #expect(stage.state.status == .ended)
    #expect(
      try await stage.perform(.stepFrame(by: -1)) == [.statusChanged(.paused), .timeChanged(0.875)])
  }

  @Test("a step amid a seek counts from its target")
  func stepAmidSeek() async throws {
    let stage = try await Stage(
      MockMedia(duration: 10).with {
        $0.frameRate = 8
        $0.seekLatency = 1
      })
    try await stage.perform(.load(.clip), .pause, .seek(.to(5)))
    #expect(
      try await stage.perform(.stepFrame(by: 1)) == [.seeked(at: 5), .timeChanged(5), .timeChanged(5.125)])
    #expect(await stage.advance(10) == [])
  }

  @Test("where no picture is shown there is no step and no screenshot")
  func noPicture() async throws {
    let hidden = try await Stage(MockMedia()) { $0.showsVideo = false }
    let sound = try await Stage(MockMedia.bare())
    let opening = try await Stage(MockMedia().with { $0.openLatency = 1 })
    for stage in [hidden, sound, opening] {
      try await stage.perform(.load(.clip))
      await stage.refuses(.stepFrame(by: 1), .unsupported)
      await stage.refuses(.screenshot(to: MediaPath("shot.png")), .unsupported)
    }
  }
}

/// The pictures that screenshots write.
@Suite struct ScreenshotTests {
  private func folder() throws -> String { try TestMedia.temporaryFolder() }

  private func shot(at position: Double, to path: String) async throws {
    let stage = try await Stage(MockMedia())
    try await stage.perform(.cue(.clip), .seek(.to(position)))
    #expect(try await stage.perform(.screenshot(to: MediaPath(path))) == [])
  }

  @Test("a screenshot is a PNG of the place that is shown, and replaces what was there")
  func png() async throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }  // A left-over in the temporary folder.
    let path = "\(folder)/shot.png"
    try await shot(at: 2, to: path)
    let first = try Data(contentsOf: URL(fileURLWithPath: path))
    try await shot(at: 2, to: path)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == first)
    try await shot(at: 7, to: path)
    let second = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(second != first)
    #expect(second.count == first.count)
    let image = try PNG(second)
    #expect(image.width == 160)
    #expect(image.height == 90)
    // The bar at the foot is as long as the progress.
    #expect(image.rows.last?.prefix { $0 == 255 }.count == 112)
  }

  @Test("a path that can't be written is refused, with why")
  func unwritable() async throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }  // A left-over in the temporary folder.
    let stage = try await Stage(MockMedia())
    try await stage.perform(.load(.clip))
    await stage.refuses(.screenshot(to: MediaPath("\(folder)/no/shot.png")), .notFound)
    await stage.refuses(.screenshot(to: MediaPath(folder)), .invalidArgument)
    await stage.refuses(.screenshot(to: MediaPath("")), .invalidArgument)
    if geteuid() != 0 {
      try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder)
      await stage.refuses(.screenshot(to: MediaPath("\(folder)/shot.png")), .notPermitted)
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder)
    }
  }
}

/// A reader of grey PNG files whose data are not compressed: strict, so that it proves the writer.
private struct PNG {
  struct Malformed: Error {
    let reason: String
  }

  var width = 0
  var height = 0
  var rows: [[UInt8]] = []

  init(_ data: Data) throws {
    var rest = Array(data)[...]
    try Self.require(rest.prefix(8).elementsEqual([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]), "signature")
    rest = rest.dropFirst(8)
    var stream: [UInt8] = []
    var types: [String] = []
    while !rest.isEmpty {
      let count = Self.number(rest.prefix(4))
      let body = rest.dropFirst(4).prefix(count + 4)
      try Self.require(Self.number(rest.dropFirst(count + 8).prefix(4)) == Self.crc(body), "checksum")
      let type = String(decoding: body.prefix(4), as: UTF8.self)
      types.append(type)
      let content = body.dropFirst(4)
      if type == "IHDR" {
        width = Self.number(content.prefix(4))
        height = Self.number(content.dropFirst(4).prefix(4))
        try Self.require(content.dropFirst(8).elementsEqual([8, 0, 0, 0, 0]), "format")
      } else if type == "IDAT" {
        stream += content
      }
      rest = rest.dropFirst(count + 12)
    }
    try Self.require(types == ["IHDR", "IDAT", "IEND"], "chunks")
    let pixels = try Self.inflated(stream)
    try Self.require(pixels.count == (width + 1) * height, "size")
    for row in 0..<height {
      let line = pixels[row * (width + 1)..<(row + 1) * (width + 1)]
      try Self.require(line.first == 0, "filter")
      rows.append(Array(line.dropFirst()))
    }
  }

  /// The content of a zlib stream of stored blocks.
  private static func inflated(_ stream: [UInt8]) throws -> [UInt8] {
    try require(stream.count > 6 && (Int(stream[0]) << 8 | Int(stream[1])) % 31 == 0, "zlib header")
    var rest = stream[2...]
    var content: [UInt8] = []
    var isLast = false
    while !isLast {
      let header = Array(rest.prefix(5)).map(Int.init)
      try require(header.count == 5 && header[0] < 2, "block")
      isLast = header[0] == 1
      let count = header[1] | header[2] << 8
      try require(count ^ 0xffff == header[3] | header[4] << 8, "block length")
      content += rest.dropFirst(5).prefix(count)
      rest = rest.dropFirst(5 + count)
    }
    var (low, high) = (1, 0)
    for byte in content {
      low = (low + Int(byte)) % 65_521
      high = (high + low) % 65_521
    }
    try require(rest.count == 4 && number(rest) == high << 16 | low, "adler")
    return content
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }

  /// Bit by bit, as the specification's prose has it.
  private static func crc(_ bytes: ArraySlice<UInt8>) -> Int {
    var value: UInt32 = .max
    for byte in bytes {
      value ^= UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xedb8_8320 : value >> 1 }
    }
    return Int(~value)
  }

  private static func require(_ condition: Bool, _ reason: String) throws {
    if !condition { throw Malformed(reason: reason) }
  }
}
