import MockBackend
import PlayerKit
import TestSupport
import Testing

@testable import PlayerMPRIS

@Suite("The screen saver", .timeLimit(.minutes(5)))
struct ScreenSaverTests {
  private struct Call: Equatable {
    let method: String
    let arguments: [BusValue]
  }

  /// A desktop's screen saver, which notes what it is asked for.
  private final class Saver: BusConnection.Handler, Sendable {
    private let calls = Lock<[Call]>([])
    private let bell = Bell()
    private let loop = BusLoop()

    private static let description = """
      <node>
        <interface name="org.freedesktop.ScreenSaver">
          <method name="Inhibit">
            <arg type="s" direction="in"/>
            <arg type="s" direction="in"/>
            <arg type="u" direction="out"/>
          </method>
          <method name="UnInhibit">
            <arg type="u" direction="in"/>
          </method>
        </interface>
      </node>
      """

    /// Puts it on a bus, and returns when it is there.
    static func start(on bus: PrivateBus) async throws -> Saver {
      let saver = Saver()
      let (isThere, there) = AsyncStream.makeStream(of: Bool.self)
      let isStarted = saver.loop.start {
        let connection = try? BusConnection(to: bus.address, on: saver.loop, handler: saver)
        try? connection?.register("/org/freedesktop/ScreenSaver", describedBy: Self.description)
        there.yield((try? connection?.own("org.freedesktop.ScreenSaver")) == true)
        saver.loop.run()
      }
      for await isThere in isThere {
        #expect(isStarted && isThere)
        break
      }
      return saver
    }

    func stop() { loop.quit() }

    func take(_ call: BusCall, interface: String, method: String, arguments: [BusValue]) {
      calls.withLock { $0.append(Call(method: method, arguments: arguments)) }
      if method == "Inhibit" { call.reply(.unsigned(7)) } else { call.reply() }
      bell.ring()
    }

    func lost() {}

    /// Waits until it has been asked so often, and returns for what.
    func wait(for count: Int) async -> [Call] {
      await withTimeLimit(20) { [self] in
        while calls.withLock(\.count) < count { await bell.wait() }
      }
      return calls.withLock { $0 }
    }
  }

  private static let held = Call(
    method: "Inhibit", arguments: [.string("The Rig"), .string("Playing a video")])
  private static let released = Call(method: "UnInhibit", arguments: [.unsigned(7)])

  @Test("It is held off while a picture plays, and let go of while that is held, or gone")
  func picture() async throws {
    try await MPRISRig.run { rig in
      let saver = try await Saver.start(on: rig.bus)
      try await rig.player.load(PlayerSource(parsing: "dQw4w9WgXcQ"))
      #expect(await saver.wait(for: 1) == [Self.held])
      try await rig.player.pause()
      #expect(await saver.wait(for: 2) == [Self.held, Self.released])
      try await rig.player.play()
      #expect(await saver.wait(for: 3).last == Self.held)
      try await rig.player.clear()
      #expect(await saver.wait(for: 4).count == 4)
      saver.stop()
    }
  }

  @Test("Sound alone lets it come")
  func sound() async throws {
    var script = MockScript(duration: 100)
    script.media = { source in
      var media = MockScript.media(for: source, duration: source == PlayerSource.file("/dev/null") ? 50 : 100)
      if source == PlayerSource.file("/dev/null") { media.videoSize = nil }
      return media
    }
    try await MPRISRig.run(MPRISRig.player(script)) { rig in
      let saver = try await Saver.start(on: rig.bus)
      try await rig.player.load(PlayerSource.file("/dev/null"))
      try await rig.player.waitFor { $0.status == .playing }
      // What comes next is the first that it is asked for.
      try await rig.player.load(PlayerSource(parsing: "dQw4w9WgXcQ"))
      #expect(await saver.wait(for: 1) == [Self.held])
      try await rig.player.load(PlayerSource.file("/dev/null"))
      #expect(await saver.wait(for: 2) == [Self.held, Self.released])
      saver.stop()
    }
  }
}
