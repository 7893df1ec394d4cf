/// The accessibility properties of a class of views. Those that are set on a view replace them.
public struct AccessibilityDefaults {
  public var isElement: Bool
  public var label: String?
  public var value: String?
  public var hint: String?
  public var traits: AccessibilityTraits
  /// The elements in the view, in reading order; `nil` for those of the subviews.
  public var elements: [View]?

  public init(
    isElement: Bool = true, label: String? = nil, value: String? = nil, hint: String? = nil,
    traits: AccessibilityTraits = [], elements: [View]? = nil
  ) {
    (self.isElement, self.label, self.value, self.hint) = (isElement, label, value, hint)
    (self.traits, self.elements) = (traits, elements)
  }

  /// Returns the defaults with additional traits and another value.
  public func adding(_ traits: AccessibilityTraits, value: String? = nil) -> Self {
    var defaults = self
    defaults.traits.formUnion(traits)
    if let value { defaults.value = value }
    return defaults
  }

  /// Returns the defaults with the trait of the end of the range at which the value is.
  func limited<Number: Comparable>(_ value: Number, from minimum: Number, to maximum: Number) -> Self {
    guard minimum < maximum else { return self }
    return adding(value <= minimum ? .minimum : value >= maximum ? .maximum : [])
  }

  static var none: Self { Self(isElement: false) }
}

/// The properties that were set on a view. A view without any has no such object.
final class AccessibilityProperties {
  var isElement: Bool?
  var value: String?
  var valueBlock: (() -> String?)?
  var hint: String?
  var traits: AccessibilityTraits?
  var elements: [View]?
  var hidesElements = false
  var explanationName: String?
}
