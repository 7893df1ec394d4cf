/// A line of text, part of which is emphasized.
public struct Phrase: Equatable, Sendable {
  public var before: String
  public var emphasis: String
  public var after: String

  public init(_ before: String = "", emphasis: String = "", after: String = "") {
    (self.before, self.emphasis, self.after) = (before, emphasis, after)
  }

  public var text: String { before + emphasis + after }
}
