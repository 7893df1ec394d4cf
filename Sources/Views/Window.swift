import Geometry
import Layers
import Raster

/// A tree of views with a size: takes touches and keys, gives pictures.
///
/// Times are nanoseconds of any one monotonic clock.
public final class Window {
  public let rootView: View
  /// In points.
  public private(set) var size = Size.zero
  /// Pixels to a point.
  public private(set) var scale = 1.0

  /// True when the picture is no longer what the last `prepare` saw.
  public private(set) var needsDisplay = true

  /// True to have every animation's end at once.
  public var reducesMotion = false

  /// The number of points that the recognizers take for one: more than 1 on a panel whose points are smaller than those
  /// the thresholds were measured for.
  public var gestureScale = 1.0

  /// The number of points to a millimetre of the glass; `nil` where nobody knows.
  public var pointsPerMillimeter: Double? { didSet { if pointsPerMillimeter != oldValue { setNeedsLayout() } } }

  /// Called when the picture, `isAnimating` or `nextDeadline` may have changed outside `send`, `press`, `release`,
  /// `cancelTouches` and `advance`, so that a frame or a timer can be asked for.
  public var onNeedsDisplay: (() -> Void)?

  /// Called for each touch event, after its view took it; the view is `nil` for a finger that went down where none is.
  public var onTouch: ((TouchEvent, View?) -> Void)?

  /// Asked whenever somebody does something, before anything else: with a finger, or with a key that goes down. False
  /// has nothing come of what begins with it: not of the key, and not of the finger and those that join it, until the
  /// last of them is up.
  public var shouldReceive: (() -> Bool)?

  /// Called for keys that no focused control wanted. True when it used the key.
  public var onKey: ((Key) -> Bool)?

  /// False for a window that knows no keys: they are as if nobody had pressed them.
  public var takesKeys = true {
    didSet {
      guard !takesKeys else { return }
      focus(nil)
    }
  }

  /// The time of the last call that gave one.
  public internal(set) var now: UInt64 = 0

  /// The turn of the picture on the panel. `size` is the picture's, and touches are given in the panel's points: one
  /// transform is for both.
  public var turns = QuarterTurns.none {
    didSet {
      guard turns != oldValue else { return }
      // A half turn leaves the size as it is.
      setNeedsLayout()
      let panel = oldValue.apply(to: size)
      resize(to: panel, scale: scale, bufferTransform: bufferTransform)
    }
  }

  /// The turn of the panel in the pixels that are drawn. Touches know nothing of it.
  public private(set) var bufferTransform = BufferTransform.normal

  /// The size of the bitmaps that `draw` is for.
  public var pixelSize: (width: Int, height: Int) {
    let size = bufferTransform.apply(to: turns.apply(to: size)) * scale
    return (max(1, Int(clamping: size.width.rounded())), max(1, Int(clamping: size.height.rounded())))
  }

  // What the extensions keep.
  var touches: [Touch] = []
  weak var focusedControl: Control?
  var animations: [Animation] = []
  var timers: [Timer] = []

  /// Layout was requested since the last pass began.
  private var needsLayout = true
  private let picture: Picture
  private let renderer: Renderer
  /// Inside a call after which the caller looks at `needsDisplay` anyway.
  private var depth = 0

  /// - Parameters:
  ///   - rootView: gets the window's size, whatever its own.
  ///   - size: in points.
  ///   - scale: pixels to a point.
  ///   - threads: the number of threads that draw.
  public init(_ rootView: View, size: Size, scale: Double, threads: Int) {
    self.rootView = rootView
    picture = Picture(of: rootView.layer)
    renderer = Renderer(threads: threads)
    rootView.ownWindow = self
    rootView.layer.onChange = { [unowned self] in
      needsDisplay = true
      didChange()
    }
    resize(to: size, scale: scale)
  }

  deinit { rootView.layer.onChange = nil }

  /// Lays the views out anew.
  ///
  /// - Parameters:
  ///   - panel: the panel's size, in points.
  ///   - scale: pixels to a point.
  ///   - bufferTransform: for a compositor that turns its output, and is saved the work.
  public func resize(to panel: Size, scale: Double, bufferTransform: BufferTransform = .normal) {
    if bufferTransform != self.bufferTransform {
      self.bufferTransform = bufferTransform
      setNeedsLayout()
    }
    let size = turns.apply(to: panel)
    guard size != self.size || scale != self.scale else { return }
    self.size = size
    self.scale = scale
    rootView.bounds = Rect(origin: .zero, size: size)
    rootView.center = Point(size.width / 2, size.height / 2)
    rootView.setNeedsLayout()
  }

  /// Lays out what needs it. `prepare` does so itself; a hit test without a picture needs it before.
  public func layoutIfNeeded() {
    handle {
      // Once more for the views that asked after the pass had come by; those that ask again have to wait.
      for _ in 0..<2 where needsLayout {
        needsLayout = false
        rootView.layoutIfNeeded()
      }
    }
  }

  /// Brings layout and display list up to date. Returns what differs from the picture of the last call, in pixels:
  /// the whole picture after a resize.
  public func prepare() -> Region {
    layoutIfNeeded()
    handle { rootView.prepareForPicture() }
    layoutIfNeeded()
    needsDisplay = needsLayout
    let (width, height) = pixelSize
    let turn = turns.transform(of: size).concatenating(bufferTransform.transform(of: turns.apply(to: size)))
    return picture.prepare(
      size: PixelRect(x: 0, y: 0, width: width, height: height), scale: scale, turn: turn, renderer: renderer)
  }

  /// Draws the picture of the last `prepare` into a bitmap of `pixelSize`, or shrunk into a smaller one, inside `clip` only.
  /// Where the root view doesn't cover it, it is black.
  public func draw(into target: Bitmap, clip: Region) {
    let root = rootView.layer
    if !root.fillsItself || root.isHidden || root.opacity < 1 {
      let clip = clip.intersection(target.bounds)
      for index in 0..<clip.count { target.fill(clip[index], with: 0xFF00_0000) }
    }
    renderer.draw(picture.quads(fitting: target.bounds), into: target, clip: clip)
  }

  /// Gives pixels back that only motion needs: of grounds that were drawn again and again. For a window that stands still.
  public func discardGradients() { rootView.layer.discardGradients() }

  func setNeedsLayout() {
    (needsLayout, needsDisplay) = (true, true)
    didChange()
  }

  /// Something changed that may need a frame or a timer.
  func didChange() {
    if depth == 0 { onNeedsDisplay?() }
  }

  /// Runs something whose caller looks afterwards what it changed.
  func handle<Result>(_ body: () -> Result) -> Result {
    depth += 1
    defer { depth -= 1 }
    return body()
  }
}
