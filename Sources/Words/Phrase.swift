/// A line, a part of which is set off from the rest.
public struct Phrase: Equatable, Sendable {
  public var before: String
  public var emphasis: String
  public var after: String

  public init(_ before: String = "", emphasis: String = "", after: String = "") {
    (self.before, self.emphasis, self.after) = (before, emphasis, after)
  }

  /// As one line.
  public var text: String { before + emphasis + after }
}
