import PlayerKit
import Testing

@Suite("Bytes are cut into lines")
struct JSONLineReaderTests {
  @Test("The lines are the same however the bytes are cut")
  func chunks() throws {
    let bytes = Array("one\ntwo\r\n\nthr\ree\n\r\n€\nlast".utf8)
    let expected = ["one", "two", "", "thr\ree", "", "€", "last"].map {
      JSONLineReader.Line.line(Array($0.utf8))
    }
    var random = RandomVocabulary(seed: 7)
    for round in 0..<200 {
      var reader = JSONLineReader()
      var lines: [JSONLineReader.Line] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        let chunk = rest.prefix(round == 0 ? 1 : random.integer(0...8))
        lines += reader.append(Array(chunk))
        rest = rest.dropFirst(chunk.count)
      }
      if let last = reader.finish() { lines.append(last) }
      #expect(lines == expected)
    }
  }

  @Test("A stream that ends with a line's end has no further line")
  func noLastLine() {
    var reader = JSONLineReader()
    #expect(reader.append(Array("a\n".utf8)) == [.line([97])])
    #expect(reader.finish() == nil)
    #expect(reader.append(Array("b".utf8)) == [])
    #expect(reader.finish() == .line([98]))
    #expect(reader.finish() == nil)
    #expect(reader.append(Array("c\r".utf8)) == [])
    #expect(reader.finish() == .line([99]))
  }

  @Test(
    "A line may be as long as allowed and not one byte longer, whatever its end", arguments: ["\n", "\r\n"])
  func longest(_ end: String) {
    for chunkSize in 1...9 {
      var reader = JSONLineReader(maximumLength: 4)
      let text = ["1234", "12345", "ok", "1234\r", "123456789", "", "last"].joined(separator: end)
      var lines: [JSONLineReader.Line] = []
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        lines += reader.append(Array(rest.prefix(chunkSize)))
        rest = rest.dropFirst(chunkSize)
      }
      if let last = reader.finish() { lines.append(last) }
      // A CR before the line's end is a part of the end, even if it stands there alone.
      let fourth: JSONLineReader.Line = end == "\n" ? .line(Array("1234".utf8)) : .tooLong
      #expect(
        lines == [
          .line(Array("1234".utf8)), .tooLong, .line(Array("ok".utf8)), fourth, .tooLong, .line([]),
          .line(Array("last".utf8)),
        ])
    }
  }

  @Test("An endless line is reported once and never kept")
  func endless() {
    var reader = JSONLineReader(maximumLength: 1000)
    let chunk = [UInt8](repeating: 97, count: 700)
    var lines: [JSONLineReader.Line] = []
    for _ in 0..<10_000 { lines += reader.append(chunk) }
    #expect(lines == [.tooLong])
    // It holds a line at most, and of a line that is too long nothing.
    #expect(Mirror(reflecting: reader).children.allSatisfy { ($0.value as? [UInt8])?.isEmpty ?? true })
    #expect(reader.append(Array("\nok\n".utf8)) == [.line(Array("ok".utf8))])
    #expect(reader.finish() == nil)
  }

  @Test("A piece given as a buffer is read as one given as an array")
  func buffer() {
    var reader = JSONLineReader()
    let lines = Array("a\nb".utf8).withUnsafeBytes { reader.append($0) }
    #expect(lines == [.line([97])])
    #expect(reader.finish() == .line([98]))
  }

  @Test("What is cut out is read as actions, the bad lines rejected and the rest obeyed")
  func actions() {
    var reader = JSONLineReader(maximumLength: 40)
    let input =
      "{\"action\":\"play\"}\r\nnonsense\n\(String(repeating: "x", count: 99))\n{\"action\":\"stop\"}"
    var results: [PlayerAction?] = []
    for line in reader.append(Array(input.utf8)) + [reader.finish()].compactMap(\.self) {
      switch line {
      case .tooLong: results.append(nil)
      case .line(let bytes): results.append(try? JSONLine.decodeAction(bytes).result.get())
      }
    }
    #expect(results == [.play, nil, nil, .stop])
  }
}
