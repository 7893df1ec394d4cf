import AdapterKit
import PanelSystem

/// The program `cube-kiosk-pictures`.
package enum Command {
  /// Runs the program.
  ///
  /// - Returns: The exit status.
  package static func run(_ words: [String], version: String) -> Int32 {
    let program = AdapterProgram<PictureConfiguration>(
      "cube-kiosk-pictures", "Shows pictures of HTTP addresses on the panel: stills and MJPEG."
    ) { (configuration) throws(SystemError) in try Adapter(configuration).run() }
    return program.run(words, version: version)
  }
}
