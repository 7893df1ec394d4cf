import PanelLayers

/// Shows a part of its content, which a drag moves. Names, defaults and behavior are UIKit's.
///
/// As in UIKit, the subviews' frames are in the coordinates of the content, and `bounds.origin` is the offset. Set
/// `contentSize`, or pass one view as the content to have it sized by the scroll view.
open class ScrollView: View {
  /// The size of the content, in points.
  public final var contentSize = Size.zero { didSet { if contentSize != oldValue { setNeedsLayout() } } }

  /// Additional room around the content, in points.
  public final var contentInset = Insets.zero {
    didSet {
      guard contentInset != oldValue else { return }
      setNeedsLayout()
      // Unscrolled content remains so.
      if contentOffset == Point(-oldValue.leading, -oldValue.top) {
        contentOffset = Point(-contentInset.leading, -contentInset.top)
      }
    }
  }

  /// The length of the bottom that the keyboard on the screen covers, in points. The content can be scrolled above it.
  final var keyboardOverlap = 0.0 { didSet { contentInset.bottom += keyboardOverlap - oldValue } }

  /// The point of the content at the top left of the view, in points, rounded to whole pixels. Layout limits it to the
  /// content.
  public final var contentOffset: Point {
    get { bounds.origin }
    set {
      stopMoving()
      move(to: newValue)
    }
  }

  /// The largest length along the axis that `sizeThatFits` returns. A stack gives more if it has extra room.
  public final var maximumFittingLength = Double.infinity { didSet { invalidateIntrinsicContentSize() } }

  /// False to ignore drags, wheels and keys.
  public final var isScrollEnabled = true
  /// True to move a little beyond the end of the content, against resistance.
  public final var bounces = true
  /// True to deliver a touch to the content only after 150 ms without a drag, so that a drag doesn't highlight a
  /// button.
  public final var delaysContentTouches = true
  public final var showsVerticalScrollIndicator = true
  public final var showsHorizontalScrollIndicator = true

  /// Called after each change of the offset.
  public final var onScroll: (() -> Void)?

  public final let panGestureRecognizer = PanGestureRecognizer()
  public final var isDragging: Bool { panGestureRecognizer.isActive }
  /// True while the content moves after a drag, or to a requested offset.
  public final var isDecelerating: Bool { layer.animation(forKey: Self.motionKey) != nil }

  /// The view that fills the content, for a scroll view that was created with one.
  public final let contentView: View?
  private let axis: Axis
  private static let motionKey = "scroll"
  /// The offset when the drag began, without the resistance beyond the end of the content.
  private var dragStart = Point.zero
  /// The motion under `motionKey`.
  private var motion: Motion?
  /// The offsets that the layout and the motion are for.
  private var ranges = (0.0...0.0, 0.0...0.0)
  /// The part of the last wheel's distance that was less than a pixel.
  final var wheelRemainder = Point.zero

  private struct WeakList {
    weak var list: ListView?
  }

  private enum Motion {
    /// To a requested offset.
    case request(Point)
    /// After a drag, with the time in seconds since it began.
    case fling(x: ScrollMotion, y: ScrollMotion, time: Double)
  }
  private lazy var indicators = ScrollIndicators(self)
  /// The lists in the content, whose rows depend on the offset.
  private var innerLists: [WeakList] = []

  open override var arrangesSubviews: Bool { contentView != nil }
  class override var defaultCompressionResistancePriority: Double { 250 }

  /// - Parameters:
  ///   - frame: in the superview, in points.
  ///   - axis: the direction in which `content` scrolls. Across it, the content is as large as the scroll view.
  ///   - content: the only subview, sized by the scroll view; `nil` to add subviews and set `contentSize`.
  ///   - name: the view's name in `path`.
  ///   - layer: a layer of another class, such as a gradient layer.
  public init(
    frame: Rect = .zero, axis: Axis = .vertical, content: View? = nil, name: String? = nil, layer: Layer? = nil
  ) {
    (contentView, self.axis) = (content, axis)
    super.init(name: name, frame: frame, layer: layer)
    self.layer.masksToBounds = true
    if let content { addSubview(content) }
    panGestureRecognizer.shouldReceive = { [unowned self] in panShouldReceive($0) }
    panGestureRecognizer.onChange = { [unowned self] in panDidChange() }
    addGestureRecognizer(panGestureRecognizer)
  }

  // MARK: Layout

  /// Returns the content's size, at most the available size.
  open override func sizeThatFits(_ size: Size) -> Size {
    guard contentView != nil || contentSize != .zero else { return super.sizeThatFits(size) }
    let inner = Size(size.width - contentInset.total.width, size.height - contentInset.total.height)
    let fitting = limitedToMaximumLength(fittingContentSize(in: inner) + contentInset.total)
    return Size(
      size.width > 0 ? min(fitting.width, size.width) : fitting.width,
      size.height > 0 ? min(fitting.height, size.height) : fitting.height)
  }

  final func limitedToMaximumLength(_ fitting: Size) -> Size {
    let maximum = maximumFittingLength
    return Size(along: axis, min(fitting[axis], maximum), across: fitting[axis.perpendicular])
  }

  private func fittingContentSize(in size: Size) -> Size {
    contentView?.fittingSize(in: Size(along: axis, 0, across: size[axis.perpendicular])) ?? contentSize
  }

  open override func layoutSubviews() {
    if let contentView {
      let visibleSize = bounds.inset(by: contentInset).size
      contentSize = Size(
        along: axis, fittingContentSize(in: visibleSize)[axis], across: visibleSize[axis.perpendicular])
      contentView.place(in: Rect(origin: .zero, size: contentSize))
    }
    let oldRanges = ranges
    ranges = (offsetRange(.horizontal), offsetRange(.vertical))
    if !isDragging, !isDecelerating {
      move(to: limitedToContent(contentOffset))
    } else if ranges != oldRanges {
      adaptMotion()
    }
    indicators.update()
    updateInnerLists()
  }

  /// Continues a drag or a motion in content of another size.
  private func adaptMotion() {
    if isDragging {
      let limited = limitedToContent(contentOffset)
      guard limited != contentOffset else { return }
      // The end of the content is at the finger's place from now on.
      dragStart = limited + (panGestureRecognizer.translation(in: self) ?? .zero)
      return move(to: limited)
    }
    switch motion {
    case .fling(let x, let y, let time): decelerate(Point(x.velocity(at: time), y.velocity(at: time)))
    case .request(let offset) where limitedToContent(offset) != offset:
      setContentOffset(limitedToContent(offset), animated: true)
    default: break
    }
  }

  // MARK: Offset

  /// Moves to an offset, which the next layout limits to the content.
  public final func setContentOffset(_ offset: Point, animated: Bool) {
    stopMoving()
    guard animated else { return move(to: offset) }
    let start = contentOffset
    motion = .request(offset)
    layer.add(
      Animation(
        .curve(.default, seconds: 0.3),
        update: { [weak self] progress in self?.move(to: start + (offset - start) * progress) },
        completion: { [weak self] in self?.indicators.fadeOut() }),
      forKey: Self.motionKey)
  }

  /// Scrolls by the shortest distance that shows a rectangle of the content, in points.
  public final func scrollRectToVisible(_ rect: Rect, animated: Bool) {
    let visible = bounds.inset(by: contentInset)
    func distance(_ start: Double, _ end: Double, visibleStart: Double, visibleEnd: Double) -> Double {
      // A rectangle that is too long shows its start.
      let isTooLong = end - start > visibleEnd - visibleStart
      return start < visibleStart || isTooLong ? start - visibleStart : max(end - visibleEnd, 0)
    }
    let movement = Point(
      distance(rect.minX, rect.maxX, visibleStart: visible.minX, visibleEnd: visible.maxX),
      distance(rect.minY, rect.maxY, visibleStart: visible.minY, visibleEnd: visible.maxY))
    guard movement != .zero else { return }
    setContentOffset(limitedToContent(contentOffset + movement), animated: animated)
  }

  /// Called after each change of the offset. The default implementation does nothing.
  open func didScroll() {}

  /// Lets a list in the content know when other rows of it come near.
  final func addInnerList(_ list: ListView) {
    guard !innerLists.contains(where: { $0.list === list }) else { return }
    innerLists.removeAll { $0.list == nil }
    innerLists.append(WeakList(list: list))
  }

  private func updateInnerLists() { for inner in innerLists { inner.list?.setNeedsLayout() } }

  final func move(to offset: Point) {
    let scale = pixelsPerPoint
    let offset = Point((offset.x * scale).rounded() / scale, (offset.y * scale).rounded() / scale)
    guard offset != layer.bounds.origin else { return }
    layer.bounds.origin = offset
    indicators.update()
    didScroll()
    updateInnerLists()
    onScroll?()
  }

  /// Returns the offsets along an axis that show only content and insets, in whole pixels: content that is longer by
  /// less than half a pixel fits.
  final func offsetRange(_ axis: Axis) -> ClosedRange<Double> {
    let (before, after) =
      axis == .horizontal
      ? (contentInset.leading, contentInset.trailing) : (contentInset.top, contentInset.bottom)
    let start = roundedToPixels(-before)
    return start...max(roundedToPixels(contentSize[axis] + after - bounds.size[axis]), start)
  }

  final func limitedToContent(_ offset: Point) -> Point {
    forBothAxes { min(max(offset[$0], offsetRange($0).lowerBound), offsetRange($0).upperBound) }
  }

  private func canScroll(_ axis: Axis) -> Bool {
    let range = offsetRange(axis)
    return range.upperBound > range.lowerBound
  }

  final func stopMoving() {
    guard isDecelerating else { return }
    layer.removeAnimation(forKey: Self.motionKey)
    indicators.fadeOut()
  }

  /// A motion ends when the view leaves its window.
  open override func didMoveToWindow() {
    super.didMoveToWindow()
    guard window == nil else { return }
    stopMoving()
    indicators.rest()
    setNeedsLayout()
  }

  // MARK: Drags

  /// Returns whether a drag that begins on a view takes the touch from it and scrolls. UIKit's default is false for
  /// controls, but its lists override it; here a drag on a control scrolls, unless the control's
  /// `gestureRecognizerShouldBegin` prevents it, as a slider's does.
  open func touchesShouldCancel(in view: View) -> Bool { true }

  open override func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
    guard recognizer === panGestureRecognizer, let touch = recognizer.touches.first else { return true }
    guard touch.view === self || touchesShouldCancel(in: touch.view) else { return false }
    return touch.direction(in: self).map(canScroll) ?? false
  }

  /// Returns whether the pan receives a touch. A touch on moving content isn't delivered to the content, only stops it.
  private func panShouldReceive(_ touch: Touch) -> Bool {
    guard isScrollEnabled else { return false }
    if isDecelerating {
      touch.delivery = .withheld
      // Content beyond its end continues to bounce back.
      guard limitedToContent(contentOffset) == contentOffset else { return true }
      stopMoving()
    }
    return true
  }

  /// True if the content waits for a touch that may become a drag.
  final func delays(_ touch: Touch) -> Bool {
    delaysContentTouches && panGestureRecognizer.state == .possible
      && panGestureRecognizer.touches.contains { $0 === touch }
      && (canScroll(.horizontal) || canScroll(.vertical))
  }

  private func panDidChange() {
    let pan = panGestureRecognizer
    switch pan.state {
    case .began:
      stopMoving()
      dragStart = forBothAxes {
        ScrollMotion.unresisted(contentOffset[$0], in: offsetRange($0), length: bounds.size[$0])
      }
    case .changed:
      let target = dragStart - (pan.translation(in: self) ?? .zero)
      move(
        to: forBothAxes { axis in
          guard canScroll(axis) else { return contentOffset[axis] }
          guard bounces else { return limitedToContent(target)[axis] }
          return ScrollMotion.rubberBanded(target[axis], in: offsetRange(axis), length: bounds.size[axis])
        })
    case .ended, .cancelled:
      let isFlung = pan.state == .ended && window?.reducesMotion == false
      let velocity = isFlung ? pan.velocity(in: self) ?? .zero : .zero
      decelerate(velocity * -1)
    default: break
    }
  }

  private func forBothAxes(_ coordinate: (Axis) -> Double) -> Point {
    Point(coordinate(.horizontal), coordinate(.vertical))
  }

  /// Continues with a velocity in points per second.
  final func decelerate(_ velocity: Point) {
    func motion(_ axis: Axis) -> ScrollMotion {
      ScrollMotion(
        from: contentOffset[axis], velocity: canScroll(axis) ? velocity[axis] : 0, in: offsetRange(axis),
        bounces: bounces)
    }
    let (x, y) = (motion(.horizontal), motion(.vertical))
    self.motion = .fling(x: x, y: y, time: 0)
    layer.add(
      Animation(
        duration: max(x.duration, y.duration),
        update: { [weak self] time in
          self?.motion = .fling(x: x, y: y, time: time)
          self?.move(to: Point(x.offset(at: time), y.offset(at: time)))
        },
        completion: { [weak self] in self?.indicators.fadeOut() }),
      forKey: Self.motionKey)
  }

  // MARK: Accessibility

  open override var accessibilityDefaults: AccessibilityDefaults { pageDefaults }
  open override func accessibilityIncrement() { _ = scrollByPages(1) }
  open override func accessibilityDecrement() { _ = scrollByPages(-1) }
}
