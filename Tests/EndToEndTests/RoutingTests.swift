import Foundation
import Testing

/// The whole program under a real weston, touched by real touches.
@Suite(.serialized) struct RoutingTests {
  /// Keys 1 to 4, by linux/input-event-codes.h.
  private static let keys = ["none": 2, "user-interaction": 3, "reorder": 4, "depth": 5]

  @Test func theButtonIsDeadAsTheBookBuildsIt() throws {
    let weston = try Weston()
    let kiosk = try RunningKiosk(environment: weston.environment)
    try kiosk.wait("ready")
    for point in try Places().points("button") {
      try weston.fingers("tap \(point.x) \(point.y)")
      let touch = try kiosk.wait("touch")
      #expect(touch.phase == "began")
      #expect(touch.view == "root/cube/face5" || touch.view == "root/cube/face6", "at \(point)")
      #expect(try kiosk.wait("touch").phase == "ended")
    }
    // Whatever the taps did has been told before what comes after them.
    try weston.type(Self.keys["reorder"]!)
    try kiosk.wait("touch-fix") { $0.values["value"] as? String == "reorder" }
    #expect(!kiosk.events.contains { $0.name == "press" })
    #expect(kiosk.stop() == 0)
  }

  @Test(arguments: ["user-interaction", "reorder", "depth"]) func eachFixRevivesIt(fix: String) throws {
    let weston = try Weston()
    let kiosk = try RunningKiosk(["--touch-fix", fix], environment: weston.environment)
    try kiosk.wait("ready")
    for (index, point) in try Places().points("button").enumerated() {
      try weston.fingers("tap \(point.x) \(point.y)")
      #expect(try kiosk.wait("touch").view == "root/cube/face3/button", "at \(point)")
      let action = try kiosk.wait("press")
      #expect(action.count == index + 1 && action.view == "root/cube/face3/button")
    }
  }

  /// Live, by the bar, by a finger; and back again.
  @Test func theFixIsChosenOnTheBar() throws {
    let weston = try Weston()
    let kiosk = try RunningKiosk(environment: weston.environment)
    try kiosk.wait("ready")
    let places = try Places()
    let button = try places.points("button")[0]
    let segment = try places.points("depth")[0]
    try weston.fingers("tap \(segment.x) \(segment.y)")
    try kiosk.wait("touch-fix") { $0.values["value"] as? String == "depth" }
    try weston.fingers("tap \(button.x) \(button.y)")
    #expect(try kiosk.wait("press").count == 1)
    try weston.type(Self.keys["none"]!)
    try kiosk.wait("touch-fix")
    try weston.fingers("tap \(button.x) \(button.y)")
    #expect(try kiosk.wait("touch") { $0.phase == "began" }.view?.hasSuffix("button") == false)
  }

  /// The same on a small panel, where the answers are in a menu: the lowest one stands just above the bar.
  @Test func theFixIsChosenInAMenu() throws {
    let weston = try Weston(width: 480, height: 320)
    let kiosk = try RunningKiosk(environment: weston.environment)
    try kiosk.wait("ready")
    let places = try Places(width: 480, height: 320)
    let (control, bar) = (try places.points("touch-fix")[0], try places.corners("bar"))
    let before = try Picture(weston.screenshot())
    try weston.fingers("tap \(control.x) \(control.y)")
    #expect(try kiosk.wait("touch") { $0.phase == "ended" }.view == "root/bar/touch-fix")
    var last = before
    try eventually("the menu") {
      let now = try Picture(weston.screenshot())
      defer { last = now }
      return now.differing(from: before, by: 8) > 0.2 && now.differing(from: last, by: 0) == 0
    }
    try weston.fingers("tap \(control.x) \(bar[0][1] - 40)")
    try kiosk.wait("touch-fix") { $0.values["value"] as? String == "depth" }
    #expect(kiosk.events.last { $0.name == "touch" }?.view == "root/touch-fix/sheet/depth")
    let button = try places.points("button")[0]
    try weston.fingers("tap \(button.x) \(button.y)")
    #expect(try kiosk.wait("press").count == 1)
    #expect(kiosk.stop() == 0)
  }

  @Test func hitSaysWhatTheFingerFinds() throws {
    for (fix, expected) in [("none", "root/cube/face"), ("reorder", "root/cube/face3/button")] {
      for point in try Places().points("button") {
        let result = try Program.run(["hit", "--size", "1280x800", "--touch-fix", fix, "\(point.x)", "\(point.y)"])
        #expect(result.status == 0 && result.output.hasPrefix(expected))
        #expect(result.output.contains("button") == (fix != "none"))
      }
    }
    #expect(try Program.run(["hit", "-5", "-5"]).output == "-\n")
  }

  @Test func aDragTurnsTheCubeAndLetsGoOfTheButton() throws {
    let weston = try Weston()
    let kiosk = try RunningKiosk(["--touch-fix", "reorder"], environment: weston.environment)
    try kiosk.wait("ready")
    let button = try Places().points("button")[0]
    let before = try Picture(weston.screenshot())
    try weston.fingers("down 0 \(button.x) \(button.y)", "frame")
    #expect(try kiosk.wait("touch").view == "root/cube/face3/button")
    for step in 1...12 { try weston.fingers("motion 0 \(button.x + Double(step) * 10) \(button.y)", "frame") }
    try weston.fingers("up 0", "frame")
    try kiosk.wait("touch") { $0.phase == "ended" }
    try weston.type(Self.keys["none"]!)
    try kiosk.wait("touch-fix")
    #expect(!kiosk.events.contains { $0.name == "press" })
    try eventually("another picture") {
      try Picture(weston.screenshot()).differing(from: before, by: 8) > 0.05
    }
    // A double tap on the background turns it back.
    try weston.fingers("tap 60 60", "tap 62 60")
    try eventually("the cube in its first position") {
      // The bar says something else by now.
      try Picture(weston.screenshot()).differing(from: before, by: 8, above: 700) < 0.0005
    }
  }

  @Test func whenTheTouchScreenGoesItsFingerIsLifted() throws {
    let weston = try Weston()
    let kiosk = try RunningKiosk(["--touch-fix", "reorder"], environment: weston.environment)
    try kiosk.wait("ready")
    let button = try Places().points("button")[0]
    try weston.fingers("down 3 \(button.x) \(button.y)", "frame")
    try kiosk.wait("touch") { $0.phase == "began" }
    try weston.fingers("touch remove")
    #expect(try kiosk.wait("touch").phase == "cancelled")
    try weston.fingers("touch add")
    // A finger that comes before the program has asked for the new device is nobody's.
    try eventually("a finger on the new device") {
      try weston.fingers("tap \(button.x) \(button.y)")
      return (try? kiosk.wait("press", within: 0.3))?.count == 1
    }
    try weston.fingers("down 4 \(button.x) \(button.y)", "frame")
    try kiosk.wait("touch") { $0.phase == "began" }
    try weston.fingers("cancel")
    #expect(try kiosk.wait("touch").phase == "cancelled")
    #expect(kiosk.events.filter { $0.name == "press" }.count == 1)
  }

  @Test func thePointerIsOneMoreFingerAndTheKeyboardPresses() throws {
    let weston = try Weston()
    let kiosk = try RunningKiosk(["--touch-fix", "depth", "--allow-quit"], environment: weston.environment)
    try kiosk.wait("ready")
    let button = try Places().points("button")[0]
    try weston.fingers("pointer \(button.x) \(button.y)", "button down", "button up")
    #expect(try kiosk.wait("touch").values["id"] as? Int == -1)
    #expect(try kiosk.wait("press").count == 1)
    // Tab finds the button first; Return presses it.
    try weston.type(15)
    try weston.type(28)
    #expect(try kiosk.wait("press").count == 2)
    try weston.type(1)
    kiosk.process.waitUntilExit()
    #expect(kiosk.process.terminationStatus == 0)
  }
}
