import Foundation
import Testing

/// Every scene under a real weston.
@Suite(.serialized) struct SceneTests {
  private static let names = (try? Program.run(["scenes"]).output.split(separator: "\n").map(String.init)) ?? []

  /// A drag and a fling, two fingers that pinch and turn, and a tap.
  private static let film: String = {
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

  /// The last picture of a film on the glass is the one that `render` draws of it, to the pixel.
  @Test(arguments: names)
  func aFilmPlaysTheSameOnThePanelAndInAPicture(_ name: String) throws {
    let weston = try Weston()
    let (film, file) = (weston.directory.path + "/film", weston.directory.path + "/rendered.png")
    try Self.film.write(toFile: film, atomically: true, encoding: .utf8)
    let render = try Program.run(
      ["render", "--scene", name, "--size", "1280x800", "--replay", film, "--at", "12", "-o", file])
    #expect(render.status == 0 && render.errors == "")
    let kiosk = try RunningKiosk(["--scene", name, "--replay", film], environment: weston.environment)
    try kiosk.wait("ready")
    try kiosk.wait("touch") { $0.values["id"] as? Int == 3 && $0.phase == "ended" }
    // What was flung comes to rest some time later.
    let expected = try Picture(file)
    try eventually("the film's last picture") { try Picture(weston.screenshot()).differing(from: expected, by: 0) == 0 }
    #expect(kiosk.stop() == 0)
  }

  /// Without a list the others here would have nothing to try.
  @Test func thereIsAList() { #expect(Self.names.first == "cube" && Set(Self.names).count == Self.names.count) }

  /// The fingers' doings are written down, and have the same effect again.
  @Test func aSessionIsRecordedAndPlayedAgain() throws {
    let weston = try Weston()
    let film = weston.directory.path + "/session"
    let first = try RunningKiosk(["--scene", "fold", "--record", film], environment: weston.environment)
    try first.wait("ready")
    try weston.fingers("down 0 500 300", "motion 0 530 300", "motion 0 600 340", "up 0")
    try first.wait("touch") { $0.phase == "ended" }
    try weston.fingers("tap 640 300")
    try first.wait("touch") { $0.phase == "ended" }
    #expect(first.stop() == 0)
    let lines = try String(contentsOfFile: film, encoding: .utf8).split(separator: "\n")
    #expect(lines[0].hasPrefix("#") && lines.count >= 7)
    #expect(lines.filter { $0.contains(" began ") }.count == 2 && lines.filter { $0.contains(" ended ") }.count == 2)

    let pictures = try (0..<2).map { index in
      let file = weston.directory.path + "/\(index).png"
      let result = try Program.run(["render", "--scene", "fold", "--replay", film, "--at", "20", "-o", file])
      #expect(result.status == 0)
      return try Picture(file)
    }
    #expect(pictures[0].differing(from: pictures[1], by: 0) == 0)
    // Folded it isn't what it was.
    let file = weston.directory.path + "/flat.png"
    _ = try Program.run(["render", "--scene", "fold", "-o", file])
    #expect(try pictures[0].differing(from: Picture(file), by: 8) > 0.05)
  }

  /// The picker's small cube is lit as the command line has it, and nothing else of this panel is.
  @Test func thePickersPicturesFollowTheOptions() throws {
    let scratch = try Scratch()
    let film = scratch.path + "/film"
    let scenes = try Places().points("scenes")[0]
    try "0.1 0 began \(scenes.x) \(scenes.y)\n0.2 0 ended \(scenes.x) \(scenes.y)\n"
      .write(toFile: film, atomically: true, encoding: .utf8)
    func picture(_ lighting: String, at time: String) throws -> Picture {
      let file = scratch.path + "/\(lighting).png"
      let words = ["--scene", "fold", "--lighting", lighting, "--replay", film, "--at", time, "-o", file]
      #expect(try Program.run(["render"] + words).status == 0)
      return try Picture(file)
    }
    #expect(try picture("book", at: "0").differing(from: picture("off", at: "0"), by: 0) == 0)
    #expect(try picture("book", at: "3").differing(from: picture("off", at: "3"), by: 0) > 0.001)
  }

  /// A rendered replay shows what a press changes: the light goes off if the tap reaches the button.
  @Test(arguments: [("none", false), ("reorder", true)])
  func replayedPressSwitchesTheLight(_ fix: String, _ isSwitched: Bool) throws {
    let scratch = try Scratch()
    let recording = scratch.path + "/recording"
    let button = try Places().points("button")[0]
    try "0.1 0 began \(button.x) \(button.y)\n0.2 0 ended \(button.x) \(button.y)\n"
      .write(toFile: recording, atomically: true, encoding: .utf8)
    func picture(at time: String) throws -> Picture {
      let file = scratch.path + "/\(time).png"
      let words = ["--touch-fix", fix, "--replay", recording, "--at", time, "-o", file]
      #expect(try Program.run(["render"] + words).status == 0)
      return try Picture(file)
    }
    #expect(try (picture(at: "0").differing(from: picture(at: "20"), by: 8) > 0.01) == isSwitched)
  }

  /// By finger: the picker, a scene, its control.
  @Test func aFingerFindsAnotherScene() throws {
    let weston = try Weston()
    let kiosk = try RunningKiosk(environment: weston.environment)
    try kiosk.wait("ready")
    let scenes = try Places().points("scenes")[0]
    try weston.fingers("tap \(scenes.x) \(scenes.y)")
    #expect(try kiosk.wait("touch") { $0.phase == "ended" }.view == "root/bar/scenes")
    // The sheet comes up, and is there when the picture no longer changes.
    let before = try Picture(weston.screenshot())
    var last = before
    try eventually("the picker") {
      let now = try Picture(weston.screenshot())
      defer { last = now }
      return now.differing(from: before, by: 8) > 0.2 && now.differing(from: last, by: 0) == 0
    }
    // From the right end of the lowest row to the left, until a finger met a tile and not the gap between two.
    var name = ""
    for x in stride(from: 1180, to: 100, by: -37) where !Self.names.contains(name) {
      try weston.fingers("tap \(x) 740")
      let view = try kiosk.wait("touch") { $0.phase == "ended" }.view ?? ""
      name = view.hasPrefix("root/picker/sheet/") ? String(view.dropFirst("root/picker/sheet/".count)) : ""
    }
    try #require(Self.names.contains(name) && name != "cube", "no tile but \(name)")
    let file = weston.directory.path + "/rendered.png"
    #expect(try Program.run(["render", "--scene", name, "--size", "1280x800", "-o", file]).status == 0)
    let expected = try Picture(file)
    // The status line says who took the last touch.
    try eventually("the other scene") {
      try Picture(weston.screenshot()).differing(from: expected, by: 0, above: 700) == 0
    }
    #expect(kiosk.stop() == 0)
  }

  @Test func aSceneFileIsShownAndTakesTouches() throws {
    let weston = try Weston()
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Sources/Formats/examples/hello.json").path
    let kiosk = try RunningKiosk(["--scene", file], environment: weston.environment)
    try kiosk.wait("ready")
    let tree = try Program.run(["hit", "--scene", file, "--size", "1280x800", "640", "400"])
    #expect(tree.output.hasPrefix("root/card"))
    // The button stands 40 points below the card's middle, 2⅓ panel points each.
    try weston.fingers("tap 640 500")
    let action = try kiosk.wait("press")
    #expect(action.view == "root/card/start" && action.count == 1)
    #expect(kiosk.stop() == 0)
  }

  /// Named by the command line or the configuration: a changed scene file is shown at once, a wrong one changes nothing.
  @Test(arguments: [true, false]) func aChangedSceneFileIsShown(_ isConfigured: Bool) throws {
    let weston = try Weston()
    func write(_ file: String, _ text: String) throws {
      try text.write(toFile: "\(weston.directory.path)/\(file)", atomically: true, encoding: .utf8)
    }
    func scene(_ members: String) -> String {
      "{\"size\": [400, 300], \"root\": {\"frame\": [0, 0, 400, 300], \(members)}}"
    }
    try write("panel.json", scene("\"name\": \"one\""))
    try write("kiosk.json", "{\"scene\": \"panel.json\"}")
    let log = Pipe()
    let words = isConfigured ? ["--config", "kiosk.json"] : ["--scene", "panel.json"]
    let kiosk = try RunningKiosk(
      [words[0], "\(weston.directory.path)/\(words[1])"], environment: weston.environment, errors: log)
    try kiosk.wait("ready")
    func taker() throws -> String? {
      try weston.fingers("tap 640 400")
      return try kiosk.wait("touch") { $0.phase == "ended" }.view
    }
    var lines = ""
    let descriptor = log.fileHandleForReading.fileDescriptor
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    func waitForLog(_ text: String) throws {
      try eventually(text) {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(descriptor, &bytes, bytes.count)
        if count > 0 { lines += String(decoding: bytes[..<count], as: UTF8.self) }
        return lines.contains(text)
      }
      lines = ""
    }
    #expect(try taker() == "one")
    try write("panel.json", scene("\"name\": \"two\""))
    try eventually("the second") { try taker() == "two" }
    try write("panel.json", scene("\"opacity\": 2"))
    try waitForLog("panel.json: $.root.opacity: found 2; expected a number from 0 to 1; the old scene stays")
    #expect(try taker() == "two")
    try write("panel.json", scene("\"name\": \"three\""))
    try eventually("the third") { try taker() == "three" }
    if isConfigured {
      // Another one that is wrong, and then mended.
      try write("other.json", scene("\"opacity\": 3"))
      try write("kiosk.json", "{\"scene\": \"other.json\"}")
      try waitForLog("other.json: $.root.opacity: found 3")
      try write("other.json", scene("\"name\": \"other\""))
      try eventually("the other") { try taker() == "other" }
    }
    #expect(kiosk.stop() == 0)
  }

  /// The card for a wrong one goes by itself.
  @Test func aSceneFileThatIsMendedStartsThePanel() throws {
    let weston = try Weston()
    let (config, file) = (weston.directory.path + "/kiosk.json", weston.directory.path + "/panel.json")
    try "{\"scene\": \"panel.json\"}".write(toFile: config, atomically: true, encoding: .utf8)
    try "{\"size\": [9, 9]}".write(toFile: file, atomically: true, encoding: .utf8)
    let kiosk = try RunningKiosk(["--config", config, "--diagnose"], environment: weston.environment)
    try eventually("the card") {
      let bitmap = try Picture(weston.screenshot()).bitmap
      return (0..<bitmap.width * bitmap.height).contains { bitmap.pixels[$0] & 0xFF > 0xC0 }
    }
    try "{\"size\": [9, 9], \"root\": {}}".write(toFile: file, atomically: true, encoding: .utf8)
    try kiosk.wait("ready")
    #expect(kiosk.stop() == 0)
  }

  @Test func aWrongSceneFileEndsWithOneLine() throws {
    let scratch = try Scratch()
    let file = scratch.path + "/bad.json"
    try "{\"size\":[400,300],\"root\":{\"children\":[{\"opacity\":2}]}}".write(
      toFile: file, atomically: true, encoding: .utf8)
    for command in ["run", "inspect", "hit", "render"] {
      let rest = command == "hit" ? ["1", "1"] : command == "render" ? ["-o", scratch.path + "/x.png"] : []
      let result = try Program.run([command, "--scene", file] + rest)
      #expect(result.status == 78)
      #expect(
        result.errors
          == "cube-kiosk: \(file): $.root.children[0].opacity: found 2; expected a number from 0 to 1\n")
    }
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/x.png"))
  }

  @Test func hitMapAndExplainAreCommands() throws {
    let scratch = try Scratch()
    let file = scratch.path + "/map.png"
    #expect(try Program.run(["hit-map", "--size", "640x400", "-o", file]).status == 0)
    let map = try Picture(file)
    #expect(map.bitmap.width == 640 && map.bitmap.height > 400)
    let route = try Program.run(["hit", "--explain", "640", "180"]).output.split(separator: "\n")
    #expect(route.count == 6 && route.last?.hasPrefix("root/cube/face5: takes it") == true)
  }

  /// A press on a scene file's button has no face, and the action's name as the file has it.
  @Test func aSceneFilesButtonIsToldByItsActionsName() throws {
    let weston = try Weston()
    let scene = weston.directory.path + "/scene.json"
    try """
    {"size": [400, 200], "root": {"bounds": [0, 0, 400, 200], "position": [200, 100], "children": [
      {"name": "coffee", "bounds": [0, 0, 200, 100], "position": [200, 100],
       "button": {"title": "Coffee", "action": {"command": ["true"]}}}]}}
    """.write(toFile: scene, atomically: true, encoding: .utf8)
    let kiosk = try RunningKiosk(["--scene", scene], environment: weston.environment)
    try kiosk.wait("ready")
    try weston.fingers("tap 640 400")
    let press = try kiosk.wait("press").values
    #expect(press["button"] as? String == "coffee" && press["action"] as? String == "command")
    #expect(press["face"] is NSNull)
    #expect(kiosk.stop() == 0)
  }
}
