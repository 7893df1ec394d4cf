import Foundation
import System
import Testing

/// The cube's messages to systemd, and systemd's opinion of the units.
@Suite(.serialized) struct ServiceTests {
  /// A socket such as systemd's own.
  private final class NotifySocket {
    let path: String
    private let fd: Int32

    init(_ path: String) throws {
      self.path = path
      fd = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
      let result = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(fd, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      guard result == 0 else { throw SystemError("bind", errno) }
    }

    deinit { close(fd) }

    /// The next message; `nil` when none comes.
    func next(within seconds: Double) -> String? {
      var descriptor = pollfd(fd: fd, events: Int16(POLLIN), revents: 0)
      guard poll(&descriptor, 1, Int32(seconds * 1000)) > 0 else { return nil }
      var buffer = [UInt8](repeating: 0, count: 4096)
      return String(decoding: buffer[..<max(0, recv(fd, &buffer, buffer.count, 0))], as: UTF8.self)
    }

    func wait(_ matches: (String) -> Bool) throws -> String {
      let end = Date().addingTimeInterval(Sanitizer.patience(20))
      while Date() < end {
        if let text = next(within: end.timeIntervalSinceNow), matches(text) { return text }
      }
      throw RigFailure(description: "systemd was not told in time")
    }
  }

  @Test func systemdIsToldOfReadinessStatusAndLife() throws {
    let weston = try Weston()
    let socket = try NotifySocket(weston.directory.path + "/notify")
    let environment = weston.environment.merging(["NOTIFY_SOCKET": socket.path, "WATCHDOG_USEC": "400000"]) { $1 }
    let kiosk = try RunningKiosk(["--touch-fix", "reorder"], environment: environment)
    #expect(try socket.wait { $0.hasPrefix("READY=1") } == "READY=1")
    #expect(
      try socket.wait { $0.hasPrefix("STATUS=cube") }
        == "STATUS=cube, touch fix reorder; the button was pressed 0 times")
    let button = try Places().points("button")[0]
    try weston.fingers("tap \(button.x) \(button.y)")
    _ = try socket.wait { $0.hasSuffix("pressed 1 times") }
    // Nothing moves, and it is alive all the same.
    for _ in 1...3 { _ = try socket.wait { $0 == "WATCHDOG=1" } }
    // Frozen it says nothing.
    kill(kiosk.process.processIdentifier, SIGSTOP)
    while socket.next(within: 0.1) != nil {}
    #expect(socket.next(within: 1) == nil)
    kill(kiosk.process.processIdentifier, SIGCONT)
    _ = try socket.wait { $0 == "WATCHDOG=1" }
    // Without a compositor it is alive, and says what it waits for.
    weston.kill()
    _ = try socket.wait { $0.hasPrefix("STATUS=") && $0.hasSuffix("connecting again") }
    _ = try socket.wait { $0 == "WATCHDOG=1" }
    try weston.start()
    _ = try socket.wait { $0.hasPrefix("STATUS=cube") }
    kill(kiosk.process.processIdentifier, SIGTERM)
    #expect(try socket.wait { $0.hasPrefix("STOPPING=1") }.hasPrefix("STOPPING=1"))
    kiosk.process.waitUntilExit()
    #expect(kiosk.process.terminationStatus == 0)
  }

  /// Ready is who shows something. A file that is saved before there is a compositor makes nobody ready, good or bad; nor
  /// is there anything to reload.
  @Test(arguments: [
    (
      "{}",
      [
        "{\"touchFix\": \"depth\"}": "STATUS=cube, touch fix depth", "{\"bar\": 1}": "STATUS=",
        "{}": "STATUS=cube, touch fix none",
      ]
    ),
    ("{\"bar\": 1}", ["{\"bar\": 2}": "STATUS=wrong configuration: "]),
  ])
  func nobodyIsReadyBeforeTheFirstFrame(_ first: String, _ then: [String: String]) throws {
    let directory = try Scratch()
    let config = directory.path + "/kiosk.json"
    try first.write(toFile: config, atomically: true, encoding: .utf8)
    let socket = try NotifySocket(directory.path + "/notify")
    let environment = [
      "XDG_RUNTIME_DIR": directory.path, "STATE_DIRECTORY": directory.path, "NOTIFY_SOCKET": socket.path,
    ]
    let kiosk = try RunningKiosk(["--config", config, "--diagnose", "--wait", "60"], environment: environment)
    _ = try socket.wait { $0.hasPrefix("STATUS=") }
    for (text, status) in then {
      try text.write(toFile: config, atomically: true, encoding: .utf8)
      var told: [String] = []
      _ = try socket.wait {
        told.append($0)
        return $0.hasPrefix(status)
      }
      // What follows at once belongs to it.
      while let next = socket.next(within: 0.2) { told.append(next) }
      #expect(!told.contains { $0.hasPrefix("READY") || $0.hasPrefix("RELOADING") }, "\(told)")
    }
    #expect(kiosk.stop() == 0)
  }

  /// Once it is ready, it says that it reads the file again, and that it is ready again, whatever it found there.
  @Test func whoIsReadySaysThatItReloads() throws {
    let weston = try Weston()
    let config = weston.directory.path + "/kiosk.json"
    try "{}".write(toFile: config, atomically: true, encoding: .utf8)
    let socket = try NotifySocket(weston.directory.path + "/notify")
    let environment = weston.environment.merging(["NOTIFY_SOCKET": socket.path]) { $1 }
    let kiosk = try RunningKiosk(["--config", config], environment: environment)
    _ = try socket.wait { $0 == "READY=1" }
    for text in ["{\"touchFix\": \"depth\"}", "{\"bar\": 1}"] {
      try text.write(toFile: config, atomically: true, encoding: .utf8)
      #expect(try socket.wait { $0.hasPrefix("RELOADING=1") || $0.hasPrefix("READY=1") }.hasPrefix("RELOADING=1"))
      #expect(try socket.wait { $0.hasPrefix("RELOADING=1") || $0.hasPrefix("READY=1") } == "READY=1")
    }
    #expect(kiosk.stop() == 0)
  }

  /// The kernel ends a hung program if nobody can be told: it lives on while its loop turns, and not when it was held
  /// up.
  @Test func withoutAServiceManagerTheAlarmWatches() throws {
    let weston = try Weston()
    let environment = weston.environment.merging(["WATCHDOG_USEC": "1500000"]) { $1 }
    let kiosk = try RunningKiosk(["--touch-fix", "depth"], environment: environment)
    try kiosk.wait("ready")
    Thread.sleep(forTimeInterval: 3)
    #expect(kiosk.process.isRunning)
    kill(kiosk.process.processIdentifier, SIGSTOP)
    Thread.sleep(forTimeInterval: 2)
    kill(kiosk.process.processIdentifier, SIGCONT)
    try eventually("its end", within: 5) { !kiosk.process.isRunning }
    #expect(kiosk.process.terminationReason == .uncaughtSignal && kiosk.process.terminationStatus == SIGALRM)
  }

  private static let units = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("systemd")
  private static let hasTool = FileManager.default.isExecutableFile(atPath: "/usr/bin/systemd-analyze")

  private func analyze(_ arguments: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/systemd-analyze")
    process.arguments = arguments
    process.environment = ["PATH": "/usr/bin:/bin", "SYSTEMD_LOG_LEVEL": "warning"]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }

  /// Copies all units, with /bin/true for programs that aren't installed.
  private func copies() throws -> (directory: Scratch, names: [String]) {
    let scratch = try Scratch()
    var names: [String] = []
    for path in try FileManager.default.subpathsOfDirectory(atPath: Self.units.path)
    where path.hasSuffix(".service") || path.hasSuffix(".timer") {
      let text = try String(contentsOf: Self.units.appendingPathComponent(path), encoding: .utf8)
        .replacing(/(?m)^Documentation=.*/, with: "")
        .replacing(
          /\/usr\/(local\/)?(bin|lib\/cube-kiosk)\/(cube-kiosk(-mqtt)?|cage|weston|backlight)(?=[ \n])/,
          with: "/bin/true")
      let name = URL(fileURLWithPath: path).lastPathComponent.replacing("@.", with: "@dim.")
      try text.write(toFile: "\(scratch.path)/\(name)", atomically: true, encoding: .utf8)
      names.append(name)
    }
    return (scratch, names)
  }

  @Test(.enabled(if: hasTool, "systemd-analyze is not installed"))
  func systemdFindsNoFaultInTheUnits() throws {
    let (scratch, names) = try copies()
    #expect(names.count >= 7)
    for name in names {
      let result = try analyze(["verify", "--recursive-errors=no", "\(scratch.path)/\(name)"])
      let ours = result.output.split(separator: "\n").filter { $0.contains("cube-kiosk") }
      #expect(ours.isEmpty, "\(ours)")
    }
  }

  /// The example sets what the kernel has, in its own measure, and says what it wants where it is told something else.
  @Test(arguments: [("dim", "50", "0"), ("dark", "0", "4"), ("wake", "254", "0"), ("off", "7", "7")])
  func theExampleSetsTheBacklight(_ word: String, _ brightness: String, _ power: String) throws {
    let scratch = try Scratch()
    let light = scratch.path + "/class/backlight/panel"
    try FileManager.default.createDirectory(atPath: light, withIntermediateDirectories: true)
    for (name, text) in [("brightness", "7"), ("max_brightness", "254"), ("bl_power", "7")] {
      try "\(text)\n".write(toFile: "\(light)/\(name)", atomically: true, encoding: .utf8)
    }
    let process = Process()
    process.executableURL = Self.units.appendingPathComponent("examples/backlight")
    process.arguments = [word]
    process.environment = ["PATH": "/usr/bin:/bin", "SYSFS": scratch.path, "RUNTIME_DIRECTORY": scratch.path]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == (word == "off" ? 64 : 0))
    #expect(try String(contentsOfFile: light + "/brightness", encoding: .utf8) == brightness + "\n")
    #expect(try String(contentsOfFile: light + "/bl_power", encoding: .utf8) == power + "\n")
  }

  /// The unit's own command, with the places of this test.
  @Test func metricsAreWrittenAndRemovedWithThePanel() throws {
    let unit = try String(contentsOf: Self.units.appendingPathComponent("cube-kiosk-metrics.service"), encoding: .utf8)
    let command = try #require(unit.firstMatch(of: /ExecStart=\/bin\/sh -c '(.*)'/)?.1)
    let weston = try Weston()
    let panel = try ControlledKiosk([], weston)
    let script =
      "cd \(weston.directory.path); "
      + command.replacing("/usr/bin/cube-kiosk ctl", with: "\"$0\" ctl --socket \(panel.socket)")
    func write() throws -> (status: Int32, file: String?) {
      let status = try Program.run([], by: ["/bin/sh", "-c", script]).status
      return (status, try? String(contentsOfFile: weston.directory.path + "/cube-kiosk.prom", encoding: .utf8))
    }
    let written = try write()
    #expect(written.status == 0 && written.file?.contains("\ncube_kiosk_connected 1\n") == true)
    #expect(panel.kiosk.stop() == 0)
    #expect(try write() == (1, nil))
  }

  /// 0 is wholly shut in, 10 is wholly open.
  @Test(.enabled(if: hasTool, "systemd-analyze is not installed"))
  func theCubesUnitIsShutIn() throws {
    let scratch = try copies().directory
    for unit in ["cube-kiosk", "cube-kiosk-mqtt"] {
      let result = try analyze(["security", "--offline=true", "--threshold=15", "\(scratch.path)/\(unit).service"])
      #expect(result.status == 0, "\(unit): \(result.output.split(separator: "\n").last ?? "")")
    }
  }
}
