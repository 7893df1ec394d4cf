import PanelGeometry

extension View {
  /// Resizes the view to the size that fits it best. The top left corner of its frame stays in place.
  public final func sizeToFit() {
    frame = Rect(origin: frame.origin, size: sizeThatFits(bounds.size))
  }

  /// The resistance to growing beyond the fitting size, 0…1000. Of the views in a `StackView`, those with the
  /// lowest priority share the extra room.
  ///
  /// As in UIKit's storyboards, the default is 251 for controls and labels, 250 for other views.
  public final func contentHuggingPriority(for axis: Axis) -> Double {
    huggingPriorities[axis] ?? Self.defaultHuggingPriority
  }

  public final func setContentHuggingPriority(_ priority: Double, for axis: Axis) {
    huggingPriorities[axis] = priority
    invalidateIntrinsicContentSize()
  }

  /// The resistance to shrinking below the fitting size, 0…1000. If a `StackView` has too little room, the
  /// views with the lowest priority shrink first. The default is UIKit's 750.
  ///
  /// A stack's or grid's default is that of its weakest view, so that a scroll view inside shrinks before its
  /// neighbors.
  public final func contentCompressionResistancePriority(for axis: Axis) -> Double {
    if let priority = resistancePriorities[axis] { return priority }
    let weakest = (self as? ArrangingView)?.visibleSubviews.map { $0.contentCompressionResistancePriority(for: axis) }
    return weakest?.min() ?? Self.defaultCompressionResistancePriority
  }

  public final func setContentCompressionResistancePriority(_ priority: Double, for axis: Axis) {
    resistancePriorities[axis] = priority
    invalidateIntrinsicContentSize()
  }

  /// Tells the stacks, grids and scroll views around the view that its fitting size changed. Call it in a subclass when
  /// the result of its `sizeThatFits` changes. Goes up to the first ancestor that doesn't arrange its subviews.
  public final func invalidateIntrinsicContentSize() {
    var view = self
    while let superview = view.superview, superview.arrangesSubviews {
      superview.setNeedsLayout()
      view = superview
    }
  }

  /// Requests a new layout of the view and of the containers that size it.
  final func arrangementDidChange() {
    setNeedsLayout()
    invalidateIntrinsicContentSize()
  }

  /// Requests a new drawing of the view and a new layout of the containers that size it.
  final func contentDidChange() {
    setNeedsDisplay()
    invalidateIntrinsicContentSize()
  }

  /// The priority of a constraint that is always satisfied, as in UIKit.
  static let requiredPriority = 1000.0

  /// Returns `fixedWidth` or `fixedHeight`.
  final func fixedLength(along axis: Axis) -> Double? {
    axis == .horizontal ? fixedWidth : fixedHeight
  }

  /// Returns the size of this view that a container should use: the fixed width and height, and otherwise what
  /// `sizeThatFits` returns.
  final func fittingSize(in size: Size) -> Size {
    let (width, height) = (fixedLength(along: .horizontal), fixedLength(along: .vertical))
    if let width, let height { return Size(width, height) }
    guard width != nil || height != nil else { return sizeThatFits(size) }
    let fitting = sizeThatFits(Size(width ?? size.width, height ?? size.height))
    return Size(width ?? fitting.width, height ?? fitting.height)
  }

  /// The size that the application gave the view, even if a container has stretched it since.
  final var ownSize: Size {
    guard let placement, placement.sizeFromContainer == bounds.size else { return bounds.size }
    return placement.ownSize
  }

  /// Sets the frame of this view on behalf of the container that arranges it, with edges on whole pixels, so that text
  /// and pictures stay sharp.
  final func place(in frame: Rect) {
    let scale = pixelsPerPoint
    func rounded(_ length: Double) -> Double { (length * scale).rounded() / scale }
    let (x, y) = (rounded(frame.minX), rounded(frame.minY))
    let size = Size(max(rounded(frame.maxX) - x, 0), max(rounded(frame.maxY) - y, 0))
    let applicationSize = ownSize
    if layer.bounds.size != size { setNeedsLayout() }
    layer.frame = Rect(origin: Point(x, y), size: size)
    placement = (applicationSize, size)
  }
}
