/// A condition on the text of a value.
public struct ValueCondition: Equatable, Sendable {
  public var name: String
  /// The accepted texts, compared with the raw reading and with its mapped text.
  public var words: [String]

  public init(_ name: String, is words: [String]) { (self.name, self.words) = (name, words) }
}

extension Values {
  /// Returns whether the condition holds. It doesn't hold if the value is stale or was never read.
  public func holds(_ condition: ValueCondition) -> Bool {
    guard let reading = reading(condition.name), !reading.isStale else { return false }
    let raw = reading.raw
    return condition.words.contains { $0 == raw || $0 == definitions[condition.name]?.map[raw] }
  }

  /// Returns the next text of a value that cycles through `words`: the one after the current reading, or the first.
  ///
  /// - Parameter words: at least one text.
  public func next(of name: String, among words: [String]) -> String {
    let index = reading(name).flatMap { words.firstIndex(of: $0.raw) }
    return words[index.map { ($0 + 1) % words.count } ?? 0]
  }
}
