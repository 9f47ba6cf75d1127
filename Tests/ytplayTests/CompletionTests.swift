import Foundation
import TestSupport
import Testing

@testable import ytplay

@Suite("The completion of the command line")
struct CompletionTests {
  /// What is typed, and what is offered for its last word.
  struct Line: Sendable, CustomTestStringConvertible {
    let typed: String
    let offers: [String]

    init(_ typed: String, _ offers: [String]) {
      self.typed = typed
      self.offers = offers
    }

    var testDescription: String { typed }
  }

  /// There are `a b.mp4`, `feet.mp4`, `film.mkv` and the folder `sub` where they are typed.
  static let lines = [
    Line("ytplay fe", ["feed", "feet.mp4"]),
    Line("ytplay fi", ["film.mkv"]),
    Line("ytplay a", ["a b.mp4"]),
    Line("ytplay film.mkv fe", ["feet.mp4"]),
    Line("ytplay --start 1:30 fe", ["feed", "feet.mp4"]),
    Line("ytplay --volume=40 -s90 fe", ["feed", "feet.mp4"]),
    Line("ytplay feed fe", ["feet.mp4"]),
    Line("ytplay -- fe", ["feet.mp4"]),
    Line("ytplay --list fe", ["feet.mp4"]),
    Line("ytplay --list=f", ["feet.mp4", "film.mkv"]),
    Line("ytplay --plugin-path ", ["sub"]),
    Line("ytplay --volume ", []),
    Line("ytplay --loop ", ["all", "off", "one"]),
    Line("ytplay --loop=o", ["off", "one"]),
    Line("ytplay -l o", ["off", "one"]),
    Line("ytplay -ml ", ["all", "off", "one"]),
    Line("ytplay --backend ", ["iframe", "mock", "mpv"]),
    Line("ytplay --backend=m", ["mock", "mpv"]),
    Line("ytplay film.mkv -b m", ["mock", "mpv"]),
    Line("ytplay backends --check i", ["iframe"]),
    Line("ytplay --youtube cc", ["cc_lang_pref=", "cc_load_policy="]),
    Line("ytplay --no-mu", ["--no-mute"]),
    Line("ytplay config --vol", ["--volume"]),
    Line("ytplay help sig", ["signals"]),
    Line("ytplay help bas", ["bash"]),
  ]

  @Test("A shell offers what can stand there", arguments: ShellUnderTest.allCases)
  func offers(_ shell: ShellUnderTest) async throws {
    let offers = try await shell.offers(for: Self.lines.map(\.typed))
    #expect(offers.count == Self.lines.count)
    for (line, offers) in zip(Self.lines, offers) { #expect(offers == line.offers, "\(line)") }
  }

  @Test("A shell offers each command all its options and no other", arguments: ShellUnderTest.allCases)
  func options(_ shell: ShellUnderTest) async throws {
    let commands = CommandName.allCases
    let offers = try await shell.offers(
      for: commands.map { "ytplay \($0 == .play ? "" : "\($0.rawValue) ")--" })
    try #require(offers.count == commands.count)
    for (command, offers) in zip(commands, offers) {
      let options = OptionTable.all.filter(command.takes)
      #expect(offers == options.map { "--\($0.name)" }.sorted(), "\(command)")
    }
  }
}

/// A shell, run interactively in a terminal of its own, with its completion of `ytplay` as it is installed.
enum ShellUnderTest: String, CaseIterable, Sendable {
  case bash, zsh, fish

  /// What the shell offers for the last word of each line, in alphabetical order.
  func offers(for lines: [String]) async throws -> [[String]] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "ytplay-completion-\(UUID().uuidString)")
    let files = folder.appendingPathComponent("files")
    try FileManager.default.createDirectory(
      at: files.appendingPathComponent("sub"), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["a b.mp4", "feet.mp4", "film.mkv"] {
      try Data().write(to: files.appendingPathComponent(name))
    }
    let script = try await CommandUnderTest.run(["help", rawValue])
    #expect(script.isSuccess && script.errors.isEmpty)
    try script.output.write(
      to: folder.appendingPathComponent(self == .zsh ? "_ytplay" : "completion"), atomically: true,
      encoding: .utf8)
    let settings = self == .zsh ? ".zshrc" : "settings"
    try self.settings(lines).write(
      to: folder.appendingPathComponent(settings), atomically: true, encoding: .utf8)
    switch self {
    case .bash, .zsh: return try await insertions(lines, folder)
    case .fish:
      let result = try await CommandUnderTest.shell(
        "cd \"$1\" && exec fish --no-config ../settings", [files.path])
      try #require(result.isSuccess, "\(result)")
      return result.output.components(separatedBy: "--next--\n").dropFirst().map { part in
        part.split(separator: "\n").map { line in
          plain(String(line.prefix { $0 != "\t" }))
        }.sorted()
      }
    }
  }

  /// Types each line in a terminal and has the shell put all that it offers into the line, which is then run: `ytplay`
  /// is a function there that keeps its arguments.
  private func insertions(_ lines: [String], _ folder: URL) async throws -> [[String]] {
    let command = self == .bash ? "bash --noprofile --rcfile \"$FOLDER/settings\"" : "zsh -d -i"
    let result = try await Subprocess.run(
      "script", ["--quiet", "--return", "--command", command, "/dev/null"],
      environment: [
        "FOLDER": folder.path, "ZDOTDIR": folder.path, "REAL": CommandUnderTest.path, "TERM": "xterm",
        "LC_ALL": "C.UTF-8", "INPUTRC": "/dev/null",
      ],
      input: lines.map { "\($0)\u{14}\n" }.joined() + "exit\n")
    let kept = try String(contentsOf: folder.appendingPathComponent("kept"), encoding: .utf8)
    #expect(result.exitStatus == 0, "\(result)")
    return zip(lines, kept.split(separator: "\n")).map { line, kept in
      let before = line.split(separator: " ", omittingEmptySubsequences: false).count - 2
      return kept.split(separator: "\u{1F}").dropFirst(before).map { plain(String($0)) }.sorted()
    }
  }

  /// The offer alone, without the option's name before the `=`, and without the slash that marks a folder.
  private func plain(_ offer: String) -> String {
    var offer = offer[...]
    if offer.hasPrefix("--"), let equals = offer.firstIndex(of: "=") {
      offer = offer[offer.index(after: equals)...]
    }
    return String(offer.hasSuffix("/") ? offer.dropLast() : offer)
  }

  /// What the shell reads at its start.
  private func settings(_ lines: [String]) -> String {
    let keep = """
      ytplay() {
        if [[ $* == "resolve --json https:"* ]]; then "$REAL" "$@"; return; fi
        printf '%s\\037' "$@" >>"$FOLDER/kept"
        echo >>"$FOLDER/kept"
      }

      """
    switch self {
    case .bash:
      return keep + """
        source "$FOLDER/completion"
        bind '"\\C-t": insert-completions'
        cd "$FOLDER/files"
        """
    case .zsh:
      return keep + """
        stty columns 200
        fpath=("$FOLDER" $fpath)
        autoload -Uz compinit
        compinit -u -D
        zle -C all-matches complete-word _generic
        bindkey '^T' all-matches
        zstyle ':completion:all-matches:*' completer _all_matches _complete
        zstyle ':completion:all-matches:*' insert true
        cd "$FOLDER/files"
        """
    case .fish:
      return """
        function ytplay; '\(CommandUnderTest.path)' $argv; end
        source ../completion

        """ + lines.map { "echo --next--; complete -C '\($0)'" }.joined(separator: "\n")
    }
  }
}
