import Foundation
import PlayerKit
import TestSupport
import Testing

@Suite("What the machine lacks is said", .serialized) struct MachineTests {
  @Test(
    "Without a display, or with one that does not answer, there is no web view",
    arguments: [
      nil, ":4711", "nonsense",
    ])
  func noDisplay(display: String?) async throws {
    try await WebViewRig.run(environment: ["DISPLAY": display]) { rig async throws in
      let start = await #expect(throws: RigFailure.self) { try await rig.command("start") }
      #expect(start?.description == "noDisplay")
      #expect(try await rig.command("check") == "noDisplay")
      let open = await #expect(throws: RigFailure.self) { try await rig.open("") }
      #expect(open?.description == "noDisplay")
    }
  }

  @Test("With a display and a sandbox nothing is lacking")
  func nothing() async throws {
    try await WebViewRig.run { rig async throws in
      #expect(try await rig.command("check") == "ok")
    }
  }

  @Test("A sandbox is found whatever PATH holds")
  func path() async throws {
    try await WebViewRig.run(environment: ["PATH": "/nowhere"]) { rig async throws in
      #expect(try await rig.command("check") == "ok")
    }
  }

  @Test("Where no sandbox can be made, nothing starts, and it is said what to do")
  func noSandbox() async throws {
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let program = "\(folder)/bwrap"
    try Data("#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n".utf8)
      .write(to: URL(fileURLWithPath: program))
    chmod(program, 0o755)
    try await WebViewRig.run { rig in
      for (path, words) in [
        (program, ["No permissions to create new namespace", "unprivileged_userns_clone"]),
        ("\(folder)/missing", ["missing", "Install the package bubblewrap"]),
      ] {
        let error = await #expect(throws: RigFailure.self) {
          try await rig.command("start", ["sandbox": .string(path)])
        }
        #expect(error?.description.hasPrefix("noSandbox") == true)
        for word in words { #expect(error?.description.contains(word) == true) }
      }
      #expect(try ProcessTable.children(of: rig.processID).isEmpty)
      // It can be tried again.
      try await rig.command("start")
      try await rig.open("")
      #expect(try rig.webProcesses().count == 1)
    }
  }

  @Test("Without a graphics card the processor draws, unless told otherwise")
  func drawing() async throws {
    let hasCard = ((try? FileManager.default.contentsOfDirectory(atPath: "/dev/dri")) ?? [])
      .contains { $0.hasPrefix("renderD") && access("/dev/dri/\($0)", R_OK | W_OK) == 0 }
    try await WebViewRig.run(environment: ["GSK_RENDERER": nil]) { rig in
      try await rig.open("")
      #expect(try await rig.command("drawing") == (hasCard ? "usual accelerated" : "cairo software"))
    }
    try await WebViewRig.run(environment: ["GSK_RENDERER": "gl"]) { rig in
      try await rig.command("start")
      try await rig.open(nil)
      #expect(try await rig.command("drawing").hasPrefix("gl ") == true)
    }
  }

  @Test(
    "GTK leaves the decimal point as it is",
    .enabled(if: access("/usr/share/i18n/locales/de_DE", R_OK) == 0, "needs the sources of a German locale"))
  func locale() async throws {
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    _ = try await Subprocess.run(
      "localedef", ["-i", "de_DE", "-f", "UTF-8", "--no-archive", "\(folder)/de_DE.UTF-8"])
    try await WebViewRig.run(environment: ["LOCPATH": folder, "LC_ALL": "de_DE.UTF-8"]) { rig in
      try await rig.open("")
      #expect(try await rig.command("locale") == "C")
    }
  }

  @Test("With nothing to do, the program does nothing")
  func idle() async throws {
    try await WebViewRig.run { rig in
      try await rig.open("")
      try await rig.settle()
      let before = try processorTime(rig.processID)
      try await rig.call("await new Promise(done => setTimeout(done, 2000))")
      // Of its own time, not of a clock's: a loop that never sleeps takes all that it is given.
      #expect(try processorTime(rig.processID) - before < 0.5)
    }
  }

  /// The seconds that a process has computed.
  private func processorTime(_ process: pid_t) throws -> Double {
    let text = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
    return Double((Int(fields[12]) ?? 0) + (Int(fields[13]) ?? 0)) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }
}
