import PanelGeometry

/// The properties that assistive technology reads. Names and rules are UIKit's, with these differences:
///
/// - A class overrides `View.accessibilityDefaults` instead of each property.
/// - An element with `accessibilityElements` is read before them. Without, its subviews are parts of it, as in UIKit.
extension View {
  /// True if the view is read and reached as a unit. True by default for controls and for labels with text.
  public final var isAccessibilityElement: Bool {
    get { accessibilityProperties?.isElement ?? accessibilityDefaults.isElement }
    set { changeAccessibility { $0.isElement = newValue } }
  }

  /// The value, such as "21.5 °C"; `nil` if the element has none.
  public final var accessibilityValue: String? {
    get {
      if let block = accessibilityProperties?.valueBlock { return block() }
      return accessibilityProperties?.value ?? accessibilityDefaults.value
    }
    set { changeAccessibility { $0.value = newValue } }
  }

  /// Computes the value each time that it is read.
  public final var accessibilityValueBlock: (() -> String?)? {
    get { accessibilityProperties?.valueBlock }
    set { changeAccessibility { $0.valueBlock = newValue } }
  }

  /// The effect of using the element, as a sentence without a period. Read last.
  public final var accessibilityHint: String? {
    get { accessibilityProperties?.hint ?? accessibilityDefaults.hint }
    set { changeAccessibility { $0.hint = newValue } }
  }

  public final var accessibilityTraits: AccessibilityTraits {
    get { accessibilityProperties?.traits ?? accessibilityDefaults.traits }
    set { changeAccessibility { $0.traits = newValue } }
  }

  /// The elements in the view, in reading order; `nil` for those of the subviews, from top to bottom and from the
  /// leading to the trailing side.
  public final var accessibilityElements: [View]? {
    get { accessibilityProperties?.elements ?? accessibilityDefaults.elements }
    set { changeAccessibility { $0.elements = newValue } }
  }

  /// True to hide the view and its subviews from assistive technology.
  public final var accessibilityElementsHidden: Bool {
    get { accessibilityProperties?.hidesElements ?? false }
    set { changeAccessibility { $0.hidesElements = newValue } }
  }

  /// The label that is read: the accessibility label, the class's default, or those of the subviews.
  public final var spokenLabel: String {
    if let label = accessibilityLabel ?? accessibilityDefaults.label, !label.isEmpty { return label }
    // The content of a scroll view is read after it.
    guard !(self is ScrollView && isAccessibilityElement) else { return "" }
    return subviewsInReadingOrder.filter { $0.isAccessible && !($0 is Control) }.map(\.spokenLabel).filter {
      !$0.isEmpty
    }
    .joined(separator: ", ")
  }

  final func changeAccessibility(_ change: (AccessibilityProperties) -> Void) {
    let properties = accessibilityProperties ?? AccessibilityProperties()
    accessibilityProperties = properties
    change(properties)
  }

  // MARK: Reading order

  /// False if neither the view nor its subviews can be read.
  final var isAccessible: Bool { !isHidden && !isTransparent && !accessibilityElementsHidden }

  /// The elements of the view and its subviews, in reading order.
  public final var elementsInReadingOrder: [View] { elementsInReadingOrder(including: nil) }

  /// - Parameter element: is included even if it is hidden.
  final func elementsInReadingOrder(including element: View?) -> [View] {
    guard isAccessible || element?.isDescendant(of: self) == true else { return [] }
    let isElement = isAccessibilityElement
    let inner = accessibilityElements ?? (isElement ? [] : subviewsInReadingOrder)
    return (isElement ? [self] : []) + inner.flatMap { $0.elementsInReadingOrder(including: element) }
  }

  /// The subviews in rows from top to bottom, each from the leading to the trailing side, as the window shows them.
  public final var subviewsInReadingOrder: [View] {
    guard subviews.count > 1, let root = window?.rootView else { return subviews }
    var remaining = subviews.compactMap { view in view.convert(view.bounds, to: root).map { (view: view, box: $0) } }
      .sorted { $0.box.minY < $1.box.minY }[...]
    let side = layer.isMirrored ? -1.0 : 1
    var ordered: [View] = []
    while let first = remaining.first {
      let row = remaining.prefix { $0.view === first.view || $0.box.midY < first.box.maxY }
      remaining = remaining.dropFirst(row.count)
      ordered += row.sorted { (side * $0.box.midX, $0.box.minY) < (side * $1.box.midX, $1.box.minY) }.map(\.view)
    }
    return ordered
  }

  /// The element that speaks for the view: itself or an ancestor.
  final var accessibilityElement: View? {
    var element: View?
    for view in Array(sequence(first: self, next: \.superview)).reversed() {
      guard view.isAccessible else { return element }
      guard view.isAccessibilityElement else { continue }
      element = view
      if view.accessibilityElements == nil { break }
    }
    return element
  }

  /// The label of an element that is read before the elements in it.
  final var defaultContainerText: String? {
    guard isAccessibilityElement, accessibilityElements != nil else { return nil }
    let label = accessibilityLabel ?? accessibilityDefaults.label ?? ""
    return label.isEmpty ? nil : label
  }

  /// The views around the element with a text for entering it, from the inside out, and their texts.
  final var accessibilityContainers: [(view: View, text: String)] {
    sequence(first: self, next: \.superview).dropFirst().compactMap { view in
      view.accessibilityContainerText(entering: self).map { (view, $0) }
    }
  }

  /// Formats a fraction, 0…1, as a percentage.
  final func percentage(_ fraction: Double) -> String { "\(Int(clamping: (fraction * 100).rounded())) %" }
}
