import PanelGeometry

/// The base class of `StackView` and `GridView`: positions its arranged subviews by their fitting sizes.
///
/// Hidden subviews take no space.
open class ArrangingView: View {
  /// The subviews that the view positions, in order. Other subviews keep their frames, such as a background.
  public final var arrangedSubviews: [View] { arranged.filter { $0.superview === self } }
  private final var arranged: [View] = []

  /// The minimum distance between adjacent subviews.
  public final var spacing = 0.0 { didSet { if spacing != oldValue { arrangementDidChange() } } }

  open override var arrangesSubviews: Bool { true }

  public final func addArrangedSubview(_ view: View) { insertArrangedSubview(view, at: arrangedSubviews.count) }

  /// Adds a view, or moves an arranged subview. The index is clamped.
  public final func insertArrangedSubview(_ view: View, at index: Int) {
    if view.superview !== self { addSubview(view) }
    arranged = arrangedSubviews.filter { $0 !== view }
    arranged.insert(view, at: min(max(index, 0), arranged.count))
    arrangementDidChange()
  }

  /// Stops positioning a subview. As in UIKit, it remains a subview.
  public final func removeArrangedSubview(_ view: View) {
    arranged = arrangedSubviews.filter { $0 !== view }
    arrangementDidChange()
  }

  final var visibleSubviews: [View] { arranged.filter { $0.superview === self && !$0.isHidden } }

  /// The bounds without the margins.
  final var contentBounds: Rect { bounds.inset(by: layoutMargins) }

  /// Converts an available size, of which sides of 0 or less are unlimited, to the size inside the margins.
  final func availableSize(in size: Size) -> Size {
    let margins = layoutMargins.total
    func inner(_ length: Double, _ margin: Double) -> Double { length > 0 ? max(length - margin, 1) : .infinity }
    return Size(inner(size.width, margins.width), inner(size.height, margins.height))
  }
}

/// Collects the views of a layout's closure: views, `if`, `switch` and `for`.
@resultBuilder public enum ViewBuilder {
  public static func buildExpression(_ view: View) -> [View] { [view] }
  public static func buildExpression(_ views: [View]) -> [View] { views }
  public static func buildBlock(_ views: [View]...) -> [View] { views.flatMap { $0 } }
  public static func buildOptional(_ views: [View]?) -> [View] { views ?? [] }
  public static func buildEither(first views: [View]) -> [View] { views }
  public static func buildEither(second views: [View]) -> [View] { views }
  public static func buildArray(_ views: [[View]]) -> [View] { views.flatMap { $0 } }
}

/// Empty space in a stack, which takes all extra length.
public final class Spacer: View {
  private let minimumLength: Double

  class override var defaultHuggingPriority: Double { 1 }

  /// - Parameter minimumLength: the least length along the stack.
  public init(minimumLength: Double = 0) {
    self.minimumLength = minimumLength
    super.init()
    isUserInteractionEnabled = false
  }

  public override func sizeThatFits(_ size: Size) -> Size {
    guard let stack = superview as? StackView else { return .zero }
    return Size(along: stack.axis, minimumLength, across: 0)
  }
}
