import Foundation
import TestSupport
import Testing

/// The samples of cube-kiosk-panel(7): the tutorial and the recipes. `ManualTests` checks the JSON files.
@Suite(.serialized, .onlyInCheck) struct PanelManualTests {
  private typealias Page = PanelManual

  // MARK: Tutorial

  /// The panel of the tutorial with Home Assistant's adapter in the test's place; `Tests/home-assistant` runs the real one.
  @Test func tutorialSwitchesALight() throws {
    let weston = try Weston(width: 800, height: 480)
    let scene = try weston.directory.write(Page.json("ha:light.hall"), to: "home.json")
    let panel = try Panel(["--scene", scene], on: weston)
    func yellow() throws -> Int { try panel.picture().count { $0 & 0xFFFFFF == 0xF2B33D } }
    #expect(try panel.ctl("status").output.contains(#""missingAdapters":["ha"]"#))

    let adapter = try SocketClient(weston.directory.file("adapters"))
    adapter.send("{\"serve\":\"ha\"}\n")
    #expect(try adapter.line() == #"{"ok":true}"#)
    #expect(try adapter.line() == #"{"uses":["light.hall"],"visible":["light.hall"]}"#)
    adapter.send("{\"values\":{\"light.hall\":{\"state\":\"off\"}}}\n")
    try waitUntil("the light is off") { try panel.value("light") == "off" }
    #expect(try yellow() == 0)
    try panel.tap("light")
    #expect(try adapter.line() == #"{"set":"light.hall","value":"on","id":1}"#)
    adapter.send("{\"id\":1,\"ok\":true}\n{\"values\":{\"light.hall\":{\"state\":\"on\"}}}\n")
    try waitUntil("a yellow button") { try yellow() > 20_000 }
    adapter.send("{\"values\":{\"light.hall\":{\"state\":\"off\"}}}\n")
    try waitUntil("a dark button") { try yellow() == 0 }
    #expect(panel.stop() == 0)
  }

  // MARK: Recipes

  @Test func pagesLeadToEachOther() throws {
    let weston = try Weston()
    try weston.directory.write(Page.json("Welcome"), to: "welcome.json")
    try weston.directory.write(Page.json("ha:light.hall"), to: "home.json")
    let panel = try Panel(configuration: Page.json("homeAfter\": 60 }"), on: weston)
    #expect(try panel.status().page == "welcome")
    try panel.tap("more")
    try panel.wait("scene")
    #expect(try panel.status().page == "home")
    #expect(panel.stop() == 0)
  }

  /// The doorbell wakes a dark panel, rings, and its button calls Home Assistant.
  @Test func doorbellRings() throws {
    let weston = try Weston()
    try weston.directory.write(Page.json("ha:light.hall"), to: "home.json")
    let panel = try Panel(configuration: Page.json("ha:binary_sensor.doorbell"), on: weston)
    let adapter = try SocketClient(weston.directory.file("adapters"))
    adapter.send("{\"serve\":\"ha\"}\n")
    #expect(try adapter.line() == #"{"ok":true}"#)
    #expect(try adapter.line()?.contains("binary_sensor.doorbell") == true)
    #expect(try panel.ctl("sleep").status == 0)
    try panel.wait("idle") { $0.state == "dark" }
    adapter.send("{\"values\":{\"binary_sensor.doorbell\":{\"state\":\"on\"}}}\n")
    #expect(try panel.wait("message").title == "Someone is at the door")
    #expect(try panel.wait("sound").sound == "bell")
    #expect(try panel.status().idle == "active")
    while let line = try adapter.line(), !line.contains("\"camera.front\"") {}
    #expect(panel.stop() == 0)
  }

  @Test func guestBookIsAppended() throws {
    let weston = try Weston()
    let scene = try weston.directory.write(Page.json("guests"), to: "book.json")
    // systemd creates it.
    try weston.directory.write("", to: "state/guests")
    let panel = try Panel(["--scene", scene], on: weston)
    #expect(try panel.ctl("press", "sign").errors.contains("isn't enabled"))
    for count in 1...2 {
      try panel.tap("name")
      try panel.type(.a, .d, .a, .enter)
      try waitUntil("an entry") { try panel.ctl("list").output.contains("sign\tbutton\tidle") }
      let press = try panel.ctl("press", "--wait", "sign")
      #expect(press.status == 0, "\(press.errors)")
      #expect(try panel.directory.read("state/guests") == String(repeating: "ada\n", count: count))
    }
    #expect(panel.stop() == 0)
  }

  /// Each command of the page's units runs: those that set values change the panel. `gpiomon` and `gpioget` need a
  /// kernel's GPIO, and are stubs.
  @Test(.enabled(if: access("/usr/bin/curl", X_OK) == 0, "curl is not installed")) func unitsChangeThePanel() throws {
    let weston = try Weston()
    let scene = try weston.directory.write(Page.json("fan@on.service"), to: "fan.json")
    try weston.directory.write("-4.6 °C\n", to: "places")
    let panel = try Panel(
      configuration: #"{"scene": "\#(scene)", "values": {\#(try Page.value("places"))}}"#, on: weston)
    let shell = try ManualShell(panel)
    try shell.stub("gpiomon", "[ ! -e once ] && touch once && echo gpiomon \"$@\" >>calls")

    func run(_ unit: String) throws {
      let text = try #require(Page.files["/etc/systemd/system/\(unit)"])
      // systemd joins lines and removes quotation marks, as the shell does.
      let commands = text.replacing("\\\n", with: " ").matches(of: /(?m)^ExecStart=(.*)$/).map { String($0.1) }
      #expect(!commands.isEmpty)
      for command in commands {
        try shell.succeeds(
          command.replacing("https://gym.example/", with: "file://\(weston.directory.path)/")
            .replacing("%i", with: "on").replacing("/usr/bin/cube-kiosk", with: "cube-kiosk"))
      }
    }
    #expect(try panel.ctl("sleep").status == 0)
    try run("motion.service")
    #expect(try panel.status().idle == "active")
    #expect(try shell.directory.read("calls") == "gpiomon -q -n 1 -e rising GPIO17\n")
    try run("places.service")
    #expect(try panel.value("places") == "-4.6 °C")
    #expect(try panel.ctl("list").output.contains("fan/on\tbutton\tidle"))
    try run("fan@.service")
    #expect(try panel.value("fan") == "on")
    #expect(panel.stop() == 0)
  }

  // MARK: Every sample

  /// Each sample is of a kind that a test below, or `ManualTests`, covers.
  @Test func everySampleIsCovered() throws {
    for sample in try Page.samples {
      switch sample.kind {
      case .json: #expect((try? JSONSerialization.jsonObject(with: Data(sample.text.utf8))) != nil, "\(sample.text)")
      case .settings, .rule: #expect(sample.file != nil, "name the file before the sample:\n\(sample.text)")
      case .shell: break
      }
    }
    #expect(try Page.files.keys.count { $0.hasPrefix("/etc/systemd/system/") } == 4)
  }

  /// The tutorial is a page long, a recipe half a page.
  @Test func sectionsAreShort() throws {
    let counts = try Page.wordCounts
    #expect(counts.count > 20)
    for (section, count) in counts where section != "SPEECH" {
      #expect(count <= (section == "TUTORIAL" ? 500 : 160), "\(section) has \(count) words")
    }
  }

  /// Units pass systemd's verification, other settings exist in the files of their programs.
  @Test(.enabled(if: access("/usr/bin/systemd-analyze", X_OK) == 0, "systemd-analyze is not installed"))
  func settingsAreKnown() throws {
    let directory = try TemporaryDirectory()
    let sources = Program.checkout + "/systemd/"
    var units: Set<String> = []
    for (path, text) in try Page.files where path.hasPrefix("/etc/systemd/system/") {
      let name = path.replacing("/etc/systemd/system/", with: "").replacing("@.", with: "@on.")
      try directory.write(text.replacing("/usr/bin/cube-kiosk", with: "/bin/true"), to: name)
      guard let range = name.range(of: ".d/") else {
        units.insert(name)
        continue
      }
      // A drop-in is checked with its unit.
      let unit = String(name[..<range.lowerBound])
      let base = try String(contentsOfFile: sources + unit, encoding: .utf8).replacing(
        /(?m)^Documentation=.*/, with: "")
      try directory.write(base.replacing("/usr/bin/cube-kiosk", with: "/bin/true"), to: unit)
      units.insert(unit)
    }
    for unit in units {
      let result = try FinishedProcess(
        ["/usr/bin/systemd-analyze", "verify", "--recursive-errors=no", directory.file(unit)],
        environment: ["SYSTEMD_LOG_LEVEL": "warning"])
      let messages = (result.output + result.errors).split(separator: "\n").filter { $0.contains(directory.path) }
      #expect(result.status == 0 && messages.isEmpty, "\(unit): \(result.errors)")
    }
    // Debian's files list all keys as comments, and so does the panel's weston.ini.
    let origins = [
      "/etc/cube-kiosk/weston.ini": sources + "weston.ini",
      "/etc/systemd/journald.conf.d/memory.conf": "/etc/systemd/journald.conf",
      "/etc/systemd/system.conf.d/watchdog.conf": "/etc/systemd/system.conf",
    ]
    for (path, text) in try Page.files where !path.hasPrefix("/etc/systemd/system/") && !path.hasSuffix(".rules") {
      let origin = try #require(origins[path], "\(path)")
      let known = try String(contentsOfFile: origin, encoding: .utf8).replacing("#", with: "")
      for line in text.split(separator: "\n") {
        let key = line.contains("=") ? line.prefix { $0 != "=" } + "=" : line
        #expect("\n\(known)".contains("\n\(key)"), "\(path): \(line)")
      }
    }
  }

  /// polkit's list has the units of the page's button.
  @Test func permittedUnitsAreThoseOfButtons() throws {
    let rule = try #require(Page.files["/etc/polkit-1/rules.d/panel.rules"])
    let units = rule.matches(of: /"([^"]*)"/).map { String($0.1) }
    let page = try Page.json("fan@on")
    #expect(rule.hasPrefix("polkit.panelUnits = [") && rule.hasSuffix("];"))
    #expect(units.count == 2 && units.allSatisfy { page.contains("\"\($0)\"") })
    let packaged = try String(contentsOfFile: Program.checkout + "/systemd/60-cube-kiosk.rules", encoding: .utf8)
    #expect(packaged.contains("\npolkit.panelUnits = ["))
  }

  /// Each command runs, in a shell whose /etc is a directory of this test. Programs that change the system are stubs: see
  /// `ManualShell`.
  @Test func commandsSucceed() throws {
    let weston = try Weston()
    let panel = try Panel(configuration: #"{"values": {"door": {"initial": null}}}"#, on: weston)
    let shell = try ManualShell(panel)
    for command in try Page.samples.filter({ $0.kind == .shell }).map(\.text) + Page.inlineCommands {
      try shell.succeeds(command, input: "123456\n123456\n")
    }
    // The files and pictures that the commands wrote.
    #expect(try shell.directory.read("root/etc/cube-kiosk/pin").hasPrefix("$"))
    #expect(try shell.directory.read("root/etc/cube-kiosk/kiosk.json") == "{ \"scene\": \"home.json\" }\n")
    #expect(try Picture(shell.directory.file("light.png")).count { $0 & 0xFFFFFF == 0xF2B33D } > 20_000)
    for picture in ["large.png", "panel.png"] { #expect(shell.directory.exists(picture), "\(picture)") }
    // systemctl got units that exist.
    let pageUnits = try Page.files.keys.map { URL(fileURLWithPath: $0).lastPathComponent }
    let known = try Set(
      FileManager.default.contentsOfDirectory(atPath: Program.checkout + "/systemd") + pageUnits
        + ["display-manager.service", "acpid.service", "graphical.target", "fan@on.service"])
    for call in try shell.directory.read("calls").split(separator: "\n") where call.hasPrefix("systemctl ") {
      for name in call.split(separator: " ").dropFirst(2) where !name.hasPrefix("-") {
        #expect(known.contains(name.contains(".") ? String(name) : "\(name).service"), "\(call)")
      }
    }
    #expect(panel.stop() == 0)
  }
}
