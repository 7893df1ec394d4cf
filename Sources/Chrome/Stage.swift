import Localization
import PanelViews
import Scenes

/// The root view: a background, a scene scaled to the panel, the bar, and what is presented over them.
public final class Stage: View {
  public var scene: Scene { sceneView.scene }

  /// Creates a scene for a name.
  public var makeScene: ((String) -> Scene?)?
  /// Creates the scenes for the picker; `nil` for a stage without a picker.
  public var offeredScenes: (() -> [Scene])?
  /// Called after `show` has replaced the scene.
  public var onSceneChange: ((Scene) -> Void)?

  /// The closures that are called after a long press in a corner.
  public var cornerHolds: [Corner: () -> Void] = [:]

  /// The actions that are available to visitors.
  public struct Permissions: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Choosing another scene.
    public static let scenes = Permissions(rawValue: 1)
    /// Opening the exploded view with the button or the key.
    public static let explanations = Permissions(rawValue: 2)
    public static let all: Permissions = [.scenes, .explanations]
  }

  public var permissions = Permissions.all { didSet { updateBarButtons() } }

  /// True to give feedback for each tap, and to offer the exploded view.
  public var explainsTaps = true {
    didSet {
      updateBarButtons()
      explainer.explainsTaps = explainsTaps
    }
  }

  package internal(set) var theme: Theme
  package let sceneView: SceneView
  var bar: Bar?
  /// False for no bar or, if `offeredSettings` isn't empty, a bar that has only the button for these.
  public var showsBar: Bool { didSet { if showsBar != oldValue { rebuild(theme: theme) } } }
  lazy var explainer = Explainer(self)
  private var noticeView: Notice?
  weak var messageView: ModalView?
  var inactivityTimer: WindowTimer?
  /// True if the timer ends the visit, and false if it begins the time to ask for more.
  var isVisitEnding = false
  /// The time from the last input or change of the scene until `onHomeTimeout` is called, in seconds; `nil` for never.
  public var homeTimeout: Double? { didSet { if homeTimeout != oldValue { homeTimeoutDidChange() } } }
  /// Called when a visit ends, after a time without input.
  public var onVisitEnd: (() -> Void)?
  /// Returns to the first scene. It waits for the end of a visit that leaves traces.
  public var onHomeTimeout: (() -> Void)?
  var homeTimer: WindowTimer?
  /// True if the timer has fired and the visit hasn't ended yet.
  var isHomeDue = false
  /// The settings that visitors can change with a button in the bar.
  public var offeredSettings: Set<VisitorSetting> = [] { didSet { offeredSettingsDidChange() } }
  /// The settings until a visitor changes them, and after the visitor has left.
  public var ownerSettings = VisitorSettings() { didSet { visitorSettings = ownerSettings } }
  public internal(set) var visitorSettings = VisitorSettings()
  /// Applies the settings. Called after a visitor has changed one, and to undo the changes once the visitor has left.
  public var onVisitorSettingsChange: ((VisitorSettings) -> Void)?
  /// The time after the last touch or key until explore by touch ends and the visitor's settings are reset, in seconds.
  /// 20 s before, visitors are asked whether they need more time.
  public var adaptationTimeout = Stage.inactivityTimeout
  /// The ways in which visitors can start explore by touch. When it ends, they hear them.
  public var speechStart = SpeechStart()
  /// Called when explore by touch has begun or ended.
  public var onSpeechChange: ((_ isOn: Bool) -> Void)?
  /// The question whether the visitor needs more time.
  var prompt: Notice?
  /// The time at which a touch answered it.
  var answerTime: UInt64?
  /// A swipe upward on the bar, which adds this recognizer. It opens the scene picker.
  let swipe = PanGestureRecognizer()
  private let cornerHoldRecognizer = LongPressGestureRecognizer()
  let dimmingLayer = Layer()
  /// The alpha of the black over an idle panel.
  var dimmedAlpha = 0.0
  /// The part of the picture's brightness that is kept, up to 1. `minimumBrightness` applies below it.
  public var brightness = 1.0 { didSet { if brightness != oldValue { updateDimming() } } }

  /// - Parameter showsBar: false to show only the scene, and a button for visitors' settings if any are offered.
  public init(_ scene: Scene, showsBar: Bool = true, theme: Theme = .dark) {
    sceneView = SceneView(scene)
    (self.theme, self.showsBar) = (theme, showsBar)
    super.init(name: "root")
    addSubview(sceneView)
    swipe.onChange = { [unowned self] in
      guard permissions.contains(.scenes), self.showsBar, swipe.state == .changed, swipe.translation.y < -40,
        abs(swipe.translation.x) < 80
      else { return }
      showsPicker = true
    }
    // Sliding a finger upward is part of dragging a slider or using a menu.
    swipe.shouldReceive = { touch in !(touch.view is Slider || touch.view is MenuButton) }
    makeBar()
    cornerHoldRecognizer.minimumPressDuration = Self.holdTime
    cornerHoldRecognizer.shouldReceive = { [unowned self] in sheet == nil && cornerHoldAction(at: $0.location) != nil }
    cornerHoldRecognizer.onChange = { [unowned self] in
      if cornerHoldRecognizer.state == .began, let touch = cornerHoldRecognizer.touches.first {
        cornerHoldAction(at: touch.location)?()
      }
    }
    addGestureRecognizer(cornerHoldRecognizer)
    sceneDidChange()
  }

  func sceneDidChange() {
    scene.onHintChange = { [weak self] in self?.showHint() }
    // The menu could belong to a control of the previous scene.
    if sheet is ChoiceMenu { dismissSheet() }
    bar?.setControls(showsBar ? scene.controls : [])
    explainer.sceneDidChange()
    showHint()
    setNeedsLayout()
  }

  /// Shows another scene.
  public func show(_ new: Scene) {
    guard new !== scene else { return }
    explainer.sceneWillChange()
    scene.onHintChange = nil
    scene.clearEntries()
    sceneView.scene = new
    sceneDidChange()
    restartHomeTimer()
    onSceneChange?(new)
  }

  /// Shows a text in the status line.
  public func showStatus(_ text: StatusText) {
    status = text
    updateStatus()
  }

  private var status: StatusText?

  /// Shows the status, or how to go on if the exploded view shows a tap that doesn't reach the visible view.
  func updateStatus() {
    let offersOtherFix = explainer.explosion?.report.matchesVisibleView == false && scene is CubeScene
    if let text = offersOtherFix ? StatusText(.tryAnotherAnswer) : status { bar?.showStatus(text) }
    // Above the bar, the exploded view has no room for the status line.
    let isHidden = explainer.explosion != nil && !(offersOtherFix && bar?.statusFrame == nil)
    bar?.status.isHidden = isHidden || explainer.guide != nil || !showsBar
  }

  /// A message above the scene about a problem that needs attention; `nil` for none.
  public var notice: String? {
    didSet {
      guard notice != oldValue else { return }
      noticeView?.removeFromSuperview()
      noticeView = notice.map { Notice($0, theme: theme) }
      if onNoticeTap != nil { noticeView?.onTap = { [unowned self] in onNoticeTap?() } }
      if let noticeView { insertSubview(noticeView, aboveSubview: bar ?? sceneView) }
      setNeedsLayout()
    }
  }

  /// Dismisses `notice`, which then takes touches; `nil` for a notice that stays. Set it first.
  public var onNoticeTap: (() -> Void)?

  func showHint() { showStatus(scene.hint) }

  // MARK: Text size and reach

  /// The factor for the sizes of texts, 1…2. The bar, the sheets and the explanations grow as a whole, as far as the
  /// panel is large enough; in the scene only the texts grow.
  public var textSize = 1.0 { didSet { updateTextSize() } }

  private func updateTextSize() {
    window?.zoom = textSize
    sceneView.overrideTextScale = textSize
    setNeedsLayout()
  }

  /// The share of the panel's height, from the top, that some people can't reach, 0…1. It stays free of touch targets.
  public var unreachableShare = 0.0 { didSet { if unreachableShare != oldValue { setNeedsLayout() } } }

  // MARK: Shift

  /// The maximum shift, in points.
  public static let maximumPixelShift = 24.0

  /// The offset of everything except the background, in points, rounded to pixels. It prevents burn-in. Touches follow
  /// it.
  public var shift = Point.zero { didSet { if shift != oldValue { updateTransform() } } }

  func updateTransform() {
    let scale = window?.scale ?? 1
    let mirror = Transform3D(scaleX: layer.isMirrored ? -1 : 1, y: 1, z: 1)
    let (x, y) = (shift.x, shift.y - (window?.keyboardOffset ?? 0))
    layer.sublayerTransform = mirror.concatenating(
      Transform3D(translationX: (x * scale).rounded() / scale, y: (y * scale).rounded() / scale, z: 0))
  }

  public override func keyboardOffsetDidChange() { updateTransform() }

  /// Mirrors a point of the panel if the layout is mirrored.
  package func mirrored(_ point: Point) -> Point {
    layer.isMirrored ? Point(bounds.width - point.x, point.y) : point
  }

  /// True to extend the scene beyond the panel's edges by `maximumPixelShift`, so that it covers the panel when
  /// shifted.
  public var hasShiftMargin = false { didSet { if hasShiftMargin != oldValue { setNeedsLayout() } } }

  // MARK: Input

  public override func didMoveToWindow() {
    window?.onInput = { [unowned self] in receiveInput(isKey: $0) }
    updateTextSize()
  }

  /// Handles a key: E opens the exploded view, S the scene picker; all others go to the scene. Returns
  /// false for an unused key.
  ///
  /// The exploded view gets the keys that it uses. If it isn't open and `showsBar` is false, no key has an effect, not
  /// even one of the scene: each key presses a control that isn't shown then.
  public func press(_ key: Key) -> Bool {
    if explainer.explosion?.press(key) == true { return true }
    guard showsBar else { return false }
    switch key {
    case .character("e") where permissions.contains(.explanations) && explainsTaps: explain()
    case .character("s") where permissions.contains(.scenes) && offeredScenes != nil: showsPicker.toggle()
    default: return scene.press(key)
    }
    return true
  }

  /// Updates the status line and explanations for a touch event that was delivered to a view.
  public func didDeliver(_ event: TouchEvent, to view: View?) {
    // Explanations would reveal the keys, and typing needs none.
    if sequence(first: view, next: { $0?.superview }).contains(where: { $0 is KeyboardView }) { return }
    explainer.didDeliver(event, to: view)
    guard explainer.explosion == nil, event.phase == .began else { return }
    if let text = scene.describe(view, at: event.location) { showStatus(text) }
  }

  // MARK: Layout

  public override func layoutSubviews() {
    let size = bounds.size
    layOutBackground()
    let layout = StageLayout(
      size: size, unreachableShare: unreachableShare, zoom: window?.effectiveZoom ?? 1,
      surfacePoint: 1 / (window?.magnification ?? 1), bar: bar, isBarForSettingsOnly: bar != nil && !showsBar,
      scene: scene, guideHeight: explainer.guideHeight)
    reachableFrame = layout.reachableFrame
    window?.safeAreaInsets.top = reachableFrame.minY
    if let bar {
      bar.frame = layout.bar
      let status = layout.status
      bar.statusFrame = layout.isStatusInBar ? nil : Rect(origin: status.origin - layout.bar.origin, size: status.size)
      bar.status.alignment = layout.statusAlignment
      updateStatus()
      freeBottom = min(layout.bar.minY, layout.isStatusInBar ? .infinity : layout.status.minY)
    }
    // Wherever its center is, the scene reaches every edge of the panel, because views receive touches
    // only inside their superview's bounds.
    let margin = hasShiftMargin ? Self.maximumPixelShift : 0
    let (width, height) = (
      2 * (max(layout.center.x, size.width - layout.center.x) + margin) / layout.magnification,
      2 * (max(layout.center.y, size.height - layout.center.y) + margin) / layout.magnification
    )
    sceneView.place(
      center: layout.center, magnification: layout.magnification,
      size: scene.coversWindow ? size : scene.fixedSize ?? Size(width, height),
      freeSize: Size(size.width / layout.magnification, layout.freeHeight / layout.magnification),
      scrollsIfNeeded: textSize > 1 || unreachableShare > 0)
    updateMessageSize()
    explainer.guide?.frame = layout.guide
    let bottom = explainer.guide != nil ? layout.guide.minY : bar == nil ? size.height : layout.bar.minY
    explainer.place(in: Rect(0, reachableFrame.minY, size.width, max(bottom - reachableFrame.minY, 1)))
    let textMagnification = max(scene.magnification, 1)
    noticeView?.place(on: size, magnification: textMagnification)
    prompt?.place(on: size, magnification: textMagnification, above: window)
    if dimmingLayer.superlayer != nil { layOutDimmingLayer() }
  }

  /// The part of the panel that is in reach, in points.
  private(set) var reachableFrame = Rect.zero

  /// The area above the bar and its status line, in points.
  package var freeFrame: Rect {
    let reachable = reachableFrame
    guard bar != nil else { return reachable }
    return Rect(0, reachable.minY, reachable.width, max(freeBottom - reachable.minY, 0))
  }
  private var freeBottom = 0.0

  public override func prepareForFrame() {
    explainer.prepareForFrame()
  }

  private func layOutBackground() {
    // Darkest in the corners, brightest slightly above the center, behind the scene.
    let (width, height) = (bounds.width, bounds.height)
    layer.backgroundGradient = RadialGradient(
      center: Point(width / 2, height * 0.46), radius: (width * width + height * height).squareRoot() * 0.56,
      from: theme.backgroundCenter, to: theme.backgroundEdge)
  }
}
