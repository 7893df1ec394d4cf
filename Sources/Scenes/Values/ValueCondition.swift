/// Something that a value may say.
public struct ValueCondition: Equatable, Sendable {
  public var name: String
  /// One of these, as it came or in the words of its map.
  public var words: [String]

  public init(_ name: String, is words: [String]) { (self.name, self.words) = (name, words) }
}

extension Values {
  /// True where the value says so now; a value that never came, or is older than it may be, says nothing.
  public func holds(_ condition: ValueCondition) -> Bool {
    guard let reading = reading(condition.name), !reading.isStale else { return false }
    let raw = reading.raw
    return condition.words.contains { $0 == raw || $0 == definitions[condition.name]?.map[raw] }
  }

  /// What a value becomes that goes through some words in turn: the one after what it says, or else the first.
  ///
  /// - Parameter words: at least one.
  public func next(of name: String, among words: [String]) -> String {
    let index = reading(name).flatMap { words.firstIndex(of: $0.raw) }
    return words[index.map { ($0 + 1) % words.count } ?? 0]
  }
}
