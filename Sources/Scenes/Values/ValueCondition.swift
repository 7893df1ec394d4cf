/// A condition on the text of a value.
public struct ValueCondition: Equatable, Sendable {
  public var name: String
  /// The accepted texts, compared with the raw reading and with its mapped text.
  public var texts: [String]

  public init(_ name: String, is texts: [String]) { (self.name, self.texts) = (name, texts) }
}

extension Values {
  /// Returns whether the condition holds. It doesn't hold if the value is stale or was never read.
  public func holds(_ condition: ValueCondition) -> Bool {
    guard let reading = reading(condition.name), !reading.isStale else { return false }
    let raw = reading.raw
    return condition.texts.contains { $0 == raw || $0 == definitions[condition.name]?.map[raw] }
  }

  /// Returns the next text of a value that cycles through `texts`: the one after the current reading, or the first.
  ///
  /// - Parameter texts: at least one text.
  public func next(of name: String, among texts: [String]) -> String {
    let index = reading(name).flatMap { texts.firstIndex(of: $0.raw) }
    return texts[index.map { ($0 + 1) % texts.count } ?? 0]
  }
}
