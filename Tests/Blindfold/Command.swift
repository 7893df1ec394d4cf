import Configuration
import Foundation
import Kiosk
import Localization
import PanelKit
import TestSupport

/// Plays a panel blindfolded: reads gestures and keys from standard input, and prints only what is spoken.
///
/// `Blindfold [--keypad] [options of run]`, such as `Blindfold --scene home.json --windowed 800x480`. With `--keypad`, the
/// introduction is for keys. Each line of the input is a step:
///
/// | step | effect |
/// |---|---|
/// | `touch X Y` | rests a finger, in points from the top left |
/// | `trace X Y X Y …` | moves a finger slowly from point to point |
/// | `slide LABEL` | moves a finger up the panel, line by line, lifts it on an element whose label begins with this |
/// | `hold X Y` | rests a finger for 3.5 seconds |
/// | `tap X Y`, `double`, `triple` | short taps |
/// | `swipe right`, `left`, `up` or `down` | a quick swipe |
/// | `find right LABEL` | swipes until an element is spoken whose label begins with this |
/// | `key tab` | a key: `tab`, `backtab`, `return`, `space`, `left`, … `pageup`, or a character |
/// | `wait SECONDS` | waits in real time, so that commands and timers continue |
/// | `set NAME TEXT` | a new reading of a value |
/// | `quit` | ends the program, as the end of the input does |
///
/// The speech of a step follows it: a line for each text, with `*` before a new element and `-` for silence, and an empty
/// line. The panel is the kiosk itself without a compositor: its buttons run their commands, for which its
/// control socket is in `RUNTIME_DIRECTORY`. The kiosk's log goes to standard error, for the referee.
@main enum Command {
  static func main() {
    Application.prepareProcess()
    do {
      let usesKeys = CommandLine.arguments.dropFirst().first == "--keypad"
      let arguments = try Arguments(["run"] + CommandLine.arguments.dropFirst(usesKeys ? 2 : 1))
      let (options, errors) = try arguments.read(arguments.configurationPath)
      if let failure = arguments.failure(options, errors) { throw failure }
      // The panel must not use the state of another one.
      let directory = try TemporaryDirectory()
      for name in ["STATE_DIRECTORY", "RUNTIME_DIRECTORY"] { setenv(name, directory.path, 1) }
      defer { withExtendedLifetime(directory) {} }
      try Language.$current.withValue(options.effectiveLanguage) {
        let trial = Trial(
          try Kiosk(options, arguments: arguments, version: "blindfold", log: Log(level: options.logLevel)))
        trial.begin(usesKeys: usesKeys)
        while let line = readLine(), line != "quit" { trial.play(line) }
        trial.end()
      }
    } catch {
      FileHandle.standardError.write(Data("Blindfold: \(error)\n".utf8))
      exit(64)
    }
  }
}
