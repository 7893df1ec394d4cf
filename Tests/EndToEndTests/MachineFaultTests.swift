import Foundation
import Testing

/// A machine that for a while has no memory, thread, descriptor or room to give. Calls fail by a small library that stands
/// before the C library's; descriptors and signals are the kernel's own.
@Suite(.serialized) struct MachineFaultTests {
  /// A program whose calls fail when it is told so.
  private final class Faulty {
    let weston: Weston
    let kiosk: RunningKiosk
    private let log = KioskLog()

    /// - Parameters:
    ///   - faults: Those from the start.
    ///   - configuration: The file at its first reading, and from then on.
    init(_ faults: String = "", configuration: (first: String, next: String)? = nil) throws {
      weston = try Weston(width: 640, height: 400)
      let library = weston.directory.path + "/faults.so"
      let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Faults/faults.c")
      let compiler = Process()
      compiler.executableURL = URL(fileURLWithPath: "/usr/bin/cc")
      compiler.arguments = ["-shared", "-fPIC", "-O1", "-o", library, source.path]
      try compiler.run()
      compiler.waitUntilExit()
      try #require(compiler.terminationStatus == 0)
      let file = weston.directory.path + "/faults"
      try faults.write(toFile: file, atomically: false, encoding: .utf8)
      let config = weston.directory.path + "/kiosk.json"
      try configuration?.first.write(toFile: config, atomically: false, encoding: .utf8)
      try configuration?.next.write(toFile: config + ".next", atomically: false, encoding: .utf8)
      kiosk = try RunningKiosk(
        ["--touch-fix", "reorder", "--wait", "60"]
          + (configuration == nil ? [] : ["--config", config, "--diagnose"]),
        environment: weston.environment.merging([
          "LD_PRELOAD": library, "FAULTS": file, "SWAP": config, "RUNTIME_DIRECTORY": weston.directory.path,
        ]) { $1 }, errors: log.pipe)
    }

    /// A name of a call and an errno, a line each; empty for none.
    func fail(_ faults: String) throws {
      try faults.write(toFile: weston.directory.path + "/faults", atomically: false, encoding: .utf8)
    }

    func waitForLog(_ text: String) throws { try log.wait(for: text, of: kiosk) }

    func ctl(_ words: String...) throws -> Program.Result {
      try Program.run(["ctl", "--socket", weston.directory.path + "/control"] + words)
    }

    /// A finger's tap on the button, and its count.
    func tap() throws -> Int? {
      let button = try Places(width: 640, height: 400).points("button")[0]
      try weston.fingers("tap \(button.x) \(button.y)")
      return try kiosk.wait("press").count
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
