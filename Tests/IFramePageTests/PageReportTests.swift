import Foundation
import IFramePage
import PlayerKit
import TestSupport
import Testing

@Suite("Reports and results, as they are read")
struct PageReportTests {
  private static let full = #"""
    {"report":"tick","player":7,"mark":3,"info":{"time":1.5,"duration":30.023,"loaded":0.5,"volume":40,"muted":true,
    "rate":1.25,"rates":[0.5,1],"quality":"hd720","qualities":["hd720","auto"],"state":1,"videoID":"dQw4w9WgXcQ",
    "title":"T","author":"A","isLive":false,"playlist":["a","b"],"index":1,"modules":["captions"],
    "tracks":[{"languageCode":"en","languageName":"English","displayName":"English (auto)","kind":"asr",
    "vssId":"a.en","name":null}],"track":{"languageCode":"en"}}}
    """#

  @Test("Everything that the page knows is read")
  func everything() throws {
    let report = try #require(PageReport(Self.full))
    #expect(report.kind == .tick && report.player == 7 && report.mark == 3)
    var info = PlayerInfo()
    (info.time, info.duration, info.loaded, info.volume, info.isMuted) = (1.5, 30.023, 0.5, 40, true)
    (info.rate, info.rates, info.quality, info.qualities) = (1.25, [0.5, 1], "hd720", ["hd720", "auto"])
    (info.state, info.videoID, info.title, info.author, info.isLive) = (1, "dQw4w9WgXcQ", "T", "A", false)
    (info.playlist, info.index, info.modules) = (["a", "b"], 1, ["captions"])
    let track = PlayerInfo.CaptionTrack(
      languageCode: "en", languageName: "English", displayName: "English (auto)", kind: "asr", vssID: "a.en")
    info.tracks = [track]
    info.track = .track(PlayerInfo.CaptionTrack(languageCode: "en"))
    #expect(report.info == info)
    #expect(
      track.option
        == .object([
          "languageCode": .string("en"), "kind": .string("asr"), "vssId": .string("a.en"),
        ]))
  }

  @Test("Of values of the wrong type there is nothing to read")
  func wrongTypes() throws {
    let text = #"""
      {"report":"ready","player":1.5,"mark":"3","info":{"time":"1","duration":null,"loaded":[],"volume":true,
      "muted":1,"rate":{},"rates":[1,"2",null,2],"quality":5,"qualities":"hd720","state":1.5,"videoID":7,"title":[],
      "author":{},"isLive":"yes","playlist":{"0":"a"},"index":"1","modules":[1,"captions"],
      "tracks":[{},{"languageCode":1},3,{"languageCode":"de","kind":4}],"track":"en","future":1}}
      """#
    let report = try #require(PageReport(text))
    #expect(report.player == nil && report.mark == nil)
    var info = PlayerInfo()
    (info.rates, info.modules) = ([1, 2], ["captions"])
    info.tracks = [PlayerInfo.CaptionTrack(languageCode: "de")]
    #expect(report.info == info)
  }

  @Test("Captions are off where the page says null, and unknown where it says nothing")
  func captions() throws {
    #expect(try #require(PageReport(#"{"report":"tick","info":{"track":null}}"#)).info.track == .off)
    #expect(try #require(PageReport(#"{"report":"tick","info":{}}"#)).info.track == nil)
    #expect(try #require(PageReport(#"{"report":"tick"}"#)).info == PlayerInfo())
  }

  @Test(
    "What is no report is none",
    arguments: [
      "", "null", "[]", "{}", "{", #"{"report":5}"#, #"{"report":"state"}"#,
      #"{"report":"state","state":"1"}"#,
      #"{"report":"state","state":1e300}"#, #"{"report":"error"}"#, #"{"report":"quality","quality":1}"#,
      #"{"report":"rate"}"#, "\u{0}", #"{"report":"tick"} x"#, #"{"report":"tick","title":"\ud800"}"#,
    ])
  func none(text: String) {
    #expect(PageReport(text) == nil)
  }

  @Test("A report of a newer page's is told by its name")
  func newer() throws {
    #expect(try #require(PageReport(#"{"report":"cast","player":1}"#)).kind == .other("cast"))
  }

  @Test("Lists and texts are bounded, and so are the whole and its depth")
  func bounds() throws {
    let long = String(repeating: "x", count: 100_000)
    let list = Array(repeating: #""a""#, count: 20_000).joined(separator: ",")
    let report = try #require(
      PageReport(#"{"report":"tick","info":{"title":"\#(long)","playlist":[\#(list)]}}"#))
    #expect(report.info.title?.count == 4096 && report.info.playlist?.count == 10_000)
    let huge = String(repeating: "x", count: PageReport.maximumLength)
    #expect(PageReport(#"{"report":"tick","info":{"title":"\#(huge)"}}"#) == nil)
    let deep = String(repeating: "[", count: 100_000)
    #expect(PageReport(#"{"report":"tick","info":"# + deep) == nil)
    #expect(PageResult.read(deep) == nil)
  }

  @Test("Results are read one for each command, and strange ones as nothing to tell")
  func results() {
    #expect(PageResult.read("[]") == [])
    #expect(
      PageResult.read(
        #"[null,{"value":null},{"value":[1]},{"missing":true},{"thrown":"x"},{},5,{"missing":1}]"#)
        == [.done, .value(.null), .value(.array([.integer(1)])), .missing, .thrown("x"), .done, .done, .done])
    #expect(PageResult.read("{}") == nil && PageResult.read("") == nil)
    #expect(PageResult.value(.object(["time": .integer(2)])).info?.time == 2)
    #expect(PageResult.done.info == nil)
  }

  @Test("Whatever bytes of a report are others, it is read or refused, and nothing traps")
  func mutations() {
    var hostile = HostileText(seed: 7)
    var read = 0
    for count in 0..<10_000 {
      var bytes = Array(Self.full.utf8)
      for _ in 0...hostile.number(below: 4) {
        let place = hostile.number(below: bytes.count)
        switch hostile.number(below: 4) {
        case 0: bytes[place] = UInt8(hostile.number(below: 256))
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(contentsOf: Array("\"[]{}:,-0123456789e".utf8).shuffledPart(&hostile), at: place)
        default: bytes.removeSubrange(place..<min(place + 5, bytes.count))
        }
      }
      let text = String(decoding: bytes, as: UTF8.self)
      let isRead = count % 2 == 0 ? PageReport(text) != nil : PageResult.read("[\(text)]") != nil
      if isRead { read += 1 }
    }
    #expect(read > 1000 && read < 10_000)
  }
}

extension [UInt8] {
  /// One to three of the bytes.
  fileprivate func shuffledPart(_ hostile: inout HostileText) -> [UInt8] {
    (0...hostile.number(below: 3)).map { _ in self[hostile.number(below: count)] }
  }
}
