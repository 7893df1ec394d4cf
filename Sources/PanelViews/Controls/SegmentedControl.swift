import PanelLayers

/// A choice with a segment for each option, as `UISegmentedControl`.
///
/// It sends `valueChanged` when a person selects a segment. A touch belongs to the whole control: the segment at which the
/// finger lifts is selected. Each segment can be focused; arrow keys move the selection.
open class SegmentedControl: Control {
  /// The value of `selectedSegmentIndex` if no segment is selected.
  public static let noSegment = -1
  /// The distance from the first and the last segment to the bounds.
  public static let padding = 4.0
  private static let height = Window.minimumTarget.points

  /// In order.
  public private(set) final var segments: [Segment] = []
  /// Setting it sends no event. Initially `noSegment`.
  public final var selectedSegmentIndex = noSegment { didSet { updateSelection() } }

  /// - Parameters:
  ///   - titles: of the segments, from left to right.
  ///   - names: the segments' names in `path`; the titles by default.
  ///   - name: the view's name in `path`.
  ///   - frame: in the superview, in points.
  public init(_ titles: [String] = [], names: [String]? = nil, name: String? = nil, frame: Rect = .zero) {
    super.init(name: name, frame: frame)
    setTitles(titles, names: names)
  }

  /// Replaces all segments. None is selected afterwards.
  public final func setTitles(_ titles: [String], names: [String]? = nil) {
    for segment in segments { segment.removeFromSuperview() }
    segments = titles.indices.map { Segment(titles[$0], name: names?[$0] ?? titles[$0]) }
    for (index, segment) in segments.enumerated() {
      segment.addAction(for: .primaryActionTriggered) { [unowned self] _ in choose(index) }
      addSubview(segment)
    }
    selectedSegmentIndex = Self.noSegment
    stateDidChange()
    lookDidChange()
    invalidateIntrinsicContentSize()
  }

  // MARK: Touches

  /// The segment under the finger.
  private weak var touchedSegment: Segment? {
    didSet {
      guard touchedSegment !== oldValue else { return }
      oldValue?.isTouchInside = false
      touchedSegment?.isTouchInside = true
    }
  }

  open override func hitTest(_ point: Point, trace: HitTrace? = nil) -> View? {
    super.hitTest(point, trace: trace) == nil ? nil : self
  }

  open override func touchBegan(_ touch: Touch) {
    super.touchBegan(touch)
    touchedSegment = segment(at: touch)
  }

  open override func touchMoved(_ touch: Touch) {
    super.touchMoved(touch)
    touchedSegment = segment(at: touch)
  }

  open override func touchEnded(_ touch: Touch) {
    let segment = segment(at: touch)
    super.touchEnded(touch)
    if let index = segments.firstIndex(where: { $0 === segment }) { choose(index) }
  }

  /// Returns the segment under a tracked finger, or the nearest one; `nil` if the finger is too far away.
  private func segment(at touch: Touch) -> Segment? {
    guard isTracking, isInside(touch), let point = touch.location(in: self) else { return nil }
    return segments.last { $0.frame.minX <= point.x } ?? segments.first
  }

  private func choose(_ index: Int) {
    guard index != selectedSegmentIndex else { return }
    selectedSegmentIndex = index
    sendActions(for: .valueChanged)
  }

  private func updateSelection() {
    for (index, segment) in segments.enumerated() { segment.isSelected = index == selectedSegmentIndex }
  }

  /// Moves the selection along with the focus.
  final override func moveFocus(from control: Control, _ arrow: Key) -> Bool {
    guard let index = segments.firstIndex(where: { $0 === control }), arrow == .left || arrow == .right else {
      return false
    }
    let step = arrow == .left ? -1 : 1
    guard segments.indices.contains(index + step) else { return true }
    window?.focus(segments[index + step])
    choose(index + step)
    return true
  }

  open override var canBecomeFocused: Bool { false }
  open override var accessibilityDefaults: AccessibilityDefaults { .init(isElement: false) }

  open override func stateDidChange() {
    super.stateDidChange()
    if !isTracking { touchedSegment = nil }
    for segment in segments { segment.isEnabled = isEnabled }
  }

  open override func lookDidChange() {
    super.lookDidChange()
    for segment in segments { segment.ownLook = ownLook }
  }

  /// Returns the size at which each title fits, with a height of 48 points.
  open override func sizeThatFits(_ size: Size) -> Size {
    let width = segments.reduce(2 * Self.padding) { $0 + $1.contentWidth }
    return roundedUpToPixels(Size(width, Self.height))
  }

  /// Places the segments without gaps between their targets, and distributes the extra width evenly.
  open override func layoutSubviews() {
    let content = bounds.insetBy(Self.padding, 0)
    let neededWidth = segments.reduce(0) { $0 + $1.contentWidth }
    let extraWidth = max(0, content.width - neededWidth) / Double(max(segments.count, 1))
    var x = content.minX
    for segment in segments {
      let width = segment.contentWidth + extraWidth
      // The height isn't rounded: it may be exactly a touch target's minimum.
      let (start, end) = (roundedToPixels(x), roundedToPixels(x + width))
      segment.frame = Rect(start, content.minY, end - start, content.height)
      x += width
    }
  }

  open override var drawsContents: Bool { true }

  open override func draw(_ canvas: Canvas) {
    let look = look
    canvas.fill(bounds, radius: look.cornerRadius, color: look.background)
  }
}
