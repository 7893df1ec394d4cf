import CXKBCommon
import PanelSystem
import PanelViews

extension KeyboardLayout {
  /// Loads layouts of xkeyboard-config. Keymaps and the table of compositions are freed before it returns.
  ///
  /// - Parameter names: names such as `de` or `ch(fr)`.
  /// - Returns: for each name the layout, or `nil` if xkeyboard-config has none with letters.
  public static func load(_ names: [String]) -> [KeyboardLayout?] {
    guard let context = xkb_context_new(XKB_CONTEXT_NO_FLAGS) else { return names.map { _ in nil } }
    defer { xkb_context_unref(context) }
    // The caller reports unknown names.
    xkb_context_set_log_level(context, XKB_LOG_LEVEL_CRITICAL)
    let composer = KeyComposer(context)
    let list = (try? KeyboardLayoutList.read()) ?? []
    let titles = Dictionary(list.map { ($0.name, $0.title) }, uniquingKeysWith: { first, _ in first })
    return names.map { name in
      guard let keymap = LayoutKeymap(name, context, composer) else { return nil }
      return KeyboardLayout(keymap, name: name, Self.names(of: name, titles))
    }
  }

  /// The number of columns of the letters. On fewer, frequent letters of Russian, Arabic and Thai have no key.
  private static let maximumColumns = 12

  private init?(_ keymap: LayoutKeymap, name: String, _ names: (title: String, code: String?)) {
    var rows = keymap.rows.map { $0.filter { $0.first.isLetter } }
    let letters = Set(rows.joined().map(\.first.text))
    guard !letters.isEmpty else { return nil }
    var hidden: [String: [String]] = [:]
    func base(_ key: LayoutKeymap.Key) -> String? {
      let base = key.first.text.decomposedCanonically.unicodeScalars.first.map { String($0) }
      return base.flatMap { $0 != key.first.text && letters.contains($0) ? $0 : nil }
    }
    func hide(_ key: LayoutKeymap.Key) {
      if let base = base(key) { hidden[base, default: []].append(key.first.text) }
    }
    // An accented letter in the row of digits is behind its letter.
    for key in rows[0] { hide(key) }
    rows[0].removeAll { base($0) != nil }
    let limits = [Self.maximumColumns, Self.maximumColumns, Self.maximumColumns, Self.maximumColumns - 2]
    for row in 1...3 {
      while rows[row].count > limits[row], let index = rows[row].lastIndex(where: { base($0) != nil }) {
        hide(rows[row].remove(at: index))
      }
    }
    // A few other letters of that row are at the ends of rows with room.
    if rows[0].count <= 3 {
      for key in rows[0] {
        guard let row = [2, 3, 1].first(where: { rows[$0].count < limits[$0] }) else { break }
        rows[row].append(key)
        rows[0].removeFirst()
      }
    }
    // Dead keys between the letters, if there is room.
    for row in 1...3 {
      for key in keymap.rows[row] where key.first.isDead && rows[row].count < limits[row] {
        let index = rows[row].firstIndex { $0.position > key.position } ?? rows[row].count
        rows[row].insert(key, at: index)
      }
    }
    if rows[0].isEmpty { rows.removeFirst() }
    let shown = Set(rows.joined().map(\.first.text))
    let keys = rows.map { $0.map { keymap.key($0, hidden: hidden[$0.first.text] ?? [], shown: shown) } }
    self.init(
      name: name, title: names.title, code: names.code, rows: keys, compositions: keymap.compositions(of: rows, keys))
  }
}

/// A keymap and what its keys type. Freed with the last reference.
private final class LayoutKeymap {
  /// A key and the symbols of its levels.
  struct Key {
    /// The position in the row, or beyond it for a key of the row of digits.
    var position: Int
    var levels: [Symbol]
    var first: Symbol { levels[0] }
  }

  struct Symbol {
    var symbol: xkb_keysym_t
    /// The text; for a dead key, its own character.
    var text: String
    var isDead: Bool

    /// True for a letter or a combining mark.
    var isLetter: Bool {
      guard !isDead, let properties = text.unicodeScalars.first?.properties else { return false }
      return properties.isAlphabetic || [.nonspacingMark, .spacingMark].contains(properties.generalCategory)
    }
  }

  /// The rows of digits and of letters: those of a keyboard with 105 keys. AC12 is the same key as BKSL.
  private static let names = [
    ["TLDE"] + numbered("AE", 12), numbered("AD", 12), numbered("AC", 11) + ["BKSL"], ["LSGT"] + numbered("AB", 10),
  ]
  private static func numbered(_ prefix: String, _ count: Int) -> [String] {
    (1...count).map { prefix + ($0 < 10 ? "0" : "") + String($0) }
  }

  private(set) var rows: [[Key]] = []
  private let keymap: OpaquePointer
  private let composer: KeyComposer?
  /// The symbols of the layout's dead keys.
  private var deadKeys: Set<xkb_keysym_t> = []

  init?(_ name: String, _ context: OpaquePointer, _ composer: KeyComposer?) {
    let parts = name.split(separator: "(", omittingEmptySubsequences: false)
    let variant = parts.count == 2 && parts[1].hasSuffix(")") ? String(parts[1].dropLast()) : ""
    func isName(_ text: Substring) -> Bool {
      !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
    }
    // libxkbcommon opens the layout's file by its name, and a comma separates several layouts.
    guard let layout = parts.first, isName(layout), parts.count == 1 || isName(variant[...]) else { return nil }
    let keymap = "evdev".withCString { rules in
      "pc105".withCString { model in
        String(layout).withCString { layout in
          variant.withCString { variant in
            "".withCString { options in
              var names = xkb_rule_names(
                rules: rules, model: model, layout: layout, variant: variant, options: options)
              return xkb_keymap_new_from_names(context, &names, XKB_KEYMAP_COMPILE_NO_FLAGS)
            }
          }
        }
      }
    }
    guard let keymap else { return nil }
    (self.keymap, self.composer) = (keymap, composer)
    rows = Self.names.enumerated().map { row, names in
      names.enumerated().compactMap { position, name in
        let code = xkb_keymap_key_by_name(keymap, name)
        guard code != xkb_keycode_t.max else { return nil }
        let levels = (0..<min(xkb_keymap_num_levels_for_key(keymap, code, 0), 4)).map { symbol(code, level: $0) }
        return levels.isEmpty ? nil : Key(position: row == 0 ? 100 + position : position, levels: levels)
      }
    }
  }

  deinit { xkb_keymap_unref(keymap) }

  private func symbol(_ code: xkb_keycode_t, level: xkb_level_index_t) -> Symbol {
    var symbols: UnsafePointer<xkb_keysym_t>?
    guard xkb_keymap_key_get_syms_by_level(keymap, code, 0, level, &symbols) == 1, let symbol = symbols?.pointee
    else { return Symbol(symbol: 0, text: "", isDead: false) }
    if KeyComposer.isDead(symbol) {
      deadKeys.insert(symbol)
      let own = composer?.ownCharacter(ofDeadKey: symbol)
      return Symbol(symbol: symbol, text: own ?? "", isDead: own != nil)
    }
    // Arabic's key for lam and alef is a composition of its only symbol.
    let text = composer?.compose([symbol]) ?? PanelKit.text(of: symbol)
    let isVisible = text.unicodeScalars.allSatisfy {
      $0.value >= 0x20 && ![.format, .control].contains($0.properties.generalCategory)
    }
    return Symbol(symbol: symbol, text: isVisible ? text : "", isDead: false)
  }

  // MARK: Keys on the screen

  /// The most texts that a long press offers.
  private static let maximumAlternates = 8

  func key(_ key: Key, hidden: [String], shown: Set<String>) -> KeyboardLayout.Key {
    let first = key.first
    var shifted = key.levels.count > 1 && !key.levels[1].text.isEmpty ? key.levels[1] : first
    // In the row of digits, Shift types a digit or a punctuation mark: `ß` and `?`.
    let isCased = !first.isDead && first.text.lowercased() != first.text.capitalized
    if isCased, !shifted.isLetter { shifted = Symbol(symbol: 0, text: first.text.capitalized, isDead: false) }
    let hasCase = isCased && shifted.text == first.text.capitalized
    let second = hasCase || shifted.isDead || shown.contains(shifted.text) ? [] : [shifted.text]
    let others = key.levels.dropFirst(2).filter(\.isLetter).map(\.text).filter { $0 != shifted.text }
    var alternates: [String] = []
    for text in hidden + second + others + compositions(with: first) {
      if !shown.contains(text), !alternates.contains(text) { alternates.append(text) }
    }
    alternates = Array(alternates.prefix(Self.maximumAlternates))
    var capitals: [String] = hasCase ? [] : [first.text]
    if hasCase {
      for text in alternates.map(\.capitalized) where text != shifted.text && !capitals.contains(text) {
        capitals.append(text)
      }
    }
    return KeyboardLayout.Key(
      first.text, shifted: shifted.text, isDead: first.isDead, isShiftedDead: shifted.isDead,
      alternates: first.isDead ? [] : alternates, shiftedAlternates: first.isDead ? [] : capitals)
  }

  /// The dead keys in the order in which a long press offers their letters: about as frequent as the letters are in the
  /// languages of Europe.
  private static let deadKeyOrder: [xkb_keysym_t] = [
    XKB_KEY_dead_acute, XKB_KEY_dead_grave, XKB_KEY_dead_circumflex, XKB_KEY_dead_diaeresis, XKB_KEY_dead_tilde,
    XKB_KEY_dead_cedilla, XKB_KEY_dead_caron, XKB_KEY_dead_abovering, XKB_KEY_dead_stroke, XKB_KEY_dead_ogonek,
    XKB_KEY_dead_macron, XKB_KEY_dead_breve, XKB_KEY_dead_abovedot, XKB_KEY_dead_doubleacute, XKB_KEY_dead_hook,
    XKB_KEY_dead_horn, XKB_KEY_dead_belowdot,
  ].map { xkb_keysym_t($0) }

  /// Returns the letters that dead keys make of a letter: those of the layout, or all if it has none.
  private func compositions(with letter: Symbol) -> [String] {
    guard let composer, letter.isLetter, letter.text.unicodeScalars.count == 1 else { return [] }
    let order = Self.deadKeyOrder.filter { deadKeys.isEmpty || deadKeys.contains($0) }
    var results = order.compactMap { composer.compose([$0, letter.symbol]) }
    // The Latin letters that aren't a letter with a mark.
    if let pair = ["s": "ss", "a": "ae", "o": "oe"][letter.text] {
      let symbols = pair.utf8.map { xkb_keysym_t($0) }
      if let text = composer.compose([xkb_keysym_t(XKB_KEY_Multi_key)] + symbols) {
        results.insert(text, at: letter.text == "s" ? 0 : min(5, results.count))
      }
    }
    return results.filter { $0.unicodeScalars.allSatisfy(\.properties.isAlphabetic) }
  }

  /// Returns what the dead keys on the screen compose, also two of them, with all letters on the screen and a space.
  func compositions(of rows: [[Key]], _ shownRows: [[KeyboardLayout.Key]]) -> [String: String] {
    guard let composer else { return [:] }
    var dead: [(symbol: xkb_keysym_t, text: String)] = []
    for symbol in rows.joined().flatMap({ $0.levels.prefix(2) }) where symbol.isDead {
      if !dead.contains(where: { $0.text == symbol.text }) { dead.append((symbol.symbol, symbol.text)) }
    }
    guard !dead.isEmpty else { return [:] }
    let keys = shownRows.joined()
    let texts = keys.flatMap { [$0.text, $0.shiftedText] + $0.alternates + $0.shiftedAlternates }
    let letters: [(symbol: xkb_keysym_t, text: String)] = (Set(texts).union([" "])).compactMap { text in
      let scalars = text.unicodeScalars
      return scalars.count == 1 ? scalars.first.map { (xkb_utf32_to_keysym($0.value), text) } : nil
    }
    var compositions: [String: String] = [:]
    for first in dead {
      for letter in letters + dead {
        let text = composer.compose([first.symbol, letter.symbol])
        if let text { compositions[first.text + letter.text] = text }
      }
      for second in dead where second.text != first.text {
        for letter in letters {
          let text = composer.compose([first.symbol, second.symbol, letter.symbol])
          if let text { compositions[first.text + second.text + letter.text] = text }
        }
      }
    }
    return compositions
  }
}

extension String {
  /// The capital letter of a letter: one character, also of `ß`.
  fileprivate var capitalized: String { self == "ß" ? "ẞ" : uppercased().count == 1 ? uppercased() : self }
}
