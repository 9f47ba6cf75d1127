import PlayerKit
import Testing

@Suite("Sources are read from text")
struct SourceParsingTests {
  @Test("each row of the table is read as it says")
  func table() {
    #expect(SourceTable.rows.count > 100)
    for row in SourceTable.rows {
      #expect(SourceTable.columns(parsing: row.text) == row.expected, "\(row.text)")
    }
  }

  @Test("what was read is read again from its text as the same source")
  func fixedPoint() throws {
    for row in SourceTable.rows {
      guard let source = try? PlayerSource(parsing: row.text) else { continue }
      #expect(try PlayerSource(parsing: source.text) == source, "\(row.text) → \(source.text)")
    }
  }
}
