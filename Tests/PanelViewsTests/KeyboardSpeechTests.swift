import Testing

@testable import PanelViews

/// The keyboard on the screen for people who explore by touch.
@Suite struct KeyboardSpeechTests {
  private static func speak(_ rig: KeyboardRig) -> () -> [String] {
    var texts: [String] = []
    rig.window.onUtterance = { if !$0.text.isEmpty { texts.append($0.text) } }
    rig.window.touchExplorer = TouchExplorer()
    texts = []
    return {
      defer { texts = [] }
      return texts
    }
  }

  @Test func liftTypesTheKeyThatWasSpoken() {
    let rig = KeyboardRig()
    let spoken = Self.speak(rig)
    rig.touches.play("down \(rig.at("g")) +300ms")
    #expect(spoken() == ["g, keyboard"] && rig.input.text.isEmpty)
    rig.touches.play("move \(rig.at("h"))")
    #expect(spoken() == ["h"])
    rig.touches.play("up +400ms")
    #expect(rig.input.text == "h" && spoken() == ["h"])
    // A finger that leaves the keyboard types nothing.
    rig.touches.play("down \(rig.at("u")) +300ms move 400,20 up +400ms")
    #expect(rig.input.text == "h" && spoken() == ["u"])
    // A short tap only speaks, a double tap types.
    rig.touches.play("down \(rig.at("i")) up +500ms")
    #expect(rig.input.text == "h" && spoken() == ["i"])
    rig.touches.play("down 400,20 up +80ms down 400,20 up +500ms")
    #expect(rig.input.text == "hi" && spoken() == ["i"])
  }

  @Test func shiftPagesAndMarksAreSpoken() {
    let rig = KeyboardRig()
    let spoken = Self.speak(rig)
    rig.touches.play("down \(rig.at("Shift")) +300ms up +400ms")
    #expect(spoken() == ["Shift, off, keyboard", "on"])
    rig.touches.play("down \(rig.at("A")) +300ms")
    #expect(spoken() == ["capital A"])
    rig.touches.play("up +400ms")
    #expect(rig.input.text == "A" && spoken() == ["capital A"])
    rig.touches.play("down \(rig.at("123")) +300ms up +400ms")
    #expect(spoken().last == "Numbers")
    rig.touches.play("down \(rig.at("@")) +300ms up +400ms")
    #expect(spoken() == ["at sign", "at sign"] && rig.input.text == "A@")
    rig.touches.play("down \(rig.at("Delete")) +300ms up +400ms")
    #expect(spoken() == ["Delete", "at sign"] && rig.input.text == "A")
  }

  /// A field in a sheet or an alert, whose reading order ends with the keys.
  @Test func keysAreReachedFromAModalView() throws {
    let (root, field, window) = (
      View(), TextField(placeholder: "Name", frame: Rect(10, 10, 200, 44)), Self.emptyWindow()
    )
    window.rootView.addSubview(root)
    window.makeKeyboard = { KeyboardView(layouts: []) }
    let modal = ModalView(style: .sheet)
    modal.contentView.addSubview(field)
    (modal.contentView.frame, root.frame) = (Rect(0, 0, 300, 100), window.rootView.bounds)
    root.isAccessibilityElement = true
    modal.present(in: window, animated: false)
    window.touchExplorer = TouchExplorer()
    var texts: [String] = []
    window.onUtterance = { if !$0.text.isEmpty { texts.append($0.text) } }
    func order() -> [View] { window.elementsInReadingOrder() }
    #expect(!order().contains { $0 is KeyboardKeyView } && !order().contains { $0 === root })
    field.becomeFirstResponder()
    let touches = TouchPlayer(window)
    touches.play("+500ms")
    window.layoutIfNeeded()
    let keys = order().compactMap { $0 as? KeyboardKeyView }
    #expect(keys.count > 30 && !order().contains { $0 === root })
    // Swipes go from the field over what closes the view to the first key, and a double tap types it.
    window.moveAccessibilityFocus(to: field)
    texts = []
    for _ in 0..<2 { touches.play("down 100,60 move 220,60 up +500ms") }
    #expect(texts == ["Close, button", "capital Q, keyboard"])
    touches.play("down 100,60 up +80ms down 100,60 up +500ms")
    #expect(field.text == "Q")
    field.resignFirstResponder()
    touches.play("+500ms")
    #expect(!order().contains { $0 is KeyboardKeyView })
  }

  private static func emptyWindow() -> Window { Window(View(), size: Size(800, 480), scale: 1, threads: 1) }

  @Test func secretsAreTypedAsDots() {
    let rig = KeyboardRig { $0.isSecureTextEntry = true }
    let spoken = Self.speak(rig)
    rig.touches.play("down \(rig.at("g")) +300ms up +400ms")
    #expect(rig.input.text == "g" && spoken() == ["g, keyboard", "dot"])
  }
}
