import Foundation
import TestSupport
import Testing

@Suite("The tests' own media")
struct TestMediaTests {
  @Test("are made once and hold what their names say")
  func probe() async throws {
    let makers = [
      ("h264", try await TestMedia.video()), ("h264", try await TestMedia.silentVideo()),
      ("h264", try await TestMedia.longGroupVideo()), ("vp8", try await TestMedia.webm()),
      ("pcm_s16le", try await TestMedia.audio()), ("flac", try await TestMedia.flac()),
      ("png", try await TestMedia.image()),
    ]
    for (codec, path) in makers {
      let probe = try await Subprocess.run(
        "ffprobe", ["-v", "error", "-show_entries", "stream=codec_name", path])
      #expect(probe.output.contains("codec_name=\(codec)"), "\(path): \(probe)")
    }
    let again = try await TestMedia.video()
    #expect(makers.contains { $0.1 == again })
  }

  @Test("know what can't be opened")
  func unreadable() async throws {
    #expect(open(TestMedia.missing, O_RDONLY) < 0)
    if let path = try TestMedia.unreadable() {
      #expect(open(path, O_RDONLY) < 0)
      #expect(FileManager.default.fileExists(atPath: path))
    }
    #expect(try await Subprocess.run("ffprobe", [TestMedia.truncated()]).exitStatus == 1)
  }

  @Test("A child's output, exit status, folder, variables and end are told")
  func subprocess() async throws {
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let script = #"read -r line; echo "$line $WORD ${HOME-gone}"; pwd; echo oops >&2; exit 7"#
    let result = try await Subprocess.run(
      "sh", ["-c", script], environment: ["WORD": "word", "HOME": nil], in: folder, input: "hello\n")
    #expect(result.lines == ["hello word gone", URL(fileURLWithPath: folder).resolvingSymlinksInPath().path])
    #expect(result.errors == "oops\n")
    #expect(result.exitStatus == 7)

    let slow = try await Subprocess.run("sleep", ["60"], timeLimit: .milliseconds(50))
    #expect(slow.isTimedOut && slow.signal == SIGKILL)

    let cat = try Subprocess("cat", keepsInputOpen: true)
    cat.write("one\n")
    #expect(await cat.waitForOutput { $0.contains("one") })
    cat.signal(SIGTERM)
    #expect(await cat.result().signal == SIGTERM)
    #expect(throws: Subprocess.StartFailure.self) { try Subprocess("/no/such/program") }
  }
}
