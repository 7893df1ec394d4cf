import AdapterKit
import PanelSystem

/// The program `cube-kiosk-mqtt`.
package enum Command {
  /// Runs the program.
  ///
  /// - Returns: The exit status.
  package static func run(_ words: [String], version: String) -> Int32 {
    let program = AdapterProgram<BridgeConfiguration>(
      "cube-kiosk-mqtt", "Connects the panel to an MQTT broker and to Home Assistant."
    ) { (configuration) throws(SystemError) in try Bridge(configuration).run() }
    return program.run(words, version: version)
  }
}
