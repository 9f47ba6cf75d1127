import Foundation
import Testing

@testable import ytplay

@Suite("The help")
struct HelpTests {
  @Test("The help is the one that was agreed on", arguments: ["help", "help-feed", "help-json"])
  func snapshot(_ name: String) throws {
    let url = try #require(
      Bundle.module.url(forResource: name, withExtension: "txt", subdirectory: "Resources"))
    let words = name.split(separator: "-").dropFirst().joined()
    #expect(
      try (words.isEmpty ? HelpText.text() : HelpText.text(on: words))
        == String(contentsOf: url, encoding: .utf8),
      """
      Where the change is wanted, write the output of `ytplay help \(words)` to \
      Tests/ytplayTests/Resources/\(name).txt.
      """)
  }

  @Test("The first screen fits a terminal of 24 lines, with the prompt below")
  func oneScreen() {
    #expect(HelpText.text().split(separator: "\n", omittingEmptySubsequences: false).count <= 24)
  }

  @Test("No line of the help is wider than a terminal of 80 columns", arguments: HelpText.words + ["play"])
  func width(_ word: String) throws {
    for line in try HelpText.text(on: word).split(separator: "\n") {
      #expect(line.count < 80, "\(line)")
      #expect(line.last != " ", "\(line)")
    }
  }

  @Test("The first screen names every option of playing, and every command and topic")
  func names() {
    let help = HelpText.text()
    for option in OptionTable.all {
      #expect(help.contains(option.usage) == option.commands.contains(.play), "\(option.name)")
    }
    for word in CommandName.words {
      #expect(help.contains(word == "help" ? "`ytplay help WORD`" : "\n  \(word) "), "\(word)")
    }
    for word in HelpTopic.words { #expect(help.contains(word), "\(word)") }
  }

  @Test("A command's help describes its options and no others", arguments: CommandName.allCases.dropFirst())
  func options(_ command: CommandName) throws {
    let help = HelpText.text(for: command)
    for option in OptionTable.all {
      #expect(help.contains("  \(option.synopsis)") == option.commands.contains(command), "\(option.name)")
    }
    #expect(try HelpText.text(on: command.rawValue).hasPrefix(help))
  }

  @Test("Every option is described by its name, by its letter, in its group and among all options")
  func optionTopics() throws {
    let all = try HelpText.text(on: "options")
    for option in OptionTable.all {
      var words = option.names + ["--\(option.name)", option.group.rawValue]
      if let short = option.short { words += ["-\(short)", "\(short)"] }
      for word in words { #expect(try HelpText.text(on: word).contains(option.usage), "\(word)") }
      #expect(all.contains(option.usage))
    }
  }

  @Test("A word that names several things gets the help on all of them")
  func shared() throws {
    let json = try HelpText.text(on: "json")
    #expect(json.contains("With --json, events are written"))
    #expect(json.contains("-j, --json"))
    #expect(try !HelpText.text(on: "--json").contains("events are written to"))
  }

  @Test(
    "`ytplay help` is asked about an option as it is written, and does not set it",
    arguments: ["--volume", "-s", "--loop=one", "--no-mute"])
  func optionAsWritten(_ word: String) async throws {
    let invocation = try await Invocation.read(["help", word].map { Array($0.utf8) })
    #expect(invocation.command == .help)
    #expect(invocation.operands.map(\.bytes) == [Array(word.utf8)])
    #expect(invocation.options.volume == nil)
    #expect(try HelpText.text(on: word).hasPrefix("  -"))
  }

  @Test("A word that there is no help on gets the nearest that there is")
  func nearest() {
    #expect(throws: UsageError("There is no help on “statsu”; did you mean status?")) {
      try HelpText.text(on: "statsu")
    }
    #expect(throws: UsageError("There is no help on “--volum”; did you mean volume?")) {
      try HelpText.text(on: "--volum")
    }
    #expect(throws: UsageError("There is no help on “xyzzy”.")) { try HelpText.text(on: "xyzzy") }
  }

  @Test("No group of options has a command's name, unless it is that command's")
  func groups() {
    #expect(Set(OptionGroup.words).intersection(CommandName.words) == ["backends"])
    #expect(Set(OptionGroup.words).isDisjoint(with: HelpTopic.words))
  }
}
