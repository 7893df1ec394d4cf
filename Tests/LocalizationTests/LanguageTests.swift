import Testing

@testable import Localization

struct LanguageTests {
  @Test(arguments: Language.all) func translationMatchesEnglishTemplate(_ language: Language) {
    for key in LocalizedText.allCases {
      let (text, english) = (Template(text: language[key]), Template(text: Language.english[key]))
      #expect(!text.text.isEmpty || key == .betweenSentences, "\(key)")
      #expect(Set(text.placeholders) == Set(english.placeholders), "\(key): \(text.text)")
      for name in text.placeholders { #expect(Placeholder(rawValue: name) != nil, "\(key): \(name)") }
      let asterisks = english.forms[0].count { $0 == "*" }
      for form in english.forms + text.forms { #expect(form.count { $0 == "*" } == asterisks, "\(key): \(form)") }
      // Languages such as Chinese have one form for all numbers.
      #expect(text.forms.count == 1 || english.forms.count > 1, "\(key)")
    }
  }

  /// For a missing text, the case's name is returned.
  @Test(arguments: Language.all) func noTextIsMissing(_ language: Language) {
    for text in LocalizedText.allCases where text.rawValue.contains(where: \.isUppercase) {
      #expect(language[text] != text.rawValue)
    }
  }

  @Test func languageIsScopedToItsTask() {
    var custom = Language.english
    custom.overrides[.hold] = "Halten…"
    Language.$current.withValue(custom) {
      #expect(LocalizedText.hold.text == "Halten…" && LocalizedText.run.text == "Run")
    }
    #expect(LocalizedText.hold.text == "Hold…")
  }

  @Test func formFollowsNumber() {
    #expect(
      (1...3).map { LocalizedText.presses.text(count: $0) } == ["pressed once", "pressed twice", "pressed 3 times"])
    #expect(
      [1, 2, 3, 4, 11, 12, 21, 22, 113].map(LocalizedText.ordinal)
        == ["1st", "2nd", "3rd", "4th", "11th", "12th", "21st", "22nd", "113th"])
    #expect(
      LocalizedText.list([]) == "" && LocalizedText.list(["a"]) == "a"
        && LocalizedText.list(["a", "b", "c"]) == "a, b and c")
    #expect(LocalizedText.askedAndMissed.text(names: "face 6", count: 1) == "Face 6 is asked first, and missed.")
    #expect(
      LocalizedText.askedAndMissed.text(names: "faces 6 and 5", count: 2)
        == "Faces 6 and 5 are asked first, and missed.")
  }

  @Test func valuesAreNotTemplates() {
    let phrase = LocalizedText.took.phrase([.taker: "the *{seen}* | door"])
    #expect(phrase == Phrase(emphasis: "The *{seen}* | door", after: " took the tap."))
  }

  @Test func onlySentencesStartWithCapital() {
    #expect(LocalizedText.lessonRight.text([.taker: "face 5"]) == "Right: face 5 got it.")
    #expect(LocalizedText.lessonWrong.text([.face: "2", .taker: "face 5"]) == "You said face 2. Face 5 got it.")
    #expect(LocalizedText.outcomeWithReason.text([.word: "missed", .reason: "a"]) == "missed (a)")
  }
}

/// Custom languages, and the choice of the language.
struct CustomLanguageTests {
  @Test func customTextMayOnlyUseKnownPlaceholders() {
    #expect(LocalizedText.face.rule(violatedBy: "Seite {number}") == nil)
    #expect(LocalizedText.face.rule(violatedBy: "Seite") == nil)
    #expect(LocalizedText.face.rule(violatedBy: "Seite {nummer}") == "no other placeholders than {number}")
    #expect(LocalizedText.hold.rule(violatedBy: "{count} s") == "no {count}")
    #expect(LocalizedText.took.rule(violatedBy: "*{taker} hat es") == "two asterisks around the emphasized part")
    #expect(LocalizedText.hold.rule(violatedBy: "*Halten*") == "no asterisk")
    #expect(LocalizedText.presses.rule(violatedBy: "einmal|{count}-mal") == nil)
    #expect(LocalizedText.hold.rule(violatedBy: "a|b") == "no |")
  }

  @Test func localeIsFoundLikeSetlocale() {
    func code(_ environment: [String: String]) -> String { Language(locale: { environment[$0] }).code }
    #expect(code([:]) == "en" && code(["LANG": "C.UTF-8"]) == "en" && code(["LANG": "fr_FR.UTF-8"]) == "en")
    #expect(code(["LANG": "de_AT.UTF-8"]) == "de" && code(["LANG": "zh_CN.UTF-8"]) == "zh")
    #expect(code(["LC_ALL": "", "LC_MESSAGES": "de_DE", "LANG": "zh_CN"]) == "de")
    #expect(code(["LC_ALL": "C", "LC_MESSAGES": "de_DE", "LANG": "zh_CN"]) == "en")
  }
}
