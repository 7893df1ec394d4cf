import Foundation
import TestSupport
import Testing

/// Weston freezes and dies while a visitor types on the glass.
@Suite struct TypingFaultTests {
  private static let scene = """
    {"values": {"name": {"initial": "", "public": true}, "word": {"initial": ""}},
     "root": {"stack": {}, "children": [
      {"name": "name", "field": {"value": "name"}},
      {"name": "word", "field": {"value": "word", "secure": true,
        "action": {"command": ["sh", "-c", "cat > DIR/word"], "input": "{word}"}}},
      {"grow": true}]}}
    """
  /// On letters, whatever the exact size of the keyboard.
  private static let (key, otherKey) = (Place(x: 400, y: 380), Place(x: 400, y: 330))

  @Test func textOutlivesTheCompositor() throws {
    let weston = try Weston(width: 800, height: 480)
    let log = try weston.directory.write("", to: "log")
    try weston.directory.write(Self.scene.replacing("DIR", with: weston.directory.path), to: "page.json")
    let panel = try Panel(
      ["--log-level", "debug"], configuration: #"{"scene": "page.json", "bar": false, "keyboard": ["us"]}"#, on: weston,
      errors: FileHandle(forWritingAtPath: log))
    func showsPressedKey() throws -> Bool { try panel.ctl("screenshot", panel.directory.file("keys.png")).status != 0 }
    func press() throws {
      try panel.fingers("down 0 \(Self.key)")
      try waitUntil("the pressed key") { try showsPressedKey() }
    }
    func waitForText(_ count: Int) throws -> String {
      try waitUntil("\(count) letters") { try panel.value("name")?.count == count }
      return try panel.value("name") ?? ""
    }
    func killWeston() throws {
      weston.kill()
      try weston.start()
      try panel.wait("ready")
    }
    func tap(_ field: String) throws {
      let before = try panel.settle()
      try panel.tap(field)
      try panel.waitForChange("the keyboard", from: before, share: 0.1)
      try panel.settle()
    }
    try tap("name")
    for place in [Self.key, Self.otherKey, Self.key] { try panel.fingers("tap \(place)") }
    _ = try waitForText(3)
    // The finger lifts while weston is stopped, for longer than a long press.
    try press()
    weston.send(SIGSTOP)
    try panel.fingers("up 0")
    usleep(1_300_000)
    weston.send(SIGCONT)
    let text = try waitForText(4)
    #expect(text.lowercased().last == text.lowercased().first)
    // A key that is pressed when weston dies types nothing, and the entry goes on.
    try press()
    try killWeston()
    #expect(try panel.value("name") == text && !showsPressedKey())
    try panel.fingers("tap \(Self.otherKey)")
    let name = try waitForText(5)
    #expect(name.hasPrefix(text))
    try panel.type(.enter)
    // A secure text survives, too, and reaches nothing but its command.
    try tap("word")
    for place in [Self.key, Self.otherKey, Self.key, Self.otherKey] { try panel.fingers("tap \(place)") }
    try panel.settle()
    try killWeston()
    try panel.fingers("tap \(Self.key)")
    try panel.settle()
    try panel.type(.enter)
    try panel.wait("result")
    let word = try panel.directory.read("word")
    #expect(word.count == 5 && Set(word).count == 2, "\(word)")
    #expect(panel.stop() == 0)
    let output = try panel.directory.read("log")
    #expect(output.contains("connecting again"))
    for secret in [name, word] { #expect(!output.contains(secret)) }
    #expect(!panel.lines.contains { $0.contains(word) })
  }
}
