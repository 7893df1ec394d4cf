import Scenes

extension Options {
  /// The text of `--help`, at most 80 columns wide, generated from the subcommands, settings, keys and exit statuses.
  package static var help: String {
    var text = ""
    for subcommand in Subcommand.exceptHelpAndVersion {
      let start = text.isEmpty ? "Usage: " : "       "
      let name = subcommand == .run ? "[run]" : subcommand.rawValue
      text += "\(start)cube-kiosk \(name) \(subcommand.synopsis)".trimmed + "\n"
    }
    text += "\n" + introduction + "\nCommands\n"
    for subcommand in Subcommand.exceptHelpAndVersion { text += entry(subcommand.rawValue, subcommand.help) }
    // The section without a heading has the settings that have no option.
    for section in sections where !section.heading.isEmpty {
      text += "\nOptions of \(section.heading)\n"
      for setting in section.settings where !setting.isDeprecated {
        text += entry(setting.usage, setting.summary(among: section.subcommands))
      }
      if section.subcommands == [.run] {
        text += entry(
          "-- COMMAND …",
          "run COMMAND, without a shell, when the first button is pressed, instead of switching the light")
      }
    }
    text += "\nOther options\n" + entry("-h, --help", "print this help") + entry("--version", "print the version")
    text += "\nKeyboard\n" + keyboard.map { entry($0.keys, $0.effect) }.joined()
    text += "\nExit status\n" + ExitCode.meanings.map { entry("\($0.code)", $0.meaning) }.joined()
    return text + "\nThe manual: man cube-kiosk-panel, cube-kiosk-scene, kiosk.json, cube-kiosk\n"
  }

  private static let introduction = """
    A touch panel for Wayland: a cube of live views, or screens described in JSON
    files. Hit testing follows the order of siblings, as in UIKit, so the button on
    face 3 of the cube doesn't respond until you choose a touch fix.

    """

  /// The keys of a keyboard, for `--help` and the manual.
  static let keyboard: [(keys: String, effect: String)] = [
    ("Tab", "move the focus; with Shift, backward"), ("Return, Space", "press the focused button"),
    ("arrows", "move a slider, or move through a menu or an explanation"),
    ("1 to \(TouchFix.allCases.count)", "choose the touch fix"), ("L", "choose the next shading"),
    ("E", "explain the last tap"), ("S", "choose a scene"),
    ("F11", "leave or enter the fullscreen state, if quitting is allowed"),
    ("Esc", "close whatever covers the scene; then quit, if quitting is allowed"),
    ("Q", "quit, if quitting is allowed"),
  ]

  /// Formats an entry in two columns: the name, and its description, which is wrapped at 80 characters.
  private static func entry(_ name: String, _ text: String) -> String {
    let (indent, gap, textColumn, lineLength) = (2, 2, 24, 80)
    var lines = [String(repeating: " ", count: indent) + name]
    if name.count > textColumn - indent - gap { lines.append("") }
    var isFirstWord = true
    for word in text.split(separator: " ") {
      if !isFirstWord, lines[lines.count - 1].count + 1 + word.count > lineLength {
        lines.append("")
        isFirstWord = true
      }
      let column = lines[lines.count - 1].count
      lines[lines.count - 1] += String(repeating: " ", count: isFirstWord ? textColumn - column : 1) + word
      isFirstWord = false
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension Setting {
  /// The option with its operand, such as `-o, --output FILE`.
  package var usage: String {
    let name = (letter.map { "-\($0), " } ?? "") + "--" + (option ?? "")
    return takesValue ? "\(name) \(self.operand)" : name
  }

  /// Returns a summary: the description, the accepted words, the default, and the subcommands that accept the option.
  ///
  /// - Parameter subcommands: The section's subcommands. The option's subcommands are listed only if they differ.
  func summary(among subcommands: Set<Subcommand>) -> String {
    var text = help
    if !self.choices.isEmpty, !self.allowsOtherValues { text += ": \(self.choices.alternatives)" }
    if let defaultText { text += " [\(defaultText)]" }
    if self.subcommands != subcommands { text += " (\(Subcommand.names(of: self.subcommands)))" }
    return text
  }
}

extension Subcommand {
  static func names(of subcommands: Set<Subcommand>) -> String {
    exceptHelpAndVersion.filter { subcommands.contains($0) }.map(\.rawValue).joined(separator: ", ")
  }
}

extension String {
  fileprivate var trimmed: Substring { self[...(lastIndex { $0 != " " } ?? startIndex)] }
}
