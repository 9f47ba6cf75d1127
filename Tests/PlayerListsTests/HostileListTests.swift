import PlayerKit
import TestSupport
import Testing

@testable import PlayerLists

@Suite("Hostile lists")
struct HostileListTests {
  @Test(
    "entities, which grow and which read other files, are refused in time",
    .timeLimit(.minutes(1)), arguments: [PlayerList.Format.xspf, .plist])
  func entities(format: PlayerList.Format) throws {
    let laughs = (1...40).map { "<!ENTITY l\($0) \"\(String(repeating: "&l\($0 - 1);", count: 10))\">" }
      .joined()
    let documents = [
      "<!DOCTYPE x [<!ENTITY l0 'ha'>\(laughs)]>", "<!DOCTYPE x [<!ENTITY l40 SYSTEM 'file:///etc/passwd'>]>",
      "<!DOCTYPE x [<!ENTITY % p SYSTEM 'http://127.0.0.1:1/x.dtd'> %p; <!ENTITY l40 ''>]>",
    ]
    for document in documents {
      let body =
        format == .xspf
        ? "<playlist><trackList><track><location>a&l40;</location></track></trackList></playlist>"
        : "<plist><array><string>a&l40;</string></array></plist>"
      let error = #expect(throws: PlayerError.self) { try PlayerList.reading(document + body, as: format) }
      #expect(error?.message.contains("entity") == true, "\(document.prefix(60))")
    }
  }

  @Test("a document type that declares nothing passes, and fetches nothing")
  func documentTypes() throws {
    let apple =
      #"<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://127.0.0.1:1/PropertyList-1.0.dtd">"#
    let list = try PlayerList.reading(
      "<?xml version=\"1.0\"?>\n\(apple)\n<plist version=\"1.0\"><array><string>a&amp;b.mp3</string></array></plist>"
    )
    #expect(list.texts == ["a&b.mp3"])
  }

  @Test(
    "elements a million deep are refused", .timeLimit(.minutes(1)),
    arguments: ["array", "dict", "playlist", "track"])
  func deep(name: String) throws {
    let root = name == "array" || name == "dict" ? "plist" : "playlist"
    let text = "<\(root)>" + String(repeating: "<\(name)>", count: 1_000_000)
    let error = #expect(throws: PlayerError.self) { try PlayerList.reading(text) }
    #expect(error?.message.contains("deep") == true)
  }

  @Test(
    "a binary list that holds itself, or the same list many times over, is refused", .timeLimit(.minutes(1)))
  func binary() throws {
    func list(_ objects: [[UInt8]]) -> [UInt8] {
      var bytes = Array("bplist00".utf8)
      var offsets: [UInt8] = []
      for object in objects {
        offsets.append(UInt8(bytes.count))
        bytes += object
      }
      let table = UInt8(bytes.count)
      return bytes + offsets + [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, UInt8(objects.count)]
        + [UInt8](repeating: 0, count: 8) + [0, 0, 0, 0, 0, 0, 0, table]
    }
    let doubling = (0..<40).map { [0xA2, UInt8($0 + 1), UInt8($0 + 1)] } + [[0x51, 0x61]]
    for bytes in [list([[0xA1, 0]]), list([[0xA2, 0, 0]]), list([[0xD1, 0, 0]]), list(doubling)] {
      #expect(throws: PlayerError.self) { try PlayerList(reading: bytes) }
    }
    #expect(try PlayerList(reading: list([[0xA2, 1, 1], [0x51, 0x61]])).texts == ["a", "a"])
  }

  @Test("a small binary list whose texts lie over one another, or are had many times over, is refused")
  func texts() throws {
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    /// An array of these objects, each of which begins at an offset behind the array.
    func list(_ content: [UInt8], _ offsets: [Int], _ items: [Int]) -> [UInt8] {
      let array =
        Array("bplist00".utf8) + [0xAF, 0x12] + number(items.count, 4) + items.flatMap { number($0, 3) }
      let bytes = array + content
      let table = ([8] + offsets.map { $0 + array.count }).flatMap { number($0, 4) }
      return bytes + table + [0, 0, 0, 0, 0, 0, 4, 3] + number(offsets.count + 1, 8) + number(0, 8)
        + number(bytes.count, 8)
    }
    let count = 500
    let nested = (0..<count).flatMap { place -> [UInt8] in
      [0x5F, 0x12] + number((count - place - 1) * 6, 4)
    }
    let overlapping = list(nested, (0..<count).map { $0 * 6 }, Array(1...count))
    let long: [UInt8] = [0x5F, 0x12] + number(count, 4) + [UInt8](repeating: 0x61, count: count)
    let shared = list(long, [0], [Int](repeating: 1, count: count))
    for bytes in [overlapping, shared] {
      #expect(throws: ListFault.self) { _ = try PropertyListBinary.read(bytes, texts: 100_000) }
      #expect(throws: Never.self) { try PropertyListBinary.read(bytes, texts: 1_000_000) }
    }
    // As any writer shares them.
    let few = list([0x5F, 0x12] + number(100, 4) + [UInt8](repeating: 0x61, count: 100), [0], [1, 1, 1])
    #expect(try PlayerList(reading: few).entries.count == 3)
  }

  @Test("places that grow without end by a long base are left out, and said")
  func bases() throws {
    let base = "https://example.org/" + String(repeating: "a/", count: 490)
    let track = "<track><location>b.mp3</location></track>"
    let tracks = String(repeating: track, count: 50)
    let list = "<playlist xml:base=\"\(base)\"><trackList>\(tracks)</trackList></playlist>"
    let draft = try XSPFReader.read(Array(list.utf8), bases: 10_000)
    #expect(draft.items.count == 11)
    guard case .fault(let fault)? = draft.items.last else {
      Issue.record("What is left out is not said.")
      return
    }
    #expect(fault.message.contains("base"))
    #expect(try XSPFReader.read(Array(list.utf8)).items.count == 50)
    let nested =
      "<playlist xml:base=\"\(base)\">\(String(repeating: "<x xml:base=\"b\"/>", count: 50))</playlist>"
    let error = #expect(throws: ListFault.self) {
      _ = try XSPFReader.read(Array(nested.utf8), bases: 10_000)
    }
    #expect(error?.message.contains("base") == true)
  }

  @Test("binary lists whose counts and offsets lie are refused")
  func offsets() {
    let good = Array("bplist00".utf8) + [0xA1, 1, 0x51, 0x61, 8, 10] + [0, 0, 0, 0, 0, 0, 1, 1]
    for place in 0..<24 {
      for value: UInt8 in [0, 1, 2, 0x7F, 0x80, 0xFF] {
        var trailer = [UInt8](repeating: 0, count: 7) + [2] + [UInt8](repeating: 0, count: 15) + [12]
        trailer[place] = value
        // Read or refused; never out of bounds.
        _ = try? PlayerList(reading: good + trailer)
      }
    }
  }

  @Test(
    "mutated lists are read or refused, and their errors are short",
    .timeLimit(.minutes(5)))
  func mutations() throws {
    let list = PlayerList(
      title: "Mix",
      [
        PlayerList.Entry(try PlayerSource(parsing: "dQw4w9WgXcQ"), title: "One", duration: 3),
        PlayerList.Entry(.file("/music/a%20b.mp3", start: 1, end: 2), title: "Zwei"),
        PlayerList.Entry(PlayerSource(.stream("https://example.org/c.mp3"), start: 3)),
      ])
    let binary: [UInt8] =
      Array("bplist00".utf8) + [0xA3, 1, 2, 3, 0x54] + Array("a.mp".utf8) + [
        0xD1, 4, 1, 0x10, 5, 0x52, 0x69, 0x64,
      ]
      + [8, 12, 17, 20, 22] + [
        0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 25,
      ]
    let texts = PlayerList.Format.allCases.map { list.bytes(as: $0) } + [binary]
    var random = SplitMix64(state: 0x11575)
    var read = 0
    for _ in 0..<50_000 {
      var bytes = texts[random.next(below: texts.count)]
      for _ in 0...random.next(below: 3) {
        let place = random.next(below: max(bytes.count, 1))
        switch random.next(below: 5) {
        case 0 where !bytes.isEmpty: bytes[place] = UInt8(truncatingIfNeeded: random.next())
        case 1 where !bytes.isEmpty: bytes[place] ^= 1 << UInt8(random.next(below: 8))
        case 2 where !bytes.isEmpty: bytes.remove(at: place)
        case 3: bytes.removeSubrange(min(place, bytes.count)...)
        default:
          let other = texts[random.next(below: texts.count)]
          bytes.insert(
            contentsOf: other[random.next(below: other.count)...].prefix(20), at: min(place, bytes.count))
        }
      }
      do throws(PlayerError) {
        let list = try PlayerList(reading: bytes)
        if !list.entries.isEmpty { read += 1 }
        if let long = list.rejections.first(where: {
          $0.error.message.utf8.count > 500 || $0.text.count > 201
        }) {
          Issue.record("\(long)")
        }
      } catch {
        if error.message.utf8.count > 500 { Issue.record("\(error)") }
      }
    }
    #expect(read > 5_000 && read < 49_500)
  }
}

@Suite("Long lists")
struct LongListTests {
  @Test(
    "a hundred thousand entries of m3u are read and written, and many of the others", .timeLimit(.minutes(5)),
    arguments: PlayerList.Format.allCases)
  func many(format: PlayerList.Format) throws {
    let entries = (0..<(format == .m3u ? 100_000 : 20_000)).map { index in
      PlayerList.Entry(
        .file(MediaPath("/music/a folder/track \(index).mp3")), title: "Track \(index)", duration: 3)
    }
    let list = PlayerList(entries)
    let folder = try ListFolder()
    let read = try PlayerList(
      contentsOf: try folder.add("list.\(format.rawValue)", list.bytes(as: format)), as: format)
    // Not by `==` in the expectation, which would write out both lists where they differ.
    let isSame = format == .text ? read.sources == list.sources : read == list
    #expect(isSame)
  }

  @Test(
    "much of anything is read or refused in time", .timeLimit(.minutes(5)),
    arguments: [
      ("", "\r", ""), ("", "a", ""), ("#EXTINF:", "\"", ",x\na"), ("#EXTM3U\n#EXTINF:1,", ",", "\na"),
      ("[playlist]\n", "File1=a\n", ""), ("[playlist]\nFile", "1", "=a"),
      ("<playlist>", "<!---->", "</playlist>"),
      ("<playlist><title>", "&amp;", "</title></playlist>"), ("<playlist", " a='b'", "></playlist>"),
      ("<plist><array>", "<string/>", "</array></plist>"), ("<", "<", ""), ("", "\\", ""), ("", "%", ""),
      ("<plist><dict>", "<key>entries</key><array/>", "</dict></plist>"),
    ])
  func kinds(head: String, repeated: String, tail: String) throws {
    let text = head + String(repeating: repeated, count: (1 << 19) / repeated.utf8.count) + tail
    let folder = try ListFolder()
    for format in PlayerList.Format.allCases {
      // Read or refused: what counts is that it ends.
      _ = try? PlayerList(reading: Array(text.utf8), as: format, relativeTo: MediaPath(folder.path))
    }
  }
}
