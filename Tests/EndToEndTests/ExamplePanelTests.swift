import Foundation
import Testing

/// The panels that one would hang up: by the program's own word, and by fingers.
@Suite(.serialized) struct ExamplePanelTests {
  private static func path(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "../../Sources/Formats/examples/\(name).json"
    ).standardizedFileURL.path
  }

  @Test(arguments: ["home", "meeting-room", "machine"]) func nothingIsWrongWithIt(_ name: String) throws {
    let path = Self.path(name)
    let result = try Program.run(["check-config", path])
    #expect(result.status == 0 && result.output == "\(path): good\n" && result.errors == "")
  }

  /// Taken for half an hour, for a quarter more, and over.
  @Test func aMeetingBeginsGoesOnAndEnds() throws {
    let (weston, scratch) = (try Weston(), try Scratch())
    // The commands call the program by its name, and find the panel where it is.
    try """
    #!/bin/sh
    shift
    exec \(Program.path) ctl --socket \(weston.directory.path)/control "$@"
    """.write(toFile: scratch.path + "/cube-kiosk", atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: scratch.path + "/cube-kiosk")
    let scene = Self.path("meeting-room")
    let panel = try ControlledKiosk(
      ["--scene", scene], weston, environment: ["PATH": scratch.path + ":/usr/bin:/bin", "TZ": "UTC"])
    let watch = try Stream([Program.path, "ctl", "--socket", panel.socket, "watch", "value"])
    let places = try Places(json: try Program.run(["inspect", "--scene", scene, "--size", "1280x800"]).output)
    func press(_ name: String) throws {
      let place = try places.points(name)[0]
      try weston.fingers("tap \(place.x) \(place.y)")
    }
    func next(_ name: String) throws -> String {
      try #require(try watch.object("\(name)'s next") { $0["name"] as? String == name }["value"] as? String)
    }
    /// In minutes of the day.
    func minutes(_ text: String) throws -> Int {
      let parts = text.split(separator: " ").last?.split(separator: ":").compactMap { Int($0) } ?? []
      try #require(parts.count == 2 && text.hasPrefix("until "), "\(text)")
      return parts[0] * 60 + parts[1]
    }
    try watch.line("the state")
    try press("take")
    #expect(try next("room") == "1")
    let end = try minutes(next("until"))
    try press("extend")
    #expect(try (minutes(next("until")) - end + 1440) % 1440 == 15)
    // It is held: a tap ends nothing.
    let place = try places.points("end")[0]
    try weston.fingers("tap \(place.x) \(place.y)", "down 0 \(place.x) \(place.y)")
    #expect(try next("room") == "0")
    try weston.fingers("up 0")
    #expect(panel.kiosk.stop() == 0)
  }

  /// The stop is dead until it is unlocked.
  @Test func theStopIsLocked() throws {
    let weston = try Weston()
    let scene = Self.path("machine")
    let panel = try ControlledKiosk(["--scene", scene], weston)
    let places = try Places(json: try Program.run(["inspect", "--scene", scene, "--size", "1280x800"]).output)
    let (stop, lock) = (try places.points("stop")[0], try places.points("lock")[0])
    try weston.fingers("tap \(stop.x) \(stop.y)")
    try panel.kiosk.wait("touch") { $0.phase == "ended" }
    try weston.fingers("down 0 \(lock.x) \(lock.y)")
    try panel.kiosk.wait("value") {
      $0.values["name"] as? String == "lock" && $0.values["value"] as? String == "unlocked"
    }
    try weston.fingers("up 0", "tap \(stop.x) \(stop.y)")
    let press = try panel.kiosk.wait("press") { $0.values["button"] as? String != "lock" }
    #expect(press.values["button"] as? String == "stop" && press.values["action"] as? String == "unit")
    #expect(panel.kiosk.events.filter { $0.values["button"] as? String == "stop" && $0.name == "press" }.count == 1)
    #expect(panel.kiosk.stop() == 0)
  }
}
