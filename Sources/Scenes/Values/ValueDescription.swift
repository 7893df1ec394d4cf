/// Properties of a value from its adapter, for those that the value's definition lacks.
public struct ValueDescription: Equatable, Sendable {
  public var unit: String?
  public var range: ClosedRange<Double>?
  public var step: Double?
  /// The texts that the value can be set to; empty for any text.
  public var options: [String] = []

  public init() {}
}

extension ValueDefinition {
  /// Returns the definition with the description's properties in place of missing ones.
  func completed(by description: ValueDescription) -> Self {
    var definition = self
    definition.unit = unit ?? description.unit
    definition.range = range ?? description.range
    definition.step = step ?? description.step
    if choices.isEmpty { definition.choices = description.options }
    return definition
  }
}
