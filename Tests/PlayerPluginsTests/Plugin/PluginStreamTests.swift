import Foundation
import Glibc
import PlayerKit
import TestSupport
import Testing

@testable import PlayerPlugins

@Suite("A plugin's streams") struct PluginStreamTests {
  @Test("What a backend prints goes to standard error, and reading finds nothing")
  func printing() async throws {
    let rig = try await PluginRig.open()
    rig.send(.stop, id: 1)
    rig.send(.clear, id: 2)
    for id in 1...2 { try await rig.wait(forReplyTo: id) }
    rig.process.closeInput()
    let result = await rig.process.result()
    for text in ["printed by Swift", "printed by C", "written to the descriptor"] {
      #expect(result.errors.contains("\(text)\n") && !result.output.contains(text))
    }
    #expect(result.output.contains(#""text":"read ""#))
  }

  @Test("Programs that a backend starts inherit the standard streams alone")
  func inheritance() async throws {
    let rig = try await PluginRig.open()
    rig.send(.screenshot(to: MediaPath("x.png")), id: 1)
    try await rig.wait(forReplyTo: 1)
    rig.process.closeInput()
    let result = await rig.process.result()
    #expect(result.output.contains(#""text":"passes on []""#), "\(result.output)")
  }

  @Test("A backend reads the host's own standard input where that is handed over as descriptor 3")
  func hostInput() async throws {
    let program = BuiltProgram.path("PluginUnderTest")
    let rig = try Subprocess(
      "bash", ["-c", #"exec "$1" 3< <(printf 'the medium')"#, "bash", program], keepsInputOpen: true)
    rig.write(HostCall.initialize(.init(standardInput: 3)).line(id: 1))
    rig.write(HostCall.create(PlayerConfiguration()).line(id: 2))
    #expect(await rig.waitForOutput { $0.contains(#""session":1}"#) })
    for id in 3...4 { rig.write(HostCall.perform(session: 1, .clear).line(id: id)) }
    rig.write(HostCall.perform(session: 1, .screenshot(to: MediaPath("x.png"))).line(id: 5))
    #expect(await rig.waitForOutput { $0.contains(#""id":5,"result":{}"#) })
    rig.closeInput()
    let output = await rig.result().output
    #expect(output.contains(#""text":"read the medium""#) && output.contains(#""text":"read ""#))
    #expect(output.contains(#""text":"passes on []""#), "\(output)")
  }

  @Test("A host that says it hands its input over and does not is refused", arguments: [3, 4, 0, 11])
  func noHostInput(descriptor: Int32) async throws {
    let rig = try PluginRig()
    rig.send(.initialize(.init(standardInput: descriptor)), id: 1)
    let messages = try await rig.finish()
    #expect(messages.error(of: 1)?.code == -32602)
  }

  @Test("A program without standard streams says so and ends")
  func noStreams() async throws {
    let result = try await Subprocess.run(
      "bash", ["-c", #""$1" <&- >&-"#, "bash", BuiltProgram.path("PluginUnderTest")])
    #expect(result.exitStatus == 1 && result.errors.contains("standard streams"))
  }

  @Test("A host that stands still keeps no backend waiting, and then hears the newest place and all else")
  func backlog() async throws {
    let script = #"exec 4>&1; "$1" 2>&4 4>&- | { echo "reader $BASHPID" >&4; exec cat 4>&-; }"#
    let rig = try Subprocess(
      "bash", ["-c", script, "bash", BuiltProgram.path("PluginUnderTest")], keepsInputOpen: true)
    #expect(await rig.waitForOutput { $0.contains("reader ") && $0.hasSuffix("\n") })
    let reader = try #require(
      rig.outputSoFar.split(separator: "\n").first { $0.hasPrefix("reader ") }.flatMap {
        pid_t($0.dropFirst(7))
      })
    rig.write(HostCall.initialize(.init()).line(id: 1))
    rig.write(HostCall.create(PlayerConfiguration()).line(id: 2))
    #expect(await rig.waitForOutput { $0.contains(#""session":1}"#) })
    ProcessTable.freeze(reader)
    let count = 50_000.0
    let requests: [HostCall] = [
      .perform(session: 1, .seek(.to(count), precise: true)), .perform(session: 1, .setVolume(7)),
      .perform(session: 1, .seek(.to(count - 1), precise: true)), .perform(session: 1, .stop),
    ]
    for (place, request) in requests.enumerated() { rig.write(request.line(id: place + 3)) }
    // Which comes by standard error: all before it has been done while nobody read a line.
    #expect(await rig.waitForOutput { $0.contains("printed by C") })
    #expect(!rig.outputSoFar.contains(#""seeked""#))
    kill(reader, SIGCONT)
    rig.closeInput()
    let output = await rig.result().output
    // Were each place told, it would be 10 MB.
    #expect(output.utf8.count < 3 << 20)
    let messages = output.split(separator: "\n").compactMap { try? PluginMessage(Array($0.utf8)) }
    let events = messages.events()
    let landed = try #require(events.firstIndex(of: .seeked(at: count)))
    #expect(events[landed - 1] == .timeChanged(count))
    #expect(events.suffix(3) == [.volumeChanged(7), .timeChanged(count - 1), .seeked(at: count - 1)])
    for id in 1...6 { #expect(throws: Never.self) { try messages.place(ofReplyTo: id) } }
  }
}
