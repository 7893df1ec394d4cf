import Foundation
import Testing

/// A machine that for a while has no memory, thread, descriptor or room to give. Calls fail by a small library that stands
/// before the C library's; descriptors and signals are the kernel's own.
@Suite(.serialized) struct MachineFaultTests {
  /// A program whose calls fail when it is told so.
  private final class Faulty {
    let weston: Weston
    let kiosk: RunningKiosk
    private let faults: Faults
    private let log = KioskLog()

    /// - Parameters:
    ///   - faults: Those from the start.
    ///   - ran: True for a button that makes the file `ran`.
    ///   - configuration: The file at its first reading, and from then on.
    init(
      _ faults: String = "", makingFile ran: Bool = false, configuration: (first: String, next: String)? = nil
    ) throws {
      weston = try Weston(width: 640, height: 400)
      self.faults = try Faults(in: weston.directory, faults)
      let config = weston.directory.path + "/kiosk.json"
      try configuration?.first.write(toFile: config, atomically: false, encoding: .utf8)
      try configuration?.next.write(toFile: config + ".next", atomically: false, encoding: .utf8)
      kiosk = try RunningKiosk(
        ["--touch-fix", "reorder", "--wait", "60"]
          + (configuration == nil ? [] : ["--config", config, "--diagnose"]),
        action: ran ? ["touch", weston.directory.path + "/ran"] : [],
        environment: weston.environment.merging(self.faults.environment) { $1 }
          .merging(["SWAP": config, "RUNTIME_DIRECTORY": weston.directory.path]) { $1 }, errors: log.pipe)
    }

    func fail(_ faults: String) throws { try self.faults.set(faults) }

    func waitForLog(_ text: String) throws { try log.wait(for: text, of: kiosk) }

    func ctl(_ words: String...) throws -> Program.Result {
      try Program.run(["ctl", "--socket", weston.directory.path + "/control"] + words)
    }

    func tapOnly() throws {
      let button = try Places(width: 640, height: 400).points("button")[0]
      try weston.fingers("tap \(button.x) \(button.y)")
    }

    /// A finger's tap on the button, and its count.
    func tap() throws -> Int? {
      try tapOnly()
      return try kiosk.wait("press").count
    }

    /// Waits until the button's command has run, and takes its file away.
    func waitForCommand() throws {
      let ran = weston.directory.path + "/ran"
      try eventually("the command") { FileManager.default.fileExists(atPath: ran) }
      try FileManager.default.removeItem(atPath: ran)
    }

    var stateFile: String { weston.directory.path + "/state/state.json" }
    var state: String? { try? String(contentsOfFile: stateFile, encoding: .utf8) }
  }

  /// Without memory for a picture there is none, and it is tried again until there is.
  @Test(arguments: [
    ("memfd_create", EMFILE, "Too many open files"), ("memfd_create", ENOMEM, "Cannot allocate memory"),
    ("ftruncate", ENOSPC, "No space left on device"), ("mmap", ENOMEM, "Cannot allocate memory"),
    ("pwrite", ENOSPC, "No space left on device"),
  ])
  func noMemoryForAPicture(_ call: String, _ code: Int32, _ text: String) throws {
    let faulty = try Faulty("\(call) \(code)\n")
    try faulty.waitForLog("cube-kiosk: \(call): \(text); connecting again\n")
    #expect(faulty.kiosk.events.isEmpty)
    try faulty.fail("")
    try faulty.kiosk.wait("ready")
    #expect(try faulty.tap() == 1)
    #expect(faulty.kiosk.stop() == 0)
  }

  /// A configuration that is fixed right after it was read: the panel starts, and doesn't end with status 78.
  @Test func configurationFixedWhileTheProgramStarts() throws {
    let faulty = try Faulty(configuration: ("{\"bar\": 1}", "{\"bar\": true}"))
    try faulty.waitForLog("$.bar: found 1; expected true or false\n")
    try faulty.kiosk.wait("ready")
    #expect(faulty.kiosk.stop() == 0)
  }

  @Test func noThreadForAScreenshot() throws {
    let faulty = try Faulty()
    try faulty.kiosk.wait("ready")
    // Pango has threads look for a font that is new to it, and a press is written in some.
    #expect(try faulty.tap() == 1)
    let file = faulty.weston.directory.path + "/a.png"
    try faulty.fail("pthread_create \(EAGAIN)\n")
    let refused = try faulty.ctl("screenshot", file)
    #expect(refused.status == 1)
    #expect(refused.errors == "cube-kiosk: ctl: pthread_create: Resource temporarily unavailable\n")
    #expect(!FileManager.default.fileExists(atPath: file))
    #expect(try faulty.tap() == 2)
    try faulty.fail("")
    #expect(try faulty.ctl("screenshot", file).status == 0)
    #expect(faulty.kiosk.stop() == 0)
  }

  /// Whatever step of writing the count fails, the file is the old one or the new one, and no press is lost.
  @Test(arguments: [("write", ENOSPC), ("fsync", EIO), ("rename", EROFS)])
  func theCountCannotBeWritten(_ call: String, _ code: Int32) throws {
    let faulty = try Faulty()
    try faulty.kiosk.wait("ready")
    #expect(try faulty.tap() == 1)
    try eventually("the count is written") { faulty.state?.contains("\"count\":1") == true }
    let before = faulty.state
    try faulty.fail("\(call) \(code)\n")
    #expect(try faulty.tap() == 2)
    try faulty.waitForLog("the count is kept in memory only")
    #expect(try faulty.tap() == 3)
    #expect(faulty.state == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: faulty.weston.directory.path + "/state").count == 1)
    try faulty.fail("")
    #expect(try faulty.tap() == 4)
    try eventually("the count is written again") { faulty.state?.contains("\"count\":4") == true }
    #expect(faulty.kiosk.stop() == 0)
  }

  /// The disk is slow: the command starts at once and the panel goes on. The press is reported when it is on the disk, and
  /// a kill right then doesn't take it back.
  @Test func aSlowDiskDelaysNoAction() throws {
    let faulty = try Faulty(makingFile: true)
    try faulty.kiosk.wait("ready")
    try faulty.fail("slow-fsync 1\n")
    try faulty.tapOnly()
    try faulty.waitForCommand()
    try eventually("the button's end") { try faulty.ctl("status").output.contains("\"running\":0") }
    try faulty.tapOnly()
    try faulty.waitForCommand()
    #expect(try faulty.ctl("status").output.contains("\"count\":2") && faulty.state == nil)
    #expect(try !faulty.kiosk.takeEvents().contains { ["press", "result"].contains($0.name) })
    try faulty.fail("")
    #expect(try faulty.kiosk.wait("press").count == 1)
    #expect(try faulty.kiosk.wait("result").values["status"] as? Int == 0)
    #expect(try faulty.kiosk.wait("press").count == 2)
    #expect(faulty.kiosk.stop(SIGKILL) == SIGKILL)
    #expect(faulty.state?.contains("\"count\":2") == true)
  }

  /// Pressed by ctl: its answer waits for the disk as well, and a kill right then doesn't take the press back.
  @Test func aPressThatWasAnsweredIsKept() throws {
    let faulty = try Faulty()
    try faulty.kiosk.wait("ready")
    try faulty.fail("slow-fsync 1\n")
    let client = try SocketClient(faulty.weston.directory.path + "/control")
    client.send("{\"command\":\"press\",\"face\":3,\"button\":\"button\"}\n")
    try eventually("the press") { try faulty.ctl("status").output.contains("\"count\":1") }
    #expect(!client.isAnswered && faulty.state == nil)
    try faulty.fail("")
    #expect(try client.line() == "{\"ok\":true}")
    #expect(faulty.kiosk.stop(SIGKILL) == SIGKILL)
    #expect(faulty.state?.contains("\"count\":1") == true)
  }

  /// At SIGTERM the program writes the newest state before it ends.
  @Test func theLastPressIsWrittenAtTheEnd() throws {
    let faulty = try Faulty(makingFile: true)
    try faulty.kiosk.wait("ready")
    try faulty.fail("slow-fsync 1\n")
    try faulty.tapOnly()
    try faulty.waitForCommand()
    kill(faulty.kiosk.process.processIdentifier, SIGTERM)
    try eventually("the socket's end") { try faulty.ctl("status").status != 0 }
    #expect(faulty.kiosk.process.isRunning)
    try faulty.fail("")
    faulty.kiosk.process.waitUntilExit()
    #expect(faulty.kiosk.process.terminationStatus == 0 && faulty.state?.contains("\"count\":1") == true)
    #expect(try faulty.kiosk.wait("press").count == 1)
  }

  /// Somebody removed its directory, or it can't be one any more.
  @Test func theStateDirectoryIsGone() throws {
    let faulty = try Faulty()
    try faulty.kiosk.wait("ready")
    #expect(try faulty.tap() == 1)
    let directory = faulty.weston.directory.path + "/state"
    try eventually("the count is written") { faulty.state != nil }
    try FileManager.default.removeItem(atPath: directory)
    #expect(try faulty.tap() == 2)
    try eventually("it is made again") { faulty.state?.contains("\"count\":2") == true }
    try FileManager.default.removeItem(atPath: directory)
    try Data().write(to: URL(fileURLWithPath: directory))
    #expect(try faulty.tap() == 3)
    try faulty.waitForLog("Not a directory; the count is kept in memory only")
    #expect(faulty.kiosk.stop() == 0)
  }

  /// Fingers are taken, and whoever asks waits until there is a descriptor again.
  @Test func noDescriptorsLeft() throws {
    let faulty = try Faulty()
    try faulty.kiosk.wait("ready")
    try faulty.kiosk.limit("--nofile=3:")
    #expect(try faulty.tap() == 1)
    try faulty.waitForLog("Too many open files; the count is kept in memory only")
    #expect(faulty.state == nil)
    try faulty.kiosk.limit("--nofile=1024:")
    #expect(try faulty.ctl("status").output.contains("\"count\":1"))
    #expect(try faulty.tap() == 2)
    #expect(faulty.kiosk.stop() == 0)
  }

  /// Stopped with a finger down, as a machine that is suspended: the up comes while it sleeps. No press is lost, and none
  /// stays.
  @Test func stoppedInTheMiddleOfAPress() throws {
    let faulty = try Faulty()
    try faulty.kiosk.wait("ready")
    let button = try Places(width: 640, height: 400).points("button")[0]
    let place = "\(button.x) \(button.y)"
    for round in 1...10 {
      try faulty.weston.fingers("down 0 \(place)")
      if round % 2 == 0 { try faulty.kiosk.wait("touch") { $0.phase == "began" } }
      kill(faulty.kiosk.process.processIdentifier, SIGSTOP)
      try faulty.weston.fingers("up 0")
      usleep(50_000)
      kill(faulty.kiosk.process.processIdentifier, SIGCONT)
      #expect(try faulty.kiosk.wait("press").count == round)
    }
    #expect(faulty.kiosk.stop() == 0)
  }

  /// A picture has boxes in place of letters, or none, and is a picture.
  @Test func noFonts() throws {
    let scratch = try Scratch()
    let (fonts, file) = (scratch.path + "/fonts.conf", scratch.path + "/a.png")
    try "<?xml version=\"1.0\"?><fontconfig></fontconfig>".write(toFile: fonts, atomically: true, encoding: .utf8)
    let result = try Program.run(["render", "-o", file], environment: ["FONTCONFIG_FILE": fonts])
    #expect(result.status == 0)
    #expect(FileManager.default.fileExists(atPath: file))
  }
}
