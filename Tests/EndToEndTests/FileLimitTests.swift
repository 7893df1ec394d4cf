import Emulation
import Foundation
import Testing

/// RLIMIT_FSIZE, by which a file may not grow: the kernel's signal for it would end the program.
@Suite(.serialized) struct FileLimitTests {
  private let limited = ["/usr/bin/prlimit", "--fsize=0", "--"]

  /// Whoever runs the tests may ignore it, and children would inherit that.
  init() { signal(SIGXFSZ, SIG_DFL) }

  // Where one of the two reads its own mappings it writes them to a file.
  @Test(.disabled(if: Sanitizer.isOfThreads || Emulation.isOn, "it can't begin where it may write no file"))
  func aPictureThatMayNotBeWrittenIsAnError() throws {
    let scratch = try Scratch()
    let file = scratch.path + "/a.png"
    let result = try Program.run(["render", "-o", file], by: limited)
    #expect(result.status == 73 && result.errors == "cube-kiosk: \(file): File too large\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == [])
  }

  /// A file that can't be written is told, the panel goes on, and when there is room again it is written.
  @Test func thePanelOutlivesItsLimit() throws {
    let weston = try Weston()
    let (events, record) = (weston.directory.path + "/events", weston.directory.path + "/record")
    let state = weston.directory.path + "/state/state.json"
    let log = KioskLog()
    let kiosk = try RunningKiosk(
      ["--touch-fix", "reorder", "--events", events, "--record", record],
      environment: weston.environment.merging(["RUNTIME_DIRECTORY": weston.directory.path]) { $1 }, errors: log.pipe)
    func ctl(_ words: String...) throws -> Program.Result {
      try Program.run(["ctl", "--socket", weston.directory.path + "/control"] + words)
    }
    try eventually("the first frame") { (try? String(contentsOfFile: events, encoding: .utf8))?.isEmpty == false }

    try kiosk.limit("--fsize=0:unlimited")
    let button = try Places().points("button")[0]
    try weston.fingers("tap \(button.x) \(button.y)")
    for (file, rest) in [
      ("--events \(events)", "events are being lost"), ("--record \(record)", "touches are being lost"),
      (state, "the count is kept in memory only"),
    ] {
      try log.wait(for: "cube-kiosk: \(file): File too large; \(rest)\n", of: kiosk)
    }
    #expect(try ctl("press", "3", "button").status == 0)
    #expect(!FileManager.default.fileExists(atPath: state))

    try kiosk.limit("--fsize=unlimited:unlimited")
    #expect(try ctl("press", "3", "button").status == 0)
    #expect(try String(contentsOfFile: state, encoding: .utf8).contains("\"count\":3"))
    #expect(kiosk.stop() == 0)
    // Whole lines, though some are missing.
    for line in try String(contentsOfFile: events, encoding: .utf8).split(separator: "\n") {
      _ = try JSONSerialization.jsonObject(with: Data(line.utf8))
    }
  }

  /// The signals that the kiosk ignores are its own affair.
  @Test func aCommandHasEverySignalsDefault() throws {
    let weston = try Weston()
    let file = weston.directory.path + "/ignored"
    let kiosk = try RunningKiosk(
      ["--touch-fix", "reorder"], action: ["sh", "-c", "grep SigIgn /proc/self/status > \(file)"],
      environment: weston.environment)
    try kiosk.wait("ready")
    let button = try Places().points("button")[0]
    try weston.fingers("tap \(button.x) \(button.y)")
    #expect(try kiosk.wait("result").values["status"] as? Int == 0)
    let ignored = try String(contentsOfFile: file, encoding: .utf8)
    // Signals 1 to 31; what comes after is the C library's.
    let mask = try #require(UInt64(ignored.dropFirst("SigIgn:\t".count).dropLast(), radix: 16))
    #expect(mask & 0x7FFF_FFFF == 0, "\(ignored)")
  }
}
