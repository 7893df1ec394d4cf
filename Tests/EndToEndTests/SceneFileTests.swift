import Foundation
import TestSupport
import Testing

/// Scene files: on the panel, and checked.
@Suite(.serialized) struct SceneFileTests {
  /// A scene with a root view.
  private func scene(_ root: String) -> String {
    "{\"size\": [400, 300], \"root\": {\"frame\": [0, 0, 400, 300], \(root)}}"
  }

  /// A scene with one large button, whose action shows another scene.
  private func buttonScene(_ name: String, showing next: String, _ members: String = "") -> String {
    """
    {"$schema": "scene.schema.json", "name": "\(name)", "size": [400, 300], "fit": "cover", \(members) "root": {
      "frame": [0, 0, 400, 300], "name": "\(name)", "button": {"title": "\(name)", "action": {"scene": "\(next)"}}}}
    """
  }

  /// A file's size is that of the upright picture.
  @Test func rotatedSceneFillsItsPicture() throws {
    let directory = try TemporaryDirectory()
    try directory.write(
      ##"{"size": [60, 100], "root": {"frame": [0, 0, 60, 100], "backgroundColor": "#FF0000"}}"##, to: "scene.json")
    try directory.write(#"{"rotate": 90, "scene": "scene.json"}"#, to: "kiosk.json")
    let (config, output) = (directory.file("kiosk.json"), directory.file("out.png"))
    #expect(try Program.run(["render", "--config", config, "-o", output]).status == 0)
    let picture = try Picture(output)
    #expect(picture.bitmap.width == 100 && picture.bitmap.height == 60)
    #expect(picture.count { $0 & 0xFFFFFF == 0xFF0000 } == 6000)
  }

  @Test func buttonsShowOtherFiles() throws {
    let weston = try Weston()
    try weston.directory.write(buttonScene("home", showing: "menu.json"), to: "scenes/home.json")
    try weston.directory.write(buttonScene("menu", showing: "home.json"), to: "scenes/menu.json")
    // Paths are relative to the file that contains them.
    let panel = try Panel(configuration: "{\"scene\": \"scenes/home.json\"}", on: weston)
    let config = weston.directory.file("kiosk.json")
    #expect(try Program.run(["check-config", config]).output == "\(config): good\n")
    func press() throws -> String? {
      try panel.fingers("tap 640 400")
      return try panel.wait("press").view
    }
    for (name, next) in [("home", "menu"), ("menu", "home")] {
      try panel.fingers("tap 640 400")
      // A press is reported after the scene that it led to.
      #expect(try panel.wait("scene").scene == next)
      #expect(try panel.wait("press").view == name)
    }
    #expect(try press() == "home")
    // A changed file is shown at once, unless it is invalid.
    try weston.directory.write(buttonScene("other", showing: "home.json"), to: "scenes/menu.json")
    try panel.wait("scene") { $0.scene == "other" }
    try weston.directory.write("{\"size\": [9, 9]}", to: "scenes/menu.json")
    #expect(try press() == "other")
    let check = try Program.run(["check-config", config])
    #expect(check.status == 78)
    let file = weston.directory.file("scenes/menu.json")
    #expect(check.errors == "cube-kiosk: \(file): $.root: found nothing; expected this key\n")
    #expect(panel.stop() == 0)
  }

  /// Opening the font takes a megabyte.
  @Test func fontOfIconsIsOpenedWithTheFirstIcon() throws {
    let weston = try Weston()
    try weston.directory.write(scene("\"text\": {\"string\": \"a\"}"), to: "panel.json")
    let panel = try Panel(["--scene", weston.directory.file("panel.json")], on: weston)
    func mapsFont() throws -> Bool {
      try String(contentsOfFile: "/proc/\(panel.pid)/maps", encoding: .utf8).contains("materialdesignicons")
    }
    #expect(try !mapsFont())
    try weston.directory.write(scene("\"icon\": \"mdi:home\""), to: "panel.json")
    try waitUntil("the font") { try mapsFont() }
    #expect(panel.stop() == 0)
  }

  // MARK: Changes and errors

  /// The command line or the configuration names the file. A changed file is shown at once, unless it is invalid.
  @Test(arguments: [true, false]) func changedFileIsShown(_ isConfigured: Bool) throws {
    let weston = try Weston()
    try weston.directory.write(scene("\"name\": \"one\""), to: "panel.json")
    let panel =
      try isConfigured
      ? Panel(configuration: "{\"scene\": \"panel.json\"}", on: weston)
      : Panel(["--scene", weston.directory.file("panel.json")], on: weston)
    func waitForView(_ name: String) throws {
      try waitUntil(name) { try panel.touchedView(Place(x: 640, y: 400)) == name }
    }
    try waitForView("one")
    try panel.directory.write(scene("\"name\": \"two\""), to: "panel.json")
    try waitForView("two")
    try panel.directory.write(scene("\"opacity\": 2"), to: "panel.json")
    try panel.waitForLog("panel.json: $.root.opacity: found 2; expected a number from 0 to 1; the old scene stays")
    #expect(try panel.touchedView(Place(x: 640, y: 400)) == "two")
    try panel.directory.write(scene("\"name\": \"three\""), to: "panel.json")
    try waitForView("three")
    if isConfigured {
      // Another file is invalid, and then fixed.
      try panel.directory.write(scene("\"opacity\": 3"), to: "other.json")
      try panel.configure("{\"scene\": \"other.json\"}")
      try panel.waitForLog("other.json: $.root.opacity: found 3")
      try panel.directory.write(scene("\"name\": \"other\""), to: "other.json")
      try waitForView("other")
    }
    #expect(panel.stop() == 0)
  }

  @Test(arguments: [["run"], ["inspect"], ["hit", "1", "1"], ["render", "-o", "/dev/null"]])
  func invalidFileEndsTheProgram(_ words: [String]) throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write(
      "{\"size\":[400,300],\"root\":{\"children\":[{\"opacity\":2}]}}", to: "invalid.json")
    let result = try Program.run([words[0], "--scene", file] + words.dropFirst())
    #expect(result.status == 78 && result.output == "")
    let error = "$.root.children[0].opacity: found 2; expected a number from 0 to 1"
    #expect(result.errors == "cube-kiosk: \(file): \(error)\n")
  }

  @Test func checkConfigFollowsActions() throws {
    let directory = try TemporaryDirectory()
    /// The errors, without the warnings.
    func check(home: String) throws -> String {
      let file = try directory.write(home, to: "home.json")
      return try Program.run(["check-config", file]).errors.split(separator: "\n")
        .filter { !$0.contains(": warning: ") }.joined(separator: "\n")
        .replacing("cube-kiosk: \(directory.path)/", with: "")
    }
    let values = "\"values\": {\"door\": {\"set\": \"shut\"}},"
    let home = buttonScene("home", showing: "menu.json", values)
    #expect(try check(home: home) == "menu.json: No such file or directory")
    let menu = buttonScene("{door}", showing: "home.json").replacing("\"name\": \"{door}\",", with: "")
    try directory.write(menu, to: "menu.json")
    #expect(try check(home: home) == "")
    try directory.write(
      buttonScene("menu", showing: "home.json", values.replacing("shut", with: "open")), to: "menu.json")
    func conflict(with place: String) -> String {
      "menu.json: $.values.door: found another definition than in \(place); expected the same"
    }
    #expect(try check(home: home) == conflict(with: "\(directory.path)/home.json"))
    let configuration = "{\(values) \"scene\": \"menu.json\"}"
    #expect(try check(home: configuration).hasPrefix(conflict(with: "the configuration")))
    let unknown = "home.json: $.root.button.action.scene: found 'menu'; expected cube, lesson, "
    #expect(try check(home: buttonScene("home", showing: "menu")).hasPrefix(unknown))
    // On a face of the cube, too.
    let face = "{\"faces\": {\"1\": {\"buttons\": [{\"action\": {\"scene\": \"gone.json\"}}]}}}"
    #expect(try check(home: face) == "gone.json: No such file or directory")
  }

  // MARK: Example panels

  @Test func meetingRoomIsBookedExtendedAndFreed() throws {
    let weston = try Weston()
    // The example's commands run `cube-kiosk ctl`, which must find this panel.
    try weston.directory.write(
      program: """
        #!/bin/sh
        shift
        exec \(Program.path) ctl --socket \(weston.directory.file("control")) "$@"
        """, to: "bin/cube-kiosk")
    let panel = try Panel(
      ["--scene", Program.example("meeting-room")], on: weston,
      environment: ["PATH": weston.directory.file("bin") + ":/usr/bin:/bin", "TZ": "UTC"])
    let watch = try panel.watch("value")
    try watch.line("the status")
    func next(_ name: String) throws -> String { try #require(watch.event(name) { $0.name == name }.value) }
    /// Returns the next reported end of the meeting, in minutes since midnight.
    func nextEnd() throws -> Int {
      let text = try next("until")
      let parts = text.split(separator: " ").last?.split(separator: ":").compactMap { Int($0) } ?? []
      try #require(parts.count == 2 && text.hasPrefix("until "), "\(text)")
      return parts[0] * 60 + parts[1]
    }
    try panel.tap("take")
    #expect(try next("room") == "1")
    let firstEnd = try nextEnd()
    try panel.tap("extend")
    #expect(try (nextEnd() - firstEnd + 1440) % 1440 == 15)
    // The button must be held: a tap does nothing.
    let button = try panel.place("end")
    try panel.fingers("tap \(button)", "down 0 \(button)")
    #expect(try next("room") == "0")
    try panel.fingers("up 0")
    #expect(panel.stop() == 0)
  }

  /// The stop button is disabled until it is unlocked.
  @Test func machineStopIsLocked() throws {
    let panel = try Panel(["--scene", Program.example("machine")])
    let (stop, lock) = (try panel.place("stop"), try panel.place("lock"))
    _ = try panel.touchedView(stop)
    try panel.fingers("down 0 \(lock)")
    try panel.wait("value") { $0.name == "lock" && $0.value == "unlocked" }
    try panel.fingers("up 0", "tap \(stop)")
    let press = try panel.wait("press") { $0.button != "lock" }
    #expect(press.button == "stop" && press.action == "unit")
    #expect(panel.events.count { $0.button == "stop" && $0.event == "press" } == 1)
    #expect(panel.stop() == 0)
  }
}
