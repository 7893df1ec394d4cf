import PanelViews

extension SceneDescription {
  /// Arranges the children of a node in a row or a column.
  public struct Stack: Equatable, Sendable {
    public var axis = StackAxis.vertical
    /// The distance between children, in points.
    public var spacing = 0.0
    public var alignment = StackView.Alignment.fill
    public var distribution = StackView.Distribution.fill

    public init() {}
  }

  public enum StackAxis: String, CaseIterable, Sendable {
    case vertical, horizontal
    /// Horizontal if the scene is at least as wide as high, otherwise vertical.
    case automatic
  }

  /// Arranges the children of a node in rows of equal columns.
  public struct Grid: Equatable, Sendable {
    public var columns = 2
    /// The distance between columns, in points.
    public var spacing = 0.0
    /// The distance between rows, in points; `nil` for `spacing`.
    public var rowSpacing: Double?

    public init() {}
  }

  /// Shows a part of the node's children, which are in a stack that a drag moves.
  public struct Scroll: Equatable, Sendable {
    public var axis = ScrollAxis.vertical
    /// The distance between children, in points.
    public var spacing = 0.0

    public init() {}
  }

  public enum ScrollAxis: String, CaseIterable, Sendable {
    case vertical, horizontal
  }

  /// The default margins of the root of a scene without a size, in points.
  public static let defaultRootMargin = 24.0
}

extension SceneDescription.Node {
  /// True if the node arranges its children.
  public var isContainer: Bool { stack != nil || grid != nil || scroll != nil }

  /// True if the node or a descendant is a button, a control, a scroll view or a list. Assistive technology then visits
  /// these instead of the node as a single element.
  public var containsControls: Bool {
    button != nil || control != nil || scroll != nil || list != nil || children.contains(where: \.containsControls)
  }
}
