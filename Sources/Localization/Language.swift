/// A language of the user interface.
public struct Language: Sendable {
  /// The ISO 639 code, such as `en`.
  public let code: String
  /// The language's name in the language itself, such as Deutsch.
  public var name: String
  /// True for a right-to-left language: the panel's views are mirrored.
  public var isRightToLeft = false
  /// Texts that replace the built-in ones.
  public var overrides: [LocalizedText: String] = [:]
  private let texts: @Sendable (LocalizedText) -> String

  init(_ code: String, name: String, _ texts: @escaping @Sendable (LocalizedText) -> String) {
    (self.code, self.name, self.texts) = (code, name, texts)
  }

  /// Creates a language that isn't built in.
  ///
  /// - Parameters:
  ///   - code: the ISO 639 code.
  ///   - name: the language's name in the language itself.
  ///   - overrides: its texts; the others are English.
  public init(_ code: String, name: String, overrides: [LocalizedText: String]) {
    self = Language(code, name: name, Self.english.texts)
    self.overrides = overrides
  }

  /// The unformatted text, including placeholders.
  public subscript(text: LocalizedText) -> String { overrides[text] ?? texts(text) }

  /// The current language. The program binds it for each event; a test can bind another language without affecting other
  /// tests.
  @TaskLocal public static var current = Language.english
}

extension Language: Equatable {
  /// The code identifies the built-in texts, so they aren't compared.
  public static func == (a: Language, b: Language) -> Bool {
    (a.code, a.isRightToLeft, a.overrides) == (b.code, b.isRightToLeft, b.overrides)
  }
}

extension Language {
  /// The built-in languages.
  public static let all = [english, german, chinese]

  public init?(code: String) {
    guard let language = Self.all.first(where: { $0.code == code }) else { return nil }
    self = language
  }

  /// Creates the language of the locale in the environment, or English if the locale's language isn't built in.
  ///
  /// - Parameter value: returns the value of an environment variable.
  public init(locale value: (String) -> String?) {
    // The same order as in setlocale(3) for LC_MESSAGES.
    let name = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(value).first { !$0.isEmpty } ?? ""
    self = Language(code: String(name.prefix { $0.isLetter }).lowercased()) ?? .english
  }
}
