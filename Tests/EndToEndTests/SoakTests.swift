import Foundation
import Testing

/// Weeks in a minute: what is done over and over leaves nothing behind.
@Suite(.serialized) struct SoakTests {
  /// Scenes, presses, touches, screenshots, configurations read again. After a while to settle in, neither memory nor
  /// descriptors grow.
  @Test(.enabled(if: OwnMemory.isKnown, OwnMemory.isMixed)) func nothingGrows() throws {
    let weston = try Weston(width: 640, height: 400)
    let config = weston.directory.path + "/kiosk.json"
    try "{\"touchFix\": \"depth\"}".write(toFile: config, atomically: true, encoding: .utf8)
    let environment = weston.environment.merging(["RUNTIME_DIRECTORY": weston.directory.path]) { $1 }
    let kiosk = try RunningKiosk(["--config", config], environment: environment)
    try kiosk.wait("ready")
    let (socket, shot) = (weston.directory.path + "/control", weston.directory.path + "/shot.png")
    func ctl(_ words: String...) throws {
      try #require(try Program.run(["ctl", "--socket", socket] + words).status == 0)
    }
    let scenes = try Program.run(["scenes"]).output.split(separator: "\n").map(String.init)
    func round() throws {
      for scene in scenes + ["cube"] {
        try ctl("scene", scene)
        try weston.fingers("down 0 300 150", "motion 0 340 160", "motion 0 380 175", "up 0")
      }
      try ctl("press", "3", "button")
      try ctl("screenshot", shot)
      try ctl("sleep")
      try ctl("wake")
      try ctl("reload")
    }
    func state() throws -> (memory: Int, descriptors: Int) {
      let process = "/proc/\(kiosk.process.processIdentifier)"
      let rollup = try String(contentsOfFile: process + "/smaps_rollup", encoding: .utf8)
      let line = rollup.split(separator: "\n").first { $0.hasPrefix("Private_Dirty:") } ?? ""
      let descriptors = try FileManager.default.contentsOfDirectory(atPath: process + "/fd").count
      return (Int(line.split(separator: " ")[1]) ?? 0, descriptors)
    }
    for _ in 0..<6 { try round() }
    let before = try state()
    for _ in 0..<12 { try round() }
    let after = try state()
    // In kilobytes. What a scene leaks once is 100 at least; that is twelve times as much.
    #expect(after.memory < before.memory + 600, "\(before.memory) kB, then \(after.memory) kB")
    // The last client's connection goes when the panel hears of its end.
    try eventually("no more descriptors than \(before.descriptors)") {
      try state().descriptors <= before.descriptors
    }
    #expect(kiosk.stop() == 0)
  }
}
