import Foundation
import Testing

/// The scene taken apart, by real fingers on a real weston.
@Suite(.serialized) struct ExplanationTests {
  /// A dead tap, "Explain", and what is on the screen then is what `render` makes of the same tap; the button beneath
  /// the panes is out of reach, and a second press puts it all together again.
  ///
  /// - Parameter pane: a place on the one of face 3.
  @Test(arguments: [(1280, 800, "760 250"), (480, 800, "197 517")])
  func aDeadTapIsExplained(width: Int, height: Int, pane: String) throws {
    let weston = try Weston(width: width, height: height)
    let kiosk = try RunningKiosk(["--touch-fix", "none"], environment: weston.environment)
    try kiosk.wait("ready")
    let before = try Picture(weston.screenshot())
    let places = try Places(width: width, height: height)
    let (button, explain) = (try places.points("button")[1], try places.points("explain")[0])
    try weston.fingers("tap \(button.x) \(button.y)")
    #expect(try kiosk.wait("touch").view?.hasPrefix("root/cube/face") == true)
    try weston.fingers("tap \(explain.x) \(explain.y)")
    let panes = weston.directory.path + "/panes.png"
    let size = "\(width)x\(height)"
    _ = try Program.run(["render", "--size", size, "--explode", "\(button.x),\(button.y)", "-o", panes])
    let expected = try Picture(panes)
    try eventually("the panes") { try Picture(weston.screenshot()).differing(from: expected, by: 8) < 0.001 }
    // On the pane of face 3 a finger is near the button's picture, and presses nothing.
    try weston.fingers("tap \(pane)")
    try weston.fingers("tap \(explain.x) \(explain.y)")
    try eventually("the cube as it was") {
      try Picture(weston.screenshot()).differing(from: before, by: 8, above: height * 3 / 4) == 0
    }
    #expect(!kiosk.events.contains { $0.name == "press" })
    #expect(kiosk.stop() == 0)
  }

  /// The lesson begins by a tap on the lamp, and asks who got it.
  @Test func theLessonAsksWhoGotTheTap() throws {
    let weston = try Weston()
    let kiosk = try RunningKiosk(["--scene", "lesson"], environment: weston.environment)
    try kiosk.wait("ready")
    let result = try Program.run(["inspect", "--scene", "lesson", "--size", "1280x800"])
    let places = try Places(json: result.output)
    let lamp = try places.points("button")[1]
    try weston.fingers("tap \(lamp.x) \(lamp.y)")
    try kiosk.wait("touch") { $0.phase == "ended" }
    // The six faces to guess from stand at the right of the strip; the fifth is the answer.
    let strip = try places.corners("lesson")
    let tile = (x: strip[1][0] - 8 - 48 - 8 - 1.5 * 56 + 4, y: (strip[1][1] + strip[2][1]) / 2)
    try weston.fingers("tap \(tile.x) \(tile.y)")
    #expect(try kiosk.wait("touch") { $0.phase == "began" }.view == "root/lesson/face5")
    #expect(kiosk.stop() == 0)
  }
}
