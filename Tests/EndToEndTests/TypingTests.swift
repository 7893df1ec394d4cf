import Foundation
import TestSupport
import Testing

/// People type on the glass of a panel on weston.
@Suite(.serialized) struct TypingTests {
  private static let scene = """
    {"values": {"name": {"initial": ""}, "plate": {"initial": "", "public": true}, "book": {"initial": "", "lines": 9}},
     "root": {"stack": {}, "children": [
      {"grow": true},
      {"name": "ask", "field": {"value": "name", "placeholder": "Your name"}},
      {"name": "plate", "field": {"value": "plate", "placeholder": "Plate"}},
      {"name": "sign", "button": {"title": "Sign", "action": [{"append": {"book": "{name}"}}, {"set": {"name": ""}}]}}
     ]}}
    """

  /// The American layout at the bottom of 1280×800 points: three rows of letters and one with the space bar.
  private static func key(_ letter: Character) throws -> String {
    for (row, letters) in ["qwertyuiop", "asdfghjkl", " zxcvbnm"].enumerated() {
      guard let column = Array(letters).firstIndex(of: letter) else { continue }
      let inset = Double(10 - letters.count) / 2
      // Shift is as wide as its row leaves.
      let x = row == 2 ? 192 + (Double(column) - 0.5) * 128 : (Double(column) + inset + 0.5) * 128
      return "\(x) \(576 + 56 * (Double(row) + 0.5))"
    }
    throw TestFailure("no key \(letter)")
  }

  private func type(_ text: String, on panel: Panel) throws {
    for letter in text { try panel.fingers("tap \(Self.key(letter))") }
  }

  @Test func guestTypesANameAndSigns() throws {
    let weston = try Weston()
    let log = try weston.directory.write("", to: "log")
    try weston.directory.write(Self.scene, to: "book.json")
    let panel = try Panel(
      ["--record", weston.directory.file("film"), "--log-level", "debug"],
      configuration: #"{"scene": "book.json", "bar": false, "keyboard": ["us"]}"#, on: weston,
      errors: FileHandle(forWritingAtPath: log))
    let before = try panel.settle()
    try panel.tap("ask")
    try panel.waitForChange("the keyboard", from: before, share: 0.1)
    try panel.settle()
    try type("hint", on: panel)
    try waitUntil("the typed letters") { try panel.picture() != before }
    let typed = try panel.settle()
    #expect(try panel.value("name") == nil)
    // The page is moved up while the keyboard is shown, and the button with it.
    try panel.fingers("tap 640 60")
    let hidden = try panel.settle()
    #expect(typed.differing(from: hidden, by: 8) > 0.1)
    try panel.tap("sign")
    try panel.wait("press")
    #expect(try panel.ctl("get", "book").output == "Hint\n")
    try panel.fingers("tap \(panel.place("plate"))")
    try panel.settle()
    try type("ab", on: panel)
    try waitUntil("the public text") { try panel.value("plate") == "Ab" }
    // A screenshot would show which key is pressed.
    let screenshot = panel.directory.file("keys.png")
    try panel.fingers("down 0 \(Self.key("h"))")
    try waitUntil("the pressed key") { try panel.ctl("screenshot", screenshot).status != 0 }
    try panel.fingers("up 0")
    try waitUntil("no pressed key") { try panel.ctl("screenshot", screenshot).status == 0 }
    #expect(panel.stop() == 0)
    let outputs = [
      try panel.directory.read("log"), try panel.directory.read("film"), panel.lines.joined(separator: "\n"),
    ]
    for output in outputs {
      for secret in ["keyboard/keys", "at 768", "began 768", "\"x\":768"] {
        #expect(!output.contains(secret), "\(secret)")
      }
    }
    #expect(outputs[0].contains("touch ") && outputs[1].contains(" began "))
  }
}
