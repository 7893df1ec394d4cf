import PanelLayers

/// Shows a view tree: handles touches and keys, draws pictures.
///
/// The lengths of all views are in points, which are larger on large panels and with a `zoom`. Only the window converts
/// them: touch events, recordings and the compositor use the surface's points.
///
/// Times are nanoseconds of a monotonic clock.
public final class Window {
  public let rootView: View
  /// In points: `panelSize` divided by `magnification`.
  public private(set) var size = Size.zero
  /// Pixels per point.
  public private(set) var scale = 1.0
  /// The surface's points per point.
  public private(set) var magnification = 1.0
  /// The size of the picture in the surface's points, after `rotation`.
  public private(set) var panelSize = Size.zero
  /// Pixels per point of the surface.
  public private(set) var surfaceScale = 1.0

  /// True if the picture has changed since the last `updateDamage`.
  public private(set) var needsDisplay = true

  /// True to end every animation at once.
  public var reducesMotion = false

  /// The factor for the recognizers' thresholds: more than 1 on a panel whose surface has smaller points than UIKit.
  public var gestureScale = 1.0
  /// The window's points per point of a recognizer's threshold.
  public var thresholdScale: Double { gestureScale / magnification }

  /// The surface's points per millimeter; `nil` if unknown.
  public var pointsPerMillimeter: Double? { didSet { updateSize() } }

  /// The factor for the text sizes of labels and controls, 1…2, as Dynamic Type in UIKit. A `Font` that you set keeps
  /// its size.
  public var textScale = 1.0 {
    didSet {
      textScale = min(max(textScale, 1), 2)
      if textScale != oldValue { rootView.appearanceDidChange() }
    }
  }

  /// Enlarges a point, 1…2, as Display Zoom in iOS. The shorter side of the panel keeps at least `minimumZoomedSide`
  /// points.
  public var zoom = 1.0 {
    didSet {
      zoom = min(max(zoom, 1), 2)
      updateSize()
    }
  }

  /// The room at the edges that the contents of modal views leave free, in points.
  public var safeAreaInsets = Insets.zero {
    didSet { if safeAreaInsets != oldValue { for view in modalViews { view.setNeedsLayout() } } }
  }

  /// Called when the picture, `isAnimating` or `nextDeadline` may have changed outside of `send`, `press`, `release`,
  /// `cancelTouches` and `advance`. Request a frame or a timer then.
  public var onNeedsDisplay: (() -> Void)?
  /// Called after the layout was updated for a frame.
  public var onFrame: (() -> Void)?

  /// Called for each touch event after it was delivered. The view is `nil` if the hit test found none.
  public var onTouch: ((TouchEvent, View?) -> Void)?

  /// During a call of `onTouch`: the recognizer whose gesture has cancelled the touch in its view, if any.
  public internal(set) var claimingRecognizer: GestureRecognizer?

  /// Called before each touch event and key down. Returns false to ignore it. If the beginning of a touch is ignored,
  /// so are the entire touch and all touches that begin before it ends.
  public var shouldReceive: (() -> Bool)?

  /// Called before each key down, also one that `shouldReceive` would refuse. Returns false if it handled the key.
  public var shouldPress: ((Key) -> Bool)?

  /// Called before each touch event and key down that isn't ignored, also while touches explore. Returns false to ignore
  /// a key, or a touch that begins, because of the effect of the call.
  public var onInput: ((_ isKey: Bool) -> Bool)?

  /// Called for keys that no focused control handled. Returns true if it handled the key.
  public var onKey: ((Key) -> Bool)?

  /// False to ignore all keys.
  public var handlesKeys = true { didSet { if !handlesKeys { focus(nil) } } }

  /// A key that was pressed or released is ignored for so many seconds, also on keypads: for people whose fingers
  /// strike twice. 0 to accept each press.
  public var bounceKeysDelay = 0.0
  /// The last accepted key, and when it was pressed or released.
  var lastKey: (key: Key, time: UInt64)?

  /// Receives all touches instead of the views, so that people can use the window without sight. Setting it starts
  /// exploring by touch, and `nil` ends that.
  public var touchExplorer: TouchExplorer? {
    didSet {
      guard touchExplorer !== oldValue else { return }
      oldValue?.stop()
      cancelInput(at: now)
      touchExplorer?.start(in: self)
    }
  }

  /// Called with the texts of the touch explorer.
  public var onUtterance: ((Utterance) -> Void)?

  /// The time of the event that is being handled; otherwise of the last call of `send`, `press`, `release` or `advance`.
  public internal(set) var now: UInt64 = 0
  /// The time of the last of those calls. Unlike `now`, it isn't the time at which a late event occurred.
  private(set) var clock: UInt64 = 0
  /// The time of the last event. See `handleEvent`.
  var lastEventTime: UInt64 = 0

  /// The rotation of the picture on the surface. `size` is the picture's size; touches arrive in the surface's points.
  public var rotation = QuarterTurns.none {
    didSet {
      guard rotation != oldValue else { return }
      // A half turn doesn't change the size.
      setNeedsLayout()
      resize(to: oldValue.apply(to: panelSize), scale: surfaceScale, bufferTransform: bufferTransform)
    }
  }

  /// The additional rotation of the drawn pixels, which doesn't affect touches.
  public private(set) var bufferTransform = BufferTransform.normal

  /// The size of the bitmaps for `draw`.
  public var pixelSize: (width: Int, height: Int) {
    let size = bufferTransform.apply(to: rotation.apply(to: panelSize)) * surfaceScale
    return (max(1, Int(clamping: size.width.rounded())), max(1, Int(clamping: size.height.rounded())))
  }

  /// The modal views that are shown, the frontmost last.
  public var modalViews: [ModalView] {
    rootView.subviews.compactMap { $0 as? ModalView }.filter(\.isPresented)
  }
  /// The frontmost modal view, which gets all keys that its controls don't use.
  public var modalView: ModalView? { modalViews.last }

  // Used by the extensions.
  var touches: [Touch] = []
  var scrolling = Scrolling()
  weak var focusedControl: Control?

  /// Creates the keyboard that is shown while people type, when it is first needed; `nil` for none. See `KeyboardView`.
  public var makeKeyboard: (() -> KeyboardView?)? {
    didSet {
      if keyboardHost != nil { focus(nil) }
      keyboardHost = nil
    }
  }
  var keyboardHost: KeyboardHost?
  /// The distance by which the contents are moved up for the keyboard, in points. See `View.keyboardOffsetDidChange`.
  public internal(set) var keyboardOffset = 0.0 {
    didSet { if keyboardOffset != oldValue { rootView.keyboardOffsetDidChange() } }
  }
  /// True from the first key of a real keyboard until the next touch on a field.
  var usesRealKeyboard = false
  /// Hides the keyboard unless the keys are those of a scan.
  var realKeyboardTimer: WindowTimer?
  var scanner = ScanRecognizer()
  /// The focused field before the keys that may be a scan.
  var stateBeforeScan: (field: TextField, state: TextField.EditingState)?
  /// The key that was pressed last on the focused control, and its keyboard, until it is released.
  var heldKey: (key: Key, keyboard: Int)?
  /// After the focused control left the tree: the control before it in reading order.
  weak var controlBeforeFocus: Control?
  /// See `afterRelease`.
  var releaseActions: [() -> Void] = []
  var animations: [Animation] = []
  var timers: [WindowTimer] = []

  /// True if layout was requested since the last pass began.
  private var needsLayout = true
  private let displayList: DisplayListBuilder
  private let renderer: Renderer
  /// The number of nested calls of `handle`. Its caller checks for changes by itself.
  private var handleDepth = 0

  /// - Parameters:
  ///   - rootView: is resized to the window's size.
  ///   - size: of the surface, in its points.
  ///   - scale: pixels per point of the surface.
  ///   - threads: the number of drawing threads.
  public init(_ rootView: View, size: Size, scale: Double, threads: Int) {
    self.rootView = rootView
    displayList = DisplayListBuilder(of: rootView.layer)
    renderer = Renderer(threads: threads)
    rootView.notifyWillMove(to: self)
    rootView.ownWindow = self
    rootView.layer.animator = self
    rootView.layer.onChange = { [unowned self] in
      needsDisplay = true
      didChange()
    }
    resize(to: size, scale: scale)
    rootView.notifyDidMoveToWindow()
  }

  deinit {
    rootView.layer.onChange = nil
    // The views may be shown in another window. Nothing is reported, because the program may be gone already. Besides, a
    // recognizer retains its touches, and these their view, which retains the recognizer.
    for touch in touches {
      (touch.view as? Control)?.discardTouch()
      for recognizer in touch.recognizers { recognizer.discardGesture() }
    }
    focusedControl?.discardFocus()
    for animation in animations { animation.cancel() }
    rootView.notifyWillMove(to: nil)
    rootView.notifyDidMoveToWindow()
  }

  /// Resizes the window. `size`, `scale` and `magnification` follow from the surface's size and scale.
  ///
  /// - Parameters:
  ///   - surfaceSize: in the surface's points.
  ///   - scale: pixels per point of the surface.
  ///   - bufferTransform: rotates the pixels for a compositor with a rotated output, which then only copies them.
  public func resize(to surfaceSize: Size, scale: Double, bufferTransform: BufferTransform = .normal) {
    if bufferTransform != self.bufferTransform {
      self.bufferTransform = bufferTransform
      setNeedsLayout()
    }
    let size = rotation.apply(to: surfaceSize)
    guard size != panelSize || scale != surfaceScale else { return }
    (panelSize, surfaceScale) = (size, scale)
    updateSize()
  }

  private func updateSize() {
    magnification = unzoomedMagnification * effectiveZoom
    let (size, scale) = (panelSize * (1 / magnification), surfaceScale * magnification)
    guard size != self.size || scale != self.scale else { return }
    if scale != self.scale { rootView.scaleDidChange() }
    (self.size, self.scale) = (size, scale)
    rootView.bounds = Rect(origin: .zero, size: size)
    for view in modalViews { view.setNeedsLayout() }
    rootView.center = Point(size.width / 2, size.height / 2)
    rootView.setNeedsLayout()
  }

  /// Lays out the views, if needed. `updateDamage` calls it; call it yourself before a hit test without a picture.
  public func layoutIfNeeded() {
    handle {
      // A second pass for layout requests during the first one; later requests wait.
      for _ in 0..<2 where needsLayout {
        needsLayout = false
        rootView.layoutIfNeeded()
        keyboardHost?.placeIfShown()
      }
    }
  }

  /// Updates the layout and the display list for the next picture.
  ///
  /// - Returns: The damage, in pixels: the region that must be redrawn because it differs from the last picture. It is
  ///   the entire picture after a resize.
  public func updateDamage() -> Region {
    layoutIfNeeded()
    handle { rootView.prepareForFrame() }
    layoutIfNeeded()
    onFrame?()
    needsDisplay = needsLayout
    let (width, height) = pixelSize
    let pictureTransform = rotation.transform(of: size)
      .concatenating(bufferTransform.transform(of: rotation.apply(to: size)))
    return displayList.updateDamage(
      size: PixelRect(x: 0, y: 0, width: width, height: height), scale: scale, pictureTransform: pictureTransform,
      renderer: renderer)
  }

  /// Draws the picture of the last `updateDamage` inside `clip`, into a bitmap of `pixelSize` or scaled down into a
  /// smaller one. Areas outside of the root view are black.
  public func draw(into target: Bitmap, clip: Region) {
    let root = rootView.layer
    if !root.isFullyOpaque || root.isHidden || root.opacity < 1 {
      let clip = clip.intersection(target.bounds)
      for index in 0..<clip.count { target.fill(clip[index], with: 0xFF00_0000) }
    }
    let (width, height) = pixelSize
    guard target.bounds != PixelRect(x: 0, y: 0, width: width, height: height) else {
      return displayList.draw(into: target, clip: clip, renderer: renderer)
    }
    let whole = Bitmap(width: width, height: height)
    displayList.draw(into: whole, clip: Region(whole.bounds), renderer: renderer)
    let scale = Homography(scaleX: Double(target.width) / Double(width), y: Double(target.height) / Double(height))
    renderer.draw([Quad(whole, transform: scale)], into: target, clip: clip)
  }

  func setNeedsLayout() {
    (needsLayout, needsDisplay) = (true, true)
    didChange()
  }

  /// Reports a change that may need a frame or a timer.
  func didChange() {
    if handleDepth == 0 { onNeedsDisplay?() }
  }

  /// Runs a closure whose caller checks for changes afterwards, without calling `onNeedsDisplay`.
  ///
  /// - Parameter time: the new `now`.
  func handle<Result>(at time: UInt64? = nil, _ body: () -> Result) -> Result {
    if let time {
      skipGap(to: time)
      (clock, now) = (time, time)
    }
    handleDepth += 1
    defer { handleDepth -= 1 }
    return body()
  }
}
