/// A language that the panel speaks.
public struct Language: Sendable {
  /// As in ISO 639: `en`.
  public let code: String
  /// True where lines begin at the right: the panel's own views are then laid out from there.
  public var isRightToLeft = false
  /// In place of the language's own.
  public var overrides: [Word: String] = [:]
  private let texts: @Sendable (Word) -> String

  init(_ code: String, _ texts: @escaping @Sendable (Word) -> String) { (self.code, self.texts) = (code, texts) }

  /// The text as it is written, gaps and all.
  public subscript(word: Word) -> String { overrides[word] ?? texts(word) }

  /// The panel's. Bound around all that the program does; a test binds its own, and disturbs no other.
  @TaskLocal public static var current = Language.english
}

extension Language: Equatable {
  /// Of those that the program brings the code says all.
  public static func == (a: Language, b: Language) -> Bool {
    (a.code, a.isRightToLeft, a.overrides) == (b.code, b.isRightToLeft, b.overrides)
  }
}

extension Language {
  /// Those that the program brings.
  public static let all = [english, german, chinese]

  /// One of those.
  public init?(code: String) {
    guard let language = Self.all.first(where: { $0.code == code }) else { return nil }
    self = language
  }

  /// The locale's, as the environment tells it; English where it is none of those that the program brings.
  ///
  /// - Parameter value: of a variable of the environment.
  public init(locale value: (String) -> String?) {
    // As setlocale(3) looks for LC_MESSAGES.
    let name = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(value).first { !$0.isEmpty } ?? ""
    self = Language(code: String(name.prefix { $0.isLetter }).lowercased()) ?? .english
  }
}
