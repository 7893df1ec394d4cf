import PanelGeometry
import PanelRaster
import PanelText

/// A rectangle in a layer tree: its geometry in space and its content.
///
/// Names, defaults and rules follow Core Animation's `CALayer`. A layer flattens its sublayers into its own plane; a
/// ``TransformLayer`` doesn't.
open class Layer {
  /// For debugging and tests.
  public var name: String?

  // MARK: Geometry

  /// The rectangle in the layer's own coordinates, in points.
  public final var bounds = Rect.zero {
    didSet {
      propertyWasSet(.bounds)
      guard bounds != oldValue else { return }
      if bounds.size != oldValue.size { setNeedsDisplay() }
      // The sublayers move within the bitmap of a layer that is drawn as a group.
      if bounds.origin != oldValue.origin { subtreeDidChange() }
      geometryDidChange()
    }
  }

  /// The position of the anchor point in the superlayer, in points.
  public final var position = Point.zero { didSet { geometryWasSet(.position, position != oldValue) } }

  /// The point of the bounds that lies at `position` and about which `transform` applies, in the bounds' unit square.
  public final var anchorPoint = Point(0.5, 0.5) { didSet { geometryWasSet(.anchorPoint, anchorPoint != oldValue) } }

  /// The distance of the anchor point in front of the layer's plane, in points.
  public final var anchorPointZ = 0.0 { didSet { geometryWasSet(.anchorPointZ, anchorPointZ != oldValue) } }

  /// The distance in front of the superlayer's plane, in points: a translation, applied after `transform`.
  public final var zPosition = 0.0 { didSet { geometryWasSet(.zPosition, zPosition != oldValue) } }

  /// Applied about the anchor point.
  public final var transform = Transform3D.identity { didSet { geometryWasSet(.transform, transform != oldValue) } }

  /// Applied to every sublayer about this layer's anchor point, so a perspective here has one vanishing point.
  public final var sublayerTransform = Transform3D.identity {
    didSet {
      propertyWasSet(.sublayerTransform)
      if sublayerTransform != oldValue { subtreeDidChange() }
    }
  }

  // MARK: Content

  /// The layout direction of the layer and its sublayers; `nil` inherits the superlayer's.
  ///
  /// A layer whose direction isn't its superlayer's is mirrored about the center of its bounds, so that a left-to-right
  /// layer in a mirrored superlayer looks as it does elsewhere. A root layer isn't mirrored: the code that shows it does that.
  /// Text and images are drawn so that they remain readable.
  public final var layoutDirection: LayoutDirection? {
    didSet {
      guard layoutDirection != oldValue else { return }
      geometryDidChange()
      setNeedsDisplay()
    }
  }

  /// A hidden layer isn't drawn, and neither are its sublayers.
  public final var isHidden = false { didSet { if isHidden != oldValue { geometryDidChange() } } }

  /// 0…1.
  public final var opacity = 1.0 { didSet { geometryWasSet(.opacity, opacity != oldValue) } }

  /// The darkness of the layer: the alpha, 0…1, of a black that covers it in its own shape. A change redraws no content.
  public final var shade = 0.0 { didSet { if shade != oldValue { geometryDidChange() } } }

  /// If false, `shade` darkens only the layer's own content and its border, so that sublayers such as texts stay bright.
  /// They lie over the border then.
  public final var shadesSublayers = true { didSet { if shadesSublayers != oldValue { setNeedsDisplay() } } }

  /// If false, the layer and its sublayers aren't drawn while the layer faces away from the viewer.
  public final var isDoubleSided = true { didSet { if isDoubleSided != oldValue { geometryDidChange() } } }

  public final var backgroundColor: Color? { didSet { if backgroundColor != oldValue { setNeedsDisplay() } } }

  /// A radial gradient in place of the background color, in points.
  public final var backgroundGradient: RadialGradient? {
    didSet { if backgroundGradient != oldValue { setNeedsDisplay() } }
  }

  /// An image over the background color, placed by `contentsGravity`.
  public final var contents: Bitmap? { didSet { if contents !== oldValue { setNeedsDisplay() } } }
  public final var contentsGravity = ContentsGravity.resize {
    didSet { if contentsGravity != oldValue { setNeedsDisplay() } }
  }
  /// Pixels of `contents` per point, unless the gravity stretches it.
  public final var contentsScale = 1.0 { didSet { lookWasSet(.contentsScale, contentsScale != oldValue) } }

  /// The radii of the background's and the border's corners, in points. `masksToBounds` extends them to all content. A
  /// radius is at most half the shorter side.
  public final var cornerRadii = CornerRadii() { didSet { lookWasSet(.cornerRadius, cornerRadii != oldValue) } }
  /// The largest of `cornerRadii`. Setting it makes them equal.
  public final var cornerRadius: Double {
    get { cornerRadii.max }
    set { cornerRadii = CornerRadii(newValue) }
  }

  /// The border's width in points, inward from the bounds. The border lies over the sublayers.
  public final var borderWidth = 0.0 { didSet { lookWasSet(.borderWidth, borderWidth != oldValue) } }
  public final var borderColor = Color.black { didSet { lookWasSet(.borderColor, borderColor != oldValue) } }

  /// If true, sublayers and contents are clipped to the bounds and their rounded corners. The sublayers' corners are square
  /// in a rotated layer whose bitmap would be too large: all bitmaps of a frame have at most four times the picture's pixels.
  public final var masksToBounds = false { didSet { if masksToBounds != oldValue { setNeedsDisplay() } } }

  // MARK: Shadow

  public final var shadowColor = Color.black { didSet { lookWasSet(.shadowColor, shadowColor != oldValue) } }
  /// 0…1; 0 draws no shadow. Only the layer's own content casts it; sublayers that extend beyond the layer cast none.
  public final var shadowOpacity = 0.0 { didSet { lookWasSet(.shadowOpacity, shadowOpacity != oldValue) } }
  /// The standard deviation of the blur, in points.
  public final var shadowRadius = 3.0 { didSet { lookWasSet(.shadowRadius, shadowRadius != oldValue) } }
  /// In points of the layer. Core Animation's default; the shadow falls upward because y points down here.
  public final var shadowOffset = Point(0, -3) { didSet { lookWasSet(.shadowOffset, shadowOffset != oldValue) } }

  // MARK: Drawing

  /// Draws the layer's content, over the background and `contents`. Leave it `nil` if there is nothing to draw.
  public final weak var delegate: (any LayerDelegate)? { didSet { setNeedsDisplay() } }

  /// True if the delegate draws something.
  final var delegateDraws: Bool { delegate?.drawsContents == true }

  /// If true, the delegate promises to fill every pixel, so nothing below the layer needs drawing.
  public final var isOpaque = false { didSet { if isOpaque != oldValue { setNeedsDisplay() } } }

  /// If true, the layer and its sublayers are drawn once into a bitmap, which is then displayed.
  public final var shouldRasterize = false { didSet { if shouldRasterize != oldValue { setNeedsDisplay() } } }

  /// Pixels of that bitmap per point of the layer.
  public final var rasterizationScale = 1.0 {
    didSet { lookWasSet(.rasterizationScale, rasterizationScale != oldValue) }
  }

  // MARK: Tree

  // Safe because a layer clears it in its sublayers when it is released.
  public final internal(set) unowned(unsafe) var superlayer: Layer?

  /// In sibling order: later siblings lie on top unless depth decides.
  public final internal(set) var sublayers: [Layer] = []

  /// Called on the root layer when a visible property of any layer in the tree changes.
  public final var onChange: (() -> Void)?

  final var displayVersion = 0
  /// The part of the layer's own content that needs redrawing, in points: empty for none, `nil` for all of it.
  final var dirtyRect: Rect?
  /// True if something in this layer's subtree changed since its display list was last updated.
  final var subtreeIsDirty = true
  final var cache = LayerCache()
  /// False if no bitmap is cached for this layer's subtree.
  final var hasCachedBitmaps = false

  /// Runs the tree's animations; set on the root layer.
  package final weak var animator: (any LayerAnimator)?
  /// The running animations with a key. Weak, because the window owns them, and they may retain the layer.
  final var animations: [AnyHashable: WeakAnimation] = [:]
  /// The animation that is writing one of the layer's properties.
  final var writingAnimation: Animation?

  public init() {}

  /// For `GradientLayer`: true if `drawFill` draws something, over the background color and under the contents.
  var hasFill: Bool { false }
  /// True if `drawFill` fills the bounds opaquely, except for the corners.
  var fillIsOpaque: Bool { false }
  /// False for an axis along which `drawFill` draws every pixel alike.
  var fillVaries: (alongX: Bool, alongY: Bool) { (true, true) }
  func drawFill(_ canvas: Canvas, cornerRadii: CornerRadii) {}

  deinit {
    for sublayer in sublayers { sublayer.superlayer = nil }
  }

  /// Marks all of the layer's own content as needing redrawing.
  public final func setNeedsDisplay() {
    dirtyRect = nil
    displayVersion += 1
    subtreeDidChange()
  }

  /// Marks a part of the layer's own content, in points, as needing redrawing.
  public final func setNeedsDisplay(_ rect: Rect) {
    let part = dirtyRect.map { $0.isEmpty ? rect : $0.union(rect) }
    setNeedsDisplay()
    dirtyRect = part
  }

  /// Marks the display lists that contain the layer as dirty after a geometry change; its own bitmap stays valid. The
  /// root layer is contained in its own display list.
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
  /// False while the delegate draws nothing, so that the layer needs no bitmap. Read each time the layer may be drawn;
  /// call `setNeedsDisplay` if it changes. True by default.
  var drawsContents: Bool { get }

  /// Draws into a bitmap that covers a part of the layer's bounds: all of them, unless the layer is larger than the picture.
  ///
  /// Change only the pixels inside `clip`. They are transparent or filled with the layer's background color; in an
  /// opaque layer they still hold the previous drawing.
  ///
  /// - Parameters:
  ///   - layer: the layer to draw.
  ///   - bitmap: covers `area`.
  ///   - area: in points of the layer.
  ///   - clip: in pixels of the bitmap.
  func draw(_ layer: Layer, in bitmap: Bitmap, covering area: Rect, clip: PixelRect)
}

extension LayerDelegate {
  public var drawsContents: Bool { true }
}
