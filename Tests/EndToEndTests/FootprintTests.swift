import Foundation
import TestSupport
import Testing

/// The panel's memory and threads.
@Suite(.serialized, .onlyInCheck) struct FootprintTests {
  /// The unit's MemoryMax, in bytes.
  private func unitLimit() throws -> Int {
    let unit = try String(contentsOfFile: Program.checkout + "/systemd/cube-kiosk.service", encoding: .utf8)
    return try #require(unit.firstMatch(of: /\nMemoryMax=([0-9]+)M\n/).flatMap { Int($0.1) }) << 20
  }

  @Test(.enabled(if: sysconf(Int32(_SC_NPROCESSORS_ONLN)) > 1), arguments: [("0", 1), ("0,1", 2)])
  func drawingUsesOneThreadPerProcessor(_ processors: String, _ threads: Int) throws {
    let panel = try Panel(on: Weston(width: 640, height: 400), processors: processors)
    let tasks = "/proc/\(panel.pid)/task"
    // Pango's threads have other names. In Debian 12 they end after loading the first fonts; in Debian 13 one stays.
    try waitUntil("\(threads) threads") {
      try FileManager.default.contentsOfDirectory(atPath: tasks).count {
        (try? String(contentsOfFile: "\(tasks)/\($0)/comm", encoding: .utf8)) == "cube-kiosk\n"
      } == threads
    }
    #expect(panel.stop() == 0)
  }

  /// Each reload creates the keyboard again for the next entry. Eight keymaps take 0.9 MB.
  @Test(.enabled(if: MemoryUse.isMeasurable, MemoryUse.notMeasurableReason)) func keyboardsOfReloadsAreFreed() throws {
    let weston = try Weston(width: 800, height: 480)
    try weston.directory.write(
      #"{"values": {"a": {"initial": ""}}, "root": {"stack": {}, "children": [{"name": "a", "field": {"value": "a"}}]}}"#,
      to: "a.json")
    func configuration(_ fix: String, _ layouts: String) -> String {
      #"{"scene": "a.json", "bar": false, "touchFix": "\#(fix)", "keyboard": [\#(layouts)]}"#
    }
    let layouts = #""us", "de", "fr", "gr", "ru", "ara", "in""#
    let panel = try Panel(configuration: configuration("none", layouts), on: weston)
    var uses: [MemoryUse] = []
    for round in 0..<12 {
      let before = try panel.settle()
      try panel.tap("a")
      try panel.waitForChange("the keyboard", from: before, share: 0.1)
      try panel.fingers("tap 400 20")
      try panel.settle()
      if round > 2 { uses.append(try MemoryUse(of: panel.pid)) }
      // Another order is another keyboard.
      let fix = round % 2 == 0 ? "depth" : "none"
      try panel.reconfigure(configuration(fix, (round % 2 == 0 ? #""th", "# : "") + layouts), touchFix: fix)
    }
    #expect(try uses.growth(of: \.heap) < 1000, "\(uses.map(\.heap))")
    #expect(panel.stop() == 0)
  }

  /// Drags, all scenes, the picker and screenshots at 3840×2160. Private memory is at most 40 MB and 3.5 pictures. If a
  /// cgroup can be created, everything, including up to three buffers, leaves an eighth of the unit's limit for a
  /// configuration's pictures.
  @Test(.enabled(if: MemoryUse.isMeasurable, MemoryUse.notMeasurableReason)) func largestPanelStaysWithinTheUnitsLimit()
    throws
  {
    let limit = try unitLimit()
    let group = MemoryGroup(limit: limit)
    let (width, height) = (3840, 2160)
    let panel = try Panel(["--touch-fix", "depth"], on: Weston(width: width, height: height), joining: group)
    func check(_ step: String) throws {
      try #require(panel.isRunning, "\(step): killed; \((group?.peak ?? 0) >> 20) MB of \(limit >> 20)")
      let heap = try MemoryUse(of: panel.pid).heap
      #expect(heap << 10 < 40 << 20 + 7 * width * height * 2, "\(step): \(heap >> 10) MB")
    }
    /// Waits until no frame is drawn any more.
    func settle() throws {
      var last = -1
      try waitUntil("the last frame", within: 60, every: 0.2) {
        let frames = try panel.status().frames
        defer { last = frames }
        return frames == last
      }
    }
    func drag() throws {
      try panel.fingers("down 0 1900 400")
      for step in 1...16 {
        try panel.fingers("motion 0 \(1900 + step % 8 * 150) \(400 + step * 60)")
        try panel.wait("touch") { $0.phase != "began" }
      }
      try panel.fingers("up 0")
      try settle()
    }
    try check("the first frame")
    try drag()
    try check("a drag")
    #expect(Program.scenes.count > 10)
    for scene in Program.scenes + ["cube"] {
      try #require(try panel.ctl("scene", scene).status == 0, "\(scene)")
      try drag()
      try check(scene)
    }
    let shot = panel.directory.file("shot.png")
    for round in 1...2 {
      try panel.type(.s)
      try settle()
      try check("the picker, round \(round)")
      let result = try panel.ctl("screenshot", shot)
      try check("a screenshot of the picker, round \(round)")
      #expect(result.status == 0, "\(result)")
      let bitmap = try Picture(shot).bitmap
      #expect(bitmap.width == width && bitmap.height == height)
      try panel.type(.s)
      try settle()
      try drag()
      try check("the closed picker, round \(round)")
    }
    if let group { #expect(group.peak < limit / 8 * 7, "\(group.peak >> 20) MB of \(limit >> 20)") }
    #expect(panel.stop() == 0)
  }
}
