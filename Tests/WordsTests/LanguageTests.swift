import Testing

@testable import Words

struct LanguageTests {
  @Test(arguments: Language.all) func textsHaveEnglishPlaceholders(_ language: Language) {
    for word in Word.allCases {
      let (text, english) = (Template(text: language[word]), Template(text: Language.english[word]))
      #expect(!text.text.isEmpty || word == .betweenSentences, "\(word)")
      #expect(Set(text.gaps) == Set(english.gaps), "\(word): \(text.text)")
      for gap in text.gaps { #expect(Gap(rawValue: gap) != nil, "\(word): \(gap)") }
      for form in english.forms + text.forms {
        #expect(form.count { $0 == "*" } == english.text.prefix { $0 != "|" }.count { $0 == "*" }, "\(word): \(form)")
      }
      #expect(text.forms.count == 1 || english.forms.count > 1, "\(word)")
    }
  }

  @Test func languageIsScopedToItsTask() {
    var own = Language.english
    own.overrides[.hold] = "Halten…"
    Language.$current.withValue(own) {
      #expect(Word.hold.text == "Halten…" && Word.run.text == "Run")
    }
    #expect(Word.hold.text == "Hold…")
  }

  @Test func formFollowsNumber() {
    #expect((1...3).map { Word.presses.text(count: $0) } == ["pressed once", "pressed twice", "pressed 3 times"])
    #expect(
      [1, 2, 3, 4, 11, 12, 21, 22, 113].map(Word.ordinal)
        == ["1st", "2nd", "3rd", "4th", "11th", "12th", "21st", "22nd", "113th"])
    #expect(Word.list([]) == "" && Word.list(["a"]) == "a" && Word.list(["a", "b", "c"]) == "a, b and c")
    #expect(Word.askedAndMissed.text(names: "face 6", count: 1) == "Face 6 is asked first, and missed.")
    #expect(Word.askedAndMissed.text(names: "faces 6 and 5", count: 2) == "Faces 6 and 5 are asked first, and missed.")
  }

  /// Values are inserted literally.
  @Test func valuesAreNotTemplates() {
    let phrase = Word.took.phrase([.taker: "the *{seen}* | door"])
    #expect(phrase == Phrase(emphasis: "The *{seen}* | door", after: " took the tap."))
  }

  @Test func sentenceStartsWithCapital() {
    #expect(Word.lessonRight.text([.taker: "face 5"]) == "Right: face 5 got it.")
    #expect(Word.lessonWrong.text([.face: "2", .taker: "face 5"]) == "You said face 2. Face 5 got it.")
    #expect(Word.atTheBack.text([.taker: "face 5"]) == "face 5, at the back")
  }
}

/// Custom languages, and the choice of the language.
struct OwnWordsTests {
  @Test func customTextMayOnlyUseKnownPlaceholders() {
    #expect(Word.face.rule(violatedBy: "Seite {number}") == nil)
    #expect(Word.face.rule(violatedBy: "Seite") == nil)
    #expect(Word.face.rule(violatedBy: "Seite {nummer}") == "no other gaps than {number}")
    #expect(Word.hold.rule(violatedBy: "{count} s") == "no {count}")
    #expect(Word.took.rule(violatedBy: "*{taker} hat es") == "two asterisks around the emphasized part")
    #expect(Word.hold.rule(violatedBy: "*Halten*") == "no asterisk")
    #expect(Word.presses.rule(violatedBy: "einmal|{count}-mal") == nil)
    #expect(Word.hold.rule(violatedBy: "a|b") == "no |")
  }

  @Test func localeIsFoundLikeSetlocale() {
    func code(_ environment: [String: String]) -> String { Language(locale: { environment[$0] }).code }
    #expect(code([:]) == "en" && code(["LANG": "C.UTF-8"]) == "en" && code(["LANG": "fr_FR.UTF-8"]) == "en")
    #expect(code(["LANG": "de_AT.UTF-8"]) == "de" && code(["LANG": "zh_CN.UTF-8"]) == "zh")
    #expect(code(["LC_ALL": "", "LC_MESSAGES": "de_DE", "LANG": "zh_CN"]) == "de")
    #expect(code(["LC_ALL": "C", "LC_MESSAGES": "de_DE", "LANG": "zh_CN"]) == "en")
  }
}
