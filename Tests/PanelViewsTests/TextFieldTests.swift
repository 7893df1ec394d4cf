import PanelLayers
import PanelViews
import TestRendering
import Testing

/// A text field in a window, with its keys and touches.
struct TextFieldTests {
  private let field = TextField(placeholder: "Name", name: "field", frame: Rect(20, 20, 200, 44))
  private let other = TextField(name: "other", frame: Rect(20, 80, 200, 44))
  private let window: Window

  init() {
    let root = View()
    root.addSubview(field)
    root.addSubview(other)
    window = Window(root, size: Size(400, 300), scale: 1, threads: 1)
    field.becomeFirstResponder()
  }

  private func type(_ text: String) {
    for character in text { press(.character(character), text: String(character)) }
  }

  private func press(_ key: Key, text: String? = nil, modifiers: KeyModifiers = []) {
    _ = window.press(key, text: text, modifiers: modifiers, at: window.now + 200_000_000)
    window.release(key, at: window.now)
  }

  private func tap(_ x: Double, _ y: Double, after seconds: Double = 1) {
    let time = window.now + UInt64(clamping: seconds * 1e9)
    window.send([TouchEvent(.began, id: 1, at: Point(x, y))], at: time)
    window.send([TouchEvent(.ended, id: 1, at: Point(x, y))], at: time + 50_000_000)
  }

  @Test func keysTypeAtTheCaret() {
    type("hllo")
    press(.home)
    press(.right)
    type("e")
    #expect(field.text == "hello")
    press(.end)
    press(.delete)
    press(.left)
    press(.deleteForward)
    #expect(field.text == "hel")
    press(.space, text: " ")
    #expect(field.text == "hel ")
  }

  @Test func shiftSelectsAndTypingReplaces() {
    type("one two")
    press(.left, modifiers: [.shift, .control])
    type("2")
    #expect(field.text == "one 2")
    press(.character("a"), modifiers: .control)
    press(.delete)
    #expect(field.text == "")
  }

  @Test func deletionTakesClusters() {
    for (text, rest) in [("a👨‍👩‍👧‍👦", "a"), ("ae\u{301}", "a"), ("🇩🇪🇫🇷", "🇩🇪"), ("x🏴󠁧󠁢󠁥󠁮󠁧󠁿", "x"), ("ที่", "ที")] {
      field.text = text
      press(.delete)
      #expect(field.text.unicodeScalars.elementsEqual(rest.unicodeScalars), "\(text)")
    }
  }

  @Test func arrowsFollowTheShownOrder() {
    field.text = "ab אב"
    press(.home)
    var texts: [String] = []
    for _ in 0..<5 {
      texts.append(field.textBeforeCaret)
      press(.right)
    }
    #expect(texts == ["", "a", "ab", "ab ", "ab א"])
  }

  @Test func eventsAreSent() {
    var events: [ControlEvents] = []
    for event in [ControlEvents.editingDidBegin, .editingChanged, .editingDidEnd, .editingDidEndOnExit] {
      field.addAction(for: event) { _ in events.append(event) }
    }
    type("a")
    field.text = "by the program"
    press(.return)
    #expect(events == [.editingChanged, .editingDidEndOnExit, .editingDidEnd])
    #expect(!field.isFirstResponder)
    field.becomeFirstResponder()
    #expect(events.last == .editingDidBegin)
  }

  @Test func lengthIsLimited() {
    field.maximumLength = 3
    type("abcd")
    #expect(field.text == "abc")
    field.shouldChange = { $0.count < 3 }
    press(.delete)
    type("x")
    #expect(field.text == "ab")
  }

  @Test func touchesFocusAndSelect() {
    tap(40, 100)
    #expect(other.isFirstResponder && !field.isFirstResponder)
    other.text = "one two"
    tap(30, 100)
    tap(40, 100, after: 0.1)
    type("1")
    #expect(other.text == "1 two")
    // Beside the fields.
    tap(300, 200)
    #expect(!other.isFirstResponder && !field.isFirstResponder)
  }

  @Test func changedTextEndsTheSelectionOfWords() {
    field.text = "one two"
    tap(30, 40)
    let time = window.now + 1_000_000_000
    for (phase, delay) in [(.began, 0), (.ended, 50), (.began, 150)] as [(TouchEvent.Phase, UInt64)] {
      window.send([TouchEvent(phase, id: 1, at: Point(30, 40))], at: time + delay * 1_000_000)
    }
    // As a program does while the finger rests.
    field.text = "x"
    window.send([TouchEvent(.moved, id: 1, at: Point(90, 40))], at: time + 300_000_000)
    type("y")
    #expect(field.text == "xy")
  }

  @Test func nextReturnGoesOn() {
    field.returnKeyType = .next
    press(.return)
    #expect(other.isFirstResponder)
    press(.return)
    #expect(!other.isFirstResponder)
  }

  @Test func pageWithoutAnEntryHasNoKeyboard() {
    field.resignFirstResponder()
    let button = Button("Go", frame: Rect(20, 140, 100, 44))
    window.rootView.addSubview(button)
    var count = 0
    window.makeKeyboard = {
      count += 1
      return KeyboardView(layouts: [])
    }
    window.focus(button)
    #expect(count == 0 && button.isFocused)
    field.becomeFirstResponder()
    other.becomeFirstResponder()
    #expect(count == 1)
  }

  /// Both fields are beneath the keyboard.
  @Test func nextReturnReachesAFieldBeneathTheKeyboard() {
    window.makeKeyboard = { KeyboardView(layouts: []) }
    (field.frame.origin.y, other.frame.origin.y, field.returnKeyType) = (180, 240, .next)
    tap(100, 200)
    window.advance(to: window.now + 1_000_000_000)
    window.layoutIfNeeded()
    #expect(window.rootView.hitTest(Point(100, 200))?.path.contains("keyboard") == true)
    field.pressReturn()
    #expect(other.isFirstResponder)
  }

  @Test func marksOfDirectionAreLeftOut() {
    field.insertText("a\u{200F}b\u{2028}\n\u{200C}")
    #expect(field.text == "ab\u{200C}")
  }

  @Test func secureTextIsDots() {
    field.isSecureTextEntry = true
    type("geheim")
    #expect(field.text == "geheim")
    #expect(field.accessibilityValue?.contains("geheim") == false)
    press(.left)
    press(.delete)
    #expect(field.text == "gehem")
    #expect(field.textBeforeCaret == "")
    field.secureText?.erase()
    #expect(field.text == "")
  }

  @Test func disabledFieldEndsTheEntry() {
    field.isEnabled = false
    #expect(!field.isFirstResponder)
    type("a")
    #expect(field.text == "")
  }

  @Test func scansGoToTheirField() {
    other.takesScans = true
    var reported = ""
    field.addAction(for: .editingChanged) { [unowned field] _ in reported = field.text }
    type("ab")
    var time = window.now + 1_000_000_000
    func scan(_ key: Key, _ text: String?) {
      _ = window.press(key, text: text, at: time)
      window.release(key, at: time + 1_000_000)
      time += 5_000_000
    }
    for character in "4006381" { scan(.character(character), String(character)) }
    scan(.return, nil)
    #expect(other.text == "4006381")
    #expect(field.text == "ab" && reported == "ab")
    #expect(field.isFirstResponder)
  }

  /// Random editing: the text, the caret and the selection stay those of a model of characters.
  @Test func randomEditingEqualsAModel() {
    var random = SystemRandomNumberGenerator()
    var (model, caret): ([Character], Int) = ([], 0)
    for _ in 0..<2000 {
      switch Int.random(in: 0..<6, using: &random) {
      case 0 where caret > 0:
        press(.left)
        caret -= 1
      case 1 where caret < model.count:
        press(.right)
        caret += 1
      case 2 where caret > 0:
        press(.delete)
        model.remove(at: caret - 1)
        caret -= 1
      case 3 where caret < model.count:
        press(.deleteForward)
        model.remove(at: caret)
      default:
        let character = ["a", "é", "ß", "1", "ж", "你"].randomElement(using: &random)!
        press(.character("x"), text: character)
        model.insert(Character(character), at: caret)
        caret += 1
      }
      #expect(field.text == String(model))
      #expect(field.textBeforeCaret == String(model.prefix(caret)))
    }
  }
}
