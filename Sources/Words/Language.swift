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

  /// Those that the program brings.
  public static let all = [english, german, chinese]

  /// The panel's. Bound around all that the program does; a test binds its own, and disturbs no other.
  @TaskLocal public static var current = Language.english
}
