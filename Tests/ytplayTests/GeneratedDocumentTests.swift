import Foundation
import TestSupport
import Testing

@testable import ytplay

@Suite("The manual page and the completion scripts")
struct GeneratedDocumentTests {
  @Test("What is installed is what was agreed on", arguments: GeneratedDocument.allCases)
  func snapshot(_ document: GeneratedDocument) throws {
    let name = "help-\(document.rawValue)"
    let url = try #require(
      Bundle.module.url(forResource: name, withExtension: "txt", subdirectory: "Resources"))
    #expect(
      try document.text == String(contentsOf: url, encoding: .utf8),
      """
      Where the change is wanted, write the output of `ytplay help \(document)` to \
      Tests/ytplayTests/Resources/\(name).txt.
      """)
  }

  @Test("`ytplay help` prints it", arguments: GeneratedDocument.allCases)
  func printed(_ document: GeneratedDocument) async throws {
    let result = try await CommandUnderTest.run(["help", document.rawValue])
    #expect(result.isSuccess && result.errors.isEmpty)
    #expect(result.output == document.text)
  }

  @Test("The manual page has no mistakes in its form", arguments: ["mandoc", "man"])
  func form(_ program: String) async throws {
    let page = ManualPage.text
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("ytplay-\(UUID()).1")
    try page.write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    let arguments =
      program == "man"
      ? ["--warnings", "-E", "UTF-8", "--local-file", file.path] : ["-T", "lint", "-W", "all", file.path]
    let result = try await Subprocess.run(
      program, arguments, environment: ["LC_ALL": "C.UTF-8", "MANWIDTH": "80", "MANPAGER": "cat"])
    #expect(result.isSuccess, "\(result)")
    #expect(result.errors.isEmpty, "\(result)")
    if program == "mandoc" {
      #expect(result.output.isEmpty, "\(result)")
    } else {
      #expect(result.output.contains("ytplay - play files, streams and YouTube"))
    }
  }

  @Test("The manual page speaks of every command, option, and topic of the help")
  func complete() {
    let page = ManualPage.text
    for option in OptionTable.all {
      let placeholder = option.placeholder.map { " \(Roff.italic($0))" } ?? ""
      let entry = "\n.TP\n" + option.forms.map(Roff.bold).joined(separator: ", ") + placeholder + "\n"
      #expect(page.contains(entry), "\(option.name)")
    }
    for command in CommandName.words {
      #expect(page.contains("\\fBytplay\\fR \\fB\(command)\\fR"), "\(command)")
    }
    for topic in HelpTopic.allCases where topic != .options && topic != .status {
      #expect(page.contains(".SH \(topic.rawValue.uppercased())\n"), "\(topic)")
    }
    #expect(page.contains(".SH EXIT STATUS\n"))
  }

  @Test("No text becomes a request of the manual's language")
  func escapes() {
    #expect(Roff.prose(".m3u, or `ytplay help`") == "\\&.m3u, or \\fBytplay help\\fR")
    #expect(Roff.prose("with --json, \\ and 'x'") == "with \\fB\\-\\-json\\fR, \\e and \\(aqx\\(aq")
    #expect(Roff.escaped("←~^") == "\\[u2190]\\(ti\\(ha")
  }
}
