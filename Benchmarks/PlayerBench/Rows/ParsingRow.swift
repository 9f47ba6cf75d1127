import Foundation
import PlayerKit

/// Row 10: reading the table of YouTube's URLs, by the time that one core worked on it.
struct ParsingRow: BenchRow {
  let number = 10
  let title = "parsing the URL table, one core"

  func measure() throws -> [Measurement] {
    let table = packageFolder.appendingPathComponent("Tests/PlayerKitTests/Resources/youtube-urls.tsv")
    // Native strings, as they come from a command line; a bridged one would be copied at each reading.
    let texts = try String(contentsOf: table, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
      .dropFirst()
      .compactMap { $0.split(separator: "\t", omittingEmptySubsequences: false).first.map(String.init) }
    let repeats = 200_000 / texts.count
    var readable = 0
    let rates = (0..<rounds).map { _ in
      let start = now(CLOCK_THREAD_CPUTIME_ID)
      for _ in 0..<repeats {
        for text in texts where (try? PlayerSource(parsing: text)) != nil { readable += 1 }
      }
      return Double(repeats * texts.count) / (Double(now(CLOCK_THREAD_CPUTIME_ID) - start) / 1e9)
    }
    guard readable > 0 else { throw NotMeasured("no row of the table was read") }
    return [
      Measurement(
        title: "\(title) (\(texts.count) rows)", ours: median(rates), unit: .perSecond,
        mark: .atLeast(4_000_000))
    ]
  }
}
