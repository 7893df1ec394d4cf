import PanelGeometry

@testable import PanelViews

extension FuzzTarget {
  /// Texts of any Unicode, keys and touches in a text field, which is drawn after each. The selection never splits a code
  /// point, the text has no control characters, and what people type isn't longer than allowed.
  static let text = FuzzTarget(name: "text", maxLength: 512, words: ["👩‍👩‍👧", "नमस्ते", "שלום", "e\u{301}", "\u{202E}", "กำ"]) {
    bytes in
    var input = FuzzInput(bytes)
    let fuzz = TextFuzz(isSecure: input.byte() & 7 == 7)
    while !input.isEmpty { fuzz.step(&input) }
  }
}

private final class TextFuzz {
  private let field = TextField(placeholder: "Name", frame: Rect(10, 10, 200, 44))
  private let window: Window
  private var time: UInt64 = 1_000_000_000
  private var isTouched = false

  private static let keys: [Key] = [.left, .right, .home, .end, .up, .down, .delete, .deleteForward]

  init(isSecure: Bool) {
    let root = View()
    root.addSubview(field)
    window = Window(root, size: Size(320, 64), scale: 1, threads: 1)
    field.isSecureTextEntry = isSecure
    field.maximumLength = 40
    field.clearButtonMode = .whileEditing
    field.becomeFirstResponder()
  }

  func step(_ input: inout FuzzInput) {
    switch input.number(below: 8) {
    case 0...2: field.insertText(String(decoding: input.take(input.number(below: 12)), as: UTF8.self))
    case 3, 4:
      let modifiers: KeyModifiers = input.element(of: [[], .shift, .control, [.shift, .control]])
      _ = field.press(KeyStroke(key: input.element(of: Self.keys), modifiers: modifiers))
    case 5:
      let phase: TouchEvent.Phase = isTouched ? input.element(of: [.moved, .ended]) : .began
      isTouched = phase != .ended
      window.send([TouchEvent(phase, id: 0, at: Point(Double(input.byte()), 30))], at: time)
    case 6: time += input.element(of: [50_000_000, 300_000_000, 600_000_000])
    default:
      // As a program does.
      field.text = String(field.text.prefix(input.number(below: 4)))
    }
    window.advance(to: time)
    _ = window.updateDamage()
    check()
  }

  private func check() {
    let text = field.displayedText
    let range = field.selection.range
    for offset in [range.lowerBound, range.upperBound] {
      require(offset <= text.utf8.count, "the selection ends behind the text")
      let index = text.utf8.index(text.startIndex, offsetBy: offset)
      require(index.samePosition(in: text.unicodeScalars) != nil, "the selection splits a code point")
    }
    require(field.text.count <= field.maximumLength, "the text is too long")
    require(!field.text.unicodeScalars.contains { $0.value < 32 || $0.value == 127 }, "a control character")
  }
}
