import Foundation
import TestSupport
import Testing

/// Values from all sources, including sources that flood, hang or are written partially.
@Suite(.serialized) struct ValueTests {
  /// A panel whose cube shows face 1.
  private func panel(_ values: String, face: String) throws -> Panel {
    try Panel(
      configuration: """
        {"touchFix": "depth", "bar": false, "view": "face-on", "values": \(values), "faces": {"1": \(face)}}
        """)
  }

  @Test func setChangesThePicture() throws {
    let panel = try panel(
      #"{"door": {"set": true}, "t": {"set": true, "unit": "°C", "format": 1}, "clock": {"time": "%Y"}}"#,
      face: #"{"label": "{door} {t}"}"#)
    let before = try panel.picture()
    #expect(try panel.ctl("set", "door", "open", "t", "-5").status == 0)
    #expect(try panel.value("door") == "open" && panel.value("t") == "-5")
    try panel.waitForChange("the values", from: before)
    for (words, error) in [
      (["dor", "shut"], "no such value: dor; did you mean door?"), (["door", "shut", "clock", "1"], "clock is read"),
    ] {
      let result = try Program.run(["ctl", "--socket", panel.socket, "set"] + words)
      #expect(result.status == 1 && result.errors.hasPrefix("cube-kiosk: ctl: \(error)"), "\(result.errors)")
    }
    #expect(try panel.value("door") == "open")
    let metrics = try panel.ctl("status", "--prometheus").output
    #expect(metrics.contains("cube_kiosk_value{name=\"t\"} -5") && !metrics.contains("name=\"door\""))
    #expect(panel.stop() == 0)
  }

  /// Any client can set the longest reading, and a text may show it many times.
  @Test func longestReadingsAreShown() throws {
    let many = String(repeating: "{long}{lines}", count: 40)
    let panel = try panel(
      #"{"long": {"set": true}, "lines": {"set": true, "lines": 100}}"#,
      face: #"""
        {"label": "\#(many)", "buttons": [{"title": "\#(many)", "action": {"command": ["true"]}}],
         "content": {"children": [{"frame": [9, 9, 99, 99], "text": {"string": "\#(many)", "lines": 50}},
          {"frame": [9, 99, 1, 99], "text": {"string": "\#(many)", "lines": 50}},
          {"frame": [99, 9, 99, 99], "gauge": {"value": "long", "caption": "\#(many)"}}]}}
        """#)
    for (word, line) in [("W", "a"), ("\t", ""), ("\u{FDFD}", "i שלום \u{301}i"), ("a\u{301}", "\u{200D}")] {
      let before = try panel.picture()
      let long = String(repeating: word, count: 1000 / word.unicodeScalars.count)
      let lines = Array(repeating: line, count: 50).joined(separator: "\n")
      for (name, reading) in [("long", long), ("lines", lines)] {
        let result = try panel.ctl("set", name, reading)
        #expect(result.status == 0, "\(result.errors)")
      }
      try panel.waitForChange("the readings", from: before)
      #expect(try panel.value("long") == long)
    }
    #expect(panel.stop() == 0)
  }

  /// The command of a slider gets the number that the finger set; a value that was never set refuses its command.
  @Test func draggedSliderRunsItsCommandWithTheNewValue() throws {
    let panel = try panel(
      #"""
      {"heat": {"set": "20", "unit": "°C"}, "never": {"set": true}}
      """#,
      face: #"""
        {"content": {"children": [{"name": "heat", "frame": [20, 20, 160, 44], "slider": {
          "value": "heat", "minimum": 10, "maximum": 30,
          "action": {"command": ["sh", "-c", "echo \"$1\" > DIR/ran", "sh", "{heat} in {heat}"]}}}]},
         "buttons": [{"name": "never", "action": {"command": ["touch", "DIR/never", "{never}"]}}]}
        """#)
    let place = try panel.place("heat")
    try panel.fingers("down 0 \(place)", "frame")
    for step in 1...12 { try panel.fingers("motion 0 \(Place(x: place.x + Double(step) * 20, y: place.y))", "frame") }
    try panel.fingers("up 0", "frame")
    #expect(try panel.wait("press").view == "root/cube/face1/heat")
    #expect(try panel.wait("result").status == 0)
    #expect(try panel.value("heat") == "30" && panel.directory.read("ran") == "30 in 30\n")
    let refused = try panel.ctl("press", "1", "never")
    #expect(refused.status == 1 && refused.errors == "cube-kiosk: ctl: the value never was never read or set\n")
    #expect(!FileManager.default.fileExists(atPath: panel.directory.file("never")))
    #expect(panel.stop() == 0)
  }

  /// An endless flood, a command that hangs, and a file that is written constantly: the panel responds, its memory
  /// doesn't grow, and no process remains.
  @Test(.onlyInCheck) func floodsAndHangsAreContained() throws {
    let panel = try panel(
      #"""
      {"flood": {"command": ["sh", "-c", "echo $$ > DIR/pid1; exec yes"], "stream": true},
       "line": {"command": ["sh", "-c", "exec cat /dev/zero"], "stream": true},
       "hang": {"command": ["sh", "-c", "echo $$ > DIR/pid2; trap '' TERM; while :; do sleep 0.1; done"], "interval": 1},
       "file": {"file": "file"}, "door": {"set": true}}
      """#, face: #"{"label": "{flood} {line} {hang} {file} {door}"}"#)
    func load(_ seconds: Double) throws {
      let end = Date().addingTimeInterval(seconds)
      var count = 0
      try waitUntil("the load", within: seconds + 60, every: 0.001) {
        count += 1
        try panel.directory.write("\(count)\n", to: "file", atomically: false)
        if count % 50 == 0 { #expect(try panel.ctl("set", "door", "\(count)").status == 0) }
        return Date() >= end
      }
    }
    func heap() throws -> Int { try MemoryUse(of: panel.pid).heap }
    // The first seconds allocate what is allocated once.
    try load(6)
    let before = try heap()
    try load(4)
    let after = try heap()
    #expect(after - before < 2048 || !MemoryUse.isMeasurable, "from \(before) to \(after) kB")
    #expect(try panel.value("flood") == "y")
    #expect(try panel.value("line") == nil && panel.value("hang") == nil && panel.value("file") != nil)
    let groups = try ["pid1", "pid2"].map {
      try #require(pid_t(panel.directory.read($0).trimmingCharacters(in: .newlines)))
    }
    #expect(panel.stop() == 0)
    try waitUntil("their end") { groups.allSatisfy { kill(-$0, 0) == -1 && errno == ESRCH } }
  }

  /// A followed picture file: each new picture is shown, a partial one never is.
  @Test func followedPictureIsUpdated() throws {
    let panel = try panel("{}", face: #"{"content": {"contents": {"file": "camera.png", "follow": true}}}"#)
    func draw(_ scene: String) throws -> Data {
      let path = panel.directory.file("\(scene).png")
      try #require(try Program.run(["render", "--scene", scene, "--size", "320x200", "-o", path]).status == 0)
      return try Data(contentsOf: URL(fileURLWithPath: path))
    }
    let (first, second, none) = (try draw("cube"), try draw("carousel"), try panel.picture())
    try panel.directory.write(first, to: "camera.png", atomically: false)
    try panel.waitForChange("the picture", from: none, share: 0.01)
    let whole = try panel.settle()
    try panel.directory.write(second.prefix(second.count / 2), to: "camera.png", atomically: false)
    #expect(try holds(for: 0.5) { try panel.picture() == whole })
    try panel.directory.write(second, to: "camera.png")
    try panel.waitForChange("the next picture", from: whole, share: 0.01)
    #expect(panel.stop() == 0)
  }
}
