import ControlProtocol

extension Documents {
  private static let note = "# from the program's tables, by make record\n"

  private static var subcommands: String { Subcommand.exceptHelpAndVersion.map(\.rawValue).joined(separator: " ") }

  /// The addresses that `ctl list` prints of a running panel, for the commands that take one.
  private static let addressLists: [(command: ControlCommand, list: String)] = [
    (.press, list(of: "$2 == \"button\"")), (.set, list(of: "$2 !~ /^(button|page|list)$/")),
    (.append, list(of: "$2 == \"value\"")), (.remove, list(of: "$2 == \"value\"")),
    (.scene, list(of: "$2 == \"page\"")),
  ]

  private static func list(of condition: String) -> String {
    "cube-kiosk ctl list 2>/dev/null | awk -F '\\t' '\(condition) { print $1 }'"
  }

  private static var namedOptions: [(name: String, setting: Setting)] {
    Options.settings.filter { !$0.isDeprecated }.compactMap { setting in setting.option.map { ($0, setting) } }
  }

  static var bash: String {
    var cases = ""
    for (option, setting) in namedOptions where setting.takesValue {
      let name = (setting.letter.map { "-\($0) | " } ?? "") + "--" + option
      var replies: [String] = []
      if option == "scene" {
        replies = ["$(compgen -W \"$(cube-kiosk scenes)\" -- \"$cur\")"]
      } else if !setting.choices.isEmpty {
        replies = ["$(compgen -W \"\(setting.choices.joined(separator: " "))\" -- \"$cur\")"]
      }
      if setting.isFile { replies.append("$(compgen -f -- \"$cur\")") }
      cases += "\t\(name)) COMPREPLY=(\(replies.joined(separator: " "))) ;;\n"
    }
    let names = namedOptions.map { "--" + $0.name } + ["--help", "--version"]
    var addresses = ""
    for (command, list) in addressLists {
      let words = command == .press ? "press | --wait" : command.rawValue
      addresses += "\t\(words)) _cube_kiosk_addresses < <(\(list)) ;;\n"
    }
    return """
      # bash completion of cube-kiosk
      \(note)
      # Without compgen -W, which would expand what an address contains.
      _cube_kiosk_addresses() {
      \tlocal address
      \tCOMPREPLY=()
      \twhile IFS= read -r address; do
      \t\t[[ $address == "$cur"* ]] && COMPREPLY+=("$(printf %q "$address")")
      \tdone
      }

      _cube_kiosk() {
      \tlocal cur prev
      \tcur=${COMP_WORDS[COMP_CWORD]}
      \tprev=${COMP_WORDS[COMP_CWORD - 1]}
      \tcase $prev in
      \(addresses)\(cases)\tcheck-config | preview) COMPREPLY=($(compgen -f -- "$cur")) ;;
      \tctl) COMPREPLY=($(compgen -W "\(controlCommands)" -- "$cur")) ;;
      \t*)
      \t\tif [[ $cur == -* ]]; then
      \t\t\tCOMPREPLY=($(compgen -W "\(names.joined(separator: " "))" -- "$cur"))
      \t\telif [[ $COMP_CWORD -eq 1 ]]; then
      \t\t\tCOMPREPLY=($(compgen -W "\(subcommands)" -- "$cur"))
      \t\tfi
      \t\t;;
      \tesac
      }
      complete -F _cube_kiosk cube-kiosk

      """
  }

  static var fish: String {
    var lines = ""
    for (option, setting) in namedOptions {
      var line = "complete -c cube-kiosk"
      if let letter = setting.letter { line += " -s \(letter)" }
      line += " -l \(option)"
      if setting.takesValue { line += setting.isFile ? " -r" : " -x" }
      if option == "scene" {
        line += " -a \"(cube-kiosk scenes)\""
      } else if !setting.choices.isEmpty {
        line += " -a \"\(setting.choices.joined(separator: " "))\""
      }
      lines += line + " -d \"\(setting.help.replacing(["\"": "\\\""]))\"\n"
    }
    for (command, list) in addressLists {
      lines += "complete -c cube-kiosk -f -n \"__fish_seen_subcommand_from \(command)\" -a \"("
      lines += list.replacing(["\"": "\\\"", "$": "\\$"]) + ")\"\n"
    }
    return """
      # fish completion of cube-kiosk
      \(note)
      set -l commands \(subcommands)
      complete -c cube-kiosk -f -n "not __fish_seen_subcommand_from $commands" -a "$commands"
      complete -c cube-kiosk -f -n "__fish_seen_subcommand_from ctl" -a "\(controlCommands)"
      complete -c cube-kiosk -F -n "__fish_seen_subcommand_from check-config preview"
      \(lines)complete -c cube-kiosk -s h -l help -d "print the help"
      complete -c cube-kiosk -l version -d "print the version"

      """
  }

  static var zsh: String {
    var lines = ""
    for (option, setting) in namedOptions {
      // Escape what would end a part of an _arguments spec: brackets the description, colons a field, quotes the word.
      let help = setting.help.replacing(["'": "'\\''", ":": "\\:", "[": "\\[", "]": "\\]"])
      let head = setting.letter.map { "'(-\($0) --\(option))'{-\($0),--\(option)}'" } ?? "'--\(option)"
      var line = "\(head)[\(help)]"
      if setting.takesValue {
        let values =
          option == "scene"
          ? "_cube_kiosk_scenes"
          : setting.isFile ? "_files" : setting.choices.isEmpty ? "" : "(\(setting.choices.joined(separator: " ")))"
        line += ":\(setting.operand.lowercased()):\(values)"
      }
      lines += "\t\(line)' \\\n"
    }
    let addresses = addressLists.map { "\t\($0.command)) compadd -- ${(f)\"$(\($0.list))\"} ;;\n" }.joined()
    return """
      #compdef cube-kiosk
      \(note)
      _cube_kiosk_scenes() {
      \tlocal -a scenes
      \tscenes=(${(f)"$(_call_program scenes cube-kiosk scenes)"})
      \t_alternative 'scenes:scene:compadd -a scenes' 'files:scene file:_files -g "*.json"'
      }

      _arguments \\
      \t'1:command:(\(subcommands))' \\
      \t'2:operand:->operand' \\
      \t'3:address:->address' \\
      \(lines)\t'(-h --help)'{-h,--help}'[print the help]' \\
      \t'--version[print the version]'

      if [[ $state == operand ]]; then
      \tcase $words[2] in
      \tctl) _values command \(controlCommands) ;;
      \tcheck-config|preview) _files -g "*.json" ;;
      \tesac
      elif [[ $state == address && $words[2] == ctl ]]; then
      \tcase $words[3] in
      \(addresses)\tesac
      fi

      """
  }

  private static var controlCommands: String { ControlCommand.allCases.map(\.rawValue).joined(separator: " ") }
}
