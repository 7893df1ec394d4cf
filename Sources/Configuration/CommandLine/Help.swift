import Scenes

extension Options {
  /// The text of `--help`, at most 80 columns wide, generated from the tables and some fixed text.
  package static var help: String {
    var text = ""
    for verb in Verb.commands {
      let start = text.isEmpty ? "Usage: " : "       "
      let name = verb == .run ? "[run]" : verb.rawValue
      text += "\(start)cube-kiosk \(name) \(verb.operands)".trimmed + "\n"
    }
    text += "\n" + introduction + "\nCommands\n"
    for verb in Verb.commands { text += entry(verb.rawValue, verb.help) }
    for (heading, settings) in sections where !heading.isEmpty {
      let verbs = settings.reduce(into: Set<Verb>()) { $0.formUnion($1.verbs) }
      text += "\n\(heading)\n"
      for setting in settings { text += entry(setting.usage, setting.summary(among: verbs)) }
      if verbs == [.run] {
        text += entry("-- COMMAND …", "what the button runs, without a shell, in place of switching the light")
      }
    }
    return text + "\n" + rest
  }

  private static let introduction = """
    A solid cube of live views on a touch panel. Taps find their face by sibling
    order, as UIKit routes them, so the button on face 3 is dead until a touch fix
    is chosen.

    """

  private static let rest = """
    Keys: Tab moves the focus, Return or Space presses, the arrows move a slider or
    go through a menu or an explanation, 1 to \(TouchFix.allCases.count) choose the touch fix, L the
    shading, E explains the last tap, I shows the inspector, S the scenes, F11
    fullscreen, Esc closes what lies over the scene. Drag to turn the cube; a double
    tap on the background turns it back.

      -h, --help            print this
      --version             print the version

    Environment
      WAYLAND_DISPLAY       the compositor's socket [wayland-0]
      RUNTIME_DIRECTORY     where the control socket is made
      STATE_DIRECTORY       where the count is kept; else
                            $XDG_STATE_HOME/cube-kiosk, ~/.local/state/cube-kiosk
      The command gets CUBE_KIOSK_FACE and CUBE_KIOSK_COUNT.

    Exit status
      0   asked to stop            74  the output can't be written
      64  wrong command line       75  no compositor within the time allowed
      65  wrong recording          78  wrong configuration or scene file
      69  no panel to talk to      1   the panel refused (ctl)
      73  a file can't be made     79  stopped for service, at the panel

    """

  /// Formats an entry in two columns: the name, and its description wrapped to the width.
  private static func entry(_ name: String, _ text: String) -> String {
    let (left, right) = (22, 80)
    var lines = ["  " + name]
    if name.count > left - 2 { lines.append("") }
    var width = left
    for word in text.split(separator: " ") {
      let isFirst = width == left
      if !isFirst, left + 2 + width - left + 1 + word.count > right {
        lines.append("")
        width = left
      }
      let line = lines[lines.count - 1]
      lines[lines.count - 1] =
        width == left
        ? line + String(repeating: " ", count: left + 2 - line.count) + word : line + " " + word
      width = lines[lines.count - 1].count - 2
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension Setting {
  /// The option with its operand, such as `-o, --output FILE`.
  package var usage: String {
    let name = (letter.map { "-\($0), " } ?? "") + "--" + (option ?? "")
    return takesValue ? "\(name) \(operand)" : name
  }

  /// Returns a summary: the description, the accepted words, the default, and the commands that accept the option.
  ///
  /// - Parameter verbs: The section's commands. The option's commands are listed only if they differ.
  func summary(among verbs: Set<Verb>) -> String {
    var text = help
    if !choices.isEmpty, !isOpen { text += ": \(choices.alternatives)" }
    if let standard { text += " [\(standard)]" }
    if self.verbs != verbs {
      text += " (\(Verb.commands.filter { self.verbs.contains($0) }.map(\.rawValue).joined(separator: ", ")))"
    }
    return text
  }
}

extension String {
  fileprivate var trimmed: Substring { self[...(lastIndex { $0 != " " } ?? startIndex)] }
}
