import Configuration
import Foundation
import Localization
import PanelViews

/// Plays a panel blindfolded: reads gestures and keys from standard input, and prints only what is spoken.
///
/// `Blindfold [--keypad] [options of render]`, such as `Blindfold --scene home.json --size 800x480 --lang de`. With
/// `--keypad`, the introduction is for keys. Each line of the input is a step:
///
/// | step | effect |
/// |---|---|
/// | `touch X Y` | rests a finger, in points from the top left |
/// | `trace X Y X Y …` | moves a finger slowly from point to point |
/// | `tap X Y`, `double`, `triple` | short taps |
/// | `swipe right`, `left`, `up` or `down` | a quick swipe |
/// | `key tab` | a key: `tab`, `backtab`, `return`, `space`, `left`, … `pageup`, or a character |
/// | `wait SECONDS` | advances the clock |
/// | `set NAME TEXT` | a new reading of a value |
///
/// The speech of a step follows it: a line for each text, with `*` before a new element and `-` for silence. Presses
/// and changed values go to standard error, for the referee. Buttons run no commands and start no units, but succeed.
@main enum Command {
  static func main() {
    do {
      let usesKeys = CommandLine.arguments.dropFirst().first == "--keypad"
      let arguments = try Arguments(["render"] + CommandLine.arguments.dropFirst(usesKeys ? 2 : 1) + ["-o", "-"])
      let (options, errors) = try arguments.read(arguments.configurationPath)
      if let failure = CommandFailure(errors, of: arguments.configurationPath ?? "") { throw failure }
      Language.$current.withValue(options.effectiveLanguage) {
        options.withOffscreenWindow(now: Int(clamping: Date().timeIntervalSince1970)) { window in
          let trial = Trial(options, window)
          trial.begin(usesKeys: usesKeys)
          while let line = readLine() { trial.play(line) }
        }
      }
    } catch {
      FileHandle.standardError.write(Data("Blindfold: \(error)\n".utf8))
      exit(64)
    }
  }
}
