import Testing

@testable import PanelViews

/// Fingers on the keyboard on the screen.
@Suite struct KeyboardTouchTests {
  @Test func keysTypeWhenTheirFingerLifts() {
    let rig = KeyboardRig()
    rig.touches.play("down \(rig.at("h"))")
    #expect(rig.input.text.isEmpty && rig.key("h").isHighlighted && !rig.keyboard.popup.isHidden)
    rig.touches.play("up")
    #expect(rig.input.text == "h" && !rig.key("h").isHighlighted && rig.keyboard.popup.isHidden)
    rig.type("ello")
    rig.tap("Space")
    rig.type("you")
    #expect(rig.input.text == "hello you")
  }

  @Test func nextFingerTypesTheKeyOfTheFirst() {
    let rig = KeyboardRig()
    rig.touches.play("0:down \(rig.at("a")) 1:down \(rig.at("b"))")
    #expect(rig.input.text == "a")
    rig.touches.play("0:up 2:down \(rig.at("c")) 2:up 1:up")
    #expect(rig.input.text == "abc")
    // The first finger has typed: it neither slides nor types again.
    rig.touches.play("0:down \(rig.at("x")) 1:down \(rig.at("y")) 0:move \(rig.at("z")) 0:up 1:cancel")
    #expect(rig.input.text == "abcx")
  }

  @Test func slidingFingerTakesTheLastKeyAndCancelTypesNothing() {
    let rig = KeyboardRig()
    rig.touches.play("down \(rig.at("g")) move \(rig.at("h"))")
    #expect(rig.key("h").isHighlighted && !rig.key("g").isHighlighted)
    rig.touches.play("up down \(rig.at("g")) cancel")
    #expect(rig.input.text == "h" && !rig.key("g").isHighlighted && rig.keyboard.popup.isHidden)
  }

  @Test func nearestKeyCounts() {
    let rig = KeyboardRig()
    let row = rig.key("a").frame
    let edge = rig.keyboard.frame.minY + row.midY
    #expect(row.minX > 20, "the second row is indented")
    rig.touches.play("down 2,\(edge) up down \(rig.window.size.width - 2),\(edge) up")
    #expect(rig.input.text == "al")
    // The frames leave no gap within the rows.
    for (left, right) in zip(rig.keyboard.keyViews, rig.keyboard.keyViews.dropFirst())
    where left.frame.minY == right.frame.minY { #expect(left.frame.maxX == right.frame.minX) }
  }

  @Test func shiftTypesOneCapitalAndLocksByDoubleTap() {
    let rig = KeyboardRig()
    rig.tap("Shift")
    rig.type("A")
    rig.type("b")
    #expect(rig.input.text == "Ab")
    rig.touches.play("down \(rig.at("Shift")) up +50ms down \(rig.at("Shift")) up +400ms")
    rig.type("CDE")
    #expect(rig.input.text == "AbCDE" && rig.key("Caps lock").face.isSelected)
    rig.tap("Caps lock")
    rig.type("f")
    // Two slow taps don't lock.
    rig.tap("Shift", "Shift")
    rig.type("g")
    #expect(rig.input.text == "AbCDEfg")
  }

  @Test func slideFromShiftTypesOneCapital() {
    let rig = KeyboardRig()
    rig.touches.play("down \(rig.at("Shift")) move \(rig.at("k")) up")
    rig.type("l")
    #expect(rig.input.text == "Kl")
    // Also if Shift was on.
    rig.tap("Shift")
    rig.touches.play("down \(rig.at("Shift")) move \(rig.at("m")) up")
    rig.type("n")
    #expect(rig.input.text == "KlMn")
  }

  @Test func heldShiftTypesCapitals() {
    let rig = KeyboardRig()
    rig.touches.play("0:down \(rig.at("Shift")) 1:down \(rig.at("a")) 1:up 1:down \(rig.at("b")) 1:up 0:up")
    rig.type("c")
    rig.touches.play("0:down \(rig.at("Shift")) 1:down \(rig.at("d")) 0:up 1:up")
    rig.type("e")
    #expect(rig.input.text == "ABcDe")
    rig.touches.play("0:down \(rig.at("Shift")) 0:cancel")
    #expect(rig.keyboard.shift == .off)
  }

  /// At an edge, the choices can't be centered above the key, whose own letter isn't above the finger then.
  @Test func holdWithoutSlideTypesTheKey() {
    let others = ["á", "à", "â", "ã", "ä"]
    let row = [KeyboardLayout.Key("a", alternates: others)] + "bcdefgh".map { KeyboardLayout.Key(String($0)) }
    let layout = KeyboardLayout(name: "x", title: "X", rows: [row + [.init("z", alternates: others)], row, row])
    let rig = KeyboardRig([layout])
    rig.touches.play("down \(rig.at("z")) +600ms up down \(rig.at("a")) +600ms up")
    #expect(rig.input.text == "za")
  }

  @Test func choicesAreCloseToTheKey() {
    let choices = ["1", "2", "3", "4"]
    let row = "abcdefghi".map { KeyboardLayout.Key(String($0)) }
    let (y, z) = (KeyboardLayout.Key("y", alternates: choices), KeyboardLayout.Key("z", alternates: choices))
    let layout = KeyboardLayout(name: "x", title: "X", rows: [[y] + row.dropFirst() + [z], row, row])
    let rig = KeyboardRig([layout], size: Size(1280, 800))
    let popup = rig.keyboard.popup
    let cases: [(name: String, texts: [String], own: Int)] = [
      ("y", ["y"] + choices, 0), ("z", choices.reversed() + ["z"], 4),
    ]
    for (name, texts, own) in cases {
      let key = rig.key(name).frame
      rig.touches.play("down \(rig.at(name)) +600ms")
      #expect(popup.texts == texts && popup.selectedIndex == own)
      let cell = popup.frame.width / 5
      let center = popup.frame.minX + (Double(own) + 0.5) * cell
      #expect(cell <= 64 && abs(center - key.midX) < 1)
      // The next one to the right, or to the left.
      rig.touches.play("move \(own == 0 ? key.midX + cell : key.midX - cell),\(rig.keyboard.frame.minY - 20) up")
    }
    #expect(rig.input.text == "11")
  }

  @Test func longPressOffersLetters() {
    let rig = KeyboardRig([.german])
    let popup = rig.keyboard.popup
    rig.touches.play("down \(rig.at("e")) +600ms")
    #expect(popup.texts == ["e", "é", "è", "ê"] && popup.selectedIndex == 0)
    let cell = popup.frame.width / 4
    let x = rig.keyboard.frame.minX + popup.frame.minX + 2.5 * cell
    rig.touches.play("move \(x),\(rig.keyboard.frame.minY - 20)")
    #expect(popup.selectedIndex == 2)
    rig.touches.play("up")
    rig.touches.play("down \(rig.at("e")) +600ms up")
    #expect(rig.input.text == "èe" && popup.isHidden)
    // A long press on a key without others types it, and one while Shift is on offers capitals.
    rig.touches.play("down \(rig.at("x")) +600ms up")
    rig.tap("Shift")
    rig.touches.play("down \(rig.at("E")) +600ms")
    #expect(popup.texts == ["E", "É", "È", "Ê"])
    rig.touches.play("up")
    #expect(rig.input.text == "èexE")
  }

  @Test func heldDeleteKeyRepeats() {
    let rig = KeyboardRig { $0.text = "abcdefghijklmnop" }
    rig.touches.play("down \(rig.at("Delete")) +400ms")
    #expect(rig.input.text.count == 16)
    rig.touches.play("+100ms")
    #expect(rig.input.text.count == 15)
    rig.touches.play("+500ms")
    #expect(rig.input.text.count == 10)
    rig.touches.play("up +500ms")
    #expect(rig.input.text.count == 10)
    rig.tap("Delete")
    #expect(rig.input.text.count == 9)
    // It ends if the finger slides away.
    rig.touches.play("down \(rig.at("Delete")) +600ms")
    let count = rig.input.text.count
    rig.touches.play("move \(rig.at("k")) +400ms cancel")
    #expect(rig.input.text.count == count)
  }

  @Test func swipeDownAndKeyDismiss() {
    let rig = KeyboardRig()
    var count = 0
    rig.keyboard.onDismiss = { count += 1 }
    rig.touches.play("down \(rig.at("t")) move \(rig.at("v")) up")
    #expect(count == 1 && rig.input.text.isEmpty)
    // A slow movement is a slide.
    rig.touches.play("down \(rig.at("t")) +500ms move \(rig.at("v")) up")
    #expect(count == 1 && rig.input.text == "v")
    rig.tap("Hide keyboard")
    #expect(count == 2)
  }

  @Test func pressedKeysOfSecretsAreNotShown() {
    let rig = KeyboardRig { $0.isSecureTextEntry = true }
    let quiet = rig.window.image()
    rig.touches.play("down \(rig.at("h"))")
    let isQuiet = rig.window.image().pixelArray == quiet.pixelArray
    #expect(isQuiet && rig.keyboard.popup.isHidden)
    rig.touches.play("up")
    #expect(rig.input.text == "h")
  }

  @Test func bounceKeysIgnoreTheSecondStrike() {
    let rig = KeyboardRig()
    rig.window.bounceKeysDelay = 0.3
    rig.touches.play("down \(rig.at("a")) up +100ms down \(rig.at("a")) up down \(rig.at("b")) up +400ms")
    #expect(rig.input.text == "ab")
    rig.type("b")
    #expect(rig.input.text == "abb")
  }

  @Test func pressRedrawsOneKey() {
    let rig = KeyboardRig()
    _ = rig.window.image()
    rig.touches.play("down \(rig.at("h"))")
    let (key, popup) = (rig.key("h").frame, rig.keyboard.popup.frame)
    let area = rig.window.updateDamage().bounds
    #expect(Double(area.width) <= max(key.width, popup.width) + 4)
    #expect(Double(area.height) <= key.height + popup.height + 4)
  }
}
