/// Completion for fish, 3.4 and newer.
enum FishCompletion {
  static var script: String {
    """
    # Completes the command line of ytplay in fish. Written by `ytplay help fish`.

    function __ytplay_command --description 'Print the command of the line: start where no operand is there yet'
        set -l is_value 0
        for word in (commandline -opc)[2..]
            if test $is_value = 1
                set is_value 0
                continue
            end
            switch $word
                case - --
                    echo play
                    return
                case \(ShellCompletion.longWithValue.joined(separator: " "))
                    set is_value 1
                case '--*'
                    continue
                case '-*'
                    if string match -qr '^-[^\(letters)]*[\(letters)]$' -- $word
                        set is_value 1
                    end
                case \(CommandName.words.joined(separator: " "))
                    echo $word
                    return
                case '*'
                    echo play
                    return
            end
        end
        echo start
    end

    function __ytplay_is --description 'Whether the command of the line is one of these'
        contains -- (__ytplay_command) $argv
    end

    function __ytplay_is_begun --description 'Whether the name of an option has been begun'
        string match -q -- '--?*' (commandline -ct)
    end

    function __ytplay_backends --description 'Print the ids of the backends, by their manifests alone'
        set -l program (string replace -r '^~/' "$HOME/" -- (commandline -opc)[1])
        $program \(ShellCompletion.listing) 2>/dev/null | string match -agr '"id":"([^"]+)"'
    end

    complete -c ytplay -f
    \(commands)
    \(operands)
    \(options)

    """
  }

  private static var letters: String { ShellCompletion.lettersWithValue }

  private static var commands: String {
    CommandName.allCases.filter { $0 != .play }.map { command in
      "complete -c ytplay -n '__ytplay_is start' -a \(command.rawValue) -d \(quoted(command.summary))"
    }.joined(separator: "\n")
  }

  private static var operands: String {
    CommandName.allCases.compactMap { command -> String? in
      let condition = "complete -c ytplay -n \(quoted(self.condition([command.rawValue])))"
      switch command.operands {
      case .files, .folders, .names, .backends: return "\(condition) -F"
      case .words(let words): return "\(condition) -a \(quoted(words.joined(separator: " ")))"
      case .nothing: return nil
      }
    }.joined(separator: "\n")
  }

  private static var options: String {
    OptionTable.all.map { option in
      let value: String
      switch option.completion {
      case nil: value = ""
      case .files: value = " -r -F"
      case .folders: value = " -x -a '(__fish_complete_directories)'"
      case .words(let words): value = " -x -a \(quoted(words.joined(separator: " ")))"
      case .names(let names): value = " -x -a \(quoted(names.map { "\($0)=" }.joined(separator: " ")))"
      case .backends: value = " -x -a '(__ytplay_backends)'"
      case .nothing: value = " -x"
      }
      let condition = quoted(self.condition(ShellCompletion.commands(of: option)))
      let short = option.short.map { " -s \($0)" } ?? ""
      let line =
        "complete -c ytplay -n \(condition)\(short) -l \(option.name)\(value) -d \(quoted(option.clause))"
      guard let opposite = option.opposite else { return line }
      let later = quoted("__ytplay_is_begun; and \(self.condition(ShellCompletion.commands(of: option)))")
      let text = quoted("the opposite of --\(option.name)")
      return line + "\ncomplete -c ytplay -n \(later) -l \(opposite) -d \(text)"
    }.joined(separator: "\n")
  }

  /// What tells fish that a line is for one of these commands; without an operand it may still become `play`.
  private static func condition(_ commands: [String]) -> String {
    let commands = commands.contains("play") ? ["start"] + commands : commands
    return "__ytplay_is " + commands.joined(separator: " ")
  }

  /// The text as one word of fish's.
  private static func quoted(_ text: String) -> String {
    "'" + text.reduce(into: "") { $0 += $1 == "'" || $1 == "\\" ? "\\\($1)" : "\($1)" } + "'"
  }
}
