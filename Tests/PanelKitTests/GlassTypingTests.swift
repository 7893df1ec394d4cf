import PanelKit
import PanelViews
import Testing

/// The keyboard on the screen with layouts of the installed xkeyboard-config.
@Suite struct GlassTypingTests {
  /// A layout, the labels of the tapped keys, separated by spaces, and their text. A label after `+` is held, and the
  /// choice with the number before it is taken.
  struct Entry: CustomTestStringConvertible {
    let layout: String
    let keys: String
    let text: String

    var testDescription: String { "\(layout): \(text)" }
  }

  static let entries = [
    Entry(layout: "us", keys: "Shift N a o m i", text: "Naomi"),
    Entry(layout: "de", keys: "Shift G r ü ß e", text: "Grüße"),
    Entry(layout: "fr", keys: "f o r circumflex e t", text: "forêt"),
    Entry(layout: "fr", keys: "1+e l 2+e v e", text: "élève"),
    Entry(layout: "gr", keys: "acute-accent α λ φ α", text: "άλφα"),
    Entry(layout: "ru", keys: "Shift П р и в е т", text: "Привет"),
    Entry(layout: "ara", keys: "س ل ا م", text: "سلام"),
    Entry(layout: "ara", keys: "لا", text: "لا"),
    Entry(layout: "in", keys: "न म स \u{94D} त \u{947}", text: "नमस्ते"),
    Entry(layout: "th", keys: "ส ว \u{E31} ส ด \u{E35}", text: "สวัสดี"),
    Entry(layout: "vn", keys: "0+e", text: "e"),
    Entry(layout: "vn", keys: "1+e \u{301}", text: "ế"),
  ]

  @Test(arguments: entries) func tapsTypeTheTextOfTheLayout(_ entry: Entry) throws {
    let layout = try #require(KeyboardLayout.load([entry.layout])[0])
    let (keyboard, field) = (KeyboardView(layouts: [layout]), TextField(frame: Rect(10, 10, 400, 44)))
    field.autocapitalizationType = .none
    let root = View()
    root.addSubview(field)
    let window = Window(root, size: Size(800, 480), scale: 1, threads: 1)
    window.makeKeyboard = { keyboard }
    var time: UInt64 = 1_000_000_000
    func advance(_ milliseconds: UInt64) {
      for _ in 0..<milliseconds / 50 {
        time += 50_000_000
        window.advance(to: time)
        window.layoutIfNeeded()
      }
    }
    advance(100)
    field.becomeFirstResponder()
    advance(500)
    // A space and a combining mark are one character.
    for word in entry.keys.unicodeScalars.split(separator: " ").map({ String($0) }) {
      let parts = word.split(separator: "+")
      let name = parts[parts.count - 1] == "acute-accent" ? "acute accent" : String(parts[parts.count - 1])
      let label = name.count == 1 && name != name.lowercased() ? "capital \(name)" : name
      let key = try #require(keyboard.elementsInReadingOrder.first { $0.spokenLabel == label }, "no key \(label)")
      var point = try #require(key.convert(Point(key.bounds.midX, key.bounds.midY), to: root))
      window.send([TouchEvent(.began, id: 1, at: point)], at: time)
      if parts.count == 2, let index = Double(parts[0]) {
        advance(600)
        // The choices begin above the key, and have up to 64 points each.
        point = Point(point.x + index * min(key.bounds.width, 64), point.y - key.bounds.height)
        window.send([TouchEvent(.moved, id: 1, at: point)], at: time)
      }
      advance(50)
      window.send([TouchEvent(.ended, id: 1, at: point)], at: time)
      advance(400)
    }
    #expect(field.text.unicodeScalars.elementsEqual(entry.text.unicodeScalars), "\(field.text)")
    #expect(keyboard.input === field)
  }
}
