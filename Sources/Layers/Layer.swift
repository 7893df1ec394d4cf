import Geometry
import Raster
import Text

/// A rectangle in a tree of rectangles: where it is in space, and what is in it.
///
/// Names, defaults and rules are Core Animation's. A layer flattens its sublayers into its own plane; a
/// ``TransformLayer`` doesn't.
open class Layer {
  /// For people and for tests.
  public var name: String?

  // MARK: Geometry

  /// The rectangle in the layer's own coordinates, in points.
  public final var bounds = Rect.zero {
    didSet {
      guard bounds != oldValue else { return }
      if bounds.size != oldValue.size { setNeedsDisplay() }
      geometryDidChange()
    }
  }

  /// The anchor point's place in the superlayer, in points.
  public final var position = Point.zero { didSet { if position != oldValue { geometryDidChange() } } }

  /// The point of the bounds that lies at `position` and about which `transform` turns, in the bounds' unit square.
  public final var anchorPoint = Point(0.5, 0.5) { didSet { if anchorPoint != oldValue { geometryDidChange() } } }

  /// The distance of the anchor in front of the layer's plane, in points.
  public final var anchorPointZ = 0.0 { didSet { if anchorPointZ != oldValue { geometryDidChange() } } }

  /// The distance in front of the superlayer's plane, in points: a real translation, made after `transform`.
  public final var zPosition = 0.0 { didSet { if zPosition != oldValue { geometryDidChange() } } }

  /// Applied about the anchor point.
  public final var transform = Transform3D.identity { didSet { if transform != oldValue { geometryDidChange() } } }

  /// Applied to every sublayer, about this layer's own anchor point: a perspective here has one vanishing point.
  public final var sublayerTransform = Transform3D.identity {
    didSet { if sublayerTransform != oldValue { subtreeDidChange() } }
  }

  // MARK: Picture

  /// The side at which lines begin in it and beneath it; `nil` for that of the layer above it.
  ///
  /// A layer of the other direction is placed mirrored by whoever places it. What its text does about that is told by
  /// this alone.
  public final var layoutDirection: LayoutDirection? {
    didSet { if layoutDirection != oldValue { setNeedsDisplay() } }
  }

  /// A hidden layer isn't drawn, nor are its sublayers.
  public final var isHidden = false { didSet { if isHidden != oldValue { geometryDidChange() } } }

  /// 0…1.
  public final var opacity = 1.0 { didSet { if opacity != oldValue { geometryDidChange() } } }

  /// False for a layer that isn't drawn when it turns its back; then its sublayers aren't either.
  public final var isDoubleSided = true { didSet { if isDoubleSided != oldValue { geometryDidChange() } } }

  public final var backgroundColor: Color? { didSet { if backgroundColor != oldValue { setNeedsDisplay() } } }

  /// Rings of colour in the background colour's place, in points. No pixels of them are kept where the layer has nothing else,
  /// and is seen without perspective: the ground of a whole panel takes no memory.
  public final var backgroundGradient: RadialGradient? {
    didSet { if backgroundGradient != oldValue { setNeedsDisplay() } }
  }

  /// A picture over the background colour, placed by `contentsGravity`.
  public final var contents: Bitmap? { didSet { if contents !== oldValue { setNeedsDisplay() } } }
  public final var contentsGravity = ContentsGravity.resize {
    didSet { if contentsGravity != oldValue { setNeedsDisplay() } }
  }
  /// The number of its pixels to a point, unless the gravity stretches it.
  public final var contentsScale = 1.0 { didSet { if contentsScale != oldValue { setNeedsDisplay() } } }

  /// Of the background and the border, in points; of everything in the layer too, where `masksToBounds` is set.
  public final var cornerRadius = 0.0 { didSet { if cornerRadius != oldValue { setNeedsDisplay() } } }

  /// In points, inward from the bounds. The border lies over the sublayers.
  public final var borderWidth = 0.0 { didSet { if borderWidth != oldValue { setNeedsDisplay() } } }
  public final var borderColor = Color.black { didSet { if borderColor != oldValue { setNeedsDisplay() } } }

  /// True to cut the sublayers, and the contents, off at the bounds and their rounded corners.
  public final var masksToBounds = false { didSet { if masksToBounds != oldValue { setNeedsDisplay() } } }

  // MARK: Shadow

  public final var shadowColor = Color.black { didSet { if shadowColor != oldValue { setNeedsDisplay() } } }
  /// 0…1. No shadow at 0. What casts it is the layer's own picture; sublayers that stick out of it cast none.
  public final var shadowOpacity = 0.0 { didSet { if shadowOpacity != oldValue { setNeedsDisplay() } } }
  /// In points: the standard deviation of the blur.
  public final var shadowRadius = 3.0 { didSet { if shadowRadius != oldValue { setNeedsDisplay() } } }
  /// In points of the layer. Core Animation's default, which there is upward where y points down.
  public final var shadowOffset = Point(0, -3) { didSet { if shadowOffset != oldValue { setNeedsDisplay() } } }

  // MARK: Drawing

  /// Draws what is in the layer, over the background and the contents. Set it only where there is something to draw.
  public final weak var delegate: (any LayerDelegate)? { didSet { setNeedsDisplay() } }

  /// True to promise that the delegate fills every pixel, so that nothing beneath the layer needs drawing.
  public final var isOpaque = false { didSet { if isOpaque != oldValue { setNeedsDisplay() } } }

  /// True to draw the layer and its sublayers once into a bitmap, which is then what appears.
  public final var shouldRasterize = false { didSet { if shouldRasterize != oldValue { setNeedsDisplay() } } }

  /// The number of that bitmap's pixels to a point of the layer.
  public final var rasterizationScale = 1.0 { didSet { if rasterizationScale != oldValue { setNeedsDisplay() } } }

  // MARK: Tree

  // Safe because a layer clears it in its sublayers when it is released.
  public final internal(set) unowned(unsafe) var superlayer: Layer?

  /// In sibling order: the last one lies on top where depth doesn't decide.
  public final internal(set) var sublayers: [Layer] = []

  /// Called on the topmost layer when anything beneath it changed that may be seen.
  public final var onChange: (() -> Void)?

  /// Grows with each `setNeedsDisplay`.
  final var displayVersion = 0
  /// The part that is to be drawn anew, in points: none when it is empty, and all where it is `nil`.
  final var undrawnPart: Rect?
  /// True when something in this layer or beneath it changed since its picture was last made.
  final var subtreeIsDirty = true
  /// The bitmaps drawn for the layer, kept until it changes or can't be seen.
  final var cache = LayerCache()
  /// False when nothing is kept that was drawn for this layer or beneath it.
  final var holdsDrawings = false

  public init() {}

  /// For subclasses: draws what lies over the background colour and under the contents. True when there is something.
  open var hasGround: Bool { false }
  /// For subclasses: true when that is opaque wherever the corners leave room for it.
  open var isFilledByGround: Bool { false }
  /// For subclasses: false for a direction along which it is the same all over.
  open var groundChanges: (alongX: Bool, alongY: Bool) { (true, true) }
  open func drawGround(_ canvas: Canvas) {}

  deinit {
    for sublayer in sublayers { sublayer.superlayer = nil }
  }

  /// The layer's own contents are no longer what was drawn.
  public final func setNeedsDisplay() {
    undrawnPart = nil
    displayVersion += 1
    subtreeDidChange()
  }

  /// A part of the layer's own contents, in points, is no longer what was drawn; the rest comes out as it is.
  public final func setNeedsDisplay(_ rect: Rect) {
    let part = undrawnPart.map { $0.isEmpty ? rect : $0.union(rect) }
    setNeedsDisplay()
    undrawnPart = part
  }

  /// Something about where the layer is changed: the pictures that hold it are affected, its own is not. The topmost
  /// layer's is the one that holds it.
  final func geometryDidChange() { (superlayer ?? self).subtreeDidChange() }

  final func subtreeDidChange() {
    var layer = self
    while true {
      layer.subtreeIsDirty = true
      guard let above = layer.superlayer else { break }
      layer = above
    }
    layer.onChange?()
  }
}

/// Draws a layer's contents.
public protocol LayerDelegate: AnyObject {
  /// Draws into a bitmap that the whole of the layer's bounds fills. Only what is inside `clip`, in pixels, may be
  /// changed; there the bitmap is transparent, or filled with the layer's background colour. What a layer that is opaque
  /// holds there is whatever was drawn last.
  func draw(_ layer: Layer, in bitmap: Bitmap, clip: PixelRect)
}
