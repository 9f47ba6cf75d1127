import Foundation
import TestSupport
import Testing

@testable import ProofSupport

/// The picture of a series.
struct UsagePlotTests {
  private func series(_ count: Int, title: String = "A run", growth: Double = 0) -> UsageSeries {
    var series = UsageSeries(title, unit: "cycles")
    for cycle in 0..<count {
      let memory = 80 + growth * Double(cycle)
      series.add(
        ProcessUsage(
          residentMemory: memory, proportionalMemory: memory / 2, threads: 12, descriptors: 27, processes: 2),
        at: Double(cycle))
    }
    return series
  }

  @Test("Any series gives a picture that can be drawn", arguments: [0, 1, 2, 100, 5000])
  func isDrawn(count: Int) async throws {
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (picture, drawn) = ("\(folder)/picture.svg", "\(folder)/picture.png")
    try Data(UsagePlot(series(count)).svg.utf8).write(to: URL(fileURLWithPath: picture))
    let result = try await Subprocess.run("rsvg-convert", [picture, "-o", drawn])
    #expect(result.isSuccess && result.errors.isEmpty, "\(result)")
    #expect(FileManager.default.fileExists(atPath: drawn))
  }

  @Test("It says what was done, and of each quantity from where to where it went")
  func says() {
    let svg = UsagePlot(series(100, title: "Cycles & <others>")).svg
    for text in [
      "Cycles &amp; &lt;others&gt;", "level: 80.0 → 80.0", "level: 12 → 12", "level: 27 → 27", ">cycles<",
    ] {
      #expect(svg.contains(text))
    }
    #expect(UsagePlot(series(100, growth: 1)).svg.contains("grows: 89.9 → 179.0"))
    #expect(UsagePlot(series(5)).svg.contains("too few samples to judge"))
  }

  @Test("A long series makes no larger a picture than a short one, and what stood out in it is still seen")
  func isBounded() {
    #expect(UsagePlot(series(20_000)).svg.utf8.count < 60_000)
    var peak = UsageSeries("A run", unit: "seconds")
    for second in 0..<5000 {
      peak.add(
        ProcessUsage(
          residentMemory: 1, proportionalMemory: 1, threads: second == 2500 ? 90 : 10, descriptors: 5,
          processes: 1),
        at: Double(second))
    }
    // The axis reaches to it, and something is drawn up to its upper edge.
    #expect(UsagePlot(peak).svg.contains(">100</text>"))
    #expect(peak.trend(of: .threads).isLevel)
  }

  @Test("The samples are kept as a table with a head")
  func table() {
    #expect(
      series(2, growth: 0.5).table == """
        cycles,resident,proportional,threads,descriptors,processes
        0.000,80.000,40.000,12.000,27.000,2.000
        1.000,80.500,40.250,12.000,27.000,2.000

        """)
  }

  @Test(
    "Numbers are written alike in every language",
    arguments: [
      (0.0, 0, "0"), (-0.04, 1, "0.0"), (-1.25, 1, "−1.3"), (12.345, 2, "12.35"), (1999.6, 0, "2000"),
      (0.05, 2, "0.05"),
    ])
  func decimals(value: Double, digits: Int, text: String) {
    #expect(decimal(value, digits) == text)
  }
}
