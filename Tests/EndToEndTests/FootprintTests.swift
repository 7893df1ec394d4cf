import Emulation
import Foundation
import Testing

/// The largest panel that the unit is made for.
@Suite(.serialized) struct FootprintTests {
  /// The unit's own limit, in bytes.
  private func unitLimit() throws -> Int {
    let unit = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "../../systemd/cube-kiosk.service")
    let line = try String(contentsOf: unit, encoding: .utf8).split(separator: "\n").first { $0.hasPrefix("MemoryMax=") }
    let number = try #require(line.flatMap { Int($0.dropFirst("MemoryMax=".count).dropLast()) })
    #expect(line?.hasSuffix("M") == true)
    return number << 20
  }

  /// A panel that may use one processor of several draws with one thread.
  @Test(.enabled(if: sysconf(Int32(_SC_NPROCESSORS_ONLN)) > 1)) func eachProcessorThatMayBeUsedHasAThread() throws {
    let weston = try Weston(width: 640, height: 400)
    for (processors, threads) in [("0", 1), ("0,1", 2)] {
      let kiosk = try RunningKiosk(processors: processors, environment: weston.environment)
      try kiosk.wait("ready")
      let tasks = "/proc/\(kiosk.process.processIdentifier)/task"
      // Pango's have names of their own; in Debian 12 they end after the first fonts, in Debian 13 one stays. One that ends
      // between the list and its name has none.
      try eventually("\(threads) draw") {
        try FileManager.default.contentsOfDirectory(atPath: tasks).filter {
          (try? String(contentsOfFile: "\(tasks)/\($0)/comm", encoding: .utf8)) == "cube-kiosk\n"
        }.count == threads
      }
      #expect(kiosk.stop() == 0)
    }
  }

  /// The ground's pixels, a picture's worth, are there as long as frames show much of it, and not while the panel stands still.
  @Test(.enabled(if: OwnMemory.isKnown, OwnMemory.isMixed)) func theGroundIsGivenBackWhileNothingMoves() throws {
    let (width, height) = (1280, 800)
    let weston = try Weston(width: width, height: height)
    let options = ["--scene", "carousel", "--reduce-motion"]
    let kiosk = try RunningKiosk(options, environment: weston.environment)
    try kiosk.wait("ready")
    func kept() throws -> Int { try Footprint(of: kiosk.process.processIdentifier).heap }
    // Somewhat less than its size: what else is taken or given back meanwhile.
    let (standing, most) = (try kept(), width * height * 4 / 1024 * 3 / 4)
    try weston.fingers("down 0 560 200")
    var step = 0
    try eventually("it has pixels while it turns") {
      step += 1
      try weston.fingers("motion 0 \(560 + step % 8 * 30) \(200 + step % 50 * 8)")
      // With what `eventually` waits, a finger's pace.
      usleep(11_000)
      return try kept() > standing + most
    }
    try weston.fingers("up 0")
    var peak = 0
    try eventually("and none once it stands") {
      peak = max(peak, try kept())
      return try kept() < peak - most
    }
    #expect(kiosk.stop() == 0)
  }

  /// First frame, drags, every scene, the picker and screenshots of it at 3840×2160. What the program keeps for itself is
  /// never more than 40 MB and three and a half pictures; and in a memory group, where one can be made, all of it, with up
  /// to three buffers, leaves an eighth of the unit's limit for a configuration's pictures.
  @Test(.enabled(if: OwnMemory.isKnown, OwnMemory.isMixed)) func aPanelOf4KLivesWithinTheUnitsLimit() throws {
    let limit = try unitLimit()
    let group = MemoryGroup(limit: limit)
    let (width, height) = (3840, 2160)
    let weston = try Weston(width: width, height: height)
    let environment = weston.environment.merging(["RUNTIME_DIRECTORY": weston.directory.path]) { $1 }
    let kiosk = try RunningKiosk(["--touch-fix", "depth"], joining: group, environment: environment)
    try kiosk.wait("ready", within: 60)
    func ctl(_ words: String...) throws -> Program.Result {
      try Program.run(["ctl", "--socket", weston.directory.path + "/control"] + words)
    }
    func checked(_ step: String) throws {
      try #require(kiosk.process.isRunning, "\(step): killed; \((group?.peak ?? 0) >> 20) MB of \(limit >> 20)")
      let status = try String(
        contentsOfFile: "/proc/\(kiosk.process.processIdentifier)/status", encoding: .utf8)
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") })
      let kept = (Int(line.split(whereSeparator: \.isWhitespace)[1]) ?? .max >> 10) << 10
      #expect(kept < 40 << 20 + 7 * width * height * 2, "\(step): \(kept >> 20) MB")
    }
    /// Until no frame follows another.
    func settle() throws {
      var last = ""
      try eventually("rest", within: 60) {
        usleep(200_000)
        let text = try ctl("status").output
        let frames = text.components(separatedBy: "\"frames\":").last.map { String($0.prefix { $0.isNumber }) } ?? ""
        defer { last = frames }
        return frames == last
      }
    }
    func drag() throws {
      try weston.fingers("down 0 1900 400")
      for step in 1...16 {
        try weston.fingers("motion 0 \(1900 + step % 8 * 150) \(400 + step * 60)")
        usleep(16_000)
      }
      try weston.fingers("up 0")
      try settle()
    }
    let keyS = 31
    try checked("the first frame")
    try drag()
    try checked("a drag")
    let scenes = try Program.run(["scenes"]).output.split(separator: "\n").map(String.init)
    #expect(scenes.count > 10)
    for scene in scenes + ["cube"] {
      try #require(try ctl("scene", scene).status == 0, "\(scene)")
      try drag()
      try checked(scene)
    }
    let shot = weston.directory.path + "/shot.png"
    for round in 1...2 {
      try weston.type(keyS)
      try settle()
      try checked("the picker, round \(round)")
      let result = try ctl("screenshot", shot)
      try checked("a screenshot of the picker, round \(round)")
      #expect(result.status == 0, "\(result)")
      let picture = try Picture(shot).bitmap
      #expect(picture.width == width && picture.height == height)
      try weston.type(keyS)
      try settle()
      try drag()
      try checked("the picker closed, round \(round)")
    }
    if let group { #expect(group.peak < limit / 8 * 7, "\(group.peak >> 20) MB of \(limit >> 20)") }
    #expect(kiosk.stop() == 0)
  }
}
