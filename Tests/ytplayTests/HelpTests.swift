import Foundation
import Testing

@testable import ytplay

@Suite("The help")
struct HelpTests {
  @Test("The help is the one that was agreed on")
  func snapshot() throws {
    let url = try #require(
      Bundle.module.url(forResource: "help", withExtension: "txt", subdirectory: "Resources"))
    let expected = try String(contentsOf: url, encoding: .utf8)
    #expect(
      HelpText.text() == expected,
      "Where the change is wanted, write the output of `ytplay --help` to Tests/ytplayTests/Resources/help.txt."
    )
  }

  @Test("No line is wider than a terminal of 80 columns", arguments: CommandName.allCases)
  func width(_ command: CommandName) {
    for line in HelpText.text(for: command).split(separator: "\n") {
      #expect(line.count < 80, "\(line)")
      #expect(line.last != " ", "\(line)")
    }
  }

  @Test("Every option stands in the help of its commands and in no other", arguments: CommandName.allCases)
  func options(_ command: CommandName) {
    let help = HelpText.text(for: command)
    for option in OptionTable.all {
      #expect(help.contains("  \(option.synopsis)") == option.commands.contains(command), "\(option.name)")
    }
  }

  @Test("There is help on every command, option and topic")
  func topics() throws {
    for word in CommandName.words + HelpTopic.words + OptionTable.all.map(\.name) + ["--mute", "-b"] {
      #expect(try !HelpText.text(on: word).isEmpty)
    }
    #expect(throws: UsageError("There is no help on “statsu”; did you mean status?")) {
      try HelpText.text(on: "statsu")
    }
  }
}
