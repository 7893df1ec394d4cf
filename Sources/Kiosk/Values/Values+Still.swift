import Glibc
import Scenes
import System
import Text

extension Values {
  /// Reads what can be read at once, for a picture that nobody keeps up: the time, files, and pictures that are followed.
  /// No command is run.
  func readStill() {
    let locale = ClockText.Locale()
    point = locale.point
    let now = time(nil)
    set(
      definitions.compactMap { name, definition in
        switch definition.source {
        case .time(let format): (name, ClockText(format: format, locale: locale).text(at: now))
        case .file(let path): FileSource.line(of: path).map { (name, $0) }
        case .command, .stream, .set: nil
        }
      }, at: 0)
    for path in pictures.paths {
      if let picture = PictureSources.picture(in: path) { pictures.set(path, picture) }
    }
  }
}
