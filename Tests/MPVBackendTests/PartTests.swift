import Foundation
import PlayerKit
import Testing

@testable import MPVBackend

@Suite("Parts of the mpv backend")
struct PartTests {
  @Test(
    "A display of this machine has a socket; another machine's is believed in",
    arguments: [
      (":0", "/tmp/.X11-unix/X0"), (":12.1", "/tmp/.X11-unix/X12"), ("unix:3", "/tmp/.X11-unix/X3"),
      ("host:0", nil), ("none", nil),
    ] as [(String, String?)])
  func x11(display: String, path: String?) {
    #expect(MPVDisplay.x11Path(display) == path)
  }

  @Test("A Wayland display is a name in the runtime folder, or a path")
  func wayland() {
    #expect(MPVDisplay.waylandPath("wayland-1", "/run/user/1") == "/run/user/1/wayland-1")
    #expect(MPVDisplay.waylandPath("/a/b", nil) == "/a/b")
    #expect(MPVDisplay.waylandPath("wayland-1", nil) == nil)
    #expect(!MPVSocket.answers("/no/such/socket"))
    #expect(!MPVSocket.answers(String(repeating: "a", count: 300)))
  }

  @Test("Times have a point and six decimals, whatever their size")
  func times() {
    let texts = [0, 1.5, 1e-7, 12.345678, 1e300, -4].map(MPVTime.text)
    #expect(texts == ["0.000000", "1.500000", "0.000000", "12.345678", "1000000000.000000", "0.000000"])
  }

  @Test(
    "A line of the log tells a cause by the form that mpv and ffmpeg give it, whatever addresses it names",
    arguments: [
      ("ffmpeg", "https: HTTP error 404 Not Found", .status(404)),
      ("ffmpeg", "http: HTTP error 503 ", .status(503)),
      ("ffmpeg", "http: HTTP error x", nil), ("ffmpeg", "HTTP error ", nil), ("ffmpeg", "", nil),
      ("ffmpeg", "rtsp: method OPTIONS failed: 454 Session Not Found", .status(454)),
      ("ffmpeg", "tcp: Failed to resolve hostname timeout.example: No such name", .noHost),
      ("ffmpeg", "tcp: Connection to tcp://a:1 failed: \(MPVLogCause.words(ECONNREFUSED))", .refused),
      ("ffmpeg", "http: Will reconnect at 4 in 0 second(s), error=\(MPVLogCause.words(ETIMEDOUT)).", .silent),
      ("ffmpeg", "http: Stream ends prematurely at 4, should be 9", .cut),
      ("stream", "No protocol handler found to open URL bogus://x", .unknownProtocol),
      ("stream", "Refusing to load potentially unsafe URL from a playlist.", .unsafePlaylist),
      ("stream", "Failed to open http://a/HTTP error 404.", nil),
      ("stream", "Failed to open http://a/\(MPVLogCause.words(ECONNREFUSED)).", nil),
    ] as [(String, String, MPVLogCause?)])
  func causes(prefix: String, text: String, cause: MPVLogCause?) {
    #expect(MPVLogCause(MPVLogLine(at: 0, prefix: prefix, isError: true, text: text)) == cause)
  }

  @Test("A value survives libmpv's form of it")
  func nodes() {
    let node: MPVNode = [
      "text": "täxt", "flag": .flag(true), "int": .integer(-5), "double": .double(0.5), "none": .none,
      "list": .array([.integer(1), "two", ["three": .array([])]]),
    ]
    #expect(node.withCNode { MPVNode($0.pointee) } == node)
    #expect(node["int"].number == -5 && node["list"].array.count == 3 && node["missing"] == .none)
    #expect(MPVNode.double(.infinity).number == nil)
  }

  @Test("The clock ticks on its own grid, and skips what was missed")
  func clock() {
    var clock = MPVClock(interval: 0.25)
    var isDue = clock.isDue(100)
    #expect(!isDue)
    clock.start(at: 10, 100)
    isDue = clock.isDue(100.2)
    #expect(!isDue)
    isDue = clock.isDue(100.26)
    #expect(isDue && clock.nextTick == 100.5)
    isDue = clock.isDue(101.1)
    #expect(isDue && clock.nextTick == 101.25)
    #expect(clock.expected(102, rate: 2) == 14)
    clock.stop()
    #expect(clock.nextTick == nil && clock.expected(103, rate: 1) == nil)
  }

  @Test(
    "A language is looked for by each of its codes, the one given first",
    arguments: [
      (["de"], "de,deu,ger"), (["ger", "en"], "ger,de,deu,en,eng"), (["pt-BR"], "pt-BR,pt,por"),
      (["x-mine", "EN"], "x-mine,x,EN,en,eng"), ([], ""),
    ])
  func languages(codes: [String], list: String) {
    #expect(MPVLanguages.list(codes) == list)
  }

  @Test("Own drawing contexts are chosen only where nobody else has chosen")
  func options() {
    var configuration = PlayerConfiguration()
    let plain = MPVOptions(configuration, display: .x11, mayHaveSound: true)
    #expect(plain.own.contains { $0 == ("gpu-context", "x11egl") })
    #expect(!plain.own.contains { $0.0 == "ao" } && plain.notes.isEmpty)
    configuration.mpvOptions = [.init("gpu-api", "vulkan")]
    let vulkan = MPVOptions(configuration, display: .wayland, mayHaveSound: false)
    #expect(!vulkan.own.contains { $0.0 == "gpu-context" })
    #expect(vulkan.own.contains { $0 == ("ao", "null") })
    #expect(MPVOptions(configuration, display: nil, mayHaveSound: true).notes == ["no display: sound alone"])
    configuration.showsVideo = false
    let sound = MPVOptions(configuration, display: nil, mayHaveSound: true)
    #expect(sound.notes.isEmpty && sound.own.contains { $0 == ("vid", "no") })
  }
}
