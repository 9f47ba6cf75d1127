import Foundation
import PlayerKit
import TestSupport
import Testing

@testable import ytplay

@Suite("The places that are kept")
struct PlaceBookTests {
  private static func place(_ time: Double, saved: Int64 = 0) -> Place {
    var place = Place(source: "")
    (place.source, place.time, place.saved) = (nil, time, saved)
    return place
  }

  private static func withStore(
    _ body: (_ store: PlaceStore, _ folder: String) throws -> Void
  ) throws {
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(PlaceStore(folder: MediaPath("\(folder)/state/ytplay")), "\(folder)/state/ytplay")
  }

  private static func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  private static func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  // MARK: The book

  @Test("A place that is kept now is read again, also beside one of the last second that there is")
  func lastSecond() throws {
    var book = PlaceBook()
    book.apply(["late": Self.place(1, saved: 253_402_300_799)])
    book.apply(["now": Self.place(2)], at: 1_700_000_000)
    #expect(try PlaceBook(book.bytes) == book)
  }

  @Test("What is written is read again as the same, whatever the names")
  func roundTrip() throws {
    var book = PlaceBook()
    var item = Self.place(12.345, saved: 7)
    (item.item, item.itemID) = (3, "a\"\n\u{1F600}")
    book.apply(["file:///a%FF \"x\"\n": item, "ü": Self.place(0, saved: 9), "queue:2:ab": Place(source: "ü")])
    #expect(try PlaceBook(book.bytes) == book)
    #expect(try PlaceBook(PlaceBook().bytes) == PlaceBook())
  }

  @Test("At most 1,000 places are kept, and the oldest are forgotten first")
  func limit() throws {
    var book = PlaceBook()
    book.apply(
      Dictionary(uniqueKeysWithValues: (0..<1500).map { ("\($0)", Self.place(1, saved: Int64($0))) }))
    #expect(book.places.count == 1000)
    #expect(Set(book.places.keys) == Set((500..<1500).map { "\($0)" }))
    book.apply(["new": Self.place(1, saved: 5000)])
    #expect(book.places.count == 1000 && book["new"] != nil && book["500"] == nil)
    #expect(try PlaceBook(book.bytes).places.count == 1000)
  }

  @Test("What is kept last is never the oldest, also where the clock has been set back")
  func clock() throws {
    var book = PlaceBook()
    let future = (0..<1000).map { ("\($0)", Self.place(1, saved: 4_000_000_000 - Int64($0))) }
    book.apply(Dictionary(uniqueKeysWithValues: future))
    for key in ["a", "b"] { book.apply([key: Self.place(2)], at: 1_000) }
    #expect(book.places.count == 1000 && book["a"] != nil && book["b"] != nil)
    #expect(book["998"] == nil && book["999"] == nil && book["997"] != nil)
    // A time that no clock shows counts for nothing.
    let text = #"{"version":1,"places":[{"key":"a","place":{"time":1,"saved":9223372036854775807}}]}"#
    #expect(try PlaceBook(Array(text.utf8)).places.isEmpty)
  }

  @Test(
    "What is no book is damaged, and what a later version wrote is left to that",
    arguments: [
      ("", PlaceBook.Failure.damaged), ("{", .damaged), ("{}", .damaged), ("[]", .damaged),
      (#"{"version":1}"#, .damaged), (#"{"version":1,"places":[{"key":"a"}]}"#, .damaged),
      (#"{"version":1,"places":[{"key":"a","place":{"time":"x","saved":1}}]}"#, .damaged),
      (#"{"version":2,"anything":[]}"#, .newer),
    ])
  func damage(_ text: String, _ failure: PlaceBook.Failure) {
    #expect(throws: failure) { try PlaceBook(Array(text.utf8)) }
  }

  @Test("A place where no player could go is not taken over")
  func unsound() throws {
    let text = #"""
      {"version":1,"places":[{"key":"a","place":{"time":-1,"saved":1}},{"key":"b","place":{"saved":1}},
      {"key":"c","place":{"time":1,"item":-2,"saved":1}},{"key":"d","place":{"time":1,"saved":1}}]}
      """#
    #expect(try Set(PlaceBook(Array(text.utf8)).places.keys) == ["d"])
  }

  // MARK: The disk

  @Test("The file is for the person alone, in a folder for the person alone, and nothing is left beside it")
  func modes() throws {
    try Self.withStore { store, folder in
      try store.update(["a": Self.place(5)]) { Issue.record("\($0)") }
      #expect(try Self.mode("\(folder)/places.json") == 0o600)
      #expect(try Self.mode(folder) == 0o700)
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == [
          "places.json", "places.json.lock",
        ])
      // Whatever a person did to it.
      chmod("\(folder)/places.json", 0o666)
      try store.update(["b": Self.place(5)]) { Issue.record("\($0)") }
      #expect(try Self.mode("\(folder)/places.json") == 0o600)
      #expect(try Set(store.read { Issue.record("\($0)") }.places.keys) == ["a", "b"])
    }
  }

  @Test("A damaged file is set aside with a warning, and its places are begun anew")
  func setAside() throws {
    for isReading in [true, false] {
      try Self.withStore { store, folder in
        try store.update(["a": Self.place(5)]) { Issue.record("\($0)") }
        let torn = Array(try Self.bytes("\(folder)/places.json").dropLast(5))
        try Data(torn).write(to: URL(fileURLWithPath: "\(folder)/places.json"))
        var warnings: [String] = []
        if isReading {
          #expect(try store.read { warnings.append($0) } == PlaceBook())
        } else {
          try store.update(["b": Self.place(6)]) { warnings.append($0) }
          #expect(try store.read { warnings.append($0) }.places.count == 1)
        }
        #expect(warnings.count == 1 && warnings[0].contains("\(folder)/places.json.damaged"), "\(warnings)")
        #expect(try Self.bytes("\(folder)/places.json.damaged") == torn)
      }
    }
  }

  @Test("What a later version wrote stays as it is")
  func newer() throws {
    try Self.withStore { store, folder in
      try store.update(["a": Self.place(5)]) { Issue.record("\($0)") }
      let text = Array(#"{"version":2}"#.utf8)
      try Data(text).write(to: URL(fileURLWithPath: "\(folder)/places.json"))
      #expect(throws: StateFile.Failure.self) { try store.update(["a": nil]) { Issue.record("\($0)") } }
      #expect(try Self.bytes("\(folder)/places.json") == text)
    }
  }

  @Test("A symbolic link stays one, and what it leads to is replaced, there or not")
  func links() throws {
    try Self.withStore { store, folder in
      let real = "\(folder)-elsewhere"
      for path in [folder, real] {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      }
      try #require(symlink("../ytplay-elsewhere/second", "\(folder)/places.json") == 0)
      try #require(symlink("kept.json", "\(real)/second") == 0)
      for name in ["a", "b"] { try store.update([name: Self.place(5)]) { Issue.record("\($0)") } }
      #expect(try PlaceBook(Self.bytes("\(real)/kept.json")).places.count == 2)
      #expect(
        try FileManager.default.destinationOfSymbolicLink(atPath: "\(real)/second") == "kept.json")
      #expect(try FileManager.default.contentsOfDirectory(atPath: real).sorted() == ["kept.json", "second"])
    }
  }

  @Test("What a killed program left is overwritten, and a link in its place is not followed")
  func leftovers() throws {
    try Self.withStore { store, folder in
      try store.update(["a": Self.place(5)]) { Issue.record("\($0)") }
      try Data("half".utf8).write(to: URL(fileURLWithPath: "\(folder)/places.json.new"))
      try store.update(["b": Self.place(5)]) { Issue.record("\($0)") }
      #expect(try store.read { Issue.record("\($0)") }.places.count == 2)
      try #require(symlink("\(folder)/victim", "\(folder)/places.json.new") == 0)
      #expect(throws: StateFile.Failure.self) {
        try store.update(["c": Self.place(5)]) { Issue.record("\($0)") }
      }
      #expect(!FileManager.default.fileExists(atPath: "\(folder)/victim"))
      // It has been taken away, so that the next time goes well.
      try store.update(["c": Self.place(5)]) { Issue.record("\($0)") }
      #expect(try store.read { Issue.record("\($0)") }.places.count == 3)
    }
  }

  @Test("Programs that keep places at the same time lose none of each other's")
  func together() async throws {
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    // None waits for the others longer than the limit, which a sanitizer's slowness would come to.
    let rounds = TestEnvironment.isSanitized ? 5 : 25
    await withTaskGroup { group in
      for writer in 0..<4 {
        group.addTask {
          // Stores of their own, as of programs of their own.
          await PlainThread.result {
            let store = PlaceStore(folder: MediaPath(folder))
            for round in 0..<rounds {
              do {
                try store.update(["\(writer)-\(round)": Self.place(5)]) { Issue.record("\($0)") }
              } catch {
                Issue.record("\(error)")
              }
            }
          }
        }
      }
    }
    let places = try PlaceStore(folder: MediaPath(folder)).read { Issue.record("\($0)") }.places
    #expect(places.count == 4 * rounds)
  }

  @Test("What can't be written or read is a sentence with the file and the reason, and the old file stays")
  func failures() throws {
    try Self.withStore { _, folder in
      let base = try #require(MediaPath(folder).folder?.folder)
      try Data().write(to: URL(fileURLWithPath: "\(base)/file"))
      let store = PlaceStore(folder: base.appending("file/ytplay"))
      do throws(StateFile.Failure) {
        try store.update(["a": Self.place(5)]) { Issue.record("\($0)") }
        Issue.record("It was written.")
      } catch {
        #expect(error.message == "\(base)/file/ytplay can't be written: Not a directory.")
      }
      #expect(try store.read { Issue.record("\($0)") } == PlaceBook())
    }
  }
}
