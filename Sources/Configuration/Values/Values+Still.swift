import Scenes
import Text

extension Values {
  /// Reads the time, files and followed pictures once, for a single picture. Runs no commands.
  ///
  /// - Parameter now: In seconds since 1970.
  package func readStill(at now: Int) {
    let locale = ClockText.Locale()
    point = locale.point
    set(
      definitions.compactMap { name, definition in
        switch definition.source {
        case .time(let format): (name, ClockText(format: format, locale: locale).text(at: now))
        case .file(let path): ValueLine.first(ofFile: path).map { (name, $0) }
        case .command, .stream, .set: nil
        }
      }, at: 0)
    for path in images.paths {
      if let picture = PNG.picture(inFile: path) { images.set(path, picture) }
    }
  }
}
