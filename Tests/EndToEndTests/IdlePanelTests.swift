import Foundation
import TestSupport
import Testing

/// A panel that dims, sleeps, wakes, and returns to its configured state.
@Suite(.serialized) struct IdlePanelTests {
  // MARK: Home

  /// Sleeping restores the touch fix, the light and the scene.
  @Test func idlePanelReturnsToItsConfiguration() throws {
    let panel = try Panel(
      configuration: """
        {"bar": true, "lighting": "camera", "faces": {"3": {"buttons": [{"action": "light"}, {"action": "none"}]}}}
        """)
    #expect(try panel.status().touchFix == "depth")
    try panel.type(.digit(1), .l)
    try waitUntil("another fix") { try panel.status().touchFix == "none" }
    #expect(try panel.ctl("press", "3", "button").status == 0)
    try waitUntil("the light's end") { panel.saved?.light == false }
    #expect(try panel.ctl("scene", "fold").status == 0)
    #expect(try panel.ctl("sleep").status == 0)
    let status = try panel.status()
    #expect(status.scene == "cube" && status.touchFix == "depth")
    try waitUntil("the light") { panel.saved?.light == true }
    #expect(try panel.ctl("wake").status == 0)
    try panel.waitForPicture("the configured picture", panel.rendered())
    #expect(panel.stop() == 0)
  }

  /// A scene file can be chosen by name, and is shown again after sleeping.
  @Test func configuredSceneFileReturns() throws {
    let weston = try Weston()
    try weston.directory.write(
      #"{"name": "door", "size": [1280, 800], "root": {"name": "background", "bounds": [0, 0, 1280, 800]}}"#,
      to: "door.json")
    let panel = try Panel(configuration: "{\"scene\": \"door.json\", \"allowScenes\": true}", on: weston)
    #expect(try panel.status().scene == "door")
    for name in ["fold", "door", "carousel"] {
      #expect(try panel.ctl("scene", name).status == 0)
      #expect(try panel.status().scene == name)
    }
    #expect(try panel.ctl("sleep").status == 0)
    #expect(try panel.status().scene == "door")
    #expect(panel.stop() == 0)
  }

  // MARK: Output

  /// The log, the status and the screen report a missing output.
  @Test func missingOutputIsReported() throws {
    let panel = try Panel(configuration: "{\"screen\": \"HDMI-A-7\"}")
    #expect(try panel.status().missingOutput == "HDMI-A-7")
    let drawn = try panel.rendered()
    try waitUntil("the message") { try panel.picture().differing(from: drawn, by: 0, above: 80) > 0.02 }
    try panel.waitForLog("screen HDMI-A-7 is not there; the compositor has headless")
    #expect(panel.stop() == 0)
  }

  // MARK: Sleep

  @Test func hooksRunWhenThePanelSleepsAndWakes() throws {
    let hook = "{\"command\": [\"sh\", \"-c\", \"echo $CUBE_KIOSK_IDLE >>DIR/ran\"]}"
    let panel = try Panel(configuration: "{\"idle\": {\"onDark\": \(hook), \"onWake\": \(hook)}}")
    func waitForHooks(_ expected: String) throws {
      try waitUntil(expected) { (try? panel.directory.read("ran")) == expected }
    }
    try waitForHooks("wake\n")
    #expect(try panel.ctl("sleep").status == 0)
    try waitForHooks("wake\ndark\n")
    try panel.fingers("tap 640 400")
    try waitForHooks("wake\ndark\nwake\n")
    #expect(panel.stop() == 0)
  }

  @Test func wakingTouchDoesNothingElse() throws {
    let panel = try Panel(["--touch-fix", "depth"])
    let button = try panel.place("button")
    #expect(try panel.ctl("sleep").status == 0)
    try waitUntil("a black screen") { try panel.picture().count { $0 & 0xFF_FFFF != 0 } == 0 }
    try panel.fingers("tap \(button)")
    try waitUntil("an active panel") { try panel.status().idle == "active" }
    // The first reported touch is the next one.
    try panel.fingers("down 5 \(button)", "up 5")
    #expect(try panel.wait("touch").id == 5)
    #expect(try panel.wait("press").count == 1)
    #expect(try panel.status().count == 1)
    #expect(panel.stop() == 0)
  }

  @Test func wakingKeyDoesNothingElse() throws {
    let panel = try Panel(["--touch-fix", "depth", "--allow-quit"])
    func wake(by key: Key) throws {
      #expect(try panel.ctl("sleep").status == 0)
      try panel.type(key)
      try waitUntil("an active panel", within: 5) { try panel.status().idle == "active" }
    }
    for key in [Key.digit(1), .tab, .escape, .f11] { try wake(by: key) }
    #expect(try panel.status().touchFix == "depth")
    // Nothing has the focus: the first Return does nothing, but Tab and Return press.
    try panel.type(.enter, .tab, .enter)
    #expect(try panel.wait("press").count == 1)
    // A key that wakes the panel doesn't press the focused button.
    try wake(by: .enter)
    try panel.type(.digit(1))
    try panel.wait("touch-fix")
    #expect(panel.count("press") == 1)
    #expect(panel.stop() == 0)
  }

  // MARK: Dimming

  @Test func idlePanelDimsAndTurnsTheCube() throws {
    let panel = try Panel(configuration: "{}")
    let home = try panel.picture()
    #expect(try panel.ctl("scene", "flatten-z").status == 0)
    #expect(try panel.status().scene == "flatten-z")
    // The timeouts begin when the file is read.
    let attractAfter = 1 + Int(Sanitizer.timeout(3))
    try panel.configure("{\"idle\": {\"dimAfter\": 1, \"attractAfter\": \(attractAfter)}}")
    try waitUntil("a dimmed panel") { try panel.status().idle == "dimmed" }
    let dimmed = try panel.picture()
    try waitUntil("the attract animation") { try panel.status().idle == "attract" }
    try panel.waitForChange("a turned cube", from: dimmed, share: 0.02)
    // The panel returned to its scene, and draws a few frames per second.
    var last = try panel.status()
    #expect(last.scene == "cube")
    try waitUntil("a low frame rate", every: 3) {
      let status = try panel.status()
      defer { last = status }
      guard status.uptime > last.uptime + 2 else { return false }
      // Measured by the panel's uptime, because a busy machine delays the queries.
      return (2..<6).contains(Double(status.frames - last.frames) / (status.uptime - last.uptime))
    }
    try panel.configure("{}")
    try panel.waitForPicture("the cube in its first position", home)
    #expect(panel.stop() == 0)
  }
}
