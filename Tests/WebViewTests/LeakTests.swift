import Foundation
import PlayerKit
import TestSupport
import Testing

@Suite("Pages come and go") struct LeakTests {
  @Test("Fifty pages one after another leave no process, no descriptor, no thread and no memory")
  func fifty() async throws {
    let server = try await FrameServer([:])
    try await WebViewRig.run(environment: TestEnvironment.givesMemoryBack) { rig in
      func cycle(_ number: Int) async throws {
        try await rig.open(
          page: number, server: server, #"<iframe src="\#(server.origin)/\#(number)"></iframe>"#)
        // One that never ends, and one that tries to leave.
        let waiting = rig.post("call", page: number, ["body": .string("await new Promise(() => {})")])
        if number % 10 == 0 {
          try await rig.call(page: number, "location = argument", "\(server.origin)/away")
          try await rig.settle(page: number)
        }
        try await rig.command("close", page: number)
        _ = try await rig.answer(waiting)
      }
      func counts() async throws -> (descriptors: Int, threads: Int, kilobytes: Int) {
        try await rig.wait("web processes are left") { try rig.webProcesses().isEmpty ? true : nil }
        let process = "/proc/\(rig.processID)"
        let status = try String(contentsOfFile: "\(process)/status", encoding: .utf8)
        let memory = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
        return (
          try descriptors(process),
          try FileManager.default.contentsOfDirectory(atPath: "\(process)/task").count,
          memory.flatMap { Int($0.split(separator: " ")[1]) } ?? 0
        )
      }
      // But for files of the system's: WebKit opens some, once and a while after its start, to watch the memory.
      func descriptors(_ process: String) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "\(process)/fd")
          .compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(process)/fd/\($0)") }
          .filter { !$0.hasPrefix("/proc/") && !$0.hasPrefix("/sys/") }.count
      }
      // So many until everything that is made once has been made.
      for number in 0..<15 { try await cycle(number) }
      let before = try await counts()
      for number in 15..<65 { try await cycle(number) }
      let after = try await counts()
      #expect(after.descriptors <= before.descriptors + 2)
      #expect(after.threads <= before.threads + 2)
      #expect(after.kilobytes <= before.kilobytes + 50 * 40)
    }
    await server.stop()
  }

  @Test("A closed window and its pages leave no web process")
  func windows() async throws {
    try await WebViewRig.run { rig in
      for _ in 0..<3 {
        for page in 0..<3 { try await rig.open(page: page, axis: "horizontal", "") }
        #expect(try rig.webProcesses().count == 3)
        try await rig.command("closeWindow")
        // Pages outlive their window.
        #expect(try await rig.call(page: 1, "return 'here'") == "here")
        for page in 0..<3 { try await rig.command("close", page: page) }
        try await rig.wait("web processes are left") { try rig.webProcesses().isEmpty ? true : nil }
      }
    }
  }
}
