import PanelLayers

/// A node in a window's view tree: a layer that receives touches.
///
/// Names and rules are UIKit's; a member without a description is as in UIKit. Hit tests follow the sibling order, not
/// depth. A view doesn't pass touches that it doesn't handle on to its superview.
open class View {
  /// Identifies the view in `path` and in tests.
  public final var name: String? { didSet { layer.name = name } }

  /// The localized name for people, also spoken by assistive technology. See `spokenLabel` for its defaults.
  public final var accessibilityLabel: String?
  final var accessibilityProperties: AccessibilityProperties?

  public final let layer: Layer

  // Safe, because a view clears it in its subviews when it is deallocated.
  public final internal(set) unowned(unsafe) var superview: View?
  /// In sibling order: the last one is tested first.
  public final internal(set) var subviews: [View] = []

  /// False if neither the view nor its subviews receive touches.
  public final var isUserInteractionEnabled = true

  /// The order in which `hitTest` tests the subviews.
  public final var hitOrder = HitOrder.siblings

  /// False if the view receives only one touch at a time.
  public final var isMultipleTouchEnabled = false

  public final private(set) var gestureRecognizers: [GestureRecognizer] = []

  /// The number of running animations during which the view receives no touches.
  final var blockingAnimations = 0

  final weak var ownWindow: Window?
  final var needsLayout = true

  /// The distances from the bounds to the content. `StackView`, `GridView`, `ListView` and `Slider` respect
  /// them. The default is 0, not UIKit's 8.
  public final var layoutMargins = Insets.zero { didSet { if layoutMargins != oldValue { arrangementDidChange() } } }
  /// The width in stacks, scroll views and the columns `fitting` of grids; `nil` for the fitting width. As in
  /// UIKit, the distribution `fillEqually` takes precedence over it, and so do a grid's other columns.
  public final var fixedWidth: Double? { didSet { if fixedWidth != oldValue { invalidateIntrinsicContentSize() } } }
  /// The height in stacks and scroll views; `nil` for the fitting height. A grid's row is at least as high.
  public final var fixedHeight: Double? { didSet { if fixedHeight != oldValue { invalidateIntrinsicContentSize() } } }
  /// The priorities that were set. All others are the class's default.
  final var huggingPriorities: [Axis: Double] = [:], resistancePriorities: [Axis: Double] = [:]
  class var defaultHuggingPriority: Double { 250 }
  class var defaultCompressionResistancePriority: Double { 750 }
  /// Moves the focus from a subview for an arrow key. Returns false if the view doesn't use the key.
  func moveFocus(from control: Control, _ arrow: Key) -> Bool { false }
  /// True if the view's layout depends on its subviews' fitting sizes. Override it, with `sizeThatFits` and
  /// `layoutSubviews`, in a container: a change of a subview's fitting size then lays out the containers around it.
  open var arrangesSubviews: Bool { false }
  /// The distance to the next view of the stack; `nil` for the stack's spacing.
  final var customSpacing: Double?
  /// Returns the distance from the top to the baseline of the first line of text, for a size of the view. Without text,
  /// it is the height.
  func baseline(in size: Size) -> Double { size.height }
  /// If a container placed the view: the size that the application had set, and the size from the container.
  final var placement: (ownSize: Size, sizeFromContainer: Size)?

  /// The pixels per point of this view and its subviews, if a transform magnifies them; `nil` to inherit it. Edges and
  /// scroll offsets are rounded to these pixels.
  public final var contentScaleFactor: Double? { didSet { if contentScaleFactor != oldValue { scaleDidChange() } } }
  /// The factor for text sizes in this view and its subviews, 1…2; `nil` to inherit it.
  public final var overrideTextScale: Double? {
    didSet { if overrideTextScale != oldValue { appearanceDidChange() } }
  }
  /// True if the view read its look or the text scale.
  final var dependsOnAppearance = false
  /// The look that was set for this view and its subviews.
  final var sharedLook: SharedLook?

  private let layerDelegate = ViewLayerDelegate()

  /// - Parameters:
  ///   - name: the view's name in `path`.
  ///   - frame: in the superview, in points.
  ///   - transformsOnly: true for a view with a `TransformLayer`, which positions its subviews in 3D space, has no
  ///     picture and never receives a touch.
  ///   - layer: a layer of another class, such as a gradient layer.
  public init(name: String? = nil, frame: Rect = .zero, transformsOnly: Bool = false, layer: Layer? = nil) {
    let layer = layer ?? (transformsOnly ? TransformLayer() : Layer())
    self.layer = layer
    self.name = name
    layer.name = name
    layer.frame = frame
    layerDelegate.view = self
    layer.delegate = layerDelegate
  }

  /// Creates a view with a background color and subviews. A window sets its root view's size.
  ///
  /// - Parameters:
  ///   - name: the view's name in `path`.
  ///   - frame: in the superview, in points.
  ///   - background: may be translucent.
  ///   - subviews: in sibling order: the last one is on top and tested first.
  public convenience init(name: String? = nil, frame: Rect = .zero, background: Color, subviews: [View] = []) {
    self.init(name: name, frame: frame)
    layer.backgroundColor = background
    for view in subviews { addSubview(view) }
  }

  deinit {
    for subview in subviews { subview.superview = nil }
  }

  // MARK: Geometry and visibility, with UIKit's names

  /// In the superview, in points; see `Layer.frame`. `.zero` if the layer has none.
  public final var frame: Rect {
    get { layer.frame ?? .zero }
    set {
      if layer.bounds.size != newValue.size { arrangementDidChange() }
      layer.frame = newValue
    }
  }

  public final var bounds: Rect {
    get { layer.bounds }
    set {
      if layer.bounds.size != newValue.size { arrangementDidChange() }
      layer.bounds = newValue
    }
  }

  /// The position of the anchor point in the superview, in points.
  public final var center: Point {
    get { layer.position }
    set { layer.position = newValue }
  }

  public final var isHidden: Bool {
    get { layer.isHidden }
    set {
      guard newValue != layer.isHidden else { return }
      layer.isHidden = newValue
      invalidateIntrinsicContentSize()
    }
  }

  /// 0…1. At 0.01 or less the view receives no touches, see `isTransparent`.
  public final var alpha: Double {
    get { layer.opacity }
    set { layer.opacity = newValue }
  }

  // MARK: For subclasses

  /// True while `draw` draws something. A class that overrides `draw` overrides this, too. Read at each drawing; call
  /// `setNeedsDisplay` if it changes.
  open var drawsContents: Bool { false }

  /// Draws the contents, in points. The origin is the top left of the bounds.
  open func draw(_ canvas: Canvas) {}

  /// Returns the size, in points, that fits the view best. Stacks, grids and `sizeToFit` ask for it.
  ///
  /// By default, the view's current size, as in UIKit. A size that a stack or grid gave the view doesn't count.
  ///
  /// - Parameter size: the available size; a side of 0 or less is unlimited.
  open func sizeThatFits(_ size: Size) -> Size { ownSize }

  /// Positions the subviews. Called after the size changed.
  open func layoutSubviews() {}

  /// Called on the root view after layout, before each frame. Use it to follow other views' positions.
  open func prepareForFrame() {}

  /// Called on the root view when `Window.keyboardOffset` changed. By default, moves the subviews up by it.
  open func keyboardOffsetDidChange() {
    layer.sublayerTransform = Transform3D(translationX: 0, y: -(window?.keyboardOffset ?? 0), z: 0)
  }

  /// Returns false to make a recognizer fail that is about to recognize its gesture. As in UIKit, the touched view and
  /// its ancestors up to the recognizer's view are asked; a slider refuses drags along its track.
  open func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool { true }

  // Called for a change of the superview, and for each view of a subtree when its window changes; `nil` if it leaves.
  // They do nothing by default. The order is UIKit's: `willMove(toWindow:)`, `willMove(toSuperview:)`,
  // `didMoveToWindow`, `didMoveToSuperview`; on removal, `willMove(toSuperview:)` comes first.
  open func willMove(toSuperview newSuperview: View?) {}
  open func didMoveToSuperview() {}
  open func willMove(toWindow newWindow: Window?) {}
  open func didMoveToWindow() {}

  /// Returns true if the point is inside the view. Override it to enlarge or shape the area that receives touches.
  ///
  /// As in UIKit, a touch outside of the superview's area doesn't reach the view.
  ///
  /// - Parameter point: in the view's own coordinates, in points.
  open func point(inside point: Point) -> Bool { bounds.containsWithTolerance(point) }

  /// Returns the view that receives a touch at a point: the deepest subview that contains it, or the view itself.
  ///
  /// An override decides for the view's subtree. Not called for a subview that only transforms, which has no plane.
  ///
  /// - Parameters:
  ///   - point: in the view's own coordinates, in points.
  ///   - trace: called for each tested view, in order. An override passes it to `super`.
  /// - Returns: the view, or `nil` if neither it nor a subview receives the touch.
  open func hitTest(_ point: Point, trace: HitTrace? = nil) -> View? {
    HitTester(trace: trace).test(self, point)
  }

  open func touchBegan(_ touch: Touch) {}
  open func touchMoved(_ touch: Touch) {}
  open func touchEnded(_ touch: Touch) {}
  /// The touch was cancelled. Restore the state from before the touch.
  open func touchCancelled(_ touch: Touch) {}

  // MARK: Accessibility, see `View+Accessibility`

  /// The accessibility properties that aren't set on the view. By default, it isn't an element.
  open var accessibilityDefaults: AccessibilityDefaults { .none }

  /// Performs the action of a tap. If it returns false, assistive technology sends a tap to the view's center.
  open func accessibilityActivate() -> Bool { false }

  /// Increases the value of an adjustable element.
  open func accessibilityIncrement() {}
  /// Decreases the value of an adjustable element.
  open func accessibilityDecrement() {}

  /// Returns the words that follow an element in the view if the previous element was outside of the view, such as
  /// its label; `nil` for none. By default, a labeled element with `accessibilityElements` returns its label.
  open func accessibilityContainerText(entering element: View) -> String? { defaultContainerText }

  /// Called when assistive technology moves from the element to another one.
  open func accessibilityElementDidLoseFocus() {}

  // MARK: Invalidation

  public final func setNeedsDisplay() { layer.setNeedsDisplay() }

  /// Redraws a part of the contents, in the view's coordinates.
  public final func setNeedsDisplay(_ rect: Rect) { layer.setNeedsDisplay(rect) }

  /// Requests a call of `layoutSubviews` before the next picture.
  public final func setNeedsLayout() {
    needsLayout = true
    window?.setNeedsLayout()
  }

  public final var window: Window? {
    var view = self
    while let superview = view.superview { view = superview }
    return view.ownWindow
  }

  public final func addGestureRecognizer(_ recognizer: GestureRecognizer) {
    recognizer.view?.removeGestureRecognizer(recognizer)
    gestureRecognizers.append(recognizer)
    recognizer.view = self
  }

  /// Removes a recognizer. An active gesture is cancelled; its touches continue.
  public final func removeGestureRecognizer(_ recognizer: GestureRecognizer) {
    guard let index = gestureRecognizers.firstIndex(where: { $0 === recognizer }) else { return }
    gestureRecognizers.remove(at: index)
    recognizer.detachFromTouches()
    recognizer.view = nil
  }
}

/// Draws a view into its layer, so that `View.draw` can use a canvas and points.
final class ViewLayerDelegate: LayerDelegate {
  // Set by the owning view right away.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  unowned(unsafe) var view: View!

  var drawsContents: Bool { view.drawsContents }

  func draw(_ layer: Layer, in bitmap: Bitmap, covering area: Rect, clip: PixelRect) {
    view.draw(Canvas(bitmap, fitting: area, clip: clip, isMirrored: layer.isMirrored))
  }
}
