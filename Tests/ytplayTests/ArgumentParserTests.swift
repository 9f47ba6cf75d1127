import Testing

@testable import ytplay

@Suite("The argument parser")
struct ArgumentParserTests {
  private struct Settings: Equatable {
    var flags = ""
    var values: [String] = []
  }

  private static let parser = ArgumentParser<Settings>(table: [
    OptionSpec("quiet", "q", in: .program, for: [], "", .flag { $0.flags += "q" }),
    OptionSpec("mute", "m", in: .program, for: [], "", .flag { $0.flags += "m" }),
    OptionSpec("volume", "V", in: .program, for: [], "", .value("N") { $0.values.append($1) }),
    OptionSpec("last", in: .program, for: [], "", isLast: true, .flag { $0.flags += "L" }),
  ])

  private static func parse(_ arguments: String...) throws -> ArgumentParser<Settings>.Result {
    try parser.parse(arguments.map { Array($0.utf8) }, into: Settings())
  }

  private static func operands(_ result: ArgumentParser<Settings>.Result) -> [String] {
    result.operands.map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  @Test("--name=value and --name value are the same, and so are the short forms")
  func values() throws {
    for arguments in [["--volume=5"], ["--volume", "5"], ["-V5"], ["-V", "5"], ["-qV", "5"], ["-qV5"]] {
      let result = try Self.parser.parse(arguments.map { Array($0.utf8) }, into: Settings())
      #expect(result.settings.values == ["5"], "\(arguments)")
      #expect(result.operands.isEmpty)
    }
  }

  @Test("A value may be empty, may hold = and may look like an option")
  func oddValues() throws {
    #expect(try Self.parse("--volume=").settings.values == [""])
    #expect(try Self.parse("--volume=a=b").settings.values == ["a=b"])
    #expect(try Self.parse("--volume", "--mute").settings == Settings(values: ["--mute"]))
    #expect(try Self.parse("--volume", "--").settings.values == ["--"])
  }

  @Test("Short flags stand in bundles, and a repeated value comes again")
  func bundles() throws {
    #expect(try Self.parse("-qm").settings.flags == "qm")
    #expect(try Self.parse("-V1", "-V2").settings.values == ["1", "2"])
  }

  @Test(
    "A switch is turned on and off by a value and by its opposite",
    arguments: [
      (["--shine"], "+"), (["--shine=yes"], "+"), (["--shine=no"], "-"), (["--no-shine"], "-"),
      (["--no-shine=no"], "+"), (["--no-rain"], "-"), (["--rain"], "+"), (["--rain=no"], "-"),
      (["-s", "--no-shine"], "+-"), (["--shine", "no"], "+"),
    ])
  func switches(_ arguments: [String], _ expected: String) throws {
    let parser = ArgumentParser<Settings>(table: [
      OptionSpec("shine", "s", in: .program, for: [], "", .toggle { $0.flags += $1 ? "+" : "-" }),
      OptionSpec("no-rain", in: .program, for: [], "", .toggle { $0.flags += $1 ? "-" : "+" }),
    ])
    let result = try parser.parse(arguments.map { Array($0.utf8) }, into: Settings())
    #expect(result.settings.flags == expected)
    #expect(throws: UsageError("The value “maybe” of --no-rain is not yes or no.")) {
      try parser.parse([Array("--no-rain=maybe".utf8)], into: Settings())
    }
    #expect(throws: UsageError("There is no option --no-shin; did you mean --no-shine?")) {
      try parser.parse([Array("--no-shin".utf8)], into: Settings())
    }
  }

  @Test("Options and operands stand in any order; behind -- all are operands")
  func order() throws {
    let result = try Self.parse("a", "-q", "-", "b", "--", "-m", "--", "--volume")
    #expect(result.settings.flags == "q")
    #expect(Self.operands(result) == ["a", "-", "b", "-m", "--", "--volume"])
    #expect(result.operands.map(\.isProtected) == [false, false, false, true, true, true])
  }

  @Test("Behind an option that ends the line nothing is looked at")
  func last() throws {
    #expect(try Self.parse("-q", "--last", "--nonsense").settings.flags == "qL")
  }

  @Test("An operand keeps its bytes, whatever they are")
  func rawBytes() throws {
    let name: [UInt8] = [0x61, 0xFF, 0xFE, 0x2E]
    #expect(try Self.parser.parse([name], into: Settings()).operands.map(\.bytes) == [name])
  }

  @Test(
    "What is typed wrong gets one sentence with the nearest right word",
    arguments: [
      (["--volum"], "There is no option --volum; did you mean --volume?"),
      (["--vol=3"], "There is no option --vol; did you mean --volume?"),
      (["--zzzzz"], "There is no option --zzzzz."),
      (["-x"], "There is no option -x."),
      (["-mxq"], "There is no option -x in -mxq."),
      (["-volume"], "There is no option -volume; did you mean --volume?"),
      (["--mute=yes"], "The option --mute takes no value."),
      (["--volume"], "The option --volume needs a value: --volume N."),
      (["-qV"], "The option -V needs a value: -V N."),
      (["-\u{1B}]0;x\u{7}"], "There is no option -\u{FFFD} in -\u{FFFD}]0;x\u{FFFD}."),
    ])
  func mistakes(_ arguments: [String], _ message: String) {
    #expect(throws: UsageError(message)) {
      try Self.parser.parse(arguments.map { Array($0.utf8) }, into: Settings())
    }
  }

  @Test(
    "What looks like a YouTube id is never read as a bundle of options",
    arguments: ["-QfRAwg3gkM", "-qmqmqmqmqm", "-V123456789", "--abcdefghi"])
  func ids(_ id: String) throws {
    #expect(
      throws: UsageError("There is no option \(id); for the YouTube id write it behind two dashes: -- \(id).")
    ) {
      try Self.parse(id)
    }
    #expect(Self.operands(try Self.parse("--", id)) == [id])
  }

  @Test("An option with a slip in it is no YouTube id", arguments: ["--horizonal", "-horizontal"])
  func slips(_ slip: String) {
    #expect(throws: UsageError("There is no option \(slip); did you mean --horizontal?")) {
      try ArgumentParser(table: OptionTable.all).parse([Array(slip.utf8)], into: Options())
    }
  }

  @Test("A value that is not UTF-8 is refused, because no option takes one")
  func valueBytes() {
    #expect(throws: UsageError("The value of --volume is not UTF-8 text.")) {
      try Self.parser.parse([Array("--volume".utf8), [0xFF]], into: Settings())
    }
  }
}
