import Foundation
import TestSupport
import Testing

/// Notifications to systemd, and systemd's verification of the units.
@Suite(.serialized) struct ServiceTests {
  /// A notification socket, as systemd creates it.
  private final class NotifySocket {
    let path: String
    private let fd: Int32

    init(in directory: TemporaryDirectory) throws {
      path = directory.file("notify")
      fd = try UnixSocket.bound(to: path, queue: nil)
    }

    deinit { close(fd) }

    /// Returns the next message; `nil` if none comes in time.
    func next(within seconds: Double) -> String? {
      var descriptor = pollfd(fd: fd, events: Int16(POLLIN), revents: 0)
      guard poll(&descriptor, 1, Int32(seconds * 1000)) > 0 else { return nil }
      var buffer = [UInt8](repeating: 0, count: 4096)
      return String(decoding: buffer[..<max(0, recv(fd, &buffer, buffer.count, 0))], as: UTF8.self)
    }

    /// Returns the next message with one of the prefixes.
    @discardableResult func wait(for prefixes: String..., orSuffix suffix: String? = nil) throws -> String {
      let end = Date().addingTimeInterval(Sanitizer.timeout(20))
      while Date() < end {
        guard let text = next(within: end.timeIntervalSinceNow) else { continue }
        if prefixes.contains(where: text.hasPrefix) || suffix.map(text.hasSuffix) == true { return text }
      }
      throw TestFailure("no notification \(prefixes) in time")
    }
  }

  @Test func readinessStatusAndLifeAreReported() throws {
    let weston = try Weston()
    let socket = try NotifySocket(in: weston.directory)
    let panel = try Panel(
      ["--touch-fix", "reorder"], on: weston,
      environment: ["NOTIFY_SOCKET": socket.path, "WATCHDOG_USEC": "400000"])
    #expect(try socket.wait(for: "READY=1") == "READY=1")
    let status = "STATUS=cube, touch fix reorder; the button was pressed"
    #expect(try socket.wait(for: "STATUS=cube") == "\(status) 0 times")
    try panel.tap("button")
    try socket.wait(for: "\(status) 1 times")
    // An idle panel notifies the watchdog, too.
    for _ in 1...3 { try socket.wait(for: "WATCHDOG=1") }
    // A stopped process doesn't.
    panel.send(SIGSTOP)
    while socket.next(within: 0.1) != nil {}
    #expect(socket.next(within: 1) == nil)
    panel.send(SIGCONT)
    try socket.wait(for: "WATCHDOG=1")
    // A panel without a compositor does.
    weston.kill()
    try socket.wait(orSuffix: "connecting again")
    try socket.wait(for: "WATCHDOG=1")
    try weston.start()
    try socket.wait(for: "STATUS=cube")
    panel.send(SIGTERM)
    try socket.wait(for: "STOPPING=1")
    #expect(panel.waitForExit() == 0)
  }

  /// The panel is ready once it shows something. Changes of the file before that, valid or not, report neither readiness
  /// nor a reload.
  @Test(arguments: [
    (
      "{}",
      [
        ("{\"touchFix\": \"depth\"}", "STATUS=cube, touch fix depth"), ("{\"bar\": 1}", "STATUS="),
        ("{}", "STATUS=cube, touch fix none"),
      ]
    ),
    ("{\"bar\": 1}", [("{\"bar\": 2}", "STATUS=invalid configuration: ")]),
  ])
  func panelIsNotReadyBeforeItsFirstFrame(_ first: String, _ changes: [(text: String, status: String)]) throws {
    let weston = try Weston(starts: false)
    let socket = try NotifySocket(in: weston.directory)
    let panel = try Panel(
      ["--diagnose", "--wait", "60"], configuration: first, on: weston, environment: ["NOTIFY_SOCKET": socket.path],
      waitsForReady: false)
    try socket.wait(for: "STATUS=")
    for change in changes {
      try panel.configure(change.text)
      let message = try socket.wait(for: change.status, "READY", "RELOADING")
      #expect(message.hasPrefix(change.status))
      while let next = socket.next(within: 0.2) {
        #expect(!next.hasPrefix("READY") && !next.hasPrefix("RELOADING"), "\(next)")
      }
    }
    #expect(panel.stop() == 0)
  }

  /// The unit's start doesn't time out while the panel waits for the compositor, an output or a seat.
  @Test(.onlyInCheck, .enabled(if: Weston.canAddOutputs, "the module can't add an output to this weston"))
  func startTimeoutIsExtendedUntilTheFirstFrame() throws {
    let weston = try Weston(starts: false, startsEmpty: true)
    let socket = try NotifySocket(in: weston.directory)
    let panel = try Panel(
      ["--wait", "60"], on: weston, environment: ["NOTIFY_SOCKET": socket.path], waitsForReady: false)
    #expect(try socket.wait(for: "EXTEND_TIMEOUT_USEC=", "READY") == "EXTEND_TIMEOUT_USEC=60000000")
    try weston.start()
    try panel.waitForLog("the compositor has no screen; waiting for one")
    try weston.send(["output add"])
    try panel.waitForLog("the compositor shows nothing and has no seat; connect a touchscreen, a mouse or a keyboard")
    try weston.send(["seat add"])
    try socket.wait(for: "READY=1")
    #expect(try panel.touchedView(panel.place("cube")) != nil)
    #expect(panel.stop() == 0)
  }

  /// Each reload is reported with its end, whether the file is valid or not.
  @Test func reloadIsReported() throws {
    let weston = try Weston()
    let socket = try NotifySocket(in: weston.directory)
    let panel = try Panel(configuration: "{}", on: weston, environment: ["NOTIFY_SOCKET": socket.path])
    try socket.wait(for: "READY=1")
    for text in ["{\"touchFix\": \"depth\"}", "{\"bar\": 1}"] {
      try panel.configure(text)
      for message in ["RELOADING=1", "READY=1"] {
        #expect(try socket.wait(for: "RELOADING=1", "READY=1").hasPrefix(message))
      }
    }
    #expect(panel.stop() == 0)
  }

  // MARK: Units

  private static let units = Program.checkout + "/systemd"
  private static let hasAnalyze = FileManager.default.isExecutableFile(atPath: "/usr/bin/systemd-analyze")

  private func analyze(_ arguments: [String]) throws -> FinishedProcess {
    try FinishedProcess(
      ["/usr/bin/systemd-analyze"] + arguments, environment: ["SYSTEMD_LOG_LEVEL": "warning"])
  }

  /// Copies all units. Programs that aren't installed become /bin/true.
  private func copyUnits() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    for path in try FileManager.default.subpathsOfDirectory(atPath: Self.units)
    where !path.hasPrefix("image/") && (path.hasSuffix(".service") || path.hasSuffix(".timer")) {
      let text = try String(contentsOfFile: "\(Self.units)/\(path)", encoding: .utf8)
        .replacing(/(?m)^Documentation=.*/, with: "")
        .replacing(
          /\/usr\/(local\/)?(bin|lib\/cube-kiosk)\/(cube-kiosk(-[a-z]+)?|weston|backlight)(?=[ \n])/,
          with: "/bin/true")
      try directory.write(text, to: URL(fileURLWithPath: path).lastPathComponent.replacing("@.", with: "@dim."))
    }
    return directory
  }

  @Test(.enabled(if: hasAnalyze, "systemd-analyze is not installed")) func unitsPassSystemdVerification() throws {
    let directory = try copyUnits()
    let names = try directory.contents()
    #expect(names.count >= 8)
    for name in names {
      let result = try analyze(["verify", "--recursive-errors=no", directory.file(name)])
      let messages = (result.output + result.errors).split(separator: "\n").filter { $0.contains("cube-kiosk") }
      #expect(messages.isEmpty, "\(messages)")
    }
  }

  /// Returns the start jobs of a boot that wants `units`, as systemd plans them.
  private func plannedStarts(of units: String) throws -> Set<String> {
    let directory = try copyUnits()
    try directory.write("[Unit]\nWants=\(units)\n", to: "boot.target")
    chmod(directory.path, 0o755)
    // systemd refuses to plan as root.
    let user = geteuid() == 0 ? ["/usr/bin/setpriv", "--reuid=65534", "--clear-groups"] : []
    let result = try FinishedProcess(
      user + ["/usr/lib/systemd/systemd", "--test", "--system", "--unit=boot.target"],
      environment: [
        "SYSTEMD_UNIT_PATH": directory.path + ":/usr/lib/systemd/system", "XDG_RUNTIME_DIR": directory.path,
      ])
    return Set((result.output + result.errors).matches(of: /Action: (\S+) -> start\n/).map { String($0.1) })
  }

  /// The login prompt stays enabled, and has the screen only while the panel doesn't use it.
  @Test(.enabled(if: hasAnalyze, "systemd is not installed")) func panelReplacesTheLoginPrompt() throws {
    let prompt = "getty@tty1.service"
    #expect(try plannedStarts(of: prompt).contains(prompt))
    let starts = try plannedStarts(of: "\(prompt) cube-kiosk-compositor.service cube-kiosk.service")
    #expect(starts.isSuperset(of: ["cube-kiosk-compositor.service", "cube-kiosk.service"]))
    #expect(!starts.contains(prompt))
  }

  /// The boot check waits for a panel that starts, but starts none.
  @Test(.enabled(if: hasAnalyze, "systemd is not installed")) func bootCheckStartsNoPanel() throws {
    let check = "cube-kiosk-boot-check.service"
    let starts = try plannedStarts(of: check)
    #expect(starts.contains(check) && starts.isDisjoint(with: ["cube-kiosk-compositor.service", "cube-kiosk.service"]))
    #expect(try plannedStarts(of: "\(check) cube-kiosk.service").isSuperset(of: [check, "cube-kiosk.service"]))
  }

  /// The exposure level is 0 for a fully sandboxed unit and 10 for an unrestricted one; the threshold is in tenths.
  @Test(
    .enabled(if: hasAnalyze, "systemd-analyze is not installed"),
    arguments: ["cube-kiosk", "cube-kiosk-mqtt", "cube-kiosk-audio", "cube-kiosk-backlight"])
  func unitIsSandboxed(_ unit: String) throws {
    let directory = try copyUnits()
    let result = try analyze(["security", "--offline=true", "--threshold=15", directory.file("\(unit).service")])
    #expect(result.status == 0, "\(result.output.split(separator: "\n").last ?? "")")
  }

  /// The example writes the backlight's sysfs files, in the device's own range, and reports invalid arguments.
  @Test(arguments: [("dim", "50", "0"), ("dark", "0", "4"), ("wake", "254", "0"), ("off", "7", "7")])
  func backlightExampleSetsBrightness(_ word: String, _ brightness: String, _ power: String) throws {
    let directory = try TemporaryDirectory()
    let light = "class/backlight/panel"
    for (name, text) in [("brightness", "7"), ("max_brightness", "254"), ("bl_power", "7")] {
      try directory.write("\(text)\n", to: "\(light)/\(name)")
    }
    let result = try FinishedProcess(
      [Self.units + "/examples/backlight", word],
      environment: ["SYSFS": directory.path, "RUNTIME_DIRECTORY": directory.path])
    #expect(result.status == (word == "off" ? 64 : 0))
    #expect(try directory.read(light + "/brightness") == brightness + "\n")
    #expect(try directory.read(light + "/bl_power") == power + "\n")
  }

  /// The service's script, with files in place of those of the kernel.
  @Test func backlightFollowsTheValue() throws {
    let panel = try Panel(configuration: #"{"values": {"brightness": {"initial": null}, "other": {"initial": null}}}"#)
    let names = ["first": "254", "second": "10"]
    for (name, maximum) in names {
      try panel.directory.write("7\n", to: "class/backlight/\(name)/brightness")
      try panel.directory.write("\(maximum)\n", to: "class/backlight/\(name)/max_brightness")
    }
    func brightness() -> [String?] {
      ["first", "second"].map { try? panel.directory.read("class/backlight/\($0)/brightness") }
    }
    let script = try RunningProcess(
      [Self.units + "/backlight", "brightness"],
      environment: [
        "CUBE_KIOSK": Program.path, "SOCKET": panel.directory.file("watch"), "SYSFS": panel.directory.path,
      ])
    // The script has a child, which ends with the panel only.
    defer { if panel.isRunning { _ = panel.stop() } }
    // The script reads the status first, so that a value from before its start counts.
    #expect(try panel.ctl("set", "brightness", "60").status == 0)
    try waitUntil("60 %") { brightness() == ["153\n", "6\n"] }
    for (text, expected) in [
      ("20.5", ["51\n", "2\n"]), ("0", ["13\n", "1\n"]), ("100", ["254\n", "10\n"]), ("12345", ["254\n", "10\n"]),
    ] {
      #expect(try panel.ctl("set", "brightness", text, "other", "1").status == 0)
      try waitUntil(text) { brightness() == expected }
    }
    for text in ["on", "-1", "$(reboot)", "40"] { #expect(try panel.ctl("set", "brightness", text).status == 0) }
    try waitUntil("40 %") { brightness() == ["102\n", "4\n"] }
    #expect(panel.stop() == 0)
    #expect(script.waitForExit() >= 0)
  }

  @Test func metricsFileExistsWhileThePanelRuns() throws {
    let unit = try String(contentsOfFile: Self.units + "/cube-kiosk-metrics.service", encoding: .utf8)
    let command = try #require(unit.firstMatch(of: /ExecStart=\/bin\/sh -c '(.*)'/)?.1)
    let panel = try Panel()
    let watch = panel.directory.file("watch")
    let script = command.replacing("/usr/bin/cube-kiosk", with: "\"$0\"").replacing(
      "/run/cube-kiosk/watch", with: watch)
    func write() throws -> (status: Int32, file: String?) {
      let status = try Program.run([], by: ["/bin/sh", "-c", "cd \(panel.directory.path); \(script)"]).status
      return (status, try? panel.directory.read("cube-kiosk.prom"))
    }
    let written = try write()
    #expect(written.status == 0 && written.file?.contains("\ncube_kiosk_connected 1\n") == true)
    #expect(panel.stop() == 0)
    #expect(try write() == (1, nil))
  }
}
