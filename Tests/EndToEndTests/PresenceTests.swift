import Foundation
import Testing

/// Whoever comes wakes the panel, by finger or by key, and nothing else comes of it.
@Suite(.serialized) struct PresenceTests {
  private func running(
    _ arguments: [String], _ weston: Weston
  ) throws -> (kiosk: RunningKiosk, ctl: ([String]) throws -> Program.Result) {
    let environment = weston.environment.merging(["RUNTIME_DIRECTORY": weston.directory.path]) { $1 }
    let kiosk = try RunningKiosk(arguments, environment: environment)
    try kiosk.wait("ready")
    return (kiosk, { try Program.run(["ctl", "--socket", weston.directory.path + "/control"] + $0) })
  }

  private func configured(_ weston: Weston, _ text: String) throws -> String {
    let config = weston.directory.path + "/kiosk.json"
    try text.write(toFile: config, atomically: true, encoding: .utf8)
    return config
  }

  /// The device forgot the up of the finger that woke the panel. Reading the configuration anew lifts every finger, that
  /// one too.
  @Test func aWakingFingerThatIsForgottenIsLiftedByAReload() throws {
    let weston = try Weston()
    let config = try configured(weston, "{\"touchFix\": \"depth\"}")
    let (kiosk, ctl) = try running(["--config", config], weston)
    let button = try Places().points("button")[0]
    #expect(try ctl(["sleep"]).status == 0)
    try weston.fingers("down 7 100 100", "frame")
    try eventually("the light") { try ctl(["status"]).output.contains("\"idle\":\"active\"") }
    // As long as it counts as down, what comes beside it is one gesture with it.
    try weston.fingers("tap \(button.x) \(button.y)")
    #expect(try ctl(["reload"]).status == 0)
    #expect(!kiosk.events.contains { $0.name == "action" })
    try weston.fingers("tap \(button.x) \(button.y)")
    #expect(try kiosk.wait("action", within: 5).count == 1)
    #expect(kiosk.stop() == 0)
  }

}
