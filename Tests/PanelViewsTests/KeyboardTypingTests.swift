import Localization
import Testing

@testable import PanelViews

/// The keys of the keyboard on the screen, and their pages.
@Suite struct KeyboardTypingTests {
  @Test func deadKeysComposeWithTheNextLetter() {
    let rig = KeyboardRig([.german])
    rig.type("^")
    #expect(rig.input.text.isEmpty && rig.key("^").face.isSelected)
    rig.type("e")
    #expect(rig.input.text == "ê" && !rig.key("^").face.isSelected)
    // Without a composition, both are typed.
    rig.type("^k")
    #expect(rig.input.text == "ê^k")
    rig.type("^^")
    rig.type("^")
    rig.tap("Space")
    #expect(rig.input.text == "ê^k^^")
    // Delete takes the dead key back.
    rig.type("^")
    rig.tap("Delete")
    rig.type("e")
    #expect(rig.input.text == "ê^k^^e")
    // Two dead keys.
    rig.type("^")
    rig.tap("Shift")
    rig.type("¨")
    #expect(rig.keyboard.deadKeys == "^¨")
    rig.type("a")
    #expect(rig.input.text == "ê^k^^eǟ")
  }

  @Test func combiningMarksComposeWithTheCharacterBeforeThem() {
    let rig = KeyboardRig([.vietnamese])
    rig.type("ê")
    rig.tap("\u{25CC}\u{301}")
    #expect(rig.input.text.unicodeScalars.elementsEqual("ế".unicodeScalars))
    rig.type("n")
    rig.tap("\u{25CC}\u{300}")
    #expect(rig.input.text.unicodeScalars.elementsEqual("ếǹ".unicodeScalars))
  }

  @Test func pagesHaveAllOfASCII() {
    let rig = KeyboardRig()
    var texts: Set<String> = []
    func addTexts() { for view in rig.keyboard.keyViews { texts.insert(view.face.title) } }
    addTexts()
    rig.tap("123")
    rig.type("7")
    addTexts()
    rig.tap("#+=")
    rig.type("[")
    addTexts()
    rig.tap("ABC")
    rig.type("a")
    #expect(rig.input.text == "7[a")
    let ascii = (0x21...0x7E).compactMap { UnicodeScalar($0).map { String($0).lowercased() } }
    #expect(ascii.filter { !texts.contains($0) }.isEmpty)
  }

  @Test func globeGoesToTheNextLayout() {
    let rig = KeyboardRig([.german, .russian])
    #expect(rig.key("Space").face.title == "German")
    rig.tap("Next keyboard")
    rig.type("привет")
    #expect(rig.input.text == "привет" && rig.key("Space").face.title == "Russian")
    rig.tap("123")
    rig.tap("АБВ", "Next keyboard")
    rig.type("ß")
    #expect(rig.input.text == "приветß")
    #expect(!KeyboardRig([.german]).keyboard.keyViews.contains { $0.key == .nextLayout })
  }

  @Test func sentencesBeginWithCapitals() {
    let rig = KeyboardRig { $0.autocapitalizationType = .sentences }
    rig.type("H")
    rig.type("i")
    rig.tap("123")
    rig.type(".")
    rig.tap("Space", "ABC")
    rig.type("Y")
    rig.type("o")
    #expect(rig.input.text == "Hi. Yo")
    rig.tap("Delete", "Delete")
    #expect(rig.keyboard.shift == .once)
    // A person can turn it off.
    rig.tap("Shift")
    rig.type("yo")
    #expect(rig.input.text == "Hi. yo")
    for (type, text, isCapital) in [
      (AutocapitalizationType.none, "", false), (.words, "a ", true), (.words, "a", false), (.allCharacters, "a", true),
      (.sentences, "a ", false),
    ] {
      let rig = KeyboardRig {
        ($0.autocapitalizationType, $0.text) = (type, text)
      }
      #expect((rig.keyboard.shift == .once) == isCapital, "\(type) after \(text)")
    }
  }

  @Test func kindsHaveTheirKeys() {
    Language.$current.withValue(.german) {
      let rig = KeyboardRig {
        ($0.keyboardType, $0.returnKeyType) = (.decimalPad, .search)
      }
      rig.type("-12,50")
      rig.tap("Suchen")
      #expect(rig.input.text == "-12,50" && rig.input.returns == 1)
    }
    let phone = KeyboardRig { $0.keyboardType = .phonePad }
    phone.type("+49*0#")
    #expect(phone.input.text == "+49*0#")
    let number = KeyboardRig { $0.keyboardType = .numberPad }
    number.type("0123456789")
    number.tap("Delete", "Return")
    #expect(number.input.text == "012345678" && number.input.returns == 1 && number.keyboard.keyViews.count == 13)
    let email = KeyboardRig {
      ($0.keyboardType, $0.autocapitalizationType) = (.emailAddress, .sentences)
    }
    email.type("a@b.de")
    #expect(email.input.text == "a@b.de")
    let address = KeyboardRig { $0.keyboardType = .url }
    address.type("a.de/b")
    #expect(address.input.text == "a.de/b")
  }

  @Test func newInputForgetsWhatIsPressed() {
    let rig = KeyboardRig([.german])
    rig.type("^")
    rig.tap("123")
    rig.touches.play("down \(rig.at("7"))")
    let other = KeyboardRig.Input()
    rig.keyboard.input = other
    rig.touches.play("up")
    rig.type("e")
    #expect(rig.input.text.isEmpty && other.text == "e")
  }

  // MARK: Sizes

  /// A panel of 10 inches with 1280×800 pixels has 5.9 of them in a millimeter.
  @Test(arguments: [KeyboardLayout.american, .german, .russian])
  func keysAreLargeEnoughOnTenInches(_ layout: KeyboardLayout) {
    let density = 1280 / 216.0
    let rig = KeyboardRig([layout], size: Size(1280, 800), pointsPerMillimeter: density)
    for key in rig.keyboard.keyViews {
      let (width, height) = (key.frame.width, key.frame.height)
      #expect(min(width, height) * rig.window.magnification / density >= 9, "\(key.spokenLabel)")
    }
  }

  @Test(arguments: [(480, 800, 8.5), (800, 480, 8.5), (800, 480, 5.2), (1280, 800, 5.9), (800, 1280, 5.9)])
  func keyboardLeavesRoomForTheContents(_ width: Double, _ height: Double, _ density: Double) {
    let rig = KeyboardRig([.russian], size: Size(width, height), pointsPerMillimeter: density)
    let part = rig.keyboard.bounds.height / rig.window.size.height
    let isSmall = rig.window.size.height < 400
    #expect(part <= (isSmall ? 0.6 : 0.5))
    for view in rig.keyboard.keyViews {
      #expect(rig.keyboard.bounds.insetBy(-0.01, -0.01).contains(view.frame.origin))
      #expect(view.frame.maxX <= rig.keyboard.bounds.maxX + 0.01 && view.frame.maxY <= rig.keyboard.bounds.maxY + 0.01)
    }
    rig.type("привет")
    #expect(rig.input.text == "привет")
  }

  @Test func rotatedKeyboardTypes() {
    let rig = KeyboardRig(size: Size(480, 800))
    rig.window.rotation = .quarter
    rig.place()
    #expect(rig.window.size == Size(800, 480))
    func tap(_ name: String) {
      let point = rig.keyboard.convert(rig.key(name).frame.center, to: rig.window.rootView) ?? .zero
      let transform = rig.window.rotation.transform(of: rig.window.size)
      let location = transform.apply(to: point)
      rig.touches.play("down \(location.x),\(location.y) up")
    }
    for key in ["h", "i"] { tap(key) }
    #expect(rig.input.text == "hi")
  }
}
