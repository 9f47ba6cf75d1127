import TestSupport
import Testing

@testable import ytplay

@Suite("The documentation's commands")
struct CommandTests {
  @Test("Every option of the command line is one, and every `make` target too", arguments: Document.pages)
  func commands(page: Document) async throws {
    let makefile = try Document(path: "Makefile").text()
    var help: [String: Set<String>] = [:]
    for fence in try page.fences() where fence.language == "sh" {
      for line in fence.text.split(separator: "\n") {
        let command = line.split(separator: "#")[0].split(separator: " ").map(String.init)
        if command.first == "make" {
          for word in command.dropFirst() {
            // `NAME=value`, or a target.
            let parts = word.split(separator: "=", maxSplits: 1)
            let isThere = makefile.contains(parts.count > 1 ? "\n\(parts[0]) ?=" : "\n\(word):")
            #expect(isThere, "\(page.path): there is no \(word)")
          }
        }
        if command.first == "ytplay" {
          // The help of the command, or the first screen where it is a source.
          let first = command.dropFirst().first { CommandName.words.contains($0) } ?? ""
          let words = if let known = help[first] { known } else { try await Self.words([first, "--help"]) }
          help[first] = words
          for option in command.dropFirst() where option.hasPrefix("--") && option != "--" {
            let name = option.split(separator: "=").first.map(String.init) ?? option
            #expect(words.contains(name), "\(page.path): no option \(name)")
          }
        }
      }
    }
  }

  /// The words that the program says.
  private static func words(_ arguments: [String]) async throws -> Set<String> {
    let help = try await Subprocess.run(builtProgram("ytplay"), arguments)
    #expect(help.isSuccess, "\(help)")
    return Set(help.output.split { !($0.isLetter || $0 == "-") }.map(String.init))
  }
}
