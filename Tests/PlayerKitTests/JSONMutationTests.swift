import PlayerKit
import Testing

@Suite("No line makes the reader trap")
struct JSONMutationTests {
  /// Lines that a mutation has to start from: every action, a few events, nesting and long text.
  private static func seeds() throws -> [[UInt8]] {
    var random = RandomVocabulary(seed: 8)
    var lines: [[UInt8]] = []
    for name in PlayerAction.names {
      lines.append(JSONLine.encode(try random.action(named: name)))
      lines.append(JSONLine.encode(try random.action(named: name), id: random.value()))
    }
    for _ in 0..<10 { lines.append(JSONLine.encode(try random.event())) }
    for name in ["play", "stop", "next", "setVolume", "seek"] {
      lines.append(Array(#"{"action":"\#(name)","id":1,"volume":40,"to":1.5,"x":"anything at all"}"#.utf8))
    }
    lines.append(Array(String(repeating: "[", count: 60).utf8))
    lines.append(Array(#"{"action":"seek","to":-1.5e-10,"id":"\ud83d\ude00\n"}"#.utf8))
    return lines.filter { $0.count < 200 }
  }

  @Test("200,000 mutated lines are each read or rejected", arguments: 0..<4)
  func mutations(_ share: Int) throws {
    let seeds = try Self.seeds()
    let fragments = [
      "\"", "\\", "\\u", "\\ud800", "{", "}", "[", "]", ":", ",", "null", "true", "1e999", "-", "0x",
      "99999999999999999999",
      "\r", "\u{0}", "\u{feff}", "\"id\":", "\"action\":\"seek\"", "\"kind\":\"file\"",
      "\"pathBase64\":\"=\"",
    ].map { Array($0.utf8) }
    var random = RandomVocabulary(seed: UInt64(share))
    var accepted = 0
    var rejected = 0
    for _ in 0..<50_000 {
      var line = random.pick(seeds)
      for _ in 0...random.integer(0...1) where !line.isEmpty {
        let place = random.integer(0...(line.count - 1))
        switch random.integer(0...5) {
        case 0: line[place] = UInt8(random.integer(0...255))
        case 1: line.remove(at: place)
        case 2: line.insert(contentsOf: random.pick(fragments), at: place)
        case 3: line.removeSubrange(place...)
        case 4: line.swapAt(place, random.integer(0...(line.count - 1)))
        default:
          let end = random.integer(place...(line.count - 1))
          line.insert(contentsOf: line[place...end], at: random.integer(0...(line.count - 1)))
        }
      }
      let received = JSONLine.decodeAction(line)
      switch received.result {
      case .success: accepted += 1
      case .failure(let rejection):
        rejected += 1
        // Each tenth is written too.
        if rejected % 10 == 0 {
          #expect(JSONLine.encode(rejection.event).starts(with: #"{"event":"rejected","#.utf8))
        }
      }
    }
    // Both ways are walked.
    #expect(accepted > 1000)
    #expect(rejected > 1000)
  }

  @Test("Numbers that are not finite never reach a line")
  func notFinite() throws {
    for value in [Double.nan, .infinity, -.infinity, .signalingNaN] {
      let lines = [
        JSONLine.encode(.timeChanged(value)),
        JSONLine.encode(.durationChanged(value, isLive: false, isSeekable: true)),
        JSONLine.encode(.seekableRangeChanged(value.isNaN ? nil : min(0, value)...max(0, value))),
        JSONLine.encode(.availableRatesChanged([1, value])), JSONLine.encode(.setVolume(value)),
        JSONLine.encode(.seek(.fraction(value))), JSONLine.encode(replyTo: .number(value)),
        JSONLine.encode(.metadataChanged(PlayerMetadata(chapters: [Chapter(start: value)]))),
        JSONLine.encode(.load(.rick(start: value))),
        JSONLine.encode(PlayerState.empty.applying(.timeChanged(value)).applying(.rateChanged(value))),
      ]
      #expect(
        lines.map(text) == [
          #"{"event":"timeChanged","currentTime":null}"#,
          #"{"event":"durationChanged","duration":null,"isLive":false,"isSeekable":true}"#,
          #"{"event":"seekableRangeChanged","seekableRange":null}"#,
          #"{"event":"availableRatesChanged","availableRates":[1]}"#,
          #"{"action":"setVolume","volume":null}"#,
          #"{"action":"seek","fraction":null,"precise":true}"#, #"{"reply":null}"#,
          #"{"event":"metadataChanged","metadata":{"chapters":[{"start":null}]}}"#,
          #"{"action":"load","source":{"id":"dQw4w9WgXcQ","kind":"video"}}"#,
          text(JSONLine.encode(PlayerState.empty)).replacing(#""currentTime":0,"#, with: "")
            .replacing(#""rate":1,"#, with: ""),
        ])
    }
  }
}
