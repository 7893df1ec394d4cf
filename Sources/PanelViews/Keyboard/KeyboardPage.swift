import Localization

/// A key of a keyboard on the screen.
enum KeyboardKey: Equatable {
  case letter(KeyboardLayout.Key)
  /// A digit or a punctuation mark, and what a long press offers.
  case text(String, alternates: [String] = [])
  case space, shift, delete, `return`, nextLayout, dismiss
  case page(KeyboardPage)
}

/// The pages of a keyboard on the screen.
enum KeyboardPage: Equatable {
  case letters, numbers, symbols
  /// Few large keys, for a kind of number.
  case pad(KeyboardType)

  /// A key and its width in columns; `nil` for a gap.
  typealias Row = [(key: KeyboardKey?, width: Double)]

  /// The digits and punctuation marks, as on the iPhone: its rows `123` and `#+=`, with the grave accent in place of the
  /// bullet. They have all of ASCII.
  private static let numberRows = [["1234567890", #"-/:;()€&@""#, ".,?!'"], ["[]{}#%^*+=", #"_\|~<>$£¥`"#, ".,?!'"]]
  /// The marks that a long press offers, as on the iPhone.
  private static let alternates: [Character: String] = [
    "-": "–—", "'": "’‘`", "\"": "”“„»«", ".": "…", "?": "¿", "!": "¡", "&": "§", "€": "$£¥", "0": "°", "%": "‰",
  ]

  /// Returns the rows from top to bottom.
  ///
  /// - Parameters:
  ///   - layout: the layout of the letters.
  ///   - type: the kind of text.
  ///   - hasLayouts: true for a key that goes to the next layout.
  func rows(of layout: KeyboardLayout, _ type: KeyboardType, hasLayouts: Bool) -> [Row] {
    switch self {
    case .letters:
      let columns = Double(layout.columns)
      var rows = layout.rows.map { row in row.map { (key: KeyboardKey?.some(.letter($0)), width: 1.0) } }
      guard let last = rows.indices.last else { return [] }
      rows[last] = Self.row(rows[last], between: .shift, columns)
      return rows + [Self.bottomRow(.page(.numbers), type, columns, hasLayouts: hasLayouts)]
    case .numbers, .symbols:
      let texts = Self.numberRows[self == .numbers ? 0 : 1]
      var rows = texts.map { $0.map { (key: Self.key(for: $0), width: 1.0) } }
      rows[2] = rows[2].map { (key: $0.key, width: 1.4) }
      rows[2] = Self.row(rows[2], between: .page(self == .numbers ? .symbols : .numbers), 10)
      return rows + [Self.bottomRow(.page(.letters), type, 10, hasLayouts: hasLayouts)]
    case .pad(let type):
      let (left, right): (KeyboardKey?, KeyboardKey?) =
        switch type {
        case .decimalPad: (.text("-"), .text(LocalizedText.decimalSeparator.text))
        case .phonePad: (.text("*"), .text("#"))
        default: (nil, nil)
        }
      let columns: [[KeyboardKey?]] = [
        [.text("1"), .text("2"), .text("3"), .delete], [.text("4"), .text("5"), .text("6"), .dismiss],
        [.text("7"), .text("8"), .text("9"), type == .phonePad ? .text("+") : nil], [left, .text("0"), right, .return],
      ]
      return columns.map { $0.map { (key: $0, width: 1) } }
    }
  }

  private static func key(for character: Character) -> KeyboardKey? {
    .text(String(character), alternates: (alternates[character] ?? "").map { String($0) })
  }

  /// Returns a row with a key at its leading end and the delete key at the other.
  private static func row(_ row: Row, between first: KeyboardKey, _ columns: Double) -> Row {
    let width = (columns - row.map(\.width).reduce(0, +)) / 2
    return [(first, width)] + row + [(.delete, width)]
  }

  private static func bottomRow(_ page: KeyboardKey, _ type: KeyboardType, _ columns: Double, hasLayouts: Bool) -> Row {
    var row: Row = [(page, 1.5)]
    if hasLayouts { row.append((.nextLayout, 1.4)) }
    if type == .emailAddress { row.append((.text("@"), 1)) }
    let spaceIndex = row.count
    if type == .emailAddress || type == .url { row.append((.text("."), 1)) }
    if type == .url { row.append((.text("/"), 1)) }
    row += [(.return, 2), (.dismiss, 1.2)]
    row.insert((.space, columns - row.map(\.width).reduce(0, +)), at: spaceIndex)
    return row
  }
}
