import Foundation
import Testing

/// A button's action shows a scene file, in place of a scene of the program.
@Suite(.serialized) struct SceneFileActionTests {
  /// A scene that is one large button.
  private func scene(_ name: String, showing next: String, _ more: String = "") -> String {
    """
    {"$schema": "scene.schema.json", "name": "\(name)", "size": [400, 300], "fit": "cover", \(more) "root": {
      "frame": [0, 0, 400, 300], "name": "\(name)", "button": {"title": "\(name)", "action": {"scene": "\(next)"}}}}
    """
  }

  @Test func buttonsLeadFromFileToFile() throws {
    let weston = try Weston()
    let directory = weston.directory.path + "/scenes"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    func write(_ file: String, _ text: String) throws {
      try text.write(toFile: "\(directory)/\(file)", atomically: true, encoding: .utf8)
    }
    try write("home.json", scene("home", showing: "menu.json"))
    try write("menu.json", scene("menu", showing: "home.json"))
    // A scene file's path counts from the directory of the file that names it.
    let config = weston.directory.path + "/kiosk.json"
    try "{\"scene\": \"scenes/home.json\"}".write(toFile: config, atomically: true, encoding: .utf8)
    #expect(try Program.run(["check-config", config]).output == "\(config): good\n")
    let kiosk = try RunningKiosk(["--config", config], environment: weston.environment)
    try kiosk.wait("ready")
    func press() throws -> String? {
      try weston.fingers("tap 640 400")
      return try kiosk.wait("press").view
    }
    #expect(try press() == "home")
    #expect(try kiosk.wait("scene").values["scene"] as? String == "menu")
    #expect(try press() == "menu")
    #expect(try kiosk.wait("scene").values["scene"] as? String == "home")
    #expect(try press() == "home")
    // A changed file is shown at once, and one with a fault changes nothing.
    try write("menu.json", scene("other", showing: "home.json"))
    #expect(try kiosk.wait("scene") { $0.values["scene"] as? String == "other" }.values.isEmpty == false)
    try write("menu.json", "{\"size\": [9, 9]}")
    #expect(try press() == "other")
    let check = try Program.run(["check-config", config])
    #expect(check.status == 78)
    #expect(check.errors == "cube-kiosk: \(directory)/menu.json: $.root: found nothing; expected this key\n")
    #expect(kiosk.stop() == 0)
  }

  @Test func filesOfAnActionAreChecked() throws {
    let scratch = try Scratch()
    let (home, menu) = (scratch.path + "/home.json", scratch.path + "/menu.json")
    let values = "\"values\": {\"door\": {\"set\": \"shut\"}},"
    // Faults alone: the button is as large as the panel.
    func check(_ file: String) throws -> String {
      let lines = try Program.run(["check-config", file]).errors.split(separator: "\n")
      return lines.filter { !$0.contains(": warning: ") }.joined(separator: "\n")
        .replacingOccurrences(of: "cube-kiosk: \(scratch.path)/", with: "")
    }
    try scene("home", showing: "menu.json", values).write(toFile: home, atomically: true, encoding: .utf8)
    #expect(try check(home) == "menu.json: No such file or directory")
    try scene("{door}", showing: "home.json").replacingOccurrences(of: "\"name\": \"{door}\",", with: "")
      .write(toFile: menu, atomically: true, encoding: .utf8)
    #expect(try check(home) == "")
    try scene("menu", showing: "home.json", values.replacingOccurrences(of: "shut", with: "open"))
      .write(toFile: menu, atomically: true, encoding: .utf8)
    #expect(try check(home) == "menu.json: $.values.door: found another definition than elsewhere; expected the same")
    try scene("home", showing: "menu").write(toFile: home, atomically: true, encoding: .utf8)
    #expect(try check(home).hasPrefix("home.json: $.root.button.action.scene: found 'menu'; expected cube, lesson, "))
    // On a face of the cube as well.
    try "{\"faces\": {\"1\": {\"buttons\": [{\"action\": {\"scene\": \"gone.json\"}}]}}}"
      .write(toFile: home, atomically: true, encoding: .utf8)
    #expect(try check(home) == "gone.json: No such file or directory")
  }
}
