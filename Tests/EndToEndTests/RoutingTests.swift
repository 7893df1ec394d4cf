import Foundation
import TestSupport
import Testing

/// Touches, pointer and keys from weston, and the views that receive them.
@Suite(.serialized) struct RoutingTests {
  @Test func barChangesTheFix() throws {
    let panel = try Panel()
    try panel.tap("depth")
    try panel.wait("touch-fix") { $0.value == "depth" }
    try panel.tap("button")
    #expect(try panel.wait("press").count == 1)
    try panel.type(.digit(1))
    try panel.wait("touch-fix")
    #expect(try panel.touchedView(panel.place("button"))?.hasSuffix("button") == false)
  }

  @Test func hitPrintsTheTouchedView() throws {
    for (fix, expected) in [("none", "root/cube/face"), ("reorder", "root/cube/face3/button")] {
      for point in try Places().points("button") {
        let result = try Program.run(["hit", "--size", "1280x800", "--touch-fix", fix, "\(point.x)", "\(point.y)"])
        #expect(result.status == 0 && result.output.hasPrefix(expected))
        #expect(result.output.contains("button") == (fix != "none"))
      }
    }
    #expect(try Program.run(["hit", "-5", "-5"]).output == "-\n")
  }

  @Test func dragTurnsTheCubeAndReleasesTheButton() throws {
    let panel = try Panel(["--touch-fix", "reorder"])
    let button = try panel.place("button")
    let before = try panel.picture()
    try panel.fingers("down 0 \(button)", "frame")
    #expect(try panel.wait("touch").view == "root/cube/face3/button")
    for step in 1...12 { try panel.fingers("motion 0 \(Place(x: button.x + Double(step) * 10, y: button.y))", "frame") }
    try panel.fingers("up 0", "frame")
    try panel.waitForTouchEnd()
    try panel.type(.digit(1))
    try panel.wait("touch-fix")
    #expect(panel.count("press") == 0)
    try panel.waitForChange("a turned cube", from: before, share: 0.05)
    // A double tap on the background turns the cube back. The bar differs by now.
    try panel.fingers("tap 60 60", "tap 62 60")
    try waitUntil("the cube in its first position") {
      try panel.picture().differing(from: before, by: 8, above: 700) < 0.0005
    }
  }

  @Test func removedTouchScreenCancelsItsTouches() throws {
    let panel = try Panel(["--touch-fix", "reorder"])
    let button = try panel.place("button")
    try panel.fingers("down 3 \(button)", "frame")
    try panel.wait("touch") { $0.phase == "began" }
    try panel.fingers("touch remove")
    #expect(try panel.wait("touch").phase == "cancelled")
    try panel.fingers("touch add")
    // Touches are lost until the program has bound the new device.
    try waitUntil("a touch from the new device") {
      try panel.fingers("tap \(button)")
      return (try? panel.wait("press", within: 0.3))?.count == 1
    }
    try panel.fingers("down 4 \(button)", "frame")
    try panel.wait("touch") { $0.phase == "began" }
    try panel.fingers("cancel")
    #expect(try panel.wait("touch").phase == "cancelled")
    #expect(panel.count("press") == 1)
  }

  @Test func pointerAndKeyboardPressButtons() throws {
    let panel = try Panel(["--touch-fix", "depth", "--allow-quit"])
    try panel.fingers("pointer \(panel.place("button"))", "button down", "button up")
    #expect(try panel.wait("touch").id == -1)
    #expect(try panel.wait("press").count == 1)
    try panel.type(.tab, .enter)
    #expect(try panel.wait("press").count == 2)
    try panel.type(.escape)
    #expect(panel.waitForExit() == 0)
  }

  /// Tab skips the button on the face that is turned away. Holding a key holds the button.
  @Test func keyboardHoldsTheVisibleButton() throws {
    let panel = try Panel(
      configuration: """
        {"view": "face-1", "bar": false, "faces": {
          "1": {"buttons": [{"title": "Open", "confirm": "Hold", "action": "light"}]},
          "6": {"buttons": [{"title": "Back", "action": "light"}]}}}
        """)
    try panel.type(.tab, .tab)
    try panel.fingers("key 28 down")
    #expect(try panel.wait("press", within: 5).view == "root/cube/face1/button")
    try panel.fingers("key 28 up")
    #expect(panel.stop() == 0)
  }

  /// Without a bar, keys change neither the fix nor the light or the scene, but they press buttons, unless `keys` is
  /// false.
  @Test func keysAreAsRestrictedAsFingers() throws {
    let panel = try Panel(configuration: "{\"touchFix\": \"depth\", \"bar\": false}")
    try panel.type(.digit(1), .digit(4), .l, .i, .s, .tab, .enter)
    #expect(try panel.wait("press").count == 1)
    #expect(panel.count("touch-fix") == 0)
    #expect(try panel.status().touchFix == "depth")
    try panel.reconfigure("{\"touchFix\": \"reorder\", \"bar\": false, \"keys\": false}", touchFix: "reorder")
    try panel.type(.tab, .enter, .digit(1))
    #expect(try panel.ctl("sleep").status == 0)
    try panel.type(.tab)
    try panel.fingers("tap 20 20", "tap \(panel.place("button"))")
    #expect(try panel.wait("press").count == 2)
    #expect(panel.count("touch-fix") == 0)
    #expect(panel.stop() == 0)
  }

  @Test func keyOrHeldCornerStartsSpeech() throws {
    let panel = try Panel(configuration: #"{"speech": {"keyboard": true, "corner": "bottom-left"}}"#)
    let watch = try panel.watch("speech")
    try watch.line("the status")
    // A letter, a short touch and another corner don't start it.
    try panel.type(.l)
    try panel.fingers("tap 5 795", "down 0 1275 795")
    #expect(try !panel.status().isSpeechOn)
    try panel.fingers("up 0")
    try panel.type(.tab)
    #expect(try watch.event("the introduction").text?.contains("Press the right arrow") == true)
    // The first key only starts it, the next one goes to the first element.
    try panel.type(.tab)
    #expect(try watch.event("silence").text == "" && watch.event("the element").text?.isEmpty == false)
    #expect(try panel.ctl("speech", "off").status == 0)
    try watch.event("the end") { $0.text == "Speech is off. Press an arrow key to start it again" }
    try panel.fingers("down 0 5 795")
    try watch.event("the introduction") { $0.text?.contains("Move a finger") == true }
    try panel.fingers("up 0")
    #expect(try panel.ctl("sleep").status == 0)
    try watch.event("the end") { $0.text?.hasPrefix("Speech is off") == true }
    #expect(try !panel.status().isSpeechOn)
    try panel.wait("idle")
    #expect(panel.count("speech") == 0, "--events doesn't keep texts")
    #expect(panel.stop() == 0)
  }
}
