/// Completion for bash: a function that readline calls, for bash 4.4 and newer, with or without the package
/// bash-completion.
enum BashCompletion {
  static var script: String {
    """
    # Completes the command line of ytplay in bash. Written by `ytplay help bash`.

    _ytplay() {
      local program=${1/#\\~\\//$HOME/} current word option= command= is_operand= has_operand= i
      local -a words=() choices=()
      # Readline tears words at = and :, which are put together again.
      for ((i = 0; i <= COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        ((i < COMP_CWORD)) || [[ $word == [=:]* ]] || word=$2
        if ((i > 1)) && [[ $word == [=:]* || ${COMP_WORDS[i - 1]} == *[=:] ]]; then
          words[${#words[@]} - 1]+=$word
        else
          words+=("$word")
        fi
      done
      current=${words[${#words[@]} - 1]}

      # The command, and the option whose value is being written.
      for word in "${words[@]:1:${#words[@]}-2}"; do
        if [[ $option ]]; then
          option=
        elif [[ $is_operand || $word == - || $word != -* ]]; then
          if [[ ! $is_operand$has_operand ]]; then
            case $word in
            \(CommandName.words.joined(separator: " | "))) command=$word ;;
            esac
          fi
          has_operand=1
        elif [[ $word == -- ]]; then
          is_operand=1
        else
          case $word in
          \(ShellCompletion.longWithValue.joined(separator: " | "))) option=$word ;;
          --*) ;;
          *) [[ ! $word =~ ^-[^\(letters)]*[\(letters)]$ ]] || option=-${word: -1} ;;
          esac
        fi
      done
      local begin=
      if [[ ! $option && ! $is_operand && $current == --*=* ]]; then
        option=${current%%=*}
        current=${current#*=}
        # Readline completes what is behind the = alone, unless it was told not to tear words there.
        [[ $COMP_WORDBREAKS == *=* ]] || begin=$option=
      fi

      case $option in
      '') ;;
    \(values)
      *) return ;;
      esac
      if [[ $option ]]; then
        COMPREPLY=($(compgen -P "$begin" -W "${choices[*]}" -- "$current"))
        return
      fi

      if [[ ! $is_operand && $current == -?* ]]; then
        case ${command:-play} in
    \(options)
        esac
        COMPREPLY=($(compgen -W "${choices[*]}" -- "$current"))
        return
      fi

      case $command in
    \(operands)
      *)
        if [[ ! $is_operand$has_operand ]]; then
          COMPREPLY=($(compgen -W '\(CommandName.words.joined(separator: " "))' -- "$current"))
        fi
        if ((${#COMPREPLY[@]})); then
          compopt -o filenames
          local IFS=$'\\n'
          COMPREPLY+=($(compgen -f -- "$2"))
        else
          # Readline's own completion of file names knows all about quotes and ~.
          compopt -o default
        fi
        ;;
      esac
    }

    # The ids of the backends, by their manifests alone: nothing is started.
    _ytplay_backends() {
      local output
      output=$("$1" \(ShellCompletion.listing) 2>/dev/null)
      while [[ $output =~ \\"id\\":\\"([A-Za-z0-9._-]+)\\"(.*) ]]; do
        choices+=("${BASH_REMATCH[1]}")
        output=${BASH_REMATCH[2]}
      done
    }

    complete -F _ytplay ytplay

    """
  }

  private static var letters: String { ShellCompletion.lettersWithValue }

  /// What is offered for the options' values.
  private static var values: String {
    var offers: [(forms: [String], body: String)] = []
    for option in OptionTable.all {
      guard let body = offer(for: option) else { continue }
      if let index = offers.firstIndex(where: { $0.body == body }) {
        offers[index].forms += option.forms
      } else {
        offers.append((option.forms, body))
      }
    }
    return offers.map { "  \($0.forms.joined(separator: " | ")))\n    \($0.body)\n    ;;" }
      .joined(separator: "\n")
  }

  private static func offer(for option: OptionSpec<Options>) -> String? {
    switch option.completion {
    case .files: return "compopt -o default\n    return"
    case .folders: return "compopt -o dirnames\n    return"
    case .words(let words): return "choices=(\(words.joined(separator: " ")))"
    case .names(let names):
      let names = names.map { "\($0)=" }.joined(separator: " ")
      return "[[ $current != *=* ]] || return\n    compopt -o nospace\n    choices=(\(names))"
    case .backends: return #"_ytplay_backends "$program""#
    case nil where option.opposite != nil: return "choices=(yes no)"
    case .nothing, nil: return nil
    }
  }

  /// The options that each command takes; the opposites of options only where a name has been begun.
  private static var options: String {
    CommandName.allCases.map { command in
      let options = OptionTable.all.filter(command.takes)
      let names = options.map { "--\($0.name)" }.joined(separator: " ")
      let opposites = options.compactMap(\.opposite).map { "--\($0)" }.joined(separator: " ")
      return "    \(command.rawValue))\n      choices=(\(names))\n"
        + (opposites.isEmpty ? "" : "      [[ $current != --?* ]] || choices+=(\(opposites))\n") + "      ;;"
    }.joined(separator: "\n")
  }

  /// What is offered as an operand of the commands that take no sources.
  private static var operands: String {
    CommandName.allCases.compactMap { command -> String? in
      let name = command.rawValue
      switch command.operands {
      case .words(let words):
        let choices = words.joined(separator: " ")
        return "  \(name))\n    COMPREPLY=($(compgen -W '\(choices)' -- \"$current\"))\n    ;;"
      case .nothing: return "  \(name)) ;;"
      case .files, .folders, .names, .backends: return nil
      }
    }.joined(separator: "\n")
  }
}
