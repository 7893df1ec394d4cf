import Foundation
import TestSupport
import Testing

/// The configuration file, at the start and while the panel runs.
@Suite(.serialized) struct ConfigurationFileTests {
  private func check(_ text: String) throws -> FinishedProcess {
    let directory = try TemporaryDirectory()
    let result = try Program.run(["check-config", directory.write(text, to: "kiosk.json")])
    if result.status == 0 { #expect(result.output == "\(directory.file("kiosk.json")): good\n") }
    return result
  }

  @Test func checkConfigReportsAllErrorsAndWarnings() throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write("{\"bar\": 1, \"rotate\": 7}", to: "kiosk.json")
    let invalid = try Program.run(["check-config", file])
    #expect(invalid.status == 78)
    #expect(
      invalid.errors == """
        cube-kiosk: \(file): $.bar: found 1; expected true or false
        cube-kiosk: \(file): $.rotate: found 7; expected 0, 90, 180 or 270 degrees, clockwise

        """)
    let run = try Program.run(["run", "--config", file])
    #expect(run.status == 78 && run.errors.split(separator: "\n").count == 1)
    let faces = "{\"1\": {\"buttons\": [{\"action\": \"light\"}]}, \"3\": {\"buttons\": [{\"action\": \"none\"}]}}"
    let warned = try check("{\"touchFix\": \"user-interaction\", \"faces\": \(faces)}")
    #expect(warned.status == 0)
    let warning = "the button button on face 1 cannot be reached with touchFix user-interaction"
    #expect(warned.errors.contains("kiosk.json: warning: \(warning)\n"))
    let tooShort = try check("{\"idle\": {\"dimAfter\": 9}}")
    #expect(tooShort.status == 0 && tooShort.errors.contains("kiosk.json: warning: $.idle.dimAfter: found 9, "))
  }

  @Test func layoutIsCheckedAtGivenSize() throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write(
      #"{"root": {"stack": {"axis": "horizontal"}, "children": [{"width": 600}, {"text": {"string": "Open"}}]}}"#,
      to: "panel.json")
    let all = try Program.run(["check-config", file])
    #expect(all.status == 0 && all.errors.contains("points of width on a panel of 480x800 points; expected"))
    let wide = try Program.run(["check-config", "--size=800x480", file])
    #expect(wide.status == 0 && wide.errors == "" && wide.output == "\(file): good\n")
  }

  /// A change that takes effect only after a restart is in the reply and in the status until then, or until it is undone.
  @Test func requiredRestartIsReported() throws {
    let panel = try Panel(configuration: "{}")
    func reply(to request: String) throws -> String? {
      let client = try SocketClient(panel.socket)
      client.send(request + "\n")
      return try client.line()
    }
    #expect(try panel.status().restartRequired == nil)
    try panel.configure(#"{"scale": 2}"#)
    for _ in 1...2 {
      #expect(try reply(to: "reload") == #"{"ok":true,"restartRequired":["scale"]}"#)
      #expect(try panel.status().restartRequired == ["scale"])
    }
    try panel.configure("{}")
    #expect(try reply(to: #"{"reload":true,"id":1}"#) == #"{"id":1,"ok":true}"#)
    #expect(try panel.status().restartRequired == nil)
    #expect(panel.stop() == 0)
  }

  /// `--as` checks a temporary file with the names and paths of the file that it is meant to replace.
  @Test func temporaryFileIsCheckedAsAnotherFile() throws {
    let (directory, temporary) = (try TemporaryDirectory(), try TemporaryDirectory())
    let target = directory.file("kiosk.json")
    try directory.write(#"{"root": {}}"#, to: "a.json")
    func check(_ text: String) throws -> FinishedProcess {
      try Program.run(["check-config", "--as", target, temporary.write(text, to: "tmp.json")])
    }
    let good = try check(#"{"scene": "a.json"}"#)
    #expect(good.status == 0 && good.output == "\(target): good\n" && good.errors == "")
    let bad = try check(#"{"scene": "b.json"}"#)
    #expect(bad.status == 78 && bad.errors == "cube-kiosk: \(directory.file("b.json")): No such file or directory\n")
    let warned = try check(#"{"bar": true, "quality": "adaptive"}"#)
    #expect(warned.errors.hasPrefix("cube-kiosk: \(target): warning: $.quality: no longer used; remove it\n"))
    #expect(try check(#"{"bar": 1}"#).errors.hasPrefix("cube-kiosk: \(target): $.bar: "))
    let missing = temporary.file("missing.json")
    #expect(
      try Program.run(["check-config", missing, "--as=\(target)"]).errors
        == "cube-kiosk: \(missing): No such file or directory\n")
    // The temporary file also replaces a file that another one names.
    try directory.write(Self.showing(target), to: "a.json")
    let scene = try check(Self.showing(directory.file("a.json")))
    #expect(scene.status == 0 && scene.output == "\(target): good\n")
    #expect(!directory.exists("kiosk.json"))
  }

  /// Returns a scene file with a button that shows another one.
  private static func showing(_ path: String) -> String {
    #"{"root": {"children": [{"frame": [0, 0, 99, 99], "button": {"title": "Go", "action": {"scene": "\#(path)"}}}]}}"#
  }

  // MARK: Reload

  /// A file that is overwritten or replaced takes effect, and SIGHUP reads it; an invalid file changes nothing.
  @Test func changedFileTakesEffectUnlessInvalid() throws {
    func configuration(_ fix: String) -> String { "{\"touchFix\": \"\(fix)\"}" }
    let panel = try Panel(configuration: configuration("reorder"))
    let button = try Places().points("button")[0]
    #expect(try panel.touchedView(button) == "root/cube/face3/button")
    let behind = try Program.run(["hit", "\(button.x)", "\(button.y)"]).output.trimmingCharacters(in: .newlines)
    for atomically in [true, false] {
      for (fix, view) in [("none", behind), ("depth", "root/cube/face3/button")] {
        try panel.configure(configuration(fix), atomically: atomically)
        try waitUntil("the file's \(fix)") { try panel.touchedView(button) == view }
      }
    }
    // A reload cancels touches.
    try panel.fingers("down 0 \(button)", "frame")
    try panel.wait("touch") { $0.phase == "began" }
    try panel.configure(configuration("none"))
    try panel.wait("touch") { $0.phase == "cancelled" }
    try panel.fingers("up 0")
    let count = panel.count("press")
    try panel.configure("{\"touchFix\": \"depth\", \"bar\": 7}")
    try panel.waitForLog("$.bar: found 7")
    #expect(try panel.touchedView(button) == behind)
    try panel.directory.remove("kiosk.json")
    #expect(try panel.touchedView(button) == behind)
    try panel.configure(configuration("reorder"))
    panel.send(SIGHUP)
    try waitUntil("the file's reorder") { try panel.touchedView(button) == "root/cube/face3/button" }
    #expect(panel.count("press") > count)
    #expect(panel.stop() == 0)
  }

  /// Files are deployed by replacing a link. Language files and pictures count, too.
  @Test func everyFileThatWasReadIsWatched() throws {
    let weston = try Weston()
    let directory = weston.directory
    let scene = #"{"root": {"children": [{"frame": [0, 0, 9, 9], "contents": "picture.png"}]}}"#
    func picture(_ name: String) throws -> Data {
      try Data(contentsOf: URL(fileURLWithPath: "\(Program.checkout)/Sources/Formats/examples/\(name).png"))
    }
    for release in ["1", "2"] {
      try directory.write(#"{"language": "words.json", "scene": "scene.json"}"#, to: "\(release)/kiosk.json")
      try directory.write(#"{"language": "en"}"#, to: "\(release)/words.json")
      try directory.write(scene, to: "\(release)/scene.json")
      try directory.write(picture("home"), to: "\(release)/picture.png")
    }
    symlink("1", directory.file("current"))
    let panel = try Panel(["--config", directory.file("current/kiosk.json")], on: weston)
    var last = try panel.status().configuration
    #expect(last?.files.count == 4, "\(String(describing: last?.files))")
    func expectReload(_ what: String, after change: () throws -> Void) throws {
      try change()
      try waitUntil(what) {
        let now = try panel.status().configuration
        defer { last = now }
        return now?.sha256 != last?.sha256
      }
    }
    try expectReload("the language") { try directory.write(#"{"language": "de"}"#, to: "current/words.json") }
    try expectReload("the new release") {
      symlink("2", directory.file("next"))
      rename(directory.file("next"), directory.file("current"))
    }
    try expectReload("the new release's scene") { try directory.write(scene + " ", to: "2/scene.json") }
    try expectReload("the picture") { try directory.write(picture("machine"), to: "2/picture.png") }
    #expect(panel.stop() == 0)
  }

  /// The file's new scene is shown at once. A scene chosen in the meantime stays if the file's scene is the same.
  @Test func changedSceneIsShown() throws {
    let panel = try Panel(configuration: "{}")
    func waitForScene(_ scene: String) throws { try waitUntil(scene) { try panel.status().scene == scene } }
    try waitForScene("cube")
    try panel.configure("{\"scene\": \"fold\"}")
    try waitForScene("fold")
    #expect(try panel.ctl("scene", "order").status == 0)
    try panel.reconfigure("{\"scene\": \"fold\", \"touchFix\": \"depth\"}", touchFix: "depth")
    #expect(try panel.status().scene == "order")
    try panel.configure("{\"touchFix\": \"depth\"}")
    try waitForScene("cube")
    #expect(panel.stop() == 0)
  }
}
