import Foundation
import TestSupport
import Testing

/// External text in everything that the program prints: terminal escapes, forged lines and bidirectional controls are
/// sanitized.
@Suite(.serialized) struct HostileTextTests {
  /// An escape sequence, its C1 form, a forged log line, a carriage return, a right-to-left override, a line separator.
  private static let hostile = "a\u{1B}]0;x\u{7}b\u{9B}2Jc\ncube-kiosk: forged\rd\u{202E}e\u{2028}f\u{2066}g"
  private static let json = hostile.unicodeScalars.map {
    $0.isASCII && $0.value >= 0x20 ? String($0) : "\\u" + String(0x10000 + $0.value, radix: 16).dropFirst()
  }.joined()

  private func expectSanitized(_ text: String, _ what: Comment) {
    let hostile = text.unicodeScalars.contains {
      switch $0.value {
      case 0x09, 0x0A: false
      case 0...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
      default: false
      }
    }
    #expect(!hostile && !text.contains("\ncube-kiosk: forged"), what)
  }

  @Test func commandsPrintSanitizedText() throws {
    let directory = try TemporaryDirectory()
    let json = Self.json
    let invalid = try directory.write(
      "{\"\(json)\": 1, \"scene\": \"\(json)\", \"theme\": \"\(json)\"}", to: "invalid.json")
    let scene = try directory.write(
      """
      {"size": [600, 400], "name": "\(json)", "root": {"frame": [0, 0, 600, 400], "text": {"string": "\(json)"},
        "children": [{"frame": [0, 0, 600, 400], "button":
          {"title": "\(json)", "accessibleName": "\(json)", "action": {"command": ["\(json)"]}}}]}}
      """, to: "scene.json")
    let odd = try directory.write("{\"bar\": true}", to: Self.hostile.replacing("/", with: ""))
    for words in [
      ["check-config", invalid], ["check-config", scene], ["check-config", odd], ["inspect", "--scene", scene],
      ["hit", "300,200", "--scene", scene], ["hit", "300,200", "--explain", "--scene", scene],
      ["render", "--scene", Self.hostile, "-o", directory.file("a.png")], ["render", "-o", odd + "/a.png"],
      [Self.hostile], ["run", "--" + Self.hostile], ["ctl", Self.hostile], ["ctl", "--socket", odd, "status"],
      ["run", "--config", invalid],
    ] {
      let result = try Program.run(words)
      #expect(!(result.output + result.errors).isEmpty, "\(words) must print something")
      expectSanitized(result.output, "the output of \(words)")
      expectSanitized(result.errors, "the errors of \(words)")
    }
  }

  @Test func runningPanelPrintsSanitizedText() throws {
    let weston = try Weston(width: 640, height: 400)
    let log = try weston.directory.write("", to: "log")
    let panel = try Panel(
      ["--log-level", "debug"],
      configuration: """
        {"touchFix": "depth", "values": {"v": {"command": ["sh", "-c", "printf 'a\\\\033[2J\\\\302\\\\233b\\\\342\\\\200\\\\256c\\\\r'"]}},
         "faces": {"1": {"label": "\(Self.json)", "buttons": [{"name": "b", "title": "\(Self.json) {v}",
           "accessibleName": "\(Self.json)",
           "action": {"command": ["sh", "-c", "printf 'a\\\\033[2J\\\\rcube-kiosk: forged\\\\342\\\\200\\\\256'; exit 3"]}}]}}}
        """, on: weston, errors: FileHandle(forWritingAtPath: log))
    #expect(try panel.ctl("press", "1", "b").status == 0)
    #expect(try panel.wait("result").status == 3)
    try waitUntil("the value") { try panel.ctl("status").output.contains("[2J") }
    for (words, status) in [
      (["press", "1", Self.hostile], 1), (["scene", Self.hostile], 1), (["set", Self.hostile, "1"], 1), (["status"], 0),
      (["status", "--prometheus"], 0),
    ] {
      let result = try Program.run(["ctl", "--socket", panel.socket] + words)
      #expect(result.status == status)
      expectSanitized(result.output + result.errors, "\(words)")
    }
    #expect(panel.stop() == 0)
    let text = try panel.directory.read("log")
    #expect(text.contains("press 1: '"))
    expectSanitized(text, "the log")
  }
}
