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

  @Test func secretsAreTypedAsDots() {
    let rig = KeyboardRig { $0.isSecureTextEntry = true }
    let spoken = Self.speak(rig)
    rig.touches.play("down \(rig.at("g")) +300ms up +400ms")
    #expect(rig.input.text == "g" && spoken() == ["g, keyboard", "dot"])
  }
}
