import PanelViews

extension KeyboardLayout {
  /// The names of frequent layouts: the language's short name in xkeyboard-config, and its own name in CLDR with a capital
  /// letter; `nil` to keep that of xkeyboard-config.
  private static let names: [String: (code: String, title: String?)] = [
    "al": ("SQ", "Shqip"), "am": ("HY", "Հայերեն"), "ara": ("AR", "العربية"), "at": ("DE", "Deutsch (Österreich)"),
    "au": ("EN", nil), "bg": ("BG", "Български"), "br": ("PT", "Português (Brasil)"), "by": ("BY", "Беларуская"),
    "ca": ("FR", "Français (Canada)"), "ch": ("DE", "Deutsch (Schweiz)"), "ch(fr)": ("FR", "Français (Suisse)"),
    "cz": ("CS", "Čeština"), "de": ("DE", "Deutsch"), "dk": ("DA", "Dansk"), "ee": ("ET", "Eesti"),
    "es": ("ES", "Español"), "fi": ("FI", "Suomi"), "fr": ("FR", "Français"), "gb": ("EN", nil),
    "ge": ("KA", "ქართული"),
    "gr": ("GR", "Ελληνικά"), "hr": ("HR", "Hrvatski"), "hu": ("HU", "Magyar"), "il": ("HE", "עברית"),
    "in": ("HI", "हिन्दी"), "ir": ("FA", "فارسی"), "is": ("IS", "Íslenska"), "it": ("IT", "Italiano"),
    "latam": ("ES", "Español (Latinoamérica)"), "lt": ("LT", "Lietuvių"), "lv": ("LV", "Latviešu"),
    "mk": ("MK", "Македонски"), "nl": ("NL", "Nederlands"), "no": ("NO", "Norsk"), "pl": ("PL", "Polski"),
    "pt": ("PT", "Português"), "ro": ("RO", "Română"), "rs": ("SR", "Српски"), "ru": ("RU", "Русский"),
    "se": ("SV", "Svenska"), "si": ("SL", "Slovenščina"), "sk": ("SK", "Slovenčina"), "th": ("TH", "ไทย"),
    "tr": ("TR", "Türkçe"), "ua": ("UK", "Українська"), "us": ("EN", nil), "vn": ("VI", "Tiếng Việt"),
  ]

  /// Returns the title and code of a layout. A variant has those of its layout if it is for the same language: its title
  /// begins with the same words.
  ///
  /// - Parameters:
  ///   - name: the name in xkeyboard-config.
  ///   - titles: the titles in xkeyboard-config, by name.
  static func names(of name: String, _ titles: [String: String]) -> (title: String, code: String?) {
    let (title, layout) = (titles[name] ?? name, String(name.prefix { $0 != "(" }))
    func language(_ title: String?) -> Substring? { title?.prefix { $0 != "(" && $0 != "," } }
    if let known = names[name] { return (known.title ?? title, known.code) }
    guard let base = titles[layout], language(base)?.trimmed == language(title)?.trimmed, let known = names[layout]
    else {
      return (title, nil)
    }
    return (known.title ?? title, known.code)
  }
}

extension Substring {
  fileprivate var trimmed: Substring { last == " " ? dropLast() : self }
}
