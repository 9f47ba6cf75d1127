import Foundation
import PlayerKit
import TestSupport

extension Fault {
  /// What can be wrong with a server, and on the way to it.
  static let servers: [Fault] = answers + ways + breaks + forms + segments

  private static let answers = [
    Fault.server("HTTP 404", .fails(.notFound), "404") { .status(404) },
    Fault.server("HTTP 410", .fails(.notFound), "410") { .status(410) },
    Fault.server("HTTP 401", .fails(.network), "401") { .status(401) },
    Fault.server("HTTP 403", .fails(.network), "403") { .status(403) },
    Fault.server("HTTP 500", .fails(.network), "500") { .status(500) },
    Fault.server("HTTP 503", .fails(.network), "503") { .status(503) },
    Fault.server("a page of HTML", .fails(.playbackFailed), "page") { .page },
    Fault.server("a playlist that names a local file", .fails(.playbackFailed), "playlist") {
      .file(Array("#EXTM3U\n\(try await TestMedia.audio())\n".utf8))
    },
    Fault.server("an EDL that names a local file", .fails(.playbackFailed), "playlist") {
      .file(Array("# mpv EDL v0\n\(try await TestMedia.audio()),0,1\n".utf8))
    },
    Fault.server("an empty answer", .fails(.playbackFailed)) { .file([]) },
    Fault.server("noise for a file", .fails(.playbackFailed)) { .file(FaultFiles.noise(200_000)) },
    Fault.server("noise for an answer", .fails(.network)) { .noise(FaultFiles.noise(20_000)) },
    Fault.server("hanging up without an answer", .fails(.network), "answer") { .hangUp() },
    Fault.server("a reset without an answer", .fails(.network), "answer") { .hangUp(.reset) },
    Fault.server("redirections in a circle", .fails(.network), "answer") { .redirect(to: "/a") },
    Fault("a stream that an RTSP server does not have", .fails(.notFound), "404") { scene in
      let answer = FaultAnswer.noise(Array("RTSP/1.0 404 Not Found\r\nCSeq: 1\r\n\r\n".utf8))
      let port = try scene.serve(["/a": answer]).port
      return PlayerSource(.stream("rtsp://127.0.0.1:\(port)/a"))
    },
    Fault("one redirection", .plays, rate: 4) { scene in
      let server = try scene.serve(["/a": .redirect(to: "/b"), "/b": .file(try await short())])
      return PlayerSource(.stream(server.url("/a")))
    },
    Fault("a redirection to nothing", .fails(.notFound), "404") { scene in
      PlayerSource(.stream(try scene.serve(["/a": .redirect(to: "/b")]).url("/a")))
    },
  ]

  private static let ways = [
    Fault("a refused connection", .fails(.network), "refused") { scene in
      PlayerSource(.stream("http://127.0.0.1:\(try scene.refusedPort())/a"))
    },
    Fault("a host that has no name", .fails(.network), "host") { _ in
      PlayerSource(.stream("http://there-is-none.invalid/a"))
    },
    Fault("an encrypted address of a plain server", .fails(.network), "secure") { scene in
      let server = try scene.serve(["/a": .page])
      return PlayerSource(.stream("https://127.0.0.1:\(server.port)/a"))
    },
    Fault("an address that mpv does not know", .fails(.unsupported)) { _ in
      PlayerSource(.stream("bogus://nothing/here"))
    },
    Fault.server("a server that never answers", .fails(.timedOut), waits: true) { .silence },
    Fault.server("a server that stops behind the head", .fails(.timedOut), waits: true) {
      .broken(try await film(), after: 0, .stall)
    },
    Fault.server("a server that stops in the file's head", .fails(.timedOut), waits: true) {
      .broken(try await film(), after: 20, .stall)
    },
    Fault("a redirection to a server that never answers", .fails(.timedOut), waits: true) { scene in
      let server = try scene.serve(["/a": .redirect(to: "/b"), "/b": .silence])
      return PlayerSource(.stream(server.url("/a")))
    },
  ]

  private static let breaks = [
    Fault.server("a server that stops midway", .breaks(.timedOut), waits: true, rate: 4) {
      .broken(try await film(), after: try await half(), .stall)
    },
    Fault.server(
      "a server that stops midway and takes no ranges", .breaks(.timedOut), waits: true, rate: 4
    ) {
      .broken(try await film(), after: try await half(), .stall, ranges: false)
    },
    Fault.server("a connection that is cut once", .plays, rate: 4) {
      .broken(try await film(), after: try await half(), .close, times: 1)
    },
    Fault.server("a connection that is reset once", .plays, rate: 4) {
      .broken(try await film(), after: try await half(), .reset, times: 1)
    },
    Fault.server("a connection that is always cut", .breaks(.network), "cut", waits: true, rate: 4) {
      .broken(try await film(), after: try await half(), .close)
    },
    Fault.server("a connection that is always reset", .breaks(.network), "cut", waits: true, rate: 4) {
      .broken(try await film(), after: try await half(), .reset)
    },
    Fault.server("a cut connection to a server without ranges", .breaks(.network), "cut", rate: 4) {
      .broken(try await film(), after: try await half(), .close, ranges: false)
    },
    Fault.server("a reset connection to a server without ranges", .breaks(.network), "cut", rate: 4) {
      .broken(try await film(), after: try await half(), .reset, ranges: false)
    },
    Fault.server("a connection that is cut in the file's head", .fails(.network), waits: true) {
      .broken(try await film(), after: 20, .close)
    },
    Fault(
      "a server that is gone midway", .breaks(.network), waits: true, rate: 4,
      meanwhile: { $0.stopServers() },
      { scene in
        let answer = FaultAnswer.broken(try await film(), after: try await half(), .stall)
        return PlayerSource(.stream(try scene.serve(["/a": answer]).url("/a")))
      }),
  ]

  private static let forms = [
    Fault.server("a file without ranges", .plays, rate: 4) { .file(try await film(), ranges: false) },
    Fault.server("a file without a length", .plays, rate: 4) {
      .file(try await film(), ranges: false, framing: .untilClosed)
    },
    Fault.server("a file in chunks", .plays, rate: 4) {
      .file(try await film(), ranges: false, framing: .chunks)
    },
    Fault.server("a length that is too long", .plays, rate: 4) {
      .file(try await film(), ranges: false, framing: .falseLength(try await film().count + 5000))
    },
    Fault.server("a length that is too short", .breaks(.network), "cut", rate: 4) {
      .file(try await film(), ranges: false, framing: .falseLength(try await half()))
    },
    Fault.server("a server that delivers slowly", .plays) {
      .file(try await short(), bytesPerSecond: try await short().count / 3)
    },
    Fault.server("an MP4 whose index is at its end, without ranges", .breaks(.playbackFailed), "index") {
      .file(try FaultFiles.bytes(of: await TestMedia.indexLast()), ranges: false)
    },
  ]

  private static let segments = [
    Fault("an HLS stream of which a segment is missing", .plays, rate: 4) {
      try await hls($0, second: .status(404))
    },
    Fault("an HLS stream of which a segment is noise", .plays, rate: 4) {
      try await hls($0, second: .file(FaultFiles.noise(100_000)))
    },
    Fault("an HLS stream of which a segment stops", .breaks(.timedOut), waits: true, rate: 4) {
      try await hls($0, second: .broken(FaultFiles.bytes(of: TestMedia.segment(1)), after: 1000, .stall))
    },
    Fault("an HLS stream whose segments are all missing", .fails(.notFound)) {
      try await hls($0, first: .status(404), second: .status(404), third: .status(404))
    },
  ]

  /// An HLS stream of three segments.
  private static func hls(
    _ scene: FaultScene, first: FaultAnswer? = nil, second: FaultAnswer, third: FaultAnswer? = nil
  ) async throws -> PlayerSource {
    let list =
      "#EXTM3U\n#EXT-X-TARGETDURATION:2\n" + (0..<3).map { "#EXTINF:2,\n\($0).ts\n" }.joined()
      + "#EXT-X-ENDLIST\n"
    var answers = ["/list.m3u8": FaultAnswer.file(Array(list.utf8)), "/1.ts": second]
    for (index, answer) in [(0, first), (2, third)] {
      answers["/\(index).ts"] =
        if let answer { answer } else { .file(try FaultFiles.bytes(of: await TestMedia.segment(index))) }
    }
    return PlayerSource(.stream(try scene.serve(answers).url("/list.m3u8")))
  }

  /// 4 s, and its first half.
  private static func film() async throws -> [UInt8] {
    try FaultFiles.bytes(of: await TestMedia.video(seconds: 4))
  }

  private static func half() async throws -> Int { try await film().count / 2 }

  /// 2 s.
  private static func short() async throws -> [UInt8] {
    try FaultFiles.bytes(of: await TestMedia.video())
  }
}
