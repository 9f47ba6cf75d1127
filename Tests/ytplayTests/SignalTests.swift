import Foundation
import TestSupport
import Testing

@Suite("ytplay and signals")
struct SignalTests {
  private static let endless = "mock://x?duration=endless"
  /// For children of a shell, which may outlive it.
  private static let long = "mock://x?duration=60"

  @Test("INT, TERM and HUP end the program in order, with status 4", arguments: [SIGINT, SIGTERM, SIGHUP])
  func ending(_ number: Int32) async throws {
    let child = try CommandUnderTest.start(["--json", "--backend", "mock", Self.endless])
    try await child.wait(for: #""status":"playing""#)
    child.signal(number)
    let result = await child.result()
    #expect(result.exitStatus == 4, "\(result)")
    #expect(result.lines.last == #"{"event":"closed"}"#)
    #expect(result.errors.isEmpty)
  }

  @Test("A HUP that was ignored from the start stays ignored")
  func nohup() async throws {
    let result = try await CommandUnderTest.shell(
      #"trap '' HUP; "$ytplay" --backend mock 'mock://x?duration=1' & sleep 0.3; kill -HUP $!; wait $!; echo $?"#
    )
    #expect(result.output.hasSuffix("0\n"), "\(result)")
  }

  @Test("TERM at any moment ends the program with status 4", arguments: 0..<12)
  func anyMoment(_ round: Int) async throws {
    let clip = try await TestMedia.audio(seconds: 4)
    let child = try CommandUnderTest.start(["--json"] + CommandUnderTest.silentMPV + [clip])
    // The moments are spread over the start, where threads, the engine and the source come up.
    try await Task.sleep(for: .milliseconds(20 + round * 25))
    child.signal(SIGTERM)
    let result = await child.result()
    // Before the program's own first instruction nobody can answer; the signal's default ends it then.
    #expect(result.exitStatus == 4 || (result.signal == SIGTERM && result.output.isEmpty), "\(result)")
  }

  @Test("A reader who does not read does not hold up the end")
  func stuckReader() async throws {
    // Far more than a pipe holds is told when all actions have been taken.
    let script = #"""
      mkfifo "$1/pipe" && exec 5<> "$1/pipe"
      "$ytplay" --json --backend mock "$2" >&5 < <(yes '{"action":"currentTime"}' | head -n 10000; : > "$1/fed") &
      until [ -e "$1/fed" ]; do sleep 0.02; done
      kill -TERM $!; wait $!; echo $?
      """#
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let result = try await CommandUnderTest.shell(script, [folder, Self.long])
    #expect(result.output == "4\n", "\(result)")
  }

  @Test("TSTP pauses and stops the job, and CONT goes on playing")
  func stopping() async throws {
    // A job of its own, because the stop of a process group that nobody watches is ignored.
    let script = #"""
      set -m
      "$ytplay" --json --backend mock "$2" > "$1/out" &
      state() { read -r _ _ state _ < "/proc/$1/stat"; echo "$state"; }
      until grep -q '"status":"playing"' "$1/out"; do sleep 0.02; done
      kill -TSTP $!
      until [ "$(state $!)" = T ]; do sleep 0.02; done
      grep -c '"status":"paused"' "$1/out"
      kill -CONT $!
      until [ "$(grep -c '"status":"playing"' "$1/out")" = 2 ]; do sleep 0.02; done
      kill -TERM $!
      wait $!
      echo $?
      """#
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let result = try await CommandUnderTest.shell(script, [folder, Self.long])
    #expect(result.lines.filter { !$0.isEmpty } == ["1", "4"], "\(result)")
  }

  @Test("Whoever asks twice for a stop that takes its time is obeyed once")
  func stoppingTwice() async throws {
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    // For a backend that stands still a pause takes its time.
    let script = #"""
      set -m
      "$ytplay" --json --backend mpv --mpv ao=null "$2" > "$1/out" < /dev/null &
      state() { read -r _ _ state _ < "/proc/$1/stat"; echo "$state"; }
      until grep -q '"status":"playing"' "$1/out"; do sleep 0.02; done
      plugin=$(pgrep -P $! -x ytplay-mpv)
      kill -STOP "$plugin"
      kill -TSTP $!; sleep 0.2; kill -TSTP $!
      until [ "$(state $!)" = T ]; do sleep 0.02; done
      kill -CONT "$plugin"
      kill -CONT $!
      times=$(grep -c timeChanged "$1/out")
      until [ "$(grep -c timeChanged "$1/out")" -gt $((times + 3)) ]; do
        [ "$(state $!)" = T ] && { echo stopped again; kill -CONT $!; break; }
        sleep 0.02
      done
      kill -TERM $!
      wait $!
      echo $?
      """#
    let clip = try await TestMedia.audio(seconds: 60)
    let result = try await CommandUnderTest.shell(script, [folder, clip])
    #expect(result.lines.filter { !$0.isEmpty } == ["4"], "\(result)")
  }
}
