import Foundation
import Testing

/// Words from outside, in everything that the program prints: what drives a terminal, forges a line or turns the reading
/// direction around comes out as something else.
@Suite(.serialized) struct HostileTextTests {
  /// An escape sequence, its C1 form, a line of the log, a carriage return, a right-to-left override, a line separator.
  private static let hostile = "a\u{1B}]0;x\u{7}b\u{9B}2Jc\ncube-kiosk: forged\rd\u{202E}e\u{2028}f\u{2066}g"
  private static let json = hostile.unicodeScalars.map {
    $0.isASCII && $0.value >= 0x20 ? String($0) : "\\u" + String(0x10000 + $0.value, radix: 16).dropFirst()
  }.joined()

  /// Each byte is meant for a reader's eyes, and no line is forged.
  private func expectHarmless(_ text: String, _ what: Comment) {
    let bad = text.unicodeScalars.filter {
      switch $0.value {
      case 0x09, 0x0A: false
      case 0...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
      default: false
      }
    }
    #expect(bad.isEmpty && !text.contains("\ncube-kiosk: forged"), what)
  }

  @Test func everyCommandPrintsHarmlessText() throws {
    let scratch = try Scratch()
    func file(_ name: String, _ text: String) throws -> String {
      let path = scratch.path + "/" + name
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      return path
    }
    let bad = try file("bad.json", "{\"\(Self.json)\": 1, \"scene\": \"\(Self.json)\", \"theme\": \"\(Self.json)\"}")
    let scene = try file(
      "scene.json",
      """
      {"size": [600, 400], "name": "\(Self.json)", "root": {"frame": [0, 0, 600, 400], "text": {"string": "\(Self.json)"},
        "children": [{"frame": [0, 0, 600, 400], "button":
          {"title": "\(Self.json)", "accessibleName": "\(Self.json)", "action": {"command": ["\(Self.json)"]}}}]}}
      """)
    let odd = try file(Self.hostile.replacingOccurrences(of: "/", with: ""), "{\"bar\": true}")
    let commands = [
      ["check-config", bad], ["check-config", scene], ["check-config", odd], ["inspect", "--scene", scene],
      ["hit", "300,200", "--scene", scene], ["hit", "300,200", "--explain", "--scene", scene],
      ["render", "--scene", Self.hostile, "-o", scratch.path + "/a.png"], ["render", "-o", odd + "/a.png"],
      [Self.hostile],
      ["run", "--" + Self.hostile], ["ctl", Self.hostile], ["ctl", "--socket", odd, "status"],
      ["run", "--config", bad],
    ]
    for words in commands {
      let result = try Program.run(words)
      #expect(!(result.output + result.errors).isEmpty, "\(words) says nothing")
      expectHarmless(result.output, "the output of \(words)")
      expectHarmless(result.errors, "the errors of \(words)")
    }
  }

  @Test func aRunningPanelTellsHarmlessText() throws {
    let weston = try Weston(width: 640, height: 400)
    let directory = weston.directory.path
    try """
    {"touchFix": "depth", "values": {"v": {"command": ["sh", "-c", "printf 'a\\\\033[2J\\\\302\\\\233b\\\\342\\\\200\\\\256c\\\\r'"]}},
     "faces": {"1": {"label": "\(Self.json)", "buttons": [{"name": "b", "title": "\(Self.json) {v}",
       "accessibleName": "\(Self.json)",
       "action": {"command": ["sh", "-c", "printf 'a\\\\033[2J\\\\rcube-kiosk: forged\\\\342\\\\200\\\\256'; exit 3"]}}]}}}
    """.write(toFile: directory + "/kiosk.json", atomically: true, encoding: .utf8)
    let log = directory + "/log"
    try Data().write(to: URL(fileURLWithPath: log))
    let kiosk = try RunningKiosk(
      ["--config", directory + "/kiosk.json", "--log-level", "debug"],
      environment: weston.environment.merging(["RUNTIME_DIRECTORY": directory]) { $1 },
      errors: try FileHandle(forWritingTo: URL(fileURLWithPath: log)))
    try kiosk.wait("ready")
    func ctl(_ words: String...) throws -> Program.Result {
      try Program.run(["ctl", "--socket", directory + "/control"] + words)
    }
    #expect(try ctl("press", "1", "b").status == 0)
    #expect(try kiosk.wait("result").values["status"] as? Int == 3)
    try eventually("the value") { try ctl("status").output.contains("[2J") }
    for words in [["press", "1", Self.hostile], ["scene", Self.hostile], ["set", Self.hostile, "1"]] {
      let refused = try Program.run(["ctl", "--socket", directory + "/control"] + words)
      #expect(refused.status == 1)
      expectHarmless(refused.errors, "the refusal of \(words[0])")
    }
    for words in [["status"], ["status", "--prometheus"]] {
      expectHarmless(try Program.run(["ctl", "--socket", directory + "/control"] + words).output, "\(words)")
    }
    #expect(kiosk.stop() == 0)
    let text = try String(contentsOfFile: log, encoding: .utf8)
    #expect(text.contains("press 1: '"))
    expectHarmless(text, "the log")
  }
}
