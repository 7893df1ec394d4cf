import Geometry
import Layers
import Raster
import Text

/// A layer that takes touches: a node in the tree that a window shows.
///
/// Names and rules are UIKit's. Subviews are asked for a touch in the reverse of their order, whatever their depth.
open class View {
  /// For people, for tests, and for `path`.
  public final var name: String? { didSet { layer.name = name } }

  /// The view's name for those who don't see it.
  public final var accessibilityLabel: String?

  public final let layer: Layer

  // Safe because a view clears it in its subviews when it is released.
  public final internal(set) unowned(unsafe) var superview: View?
  /// In sibling order: the last one is asked first.
  public final internal(set) var subviews: [View] = []

  /// False for a view that no touch reaches, nor its subviews.
  public final var isUserInteractionEnabled = true

  /// The order in which `hitTest` asks the subviews.
  public final var hitOrder = HitOrder.siblings

  /// False for a view that takes one touch at a time and doesn't hear of the others.
  public final var isMultipleTouchEnabled = false

  public final private(set) var gestureRecognizers: [GestureRecognizer] = []

  /// The number of running animations that let the view take no touch.
  final var blockingAnimations = 0

  /// The window whose root view this is.
  final weak var ownWindow: Window?
  final var needsLayout = true

  /// The number of points to a unit for this view and all beneath it, in place of the one above; `nil` for the same.
  public final var overrideUnit: Double? { didSet { if overrideUnit != oldValue { setNeedsLayout() } } }
  /// True once the view asked for the unit.
  final var dependsOnUnit = false
  /// The unit of the last layout.
  final var laidOutUnit = 1.0

  private let layerDelegate = ViewLayerDelegate()

  /// - Parameters:
  ///   - name: for `path`.
  ///   - frame: in the superview, in points.
  ///   - transformsOnly: true for a view over a `TransformLayer`: one that places its subviews in space, has no picture,
  ///     and is never the answer of a hit test.
  ///   - layer: one of another kind, such as a gradient.
  public init(name: String? = nil, frame: Rect = .zero, transformsOnly: Bool = false, layer: Layer? = nil) {
    let layer = layer ?? (transformsOnly ? TransformLayer() : Layer())
    self.layer = layer
    self.name = name
    layer.name = name
    layer.frame = frame
    layerDelegate.view = self
    if drawsContents { layer.delegate = layerDelegate }
  }

  /// A view of one colour with others in it. A window gives its root view the window's size.
  ///
  /// - Parameters:
  ///   - name: for `path`.
  ///   - frame: in the superview, in points.
  ///   - background: fills it; the view is seen through where that has an alpha.
  ///   - subviews: in sibling order: the last one is on top, and asked first.
  public convenience init(name: String? = nil, frame: Rect = .zero, background: Color, subviews: [View] = []) {
    self.init(name: name, frame: frame)
    layer.backgroundColor = background
    for view in subviews { addSubview(view) }
  }

  deinit {
    for subview in subviews { subview.superview = nil }
  }

  // MARK: The layer's, by UIKit's names

  /// In the superview, in points; see `Layer.frame`. `.zero` where it has none.
  public final var frame: Rect {
    get { layer.frame ?? .zero }
    set {
      if layer.bounds.size != newValue.size { setNeedsLayout() }
      layer.frame = newValue
    }
  }

  public final var bounds: Rect {
    get { layer.bounds }
    set {
      if layer.bounds.size != newValue.size { setNeedsLayout() }
      layer.bounds = newValue
    }
  }

  /// The anchor point's place in the superview, in points.
  public final var center: Point {
    get { layer.position }
    set { layer.position = newValue }
  }

  public final var isHidden: Bool {
    get { layer.isHidden }
    set { layer.isHidden = newValue }
  }

  /// 0…1. Below 0.01 a view takes no touch.
  public final var alpha: Double {
    get { layer.opacity }
    set { layer.opacity = newValue }
  }

  // MARK: For subclasses

  /// True for a class that overrides `draw`. Asked once, when the view is made.
  open var drawsContents: Bool { false }

  /// Draws the contents, in points, the origin at the top left of the bounds.
  open func draw(_ canvas: Canvas) {}

  /// Places the subviews, after the size changed.
  open func layoutSubviews() {}

  /// Called on a window's root view before each picture, once all is laid out: for what follows other views' places.
  /// While nothing changes there is no picture, and no call.
  open func prepareForPicture() {}

  open func touchBegan(_ touch: Touch) {}
  open func touchMoved(_ touch: Touch) {}
  open func touchEnded(_ touch: Touch) {}
  /// The touch is taken away: the view should look as if it had never been.
  open func touchCancelled(_ touch: Touch) {}

  // MARK: Invalidation

  public final func setNeedsDisplay() { layer.setNeedsDisplay() }

  /// The same of a part, in the view's coordinates: the rest of what it draws comes out as it is.
  public final func setNeedsDisplay(_ rect: Rect) { layer.setNeedsDisplay(rect) }

  /// Has `layoutSubviews` called before the next picture.
  public final func setNeedsLayout() {
    needsLayout = true
    window?.setNeedsLayout()
  }

  /// The window that shows the view.
  public final var window: Window? {
    var view = self
    while let above = view.superview { view = above }
    return view.ownWindow
  }

  public final func addGestureRecognizer(_ recognizer: GestureRecognizer) {
    recognizer.view?.removeGestureRecognizer(recognizer)
    gestureRecognizers.append(recognizer)
    recognizer.view = self
  }

  /// Takes a recognizer off. A gesture that it follows is cancelled; the touches go on without it.
  public final func removeGestureRecognizer(_ recognizer: GestureRecognizer) {
    guard let index = gestureRecognizers.firstIndex(where: { $0 === recognizer }) else { return }
    gestureRecognizers.remove(at: index)
    recognizer.stopWatching()
    recognizer.view = nil
  }
}

/// Draws for a view's layer. The view isn't the delegate itself, so that its `draw` can be about points and canvases.
private final class ViewLayerDelegate: LayerDelegate {
  // The view owns it and sets this at once.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  unowned(unsafe) var view: View!

  func draw(_ layer: Layer, in bitmap: Bitmap, clip: PixelRect) {
    view.draw(Canvas(bitmap, fitting: layer.bounds, clip: clip, isMirrored: layer.isMirrored))
  }
}
