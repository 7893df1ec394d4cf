import CLinux
import PanelKit
import PanelSystem
import PanelViews
import Testing

/// Layouts of the installed xkeyboard-config.
@Suite struct KeyboardLayoutTests {
  private static func load(_ name: String) throws -> KeyboardLayout {
    let layout = KeyboardLayout.load([name])[0]
    return try #require(layout, "no layout \(name): apt-get install xkb-data")
  }

  private static func letters(_ layout: KeyboardLayout) -> String {
    layout.rows.map { row in row.filter { !$0.isDead }.map(\.text).joined() }.joined(separator: " ")
  }

  private static func key(_ text: String, _ layout: KeyboardLayout) throws -> KeyboardLayout.Key {
    let key = layout.rows.joined().first { $0.text == text }
    return try #require(key, "no key \(text)")
  }

  @Test func rowsHaveTheLettersOfTheLayout() throws {
    let expected: KeyValuePairs = [
      "us": "qwertyuiop asdfghjkl zxcvbnm", "de": "qwertzuiopü asdfghjklöäß yxcvbnm",
      "fr": "azertyuiop qsdfghjklmù wxcvbn", "gr": "ςερτυθιοπ ασδφγηξκλ ζχψωβνμ",
      "ru": "йцукенгшщзхъ фывапролджэ ячсмитьбю", "tr": "qwertyuıopğü asdfghjklşi zxcvbnmöç",
      "il": "קראטוןםפ שדגכעיחלךף זסבהנמצתץ", "ch(fr)": "qwertzuiopè asdfghjkléà yxcvbnm",
    ]
    for (name, rows) in expected { #expect(Self.letters(try Self.load(name)) == rows, "\(name)") }
  }

  @Test func rowsHaveTheNumberOfLettersThatFits() throws {
    let expected: KeyValuePairs = [
      "ara": [12, 12, 10], "in": [12, 12, 10], "th": [10, 12, 12, 10], "vn": [6, 12, 9, 7], "br": [10, 10, 7],
      "cz": [11, 10, 7],
    ]
    for (name, counts) in expected {
      let letters = try Self.load(name).rows.map { $0.count { !$0.isDead } }
      #expect(letters == counts, "\(name)")
    }
  }

  @Test func deadKeysComposeWithTheLettersOfTheLayout() throws {
    let (french, greek) = (try Self.load("fr"), try Self.load("gr"))
    let deadKeys = (french.rows[0].first { $0.isDead }, greek.rows[1].first { $0.isDead })
    let (circumflex, accent) = (try #require(deadKeys.0), try #require(deadKeys.1))
    #expect(circumflex.text == "^" && circumflex.shiftedText == "¨" && circumflex.isShiftedDead)
    #expect(french.compositions["^e"] == "ê" && french.compositions["¨I"] == "Ï" && french.compositions["^ "] == "^")
    #expect(french.compositions["^z"] == "ẑ" && french.compositions["^q"] == nil)
    #expect(greek.compositions[accent.text + "α"] == "ά")
    #expect(greek.compositions[accent.text + accent.shiftedText + "ι"] == "ΐ")
    for name in ["us", "ru", "ara", "in", "th", "il"] { #expect(try Self.load(name).compositions.isEmpty, "\(name)") }
  }

  @Test func longPressOffersTheLanguagesLetters() throws {
    let expected: KeyValuePairs = [
      "de": "eé", "fr": "eé", "us": "sß", "cz": "eě", "ru": "её", "vn": "aâ", "tr": "aâ", "gr": "ωώ",
    ]
    for (name, pair) in expected {
      let key = try Self.key(String(pair.prefix(1)), try Self.load(name))
      #expect(key.alternates.contains(String(pair.suffix(1))), "\(name): \(key.alternates)")
      #expect(key.alternates.count <= 8 && !key.alternates.contains(key.text), "\(name)")
      #expect(key.shiftedAlternates.contains(pair.suffix(1).uppercased()) || name == "us", "\(name)")
    }
    let french = try Self.key("e", try Self.load("fr"))
    #expect(french.alternates.starts(with: ["é", "è", "ê"]), "\(french.alternates)")
  }

  @Test func shiftTypesCapitalsOrTheSecondLetter() throws {
    let german = try Self.load("de")
    #expect(german.hasCapitals && !german.isRightToLeft && german.title == "Deutsch")
    #expect(try Self.key("ß", german).shiftedText == "ẞ")
    #expect(try Self.key("i", try Self.load("tr")).shiftedText == "İ")
    let thai = try Self.load("th")
    #expect(!thai.hasCapitals)
    let key = try Self.key("ก", thai)
    #expect(key.shiftedText == "ฏ" && key.alternates.contains("ฏ") && key.shiftedAlternates == ["ก"])
    let arabic = try Self.load("ara")
    #expect(arabic.isRightToLeft && arabic.rows.joined().contains { $0.text == "لا" })
    // Invisible characters have no keys.
    for name in ["ara", "il", "ir"] {
      let texts = try Self.load(name).rows.joined().flatMap { [$0.text, $0.shiftedText] + $0.alternates }
      #expect(texts.allSatisfy { $0.unicodeScalars.allSatisfy { $0.properties.generalCategory != .format } }, "\(name)")
      #expect(!texts.contains(""), "\(name)")
    }
  }

  @Test(arguments: ["nowhere", "de(nowhere)", "", "us,de", "../us", "de(", "de()", "custom"])
  func unknownNamesHaveNoLayout(_ name: String) { #expect(KeyboardLayout.load([name]) == [nil]) }

  @Test func allListedLayoutsLoad() throws {
    let list = try KeyboardLayoutList.read()
    #expect(list.count > 500 && list.contains { $0 == ("ch(fr)", "French (Switzerland)") })
    let names = list.filter { !$0.name.contains("(") }
    let layouts = KeyboardLayout.load(names.map(\.name))
    for ((name, title), layout) in zip(names, layouts) {
      // A few layouts have only symbols.
      guard let layout else { continue }
      #expect(layout.name == name && !layout.title.isEmpty, "\(title)")
      #expect(layout.rows.count == 3 || layout.rows.count == 4, "\(name)")
      #expect(layout.rows.allSatisfy { $0.count <= 13 }, "\(name)")
    }
    let missing = zip(names, layouts).filter { $1 == nil }.map(\.0.name)
    #expect(missing.count < 4, "\(missing)")
  }

  @Test func namesAreThoseOfTheLanguage() {
    let expected: [(name: String, title: String, code: String)] = [
      ("us", "English (US)", "EN"), ("de", "Deutsch", "DE"), ("de(nodeadkeys)", "Deutsch", "DE"),
      ("ch(fr)", "Français (Suisse)", "FR"), ("ch", "Deutsch (Schweiz)", "DE"), ("ara", "العربية", "AR"),
      // Variants for other languages, and layouts without a known name.
      ("in(mal)", "Malayalam", "IN"), ("mt", "Maltese", "MT"),
    ]
    for ((name, title, code), layout) in zip(expected, KeyboardLayout.load(expected.map(\.name))) {
      #expect(layout?.title == title && layout?.code == code, "\(name): \(layout?.title ?? "") \(layout?.code ?? "")")
    }
  }

  /// A keymap has more than 100 KiB.
  @Test func keymapsAreFreed() {
    _ = KeyboardLayout.load(["de", "fr"])
    let growth = (0..<3).map { _ in
      let before = mallinfo2().uordblks
      for _ in 0..<20 { _ = KeyboardLayout.load(["de", "fr"]) }
      return Int(clamping: mallinfo2().uordblks) - Int(clamping: before)
    }
    #expect((growth.min() ?? 0) < 1_000_000, "\(growth)")
  }
}
