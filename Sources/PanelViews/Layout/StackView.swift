import PanelLayers

/// Arranges views in a row or a column, with UIKit's names and defaults.
///
/// ```swift
/// StackView(axis: .vertical, spacing: 8) {
///   Label("Heating")
///   Spacer()
///   Button("Off")
/// }
/// ```
open class StackView: ArrangingView {
  /// The rule by which the subviews fill the length of the stack.
  public enum Distribution: String, CaseIterable, Sendable {
    /// By hugging and compression resistance. Views of the same priority share extra room equally, and shrink in
    /// proportion to their sizes; UIKit resizes only one of them.
    case fill
    /// All with the same length.
    case fillEqually
    /// In proportion to the fitting lengths.
    case fillProportionally
    /// With fitting lengths and equal gaps of at least `spacing`.
    case equalSpacing
  }

  /// The position of the subviews across the axis.
  public enum Alignment: String, CaseIterable, Sendable {
    case fill, leading, center, trailing
    /// In a row, aligns the baselines of the first lines of text, and centers the aligned views as a group. In a
    /// column, the same as `leading`.
    case firstBaseline

    public static let top = Alignment.leading
    public static let bottom = Alignment.trailing
  }

  public var axis: Axis { didSet { if axis != oldValue { arrangementDidChange() } } }
  public var alignment: Alignment { didSet { if alignment != oldValue { arrangementDidChange() } } }
  public var distribution: Distribution { didSet { if distribution != oldValue { arrangementDidChange() } } }

  /// Creates a stack of views.
  ///
  /// - Parameters:
  ///   - axis: horizontal for a row, vertical for a column.
  ///   - spacing: the minimum distance between adjacent subviews.
  ///   - alignment: the position of the subviews across the axis.
  ///   - distribution: the rule by which the subviews fill the length.
  ///   - margins: the distances from the bounds to the subviews.
  ///   - name: the view's name in `path`.
  ///   - layer: a layer of another class, such as a gradient layer.
  ///   - views: the arranged subviews.
  public init(
    axis: Axis = .horizontal, spacing: Double = 0, alignment: Alignment = .fill, distribution: Distribution = .fill,
    margins: Insets = .zero, name: String? = nil, layer: Layer? = nil, @ViewBuilder _ views: () -> [View] = { [] }
  ) {
    (self.axis, self.alignment, self.distribution) = (axis, alignment, distribution)
    super.init(name: name, layer: layer)
    (self.spacing, layoutMargins) = (spacing, margins)
    for view in views() { addArrangedSubview(view) }
  }

  public convenience init(arrangedSubviews: [View]) { self.init { arrangedSubviews } }

  /// Returns the distance after an arranged subview; `nil` if it is `spacing`.
  public func customSpacing(after view: View) -> Double? { view.customSpacing }

  /// Sets the distance after an arranged subview; `nil` for `spacing`.
  public func setCustomSpacing(_ spacing: Double?, after view: View) {
    view.customSpacing = spacing
    arrangementDidChange()
  }

  open override func sizeThatFits(_ size: Size) -> Size {
    let views = visibleSubviews
    let available = availableSize(in: size)
    let fitting = fittingSizes(of: views, in: available)
    let (fittingLengths, gaps) = (fitting.map { $0[axis] }, gaps(in: views).reduce(0, +))
    var length = fittingLengths.reduce(0, +) + gaps
    if distribution == .fillEqually { length = (fittingLengths.max() ?? 0) * Double(views.count) + gaps }
    length = min(length, available[axis])
    let lengths = lengths(of: views, fittingLengths, in: length)
    let crossLengths = crossLengths(of: views, fitting, lengths: lengths, in: available)
    let height = baselineOffsets(of: views, lengths, crossLengths)?.height
    let content = Size(along: axis, length, across: height ?? crossLengths.max() ?? 0)
    return roundedUpToPixels(content + layoutMargins.total)
  }

  open override func layoutSubviews() {
    let views = visibleSubviews
    let content = contentBounds
    let fitting = fittingSizes(of: views, in: content.size)
    let lengths = lengths(of: views, fitting.map { $0[axis] }, in: content.size[axis])
    let availableCrossLength = content.size[axis.perpendicular]
    let crossLengths = crossLengths(of: views, fitting, lengths: lengths, in: content.size)
      .map { min($0, availableCrossLength) }
    var gaps = gaps(in: views)
    if distribution == .equalSpacing, !gaps.isEmpty {
      let extra = max(content.size[axis] - lengths.reduce(0, +) - gaps.reduce(0, +), 0) / Double(gaps.count)
      for index in gaps.indices { gaps[index] += extra }
    }
    let aligned = baselineOffsets(of: views, lengths, crossLengths)
    var position = content.origin[axis]
    for (index, view) in views.enumerated() {
      let offset: Double =
        switch alignment {
        case .firstBaseline:
          aligned.map { $0.offsets[index] + (max(availableCrossLength - $0.height, 0) / 2).rounded(.down) } ?? 0
        case .fill, .leading: 0
        case .center: ((availableCrossLength - crossLengths[index]) / 2).rounded(.down)
        case .trailing: availableCrossLength - crossLengths[index]
        }
      let isFixed = view.fixedLength(along: axis.perpendicular) != nil
      let length = alignment == .fill && !isFixed ? availableCrossLength : crossLengths[index]
      view.place(
        in: Rect(
          origin: Point(along: axis, position, across: content.origin[axis.perpendicular] + offset),
          size: Size(along: axis, lengths[index], across: length)))
      position += lengths[index] + (index < gaps.count ? gaps[index] : 0)
    }
  }

  /// Returns the minimum gaps between the views, in points.
  private func gaps(in views: [View]) -> [Double] {
    views.dropLast().map { customSpacing(after: $0) ?? spacing }
  }

  /// Returns the fitting sizes. In a column the width is limited; in a row it depends on the neighbors.
  private func fittingSizes(of views: [View], in available: Size) -> [Size] {
    let limit = Size(along: axis, 0, across: available[axis.perpendicular].zeroIfUnlimited)
    return views.map { $0.fittingSize(in: limit) }
  }

  /// Returns the lengths across the axis. In a row, the height of wrapping text depends on the width that it was given.
  private func crossLengths(of views: [View], _ fitting: [Size], lengths: [Double], in available: Size) -> [Double] {
    views.indices.map { index in
      guard axis == .horizontal, lengths[index] != fitting[index].width else {
        return fitting[index][axis.perpendicular]
      }
      return views[index].fittingSize(in: Size(lengths[index], available.height.zeroIfUnlimited)).height
    }
  }

  /// Returns how far each view is below the highest one if their first lines are aligned, and their common height;
  /// `nil` for another alignment.
  private func baselineOffsets(
    of views: [View], _ lengths: [Double], _ crossLengths: [Double]
  ) -> (offsets: [Double], height: Double)? {
    guard alignment == .firstBaseline, axis == .horizontal else { return nil }
    let baselines = views.indices.map { views[$0].baseline(in: Size(lengths[$0], crossLengths[$0])) }
    let offsets = baselines.map { (baselines.max() ?? 0) - $0 }
    return (offsets, zip(offsets, crossLengths).map(+).max() ?? 0)
  }

  /// Distributes a length, in points, to views with fitting lengths.
  private func lengths(of views: [View], _ fitting: [Double], in length: Double) -> [Double] {
    guard !views.isEmpty else { return [] }
    let available = max(length - gaps(in: views).reduce(0, +), 0)
    let total = fitting.reduce(0, +)
    func priorities(_ priority: (View) -> Double) -> [Double] {
      views.map { $0.fixedLength(along: axis) == nil ? priority($0) : View.requiredPriority }
    }
    switch distribution {
    case .fillEqually: return views.map { _ in available / Double(views.count) }
    case .fillProportionally where total > 0: return fitting.map { $0 * available / total }
    case .equalSpacing where total <= available: return fitting
    default: break
    }
    return total <= available
      ? grow(fitting, by: available - total, priorities { $0.contentHuggingPriority(for: axis) })
      : shrink(fitting, by: total - available, priorities { $0.contentCompressionResistancePriority(for: axis) })
  }

  private func grow(_ lengths: [Double], by extra: Double, _ priorities: [Double]) -> [Double] {
    let lowest = priorities.min() ?? 0
    guard lowest < View.requiredPriority else { return lengths }
    let share = extra / Double(priorities.count { $0 == lowest })
    return zip(lengths, priorities).map { $1 == lowest ? $0 + share : $0 }
  }

  private func shrink(_ lengths: [Double], by excess: Double, _ priorities: [Double]) -> [Double] {
    var (lengths, excess) = (lengths, excess)
    for priority in Set(priorities).sorted() where excess > 0 {
      let weakest = priorities.indices.filter { priorities[$0] == priority }
      let total = weakest.reduce(0) { $0 + lengths[$1] }
      guard total > 0 else { continue }
      let factor = max(1 - excess / total, 0)
      for index in weakest { lengths[index] *= factor }
      excess -= total
    }
    return lengths
  }
}
