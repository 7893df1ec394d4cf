import Foundation
import PanelKit
import PanelViews
import TestSupport
import Testing

/// People type on the glass of a panel on weston.
@Suite(.serialized) struct TypingTests {
  private static let scene = """
    {"values": {"name": {"initial": ""}, "plate": {"initial": "", "public": true}, "book": {"initial": "", "lines": 9},
      "guests": {"initial": "", "lines": 9, "public": true}},
     "root": {"stack": {}, "children": [
      {"grow": true},
      {"name": "ask", "field": {"value": "name", "placeholder": "Your name"}},
      {"name": "plate", "field": {"value": "plate", "placeholder": "Plate"}},
      {"name": "sign", "button": {"title": "Sign as {name}", "action": [{"append": {"book": "{name}", "guests": "{name}"}},
        {"message": {"title": "Thank you, {name}", "seconds": 1}}, {"set": {"name": ""}}]}}
     ]}}
    """

  /// The places of the keys of the American layout, on a window of weston's size.
  private let keyboard: KeyboardView
  private let window: Window

  init() {
    keyboard = KeyboardView(layouts: KeyboardLayout.load(["us"]).compactMap { $0 })
    window = Window(View(), size: Size(1280, 800), scale: 1, threads: 1)
    window.rootView.addSubview(keyboard)
    let size = keyboard.sizeThatFits(window.size)
    keyboard.frame = Rect(0, window.size.height - size.height, size.width, size.height)
    window.layoutIfNeeded()
  }

  private func key(_ letter: Character) throws -> Place {
    let key = keyboard.elementsInReadingOrder.first { $0.spokenLabel.lowercased() == String(letter) }
    guard let key, let center = key.convert(Point(key.bounds.midX, key.bounds.midY), to: window.rootView) else {
      throw TestFailure("no key \(letter)")
    }
    return Place(x: center.x, y: center.y)
  }

  private func type(_ text: String, on panel: Panel) throws {
    for letter in text { try panel.fingers("tap \(key(letter))") }
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
    #expect(try panel.ctl("get", "name").output == "\n")
    let (list, status) = try (panel.ctl("list").output, panel.ctl("status").output)
    #expect(status.contains("Sign as …") && !status.contains("Hint") && !list.contains("Hint"))
    // The page is moved up while the keyboard is shown, and the button with it.
    try panel.fingers("tap 640 60")
    let hidden = try panel.settle()
    #expect(typed.differing(from: hidden, by: 8) > 0.1)
    try panel.tap("sign")
    try panel.wait("press")
    try panel.wait("message") { $0.state == "expired" }
    #expect(try panel.ctl("get", "guests").output == "Hint\n")
    #expect(try panel.ctl("get", "book").output == "\n")
    try panel.fingers("tap \(panel.place("plate"))")
    try panel.settle()
    try type("ab", on: panel)
    try waitUntil("the public text") { try panel.value("plate") == "Ab" }
    // A screenshot would show which key is pressed.
    let screenshot = panel.directory.file("keys.png")
    try panel.fingers("down 0 \(key("h"))")
    try waitUntil("the pressed key") { try panel.ctl("screenshot", screenshot).status != 0 }
    try panel.fingers("up 0")
    try waitUntil("no pressed key") { try panel.ctl("screenshot", screenshot).status == 0 }
    #expect(panel.stop() == 0)
    let x = try Int(clamping: key("h").x)
    let outputs = [
      try panel.directory.read("log"), try panel.directory.read("film"), panel.lines.joined(separator: "\n"),
    ]
    for output in outputs {
      for secret in ["as Hint", "you, Hint", "keyboard/keys", "at \(x)", "began \(x)", "\"x\":\(x)"] {
        #expect(!output.contains(secret), "\(secret)")
      }
    }
    #expect(outputs[0].contains("'Sign as …'") && outputs[0].contains("'Thank you, …'"))
    #expect(outputs[0].contains("touch ") && outputs[1].contains(" began "))
  }
}
