import PanelLayers

/// Arranges views in rows and columns, row by row.
///
/// A row is as tall as its tallest view; the rows share extra height equally. Each view fills its cell.
open class GridView: ArrangingView {
  /// The width of a column.
  public enum Column: Equatable, Sendable {
    case fixed(Double)
    /// As wide as its widest view.
    case fitting
    /// A share of the remaining width, relative to the other flexible columns.
    case flexible(Double = 1)
  }

  public var columns: [Column] { didSet { if columns != oldValue { arrangementDidChange() } } }
  /// The distance between rows; `nil` for `spacing`.
  public var rowSpacing: Double? { didSet { if rowSpacing != oldValue { arrangementDidChange() } } }

  /// Creates a grid of views.
  ///
  /// - Parameters:
  ///   - columns: from leading to trailing.
  ///   - spacing: the distance between columns.
  ///   - rowSpacing: the distance between rows; `nil` for `spacing`.
  ///   - margins: the distances from the bounds to the cells.
  ///   - name: the view's name in `path`.
  ///   - layer: a layer of another class, such as a gradient layer.
  ///   - views: the arranged subviews, row by row.
  public init(
    columns: [Column], spacing: Double = 0, rowSpacing: Double? = nil, margins: Insets = .zero,
    name: String? = nil, layer: Layer? = nil, @ViewBuilder _ views: () -> [View] = { [] }
  ) {
    (self.columns, self.rowSpacing) = (columns, rowSpacing)
    super.init(name: name, layer: layer)
    (self.spacing, layoutMargins) = (spacing, margins)
    for view in views() { addArrangedSubview(view) }
  }

  /// Creates a grid with equal columns.
  public convenience init(
    columns: Int, spacing: Double = 0, rowSpacing: Double? = nil, margins: Insets = .zero,
    @ViewBuilder _ views: () -> [View] = { [] }
  ) {
    self.init(
      columns: Array(repeating: .flexible(), count: max(columns, 1)), spacing: spacing, rowSpacing: rowSpacing,
      margins: margins, views)
  }

  open override func sizeThatFits(_ size: Size) -> Size {
    let views = visibleSubviews
    let widths = columnWidths(for: views, in: availableSize(in: size).width)
    let heights = rowHeights(for: views, widths: widths)
    let gaps = gaps(rows: heights.count)
    let content = Size(widths.reduce(0, +) + gaps.horizontal, heights.reduce(0, +) + gaps.vertical)
    return roundedUpToPixels(content + layoutMargins.total)
  }

  open override func layoutSubviews() {
    let views = visibleSubviews
    let content = contentBounds
    let widths = columnWidths(for: views, in: content.width)
    var heights = rowHeights(for: views, widths: widths)
    guard !heights.isEmpty else { return }
    let (total, gaps) = (heights.reduce(0, +), gaps(rows: heights.count).vertical)
    // Negative if there is too little room, which shrinks the rows in proportion.
    let extra = content.height - gaps - total
    heights = heights.map { extra >= 0 ? $0 + extra / Double(heights.count) : $0 * max(1 + extra / total, 0) }
    var y = content.minY
    for (row, height) in heights.enumerated() {
      var x = content.minX
      for (view, width) in zip(views[(row * widths.count)...], widths) {
        view.place(in: Rect(x, y, width, height))
        x += width + spacing
      }
      y += height + (rowSpacing ?? spacing)
    }
  }

  /// Returns the sums of the distances between columns and between rows, in points.
  private func gaps(rows: Int) -> (horizontal: Double, vertical: Double) {
    (Double(columns.count - 1) * spacing, Double(max(rows - 1, 0)) * (rowSpacing ?? spacing))
  }

  /// Returns the widths in points. If the width is infinite, flexible columns are wide enough for each of their views.
  private func columnWidths(for views: [View], in width: Double) -> [Double] {
    var (totalWeight, fittingShare) = (0.0, 0.0)
    var widths = columns.indices.map { column -> Double in
      var fittingWidth: Double {
        stride(from: column, to: views.count, by: columns.count).map { views[$0].fittingSize(in: .zero).width }.max()
          ?? 0
      }
      switch columns[column] {
      case .fixed(let width): return width
      case .fitting: return fittingWidth
      case .flexible(let weight):
        totalWeight += weight
        if width == .infinity, weight > 0 { fittingShare = max(fittingShare, fittingWidth / weight) }
        return 0
      }
    }
    let remainingWidth = width - widths.reduce(0, +) - gaps(rows: 0).horizontal
    // The width of a column with a weight of 1.
    let share = width == .infinity ? fittingShare : max(remainingWidth, 0) / max(totalWeight, 1e-9)
    for (column, kind) in columns.enumerated() {
      if case .flexible(let weight) = kind { widths[column] = weight * share }
    }
    return widths
  }

  private func rowHeights(for views: [View], widths: [Double]) -> [Double] {
    stride(from: 0, to: views.count, by: max(widths.count, 1)).map { start in
      zip(views[start...], widths).map { view, width in view.fittingSize(in: Size(width, 0)).height }.max() ?? 0
    }
  }
}
