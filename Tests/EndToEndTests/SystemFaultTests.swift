import Foundation
import TestSupport
import Testing

/// A system that is out of memory, threads, descriptors or disk space for a while. A preloaded library makes calls fail.
@Suite(.serialized, .onlyInCheck) struct SystemFaultTests {
  /// A panel, and the faults of its system.
  private struct Rig {
    let panel: Panel
    let faults: FaultInjection

    /// - Parameters:
    ///   - faults: The initial list of faults.
    ///   - runsCommand: True if the button's command writes the file "ran".
    ///   - configuration: The file, and the content that replaces it once it was read.
    init(
      _ faults: String = "", runsCommand: Bool = false, configuration: (first: String, next: String)? = nil
    ) throws {
      let weston = try Weston(width: 640, height: 400)
      self.faults = try FaultInjection(in: weston.directory, faults)
      if let configuration { try weston.directory.write(configuration.next, to: "kiosk.json.next") }
      panel = try Panel(
        ["--touch-fix", "reorder", "--wait", "60"] + (configuration == nil ? [] : ["--diagnose"]),
        configuration: configuration?.first, action: runsCommand ? ["touch", "DIR/ran"] : [], on: weston,
        environment: self.faults.environment.merging(["SWAP": weston.directory.file("kiosk.json")]) { $1 },
        waitsForReady: faults.isEmpty && configuration == nil)
    }

    /// Presses the button, and returns the reported count.
    func press() throws -> Int? {
      try panel.tap("button")
      return try panel.wait("press").count
    }

    /// Waits until the button's command has run, and removes its file.
    func waitForCommand() throws {
      try waitUntil("the command") { panel.directory.exists("ran") }
      try panel.directory.remove("ran")
    }
  }

  /// The panel connects again until there is memory for a buffer.
  @Test(arguments: [
    ("memfd_create", EMFILE, "Too many open files"), ("memfd_create", ENOMEM, "Cannot allocate memory"),
    ("ftruncate", ENOSPC, "No space left on device"), ("mmap", ENOMEM, "Cannot allocate memory"),
    ("pwrite", ENOSPC, "No space left on device"),
  ])
  func missingMemoryForABufferIsTemporary(_ call: String, _ code: Int32, _ text: String) throws {
    let rig = try Rig("\(call) \(code)\n")
    try rig.panel.waitForLog("cube-kiosk: \(call): \(text); connecting again")
    #expect(try rig.panel.takeEvents().isEmpty)
    try rig.faults.set("")
    try rig.panel.wait("ready")
    #expect(try rig.press() == 1)
    #expect(rig.panel.stop() == 0)
  }

  /// A configuration that is fixed right after it was read: the panel starts, and doesn't end with status 78.
  @Test func configurationFixedDuringStartIsUsed() throws {
    let rig = try Rig(configuration: ("{\"bar\": 1}", "{\"bar\": true}"))
    try rig.panel.waitForLog("$.bar: found 1; expected true or false")
    // The sockets open after the log line.
    try waitUntil("the corrected file") { (try? rig.panel.status())?.lastReload?.ok == true }
    #expect(rig.panel.stop() == 0)
  }

  @Test func missingThreadRefusesAScreenshot() throws {
    let rig = try Rig()
    // Pango starts threads for new fonts.
    #expect(try rig.press() == 1)
    let file = rig.panel.directory.file("a.png")
    try rig.faults.set("pthread_create \(EAGAIN)\n")
    let refused = try rig.panel.ctl("screenshot", file)
    #expect(refused.status == 1)
    #expect(refused.errors == "cube-kiosk: ctl: pthread_create: Resource temporarily unavailable\n")
    #expect(!rig.panel.directory.exists("a.png"))
    #expect(try rig.press() == 2)
    try rig.faults.set("")
    #expect(try rig.panel.ctl("screenshot", file).status == 0)
    #expect(rig.panel.stop() == 0)
  }

  /// If a step of saving fails, the file stays whole.
  @Test(arguments: [("write", ENOSPC), ("fsync", EIO), ("rename", EROFS)])
  func failedSaveKeepsTheOldFile(_ call: String, _ code: Int32) throws {
    let rig = try Rig()
    let old = #"{"count": 7, "light": true, "presses": {}, "lock": {"failures": 0, "closedUntil": 0}}"#
    try rig.panel.directory.write(old, to: "state/state.json")
    try rig.faults.set("\(call) \(code)\n")
    #expect(try rig.press() == 1)
    #expect(rig.panel.stop() == 0)
    try rig.panel.waitForLog("the count is kept in memory only")
    #expect(rig.panel.savedText == old)
    #expect(try rig.panel.directory.contents(of: "state") == ["state.json"])
  }

  /// A kept value has its last text after each start, wherever the program was killed during a save, and a kill at the
  /// next save loses nothing of the earlier ones.
  @Test(arguments: ["write", "fsync", "rename"]) func keptValuesSurviveAKillAtEachCall(_ call: String) throws {
    let weston = try Weston(width: 640, height: 400)
    let faults = try FaultInjection(in: weston.directory)
    let configuration = #"""
      {"values": {"mode": {"set": ["off", "day", "night"], "keep": true}, "note": {"set": true, "keep": true, "lines": 9},
        "other": {"set": "x"}}}
      """#
    func start() throws -> Panel {
      try Panel(configuration: configuration, on: weston, environment: faults.environment)
    }
    let first = try start()
    #expect(try first.value("mode") == nil)
    for (name, text) in [("mode", "night"), ("other", "y"), ("note", "a\nb")] {
      #expect(try first.ctl("set", name, text).status == 0)
    }
    try waitUntil("the saved values") { first.savedText?.contains(#""mode":"night","note":"a\u000ab""#) == true }
    try faults.set("\(call) -1\n")
    #expect(try first.ctl("set", "mode", "day").status == 0)
    #expect(first.waitForExit() != 0)
    try faults.set("")
    let second = try start()
    #expect(try second.value("mode") == "night" && second.value("note") == "a\nb" && second.value("other") == nil)
    #expect(try second.directory.contents(of: "state") == ["state.json"])
    #expect(try second.ctl("set", "mode", "day").status == 0)
    try waitUntil("the saved value") { second.savedText?.contains(#""mode":"day""#) == true }
    _ = second.stop(SIGKILL)
    // A text that isn't among the choices any more gives way to the first one.
    try second.configure(configuration.replacing("\"day\"", with: "\"dusk\""))
    let third = try Panel(["--config", weston.directory.file("kiosk.json")], on: weston)
    #expect(try third.value("mode") == nil && third.value("note") == "a\nb")
    #expect(third.stop() == 0)
  }

  /// On a slow disk, commands, events and replies come at once. Everything is saved at the end.
  @Test func slowDiskDelaysNothing() throws {
    let rig = try Rig(runsCommand: true)
    try rig.faults.set("slow-fsync 1\n")
    #expect(try rig.press() == 1)
    #expect(try rig.panel.wait("result").status == 0)
    #expect(try rig.panel.ctl("press", "3", "button").status == 0)
    #expect(try rig.panel.wait("press").count == 2)
    #expect(try rig.panel.wait("result").status == 0)
    #expect(rig.panel.saved == nil)
    try rig.faults.set("")
    #expect(rig.panel.stop() == 0)
    #expect(rig.panel.saved?.count == 2)
  }

  /// At SIGTERM the program saves the latest state before it ends.
  @Test func lastPressIsSavedAtTheEnd() throws {
    let rig = try Rig(runsCommand: true)
    try rig.faults.set("slow-fsync 1\n")
    #expect(try rig.press() == 1)
    try rig.waitForCommand()
    rig.panel.send(SIGTERM)
    try waitUntil("the socket's end") { try rig.panel.ctl("status").status != 0 }
    #expect(rig.panel.isRunning)
    try rig.faults.set("")
    #expect(rig.panel.waitForExit() == 0 && rig.panel.saved?.count == 1)
  }

  @Test func missingStateDirectoryIsReported() throws {
    let rig = try Rig()
    try rig.panel.directory.write("", to: "state")
    #expect(try rig.press() == 1)
    #expect(rig.panel.stop() == 0)
    try rig.panel.waitForLog("Not a directory; the count is kept in memory only")
  }

  /// Without free descriptors the panel still takes touches; a client waits without using processor time.
  @Test func clientsWaitForFreeDescriptors() throws {
    let rig = try Rig()
    try rig.panel.limit("--nofile=3:")
    let client = try SocketClient(rig.panel.socket)
    client.send("{\"command\":\"wake\"}\n")
    #expect(try rig.press() == 1)
    /// The processor time of all threads, in hundredths of a second.
    func processorTime() throws -> Int {
      let text = try String(contentsOfFile: "/proc/\(rig.panel.pid)/stat", encoding: .utf8)
      let fields = text[text.lastIndex(of: ")")!...].split(separator: " ")
      return (Int(fields[12]) ?? 0) + (Int(fields[13]) ?? 0)
    }
    try rig.panel.settle()
    let before = try processorTime()
    #expect(try holds(for: 2) { try processorTime() - before < 40 })
    #expect(!client.isAnswered)
    try rig.panel.limit("--nofile=1024:")
    #expect(try client.line() == "{\"ok\":true}")
    #expect(try rig.panel.status().count == 1)
    #expect(try rig.press() == 2)
    #expect(rig.panel.stop() == 0)
  }

  /// The program is stopped during a touch, as when the machine suspends, and the touch ends in the meantime.
  @Test func touchThatEndsWhileStoppedIsDelivered() throws {
    let rig = try Rig()
    let button = try rig.panel.place("button")
    for round in 1...10 {
      try rig.panel.fingers("down 0 \(button)")
      if round % 2 == 0 { try rig.panel.wait("touch") { $0.phase == "began" } }
      rig.panel.send(SIGSTOP)
      try rig.panel.fingers("up 0")
      // weston has sent the touch's end before it serves the next client.
      _ = try rig.panel.picture()
      rig.panel.send(SIGCONT)
      #expect(try rig.panel.wait("press").count == round)
    }
    #expect(rig.panel.stop() == 0)
  }

  @Test func pictureIsDrawnWithoutFonts() throws {
    let directory = try TemporaryDirectory()
    let fonts = try directory.write("<?xml version=\"1.0\"?><fontconfig></fontconfig>", to: "fonts.conf")
    let result = try Program.run(
      ["render", "-o", directory.file("a.png")], environment: ["FONTCONFIG_FILE": fonts])
    #expect(result.status == 0 && directory.exists("a.png"))
  }
}
