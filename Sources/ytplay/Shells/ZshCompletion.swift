/// Completion for zsh: a function in a file of its own, `_ytplay`, that `compinit` finds in `fpath`.
enum ZshCompletion {
  static var script: String {
    """
    #compdef ytplay
    # Completes the command line of ytplay in zsh. Written by `ytplay help zsh`.

    # Adds an option where the command takes it. Arguments: the commands, what _arguments is told.
    _ytplay_option() {
      [[ " $1 " != *" $command "* ]] || specifications+=("${(@)argv[2,-1]}")
    }

    # The ids of the backends, by their manifests alone: nothing is started.
    _ytplay_backends() {
      local output expl
      local -a ids match mbegin mend
      output=$(_call_program backends $words[1] \(ShellCompletion.listing) 2>/dev/null)
      while [[ $output =~ '"id":"([^"]+)"(.*)$' ]]; do
        ids+=($match[1])
        output=$match[2]
      done
      _wanted backends expl backend compadd -a ids
    }

    # Names, behind which a value is written. Arguments: what _arguments tells compadd, and the names.
    _ytplay_names() {
      compadd -S '' "$@"
    }

    _ytplay_sources() {
      local result=1
      if (( ! has_operand )); then
        local -a names=(
    \(commands)
        )
        _describe -t commands command names && result=0
      fi
      _files && result=0
      return result
    }

    _ytplay() {
      local command=play word
      local -i is_value=0 has_operand=0
      local -a specifications
      # The command: the first operand, if it is one.
      for word in "${(@)words[2,CURRENT-1]}"; do
        if (( is_value )); then
          is_value=0
          continue
        fi
        case $word in
        --) has_operand=1; break ;;
        (\(ShellCompletion.longWithValue.joined(separator: "|"))) is_value=1 ;;
        --*) ;;
        -?*) [[ ! $word =~ '^-[^\(letters)]*[\(letters)]$' ]] || is_value=1 ;;
        (\(CommandName.words.joined(separator: "|"))) command=$word; has_operand=1; break ;;
        *) has_operand=1; break ;;
        esac
      done
    \(options)
      case $command in
    \(operands)
      esac
      _arguments -s -S : $specifications
    }

    _ytplay "$@"

    """
  }

  private static var letters: String { ShellCompletion.lettersWithValue }

  private static var commands: String {
    CommandName.allCases.filter { $0 != .play }.map { command in
      "      " + ShellCompletion.quoted("\(command.rawValue):\(command.summary)")
    }.joined(separator: "\n")
  }

  private static var options: String {
    OptionTable.all.map { option in
      let forms = option.forms.count > 1 ? "(\(option.forms.joined(separator: " ")))" : ""
      let help = "[\(escaped(option.clause))]"
      let specifications = option.forms.map { form -> String in
        // A flag is offered once; the last value counts, and some options gather theirs.
        guard let placeholder = option.placeholder else { return forms + form + help }
        let mark = form.hasPrefix("--") ? "=" : "+"
        return "*" + form + mark + help + ":\(escaped(placeholder)):" + action(option.completion)
      }
      let commands = ShellCompletion.commands(of: option).joined(separator: " ")
      let add = "_ytplay_option \(ShellCompletion.quoted(commands)) "
      let line = "  " + add + specifications.map(ShellCompletion.quoted).joined(separator: " ")
      guard let opposite = option.opposite else { return line }
      let specification = ShellCompletion.quoted("--\(opposite)[the opposite of --\(option.name)]")
      return line + "\n  [[ $words[CURRENT] != --?* ]] || \(add)\(specification)"
    }.joined(separator: "\n")
  }

  private static var operands: String {
    CommandName.allCases.map { command in
      var specifications = command == .play ? [] : ["1: :"]
      switch command.operands {
      case .files, .folders, .names, .backends: specifications.append("*:source:_ytplay_sources")
      case .words(let words): specifications.append("2:word:(\(words.joined(separator: " ")))")
      case .nothing: break
      }
      return "  \(command.rawValue)) specifications+=("
        + specifications.map(ShellCompletion.quoted).joined(separator: " ") + ") ;;"
    }.joined(separator: "\n")
  }

  private static func action(_ kind: CompletionKind?) -> String {
    switch kind {
    case .files: "_files"
    case .folders: "_files -/"
    case .words(let words): "(\(words.joined(separator: " ")))"
    case .names(let names): "_ytplay_names - \(names.map { #"\#($0)\="# }.joined(separator: " "))"
    case .backends: "_ytplay_backends"
    case .nothing, nil: " "
    }
  }

  /// What `_arguments` would take for its own.
  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { $0 += #"\[]:"#.contains($1) ? "\\\($1)" : "\($1)" }
  }
}
