/// The letters of a keyboard on the screen. PanelKit loads it from xkeyboard-config.
public struct KeyboardLayout: Equatable, Sendable {
  /// A key with a letter, a combining mark or a dead key.
  public struct Key: Equatable, Sendable {
    /// The letter, or the own character of a dead key.
    public var text: String
    /// The text with Shift: the capital letter, or another letter in scripts without capitals.
    public var shiftedText: String
    /// True if `text` is a dead key, which changes the next letter.
    public var isDead: Bool
    public var isShiftedDead: Bool
    /// The texts that a long press offers, the most frequent first.
    public var alternates: [String]
    public var shiftedAlternates: [String]

    public init(
      _ text: String, shifted: String? = nil, isDead: Bool = false, isShiftedDead: Bool = false,
      alternates: [String] = [], shiftedAlternates: [String] = []
    ) {
      (self.text, shiftedText) = (text, shifted ?? text)
      (self.isDead, self.isShiftedDead) = (isDead, isShiftedDead)
      (self.alternates, self.shiftedAlternates) = (alternates, shiftedAlternates)
    }
  }

  /// The name in xkeyboard-config, such as `de` or `ch(fr)`.
  public let name: String
  /// The name for people, in the layout's language if that is known, such as "Deutsch".
  public let title: String
  /// The language as a few letters, such as "DE".
  public let code: String
  /// The rows from top to bottom, three or four.
  public let rows: [[Key]]
  /// The results of dead keys: from their own characters, followed by a letter, to a text. `´e` becomes `é`.
  public let compositions: [String: String]
  /// True if the language is written from right to left. The keys keep their places.
  public let isRightToLeft: Bool
  /// True if Shift types capital letters.
  public let hasCapitals: Bool

  /// - Parameters:
  ///   - name: the name in xkeyboard-config.
  ///   - title: the name for people.
  ///   - code: the language as a few letters; if omitted, that of the name.
  ///   - rows: the rows from top to bottom, three or four.
  ///   - compositions: the results of dead keys.
  public init(
    name: String, title: String, code: String? = nil, rows: [[Key]], compositions: [String: String] = [:]
  ) {
    self.code = code ?? Self.code(of: name)
    (self.name, self.title, self.rows, self.compositions) = (name, title, rows, compositions)
    let letters = rows.joined().lazy.filter { !$0.isDead }
    isRightToLeft = letters.contains { $0.text.unicodeScalars.contains { Self.rightToLeftScripts ~= $0.value } }
    hasCapitals = letters.contains { $0.text != $0.shiftedText && $0.text.uppercased() == $0.shiftedText }
  }

  /// Returns a name without its variant in capital letters: "DE" of `de(neo)`.
  static func code(of name: String) -> String { name.prefix { $0 != "(" }.uppercased() }

  /// From Hebrew to the extensions of Arabic, in Unicode's code charts.
  private static let rightToLeftScripts: ClosedRange<UInt32> = 0x590...0x8FF

  /// The number of columns that the longest row needs. The last row also has Shift and the delete key.
  var columns: Int {
    let counts = rows.map(\.count).dropLast() + [(rows.last?.count ?? 0) + 2]
    return max(counts.max() ?? 0, 10)
  }

  /// True if more keys can follow these dead keys.
  func isPrefix(_ deadKeys: String) -> Bool {
    compositions.keys.contains {
      $0.utf8.count > deadKeys.utf8.count && $0.utf8.starts(with: deadKeys.utf8)
    }
  }

  /// The title of the key that returns to the letters: the first ones of the alphabet.
  var lettersTitle: String {
    let letters = rows.joined().map(\.text).filter { $0.unicodeScalars.allSatisfy { $0.properties.isAlphabetic } }
    let bases = letters.filter { $0.unicodeScalars.first?.properties.generalCategory != .nonspacingMark }
    return bases.sorted().prefix(3).joined().uppercased()
  }
}
