import TestSupport
import Testing

@Suite("The documentation's commands")
struct CommandTests {
  @Test("Every option of the command line is one, and every `make` target too", arguments: Document.pages)
  func commands(page: Document) async throws {
    let makefile = try Document(path: "Makefile").text()
    let help = try await Subprocess.run(builtProgram("ytplay"), ["--help"])
    #expect(help.isSuccess, "\(help)")
    let words = Set(help.output.split { !($0.isLetter || $0 == "-") }.map(String.init))
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
          for option in command.dropFirst() where option.hasPrefix("--") && option != "--" {
            let name = option.split(separator: "=").first.map(String.init) ?? option
            #expect(words.contains(name), "\(page.path): no option \(name)")
          }
        }
      }
    }
  }
}
