import Foundation
import TestSupport
import Testing

/// The built-in scenes on weston.
@Suite(.serialized) struct SceneTests {
  /// A drag and a fling, a pinch and a rotation with two fingers, and a tap.
  private static let recording: String = {
    var lines = ["0.05 0 began 600 300"]
    for step in 1...10 { lines.append("\(0.05 + Double(step) * 0.012) 0 moved \(600 + step * 14) \(300 + step * 3)") }
    lines += ["0.18 0 ended 740 330", "1.0 1 began 540 300", "1.0 2 began 740 300"]
    for step in 1...10 {
      let time = 1.0 + Double(step) * 0.012
      lines += [
        "\(time) 1 moved \(540 - step * 4) \(300 - step * 5)", "\(time) 2 moved \(740 + step * 4) \(300 + step * 5)",
      ]
    }
    lines += ["1.2 1 ended 500 250", "1.2 2 ended 780 350", "1.6 3 began 560 260", "1.68 3 ended 560 260"]
    return lines.joined(separator: "\n") + "\n"
  }()

  /// A tap at a place, after 0.1 seconds.
  private func tap(_ place: Place, in directory: TemporaryDirectory) throws -> String {
    try directory.write("0.1 0 began \(place)\n0.2 0 ended \(place)\n", to: "recording")
  }

  @Test func sceneNamesAreUnique() {
    #expect(Program.scenes.first == "cube" && Set(Program.scenes).count == Program.scenes.count)
  }

  // MARK: Recordings

  /// After a recording the panel shows the picture that `render` draws, to the pixel.
  @Test(.onlyInCheck, arguments: Program.scenes) func replayMatchesRender(_ name: String) throws {
    let weston = try Weston()
    let recording = try weston.directory.write(Self.recording, to: "recording")
    let expected = try Picture(rendering: ["--scene", name, "--replay", recording, "--at", "12"])
    let panel = try Panel(["--scene", name, "--replay", recording], on: weston)
    try panel.wait("touch") { $0.id == 3 && $0.phase == "ended" }
    try panel.waitForPicture("the last picture", expected)
    #expect(panel.stop() == 0)
  }

  @Test func recordedSessionReplaysTheSame() throws {
    let weston = try Weston()
    let recording = weston.directory.file("session")
    let panel = try Panel(["--scene", "fold", "--record", recording], on: weston)
    try panel.fingers("down 0 500 300", "motion 0 530 300", "motion 0 600 340", "up 0")
    try panel.waitForTouchEnd()
    _ = try panel.touchedView(Place(x: 640, y: 300))
    #expect(panel.stop() == 0)
    let lines = try weston.directory.read("session").split(separator: "\n")
    #expect(lines[0].hasPrefix("#") && lines.count >= 7)
    #expect(lines.filter { $0.contains(" began ") }.count == 2 && lines.filter { $0.contains(" ended ") }.count == 2)
    let options = ["--scene", "fold", "--replay", recording, "--at"]
    let picture = try Picture(rendering: options + ["20"])
    #expect(try picture == Picture(rendering: options + ["20"]))
    #expect(try picture.differing(from: Picture(rendering: options + ["0"]), by: 8) > 0.05)
  }

  /// A rendered replay shows what a press changes: the light goes off if the tap reaches the button.
  @Test(arguments: [("none", false), ("reorder", true)])
  func replayedPressSwitchesTheLight(_ fix: String, _ isSwitched: Bool) throws {
    let directory = try TemporaryDirectory()
    let recording = try tap(Places().points("button")[0], in: directory)
    func picture(at time: String) throws -> Picture {
      try Picture(rendering: ["--touch-fix", fix, "--replay", recording, "--at", time])
    }
    #expect(try (picture(at: "0").differing(from: picture(at: "20"), by: 8) > 0.01) == isSwitched)
  }

  // MARK: Touch

  @Test(.onlyInCheck) func pickerShowsAnotherScene() throws {
    let panel = try Panel()
    let before = try panel.picture()
    #expect(try panel.touchedView(panel.place("scenes")) == "root/bar/scenes")
    try panel.waitForChange("the picker", from: before, share: 0.2)
    try panel.settle()
    // From the right end of the lowest row to the left, past gaps between tiles.
    var name = ""
    for x in stride(from: 1180.0, to: 100, by: -37) where !Program.scenes.contains(name) {
      let view = try panel.touchedView(Place(x: x, y: 740)) ?? ""
      name = view.hasPrefix("root/picker/sheet/") ? String(view.dropFirst("root/picker/sheet/".count)) : ""
    }
    try #require(Program.scenes.contains(name) && name != "cube", "no tile but \(name)")
    try panel.waitForPicture("the other scene", Picture(rendering: ["--scene", name]), above: 700)
    #expect(panel.stop() == 0)
  }

  /// The crosshairs go through the touched pixel.
  @Test func touchTestShowsCrosshairs() throws {
    let panel = try Panel(["--touch-test"])
    try panel.fingers("down 0 301 203", "motion 0 411 307")
    try panel.wait("touch") { $0.phase == "moved" }
    try waitUntil("the crosshairs") {
      let bitmap = try panel.picture().bitmap
      func isRed(_ x: Int, _ y: Int) -> Bool {
        let pixel = bitmap.pixels[y * bitmap.stride + x]
        return Int(pixel >> 16 & 0xFF) > Int(pixel & 0xFF) + 60
      }
      // Except for the ring around the finger and the text next to it.
      return (0..<360).allSatisfy { isRed($0, 307) } && (0..<250).allSatisfy { isRed(411, $0) } && !isRed(300, 250)
    }
    try panel.fingers("up 0")
    #expect(panel.stop() == 0)
  }

  /// After a tap that misses the button, "Explain" shows the picture that `render --explode` draws. The button is out of
  /// reach until a second press closes it.
  ///
  /// - Parameter pane: A point of face 3 in the exploded view.
  @Test(arguments: [(1280, 800, "760 250"), (480, 800, "197 517")])
  func missedTapIsExplained(width: Int, height: Int, pane: String) throws {
    let panel = try Panel(["--touch-fix", "none"], on: Weston(width: width, height: height))
    let before = try panel.picture()
    let places = try panel.places()
    let (button, explain) = (try places.points("button")[1], try places.points("explain")[0])
    #expect(try panel.touchedView(button)?.hasPrefix("root/cube/face") == true)
    try panel.fingers("tap \(explain)")
    let expected = try panel.rendered("--explode", "\(button.x),\(button.y)")
    try waitUntil("the exploded view") { try panel.picture().differing(from: expected, by: 8) < 0.001 }
    try panel.fingers("tap \(pane)", "tap \(explain)")
    try waitUntil("the cube") { try panel.picture().differing(from: before, by: 8, above: height * 3 / 4) == 0 }
    #expect(try !panel.takeEvents().contains { $0.event == "press" })
    #expect(panel.stop() == 0)
  }

  @Test func hitMapAndExplanationAreWritten() throws {
    let directory = try TemporaryDirectory()
    let file = directory.file("map.png")
    #expect(try Program.run(["hit-map", "--size", "640x400", "-o", file]).status == 0)
    let map = try Picture(file)
    #expect(map.bitmap.width == 640 && map.bitmap.height > 400)
    let route = try Program.run(["hit", "--explain", "640", "180"]).output.split(separator: "\n")
    #expect(route.count == 6 && route.last?.hasPrefix("root/cube/face5: takes it") == true)
  }
}
