/// A condition on values: a comparison of one value, or a combination of conditions.
///
/// A comparison of a value that was never read, is stale or, for bounds, isn't a number is neither true nor false: neither
/// it nor its negation holds.
public indirect enum ValueCondition: Equatable, Sendable {
  /// A comparison of the reading of the value with this name.
  case comparison(String, ValueComparison)
  case not(ValueCondition)
  case all([ValueCondition])
  case any([ValueCondition])

  /// Creates a condition that holds while a value has one of these readings.
  public init(_ name: String, is texts: [String]) { self = .comparison(name, ValueComparison(texts: texts)) }

  /// The comparisons in the condition, with the names of their values, in the file's order.
  public var comparisons: [(name: String, comparison: ValueComparison)] {
    switch self {
    case .comparison(let name, let comparison): [(name, comparison)]
    case .not(let condition): condition.comparisons
    case .all(let conditions), .any(let conditions): conditions.flatMap(\.comparisons)
    }
  }

  /// The names of the values, in the file's order.
  public var names: [String] { comparisons.map(\.name) }

  /// The members of `any` at the top, also of one within it; otherwise the condition alone.
  public var alternatives: [ValueCondition] {
    if case .any(let conditions) = self { conditions.flatMap(\.alternatives) } else { [self] }
  }
}

/// The texts and bounds that a reading is compared with. A reading has to satisfy all bounds, and be one of the texts if there are any.
public struct ValueComparison: Equatable, Sendable {
  /// The accepted texts, compared with the raw reading and with its mapped text; `nil` for any.
  public var texts: [String]?
  /// The number must be less than this.
  public var below: Double?
  /// The number must be greater than this.
  public var above: Double?
  /// The smallest accepted number.
  public var atLeast: Double?
  /// The largest accepted number.
  public var atMost: Double?
  /// True for a value without a current reading: stale, never read or never set. False for one with a current reading. `nil`
  /// for a comparison of readings.
  public var isStale: Bool?

  public init(texts: [String]? = nil, atLeast: Double? = nil) { (self.texts, self.atLeast) = (texts, atLeast) }

  /// Returns whether a reading satisfies the comparison; `nil` if there are bounds and it isn't a number.
  ///
  /// - Parameters:
  ///   - raw: The unprocessed reading.
  ///   - map: The mapped texts of readings.
  func holds(for raw: String, map: [String: String]) -> Bool? {
    let isAccepted = texts?.contains { $0 == raw || $0 == map[raw] } ?? true
    guard [below, above, atLeast, atMost].contains(where: { $0 != nil }) else { return isAccepted }
    guard let number = ValueDefinition.number(raw) else { return nil }
    let isHighEnough = number > above ?? -.infinity && number >= atLeast ?? -.infinity
    let isLowEnough = number < below ?? .infinity && number <= atMost ?? .infinity
    return isAccepted && isHighEnough && isLowEnough
  }
}

extension Values {
  /// Returns whether the condition holds. A comparison of a reading that is stale or missing doesn't.
  public func holds(_ condition: ValueCondition) -> Bool { truth(of: condition) ?? false }

  /// Returns whether the condition is true; `nil` if that is unknown.
  private func truth(of condition: ValueCondition) -> Bool? {
    switch condition {
    case .comparison(let name, let comparison):
      let reading = reading(name)
      if let isStale = comparison.isStale { return isStale == (reading?.isStale ?? true) }
      guard let reading, !reading.isStale else { return nil }
      return comparison.holds(for: reading.raw, map: definitions[name]?.map ?? [:])
    case .not(let condition): return truth(of: condition).map { !$0 }
    case .all(let conditions):
      let truths = conditions.map(truth)
      return truths.contains(false) ? false : truths.contains(nil) ? nil : true
    case .any(let conditions):
      let truths = conditions.map(truth)
      return truths.contains(true) ? true : truths.contains(nil) ? nil : false
    }
  }

  /// Returns the next text of a value that cycles through `texts`: the one after the current reading, or the first.
  ///
  /// - Parameters:
  ///   - texts: at least one text.
  ///   - draft: the text that the value is about to have; `nil` for its reading.
  public func next(of name: String, among texts: [String], draft: String? = nil) -> String {
    let index = (draft ?? reading(name)?.raw).flatMap(texts.firstIndex)
    return texts[index.map { ($0 + 1) % texts.count } ?? 0]
  }
}
