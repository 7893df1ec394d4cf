import Foundation
import TestSupport
import Testing

/// A configuration that can't be used, as a whole or in part: at the start and while the panel runs.
@Suite(.serialized) struct ConfigurationErrorTests {
  /// The panel serves its socket while it shows the errors, and the corrected file needs no restart.
  @Test func panelWithErrorsAnswersAndHeals() throws {
    let panel = try Panel(["--diagnose"], configuration: #"{"bar": 1, "theme": "light"}"#)
    let status = try panel.status()
    #expect(status.scene == "diagnosis" && status.lastReload?.ok == false)
    #expect(status.lastReload?.error?.hasSuffix("$.bar: found 1; expected true or false") == true)
    #expect(try panel.ctl("list").output == "")
    #expect(try panel.ctl("screenshot", panel.directory.file("card.png")).status == 0)
    #expect(try Picture(panel.directory.file("card.png")).differing(from: panel.picture(), by: 0) == 0)
    #expect(try panel.ctl("reload").status == 1)
    // The size of a point takes effect without a restart: the window is opened again.
    try panel.configure(#"{"touchFix": "depth", "scale": 2, "bar": false}"#)
    try waitUntil("the corrected file") { try panel.status().lastReload?.ok == true }
    #expect(try panel.status().restartRequired == nil)
    let expected = try panel.rendered("--touch-fix", "depth", "--size=640x400", "--scale=2")
    try panel.waitForPicture("the corrected file's picture", expected)
    #expect(panel.stop() == 0)
  }

  /// A link to another directory, as deployments swap it, replaces the invalid files.
  @Test func swappedLinkHealsThePanel() throws {
    let weston = try Weston()
    try weston.directory.write(#"{"scene": "scene.json"}"#, to: "1/kiosk.json")
    try weston.directory.write(#"{"scene": "scene.json"}"#, to: "2/kiosk.json")
    try weston.directory.write(#"{"root": {}}"#, to: "2/scene.json")
    symlink("1", weston.directory.file("current"))
    let panel = try Panel(["--diagnose", "--config", weston.directory.file("current/kiosk.json")], on: weston)
    #expect(try panel.status().lastReload?.error?.hasSuffix("scene.json: No such file or directory") == true)
    symlink("2", weston.directory.file("next"))
    rename(weston.directory.file("next"), weston.directory.file("current"))
    try waitUntil("the new files") { try panel.status().page == "scene" }
    #expect(panel.stop() == 0)
  }

  /// The running panel stays, and shows the error until it is tapped.
  @Test func errorIsShownWhileThePanelRuns() throws {
    func configuration(_ fix: String, bar: String) -> String {
      #"{"touchFix": "\#(fix)", "bar": \#(bar), "faces": {"3": {"buttons": [{"action": "none"}]}}}"#
    }
    let panel = try Panel(configuration: configuration("depth", bar: "false"))
    let (before, place) = (try panel.settle(), try panel.place("button"))
    try panel.configure(configuration("depth", bar: "7"))
    try panel.waitForLog("$.bar: found 7; expected true or false; the old configuration stays")
    try panel.waitForChange("the error", from: before)
    #expect(try panel.status().lastReload?.ok == false)
    #expect(try panel.touchedView(place) == "root/cube/face3/button")
    let touched = try panel.touchedView(Place(x: 640, y: 40))
    #expect(touched?.hasSuffix("notice") == true)
    try panel.waitForPicture("the panel without the error", before)
    try panel.configure(configuration("depth", bar: "8"))
    try panel.waitForChange("the second error", from: before)
    try panel.configure(configuration("reorder", bar: "false"))
    try waitUntil("the corrected file") { try panel.status().touchFix == "reorder" }
    try panel.waitForPicture("the corrected panel", before)
    #expect(panel.stop() == 0)
  }

  /// A file that others include has no panel of which anything could be warned.
  @Test func templatesAloneHaveNoWarnings() throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write(#"{"templates": {"card": {"node": {"cornerRadius": 8}}}}"#, to: "parts.json")
    let check = try Program.run(["check-config", file])
    #expect(check.output == "\(file): good\n" && check.errors == "")
  }

  /// One missing program or picture disables its button or picture, not the panel.
  @Test func missingFilesDisableOnlyWhatUsesThem() throws {
    let weston = try Weston()
    let scene = """
      {"root": {"stack": {}, "children": [
        {"name": "door", "button": {"title": "Door", "action": {"command": ["./door"]}}},
        {"name": "bell", "button": {"title": "Bell", "action": {"command": ["touch", "DIR/rang"]}}},
        {"contents": "plan.png"}]}}
      """
    try weston.directory.write(scene.replacing("DIR", with: weston.directory.path), to: "hall.json")
    let panel = try Panel(configuration: #"{"scene": "hall.json"}"#, on: weston)
    let command = "$.root.children[0].button.action.command[0]"
    let missing = [
      "\(command): found './door', which isn't there; expected a program",
      "$.root.children[2].contents: found 'plan.png' (No such file or directory); expected a picture",
    ].map { "\(weston.directory.file("hall.json")): \($0)" }
    #expect(try panel.status().problems == missing)
    for text in missing { try panel.waitForLog(text) }
    let check = try Program.run(["check-config", weston.directory.file("kiosk.json")])
    #expect(check.status == 78 && missing.allSatisfy(check.errors.contains))
    #expect(try panel.ctl("list").output.contains("hall/door\tbutton\tunavailable: found './door', which isn't there"))
    #expect(try panel.ctl("press", "--wait", "bell").status == 0)
    #expect(weston.directory.exists("rang"))
    #expect(try panel.ctl("press", "door").status == 1)
    let before = try panel.settle()
    try weston.directory.write(
      Data(contentsOf: URL(fileURLWithPath: Program.example("home").replacing(".json", with: ".png"))), to: "plan.png")
    try panel.waitForChange("the picture", from: before)
    #expect(try panel.status().problems == [missing[0]])
    // Only the permission changes, which isn't watched. The press looks.
    try weston.directory.write("#!/bin/sh\n", to: "door")
    try waitUntil("the file") { try panel.status().problems?.first?.contains("isn't executable") == true }
    chmod(weston.directory.file("door"), 0o755)
    #expect(try panel.ctl("press", "--wait", "door").status == 0)
    #expect(try panel.status().problems == nil)
    try weston.directory.remove("plan.png")
    try waitUntil("the missing picture") { try panel.status().problems == [missing[1]] }
    #expect(panel.stop() == 0)
  }

  // MARK: Diagnostics on the screen

  /// Waits until the panel shows a card with the errors. `--diagnose` permits that.
  private func card(on panel: Panel) throws -> Picture {
    // The title's bright pixels.
    try waitUntil("the card") { try panel.picture().count { $0 & 0xFF > 0xC0 } > 500 }
    return try panel.settle()
  }

  /// An invalid file shows a card until it is fixed. A log without a reader doesn't end the program.
  @Test func invalidFileShowsACard() throws {
    let panel = try Panel(["--diagnose"], configuration: "{\"bar\": 1}", waitsForReady: false)
    try panel.waitForLog("$.bar: found 1; expected true or false")
    let card = try card(on: panel)
    try panel.closeLog()
    try panel.fingers("tap 640 400")
    try panel.configure("{\"bar\": 1, \"rotate\": 1}")
    try panel.waitForChange("another card", from: card)
    try panel.configure("{\"touchFix\": \"depth\"}")
    try panel.waitForPicture("the corrected file's picture", panel.rendered())
    #expect(panel.stop() == 0)
  }

  @Test func panelWithACardCanBeStopped() throws {
    let panel = try Panel(["--config", "/nonexistent/kiosk.json", "--diagnose"], waitsForReady: false)
    _ = try card(on: panel)
    panel.send(SIGHUP)
    #expect(panel.stop() == 0)
    #expect(panel.log.available().allSatisfy { !$0.contains("isn't noticed") })
  }

  @Test func directoryThatIsCreatedLaterIsNoticed() throws {
    let weston = try Weston()
    let path = weston.directory.file("later/kiosk.json")
    let panel = try Panel(["--config", path, "--diagnose"], on: weston, waitsForReady: false)
    _ = try card(on: panel)
    try weston.directory.write("{}", to: "later/kiosk.json")
    try waitUntil("the new file") { try panel.status().lastReload?.ok == true }
    #expect(panel.stop() == 0)
  }
}
