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
    #expect(rig.key("Space").face.title == "Deutsch" && rig.key("Next keyboard").face.title == "RU")
    rig.tap("Next keyboard")
    rig.type("привет")
    #expect(rig.input.text == "привет" && rig.key("Space").face.title == "Русский")
    #expect(rig.key("Next keyboard").face.title == "DE")
    rig.tap("123")
    rig.tap("АБВ", "Next keyboard")
    rig.type("ß")
    #expect(rig.input.text == "приветß")
    // Two layouts of one language.
    let british = KeyboardLayout(name: "gb", title: "English (UK)", code: "EN", rows: KeyboardLayout.american.rows)
    let english = KeyboardRig([
      KeyboardLayout(name: "us", title: "English (US)", code: "EN", rows: british.rows), british,
    ])
    #expect(english.key("Next keyboard").face.title == "GB")
    #expect(!KeyboardRig([.german]).keyboard.keyViews.contains { $0.key == .nextLayout })
  }

  @Test func spaceReturnsToTheLetters() {
    let rig = KeyboardRig()
    for page in [["123"], ["123", "#+="]] {
      for key in page { rig.tap(key) }
      rig.type(page.count == 1 ? "1" : "[")
      #expect(rig.keyboard.page != .letters)
      rig.tap("Space")
      #expect(rig.keyboard.page == .letters)
    }
    rig.tap("Space")
    #expect(rig.input.text == "1 [  " && rig.keyboard.page == .letters)
  }

  @Test func keysWithChoicesAreMarked() {
    let rig = KeyboardRig([.german])
    #expect(rig.key("e").face.hasChoices && !rig.key("x").face.hasChoices && !rig.key("^").face.hasChoices)
    rig.tap("Shift")
    #expect(rig.key("E").face.hasChoices && !rig.key("X").face.hasChoices)
    rig.tap("123")
    #expect(rig.key("-").face.hasChoices && !rig.key("7").face.hasChoices)
  }

  @Test func sentencesBeginWithCapitals() {
    let rig = KeyboardRig { $0.autocapitalizationType = .sentences }
    rig.type("H")
    rig.type("i")
    rig.tap("123")
    rig.type(".")
    rig.tap("Space")
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
}
