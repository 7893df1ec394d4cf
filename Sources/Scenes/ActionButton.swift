import Localization
import PanelViews

/// A button that performs an `Action` and shows its result.
public class ActionButton: Button {
  /// The number of the cube face that has the button, 1 to 6; `nil` for a button of a scene file.
  public let face: Int?
  /// The path of its scene file; empty for a face's button and for the panel's scene.
  public internal(set) var file = ""
  /// The line of the list row that contains the button; `nil` outside of lists.
  public internal(set) var line: RowLine?
  /// The number of equal lines before that line.
  public internal(set) var lineOccurrence = 0
  public let action: Action
  /// False if the name is a generated one.
  public let isNamed: Bool
  /// `nil` for the default title of the action.
  public let titleText: LiveText?
  private let iconName: LiveText?
  /// The title with the current values, and whether one of them is stale.
  private(set) var liveTitle = (text: "", isStale: false)
  /// Returns the title as the log and other programs get it; `nil` if the scene has a label for it.
  private(set) var publicTitle: (() -> String)?
  unowned let values: Values
  private var titleObserver: LiveTextObserver?
  private let baseLook: ActionButtonLook
  private(set) var buttonLook: ActionButtonLook { didSet { if buttonLook != oldValue { setNeedsDisplay() } } }
  /// False if the `enabled` condition doesn't hold.
  public private(set) var isAllowed = true { didSet { if isAllowed != oldValue { updateEnabled() } } }
  /// True to look disabled, although a press is tried: the program is missing, or was until a moment ago.
  public var isUnavailable = false { didSet { if isUnavailable != oldValue { setNeedsDisplay() } } }
  public let conditions: [ValueCondition]
  private var conditionObserver: ChangeObserver?
  /// True if the button has to be held for a second.
  public let needsHold: Bool
  /// The required hold time, in seconds.
  private static let holdTime = 1.0
  /// The elapsed part of the hold time, 0…1.
  private(set) var holdProgress = 0.0 { didSet { if holdProgress != oldValue { setNeedsDisplay() } } }
  private var isHeld = false
  private static let holdKey = "hold"

  public var phase = Phase.idle {
    didSet {
      guard phase != oldValue else { return }
      updateEnabled()
      announcePhase()
    }
  }

  private func updateEnabled() {
    isEnabled = phase != .running && isAllowed
    setNeedsDisplay()
  }

  /// The number of presses, which a face can show.
  public var pressCount = 0 { didSet { if pressCount != oldValue { onPressCountChange?(pressCount) } } }
  var onPressCountChange: ((Int) -> Void)?

  public var isLightOn = true { didSet { if isLightOn != oldValue { setNeedsDisplay() } } }

  init(_ description: ButtonDescription, face: Int?, look: ActionButtonLook, layer: Layer? = nil, values: Values) {
    (self.face, self.buttonLook, baseLook, action) = (face, look, look, description.action)
    (isNamed, self.values) = (description.isNamed, values)
    (titleText, iconName) = (description.title, description.icon)
    needsHold = description.needsHold
    conditions = ([description.enabledCondition] + description.styles.map(\.condition)).compactMap { $0 }
    super.init(name: description.name, layer: layer)
    setFont()
    numberOfLines = description.lines
    if description.accessibilityLabel == nil, titleText == nil {
      explanationName = (action == .light ? LocalizedText.lampButton : .theButton).text
    }
    accessibilityLabel = description.accessibilityLabel ?? idleTitle
    observe(description, values)
  }

  /// A button that has to be held calls `onPress` later.
  public override func performPrimaryAction() { if !needsHold { super.performPrimaryAction() } }

  private func setFont(hasMonospacedDigits: Bool = false) {
    textStyle = TextStyle(
      Font(size: baseLook.maximumFontSize, weight: 600, hasMonospacedDigits: hasMonospacedDigits))
  }

  private func observe(_ description: ButtonDescription, _ values: Values) {
    if description.accessibilityLabel == nil, let titleText {
      publicTitle = { [unowned values] in values.publicText(of: titleText) }
    }
    titleObserver = (titleText ?? iconName).map { _ in
      let all = (titleText ?? LiveText()).appending(iconName)
      return LiveTextObserver(all, of: values) { [unowned self, unowned values] _, _, isStale in
        liveTitle = (titleText.map(values.text) ?? "", isStale)
        icon = iconName.map(values.icon(named:))
        setFont(hasMonospacedDigits: titleText.map(values.hasFixedDecimals) ?? false)
        if description.accessibilityLabel == nil, titleText != nil { accessibilityLabel = liveTitle.text }
        setNeedsDisplay()
        invalidateIntrinsicContentSize()
      }
    }
    let update = { [unowned self, unowned values] in
      isAllowed = description.enabledCondition.map(values.holds) ?? true
      let style = description.styles.first { $0.condition.map(values.holds) ?? true }
      buttonLook = style.map { baseLook.colored($0.color) } ?? baseLook
    }
    update()
    if let condition = description.enabledCondition {
      disabledReason = { [unowned values] in values.spokenReason(for: condition) }
    }
    for case .set(let changes) in action.steps {
      guard let change = changes.first, changes.count == 1, change.value.count > 1 else { continue }
      toggledValueText = { [unowned values] in values.text(of: change.key) }
      break
    }
    if !conditions.isEmpty { conditionObserver = values.observe(conditions.flatMap(\.names), update) }
  }

  // A touch and a key both highlight the button, so either can hold it.
  public override func stateDidChange() {
    super.stateDidChange()
    guard needsHold else { return }
    isHighlighted ? beginHold() : endHold()
  }

  private func beginHold() {
    guard !isHeld else { return }
    isHeld = true
    // Reduced motion would finish any other animation at once and defeat the hold.
    let hold = Animation.elapsedTime(seconds: Self.holdTime) { [weak self] in
      guard let self else { return }
      holdProgress = $0 < 1 ? $0 : 0
      if $0 >= 1 { onPress?() }
    }
    layer.add(hold, forKey: Self.holdKey)
  }

  private func endHold() {
    layer.removeAnimation(forKey: Self.holdKey)
    (isHeld, holdProgress) = (false, 0)
  }

  // MARK: Accessibility

  /// A second activation within this time, in nanoseconds, presses a button that has to be held.
  private static let confirmationTime: UInt64 = 10_000_000_000
  private var confirmationDeadline: UInt64 = 0

  /// The text of the value that the button sets to one of several texts; `nil` for other buttons.
  private var toggledValueText: (() -> String)?

  /// The reason why the button isn't allowed, if the scene knows it.
  private var disabledReason: (() -> String?)?

  /// Set during the first second of a command: until then, "pressed" is spoken instead of "Running…".
  private var runningTimer: WindowTimer?

  private func announcePhase() {
    runningTimer?.cancel()
    runningTimer = nil
    // An idle button only stops showing the result.
    guard phase != .idle, let window, window.touchExplorer != nil else { return }
    guard phase == .running else { return window.announceChange(of: self) }
    runningTimer = window.after(seconds: 1) { [weak self] in
      guard let self else { return }
      runningTimer = nil
      self.window?.announceChange(of: self)
    }
  }

  /// The value is the result of the last press, the state of the light, or the value that the button toggles.
  public override var accessibilityDefaults: AccessibilityDefaults {
    // The title may be that of something else, such as a doorbell with a lamp.
    let (on, off) = titleText == nil ? (LocalizedText.spokenOn, LocalizedText.spokenOff) : (.lightOn, .lightOff)
    let light = action == .light ? (isLightOn ? on : off).text : nil
    // Speech omits the symbol before the word of a result.
    let isIdle = phase == .idle || runningTimer != nil
    let state = isIdle ? light ?? toggledValueText?() : String(appearance.title.drop { !$0.isLetter })
    var defaults = super.accessibilityDefaults.adding(.button, value: state)
    // "Running…" says that it can't be pressed now.
    if phase == .running { defaults.traits.remove(.notEnabled) }
    if needsHold { defaults.hint = LocalizedText.hintConfirm.text }
    if !isAllowed { defaults.hint = disabledReason?() }
    return defaults
  }

  /// Presses the button. If it has to be held, the second activation within ten seconds presses it.
  public override func accessibilityActivate() -> Bool {
    if phase == .running { window?.announce(LocalizedText.running.text) }
    guard needsHold, isEnabled, let window else { return super.accessibilityActivate() }
    let isConfirmed = window.now < confirmationDeadline
    confirmationDeadline = isConfirmed ? 0 : window.now.addingReportingOverflow(Self.confirmationTime).partialValue
    if isConfirmed { onPress?() } else { window.announce(confirmText) }
    return true
  }

  private var confirmText: String {
    (window?.touchExplorer?.usesKeys == true ? LocalizedText.confirmAgainKey : .confirmAgain).text
  }

  public override func accessibilityElementDidLoseFocus() { confirmationDeadline = 0 }

  /// The button stays focused while its command runs, so that the focus ring doesn't jump away.
  public override var canBecomeFocused: Bool { isEnabled || isFocused }

  /// A button without a title shows its result as an icon.
  public override var currentTitle: String { hasOnlyIcon ? "" : appearance.title }
  public override var currentTitleColor: Color { appearance.textColor }
  public override var drawnLook: ControlLook {
    ControlLook(
      background: appearance.background, highlightOverlay: .clear, focusRing: buttonLook.focusRing,
      cornerRadius: radius,
      focusRingWidth: 2.5, focusRingInset: -buttonLook.inset)
  }

  public override func draw(_ canvas: Canvas) {
    if buttonLook.castsShadow {
      canvas.shadow(pill, radius: radius, blur: 2.5, offset: Point(0, 1), color: Color(0, 0, 0, 0.35))
    }
    super.draw(canvas)
  }

  public override func drawTitle(_ canvas: Canvas) {
    if holdProgress > 0 {
      // The progress of the hold, as a bar that fills.
      canvas.clipped(to: pill, radius: radius) {
        canvas.fill(
          Rect(pill.minX, pill.minY, pill.width * holdProgress, pill.height), color: buttonLook.runningBackground)
      }
    }
    super.drawTitle(canvas)
  }

  public override func backgroundRect(forBounds bounds: Rect) -> Rect {
    bounds.insetBy(buttonLook.inset, buttonLook.inset)
  }

  /// The drawn shape, inset from the bounds so that the focus ring isn't clipped.
  private var pill: Rect { backgroundRect(forBounds: bounds) }
  private var radius: Double { min(pill.height / 2, buttonLook.maximumRadius) }

  /// Returns the size of the idle title with room at both sides. The height is at least `minimumTarget`.
  public override func sizeThatFits(_ size: Size) -> Size {
    let image = icon == nil ? togglesLight ? Self.indicatorSize : 0 : Button.iconSize(beside: font).width
    let indicator = image == 0 || idleTitle.isEmpty ? image : image + 8
    let padding = 2 * (buttonLook.inset + Self.maximumTitleInset)
    let title = titleSize(idleTitle, font: font, width: size.width - indicator - padding)
    return Size(
      max(title.width.rounded(.up) + indicator + padding, Window.minimumTarget.points),
      max((title.height + 2 * buttonLook.inset).rounded(.up), Window.minimumTarget.points))
  }

  /// The maximum padding on either side of the title, in points. Text fits further into the round ends of a tall button
  /// than of a flat one.
  private static let maximumTitleInset = 10.0
  public override var drawnTitleInset: Double { min(0.7 * radius, Self.maximumTitleInset) }

  public override var drawnFont: Font {
    // Enlarged text may fill more of the height than the look intends.
    let relativeSize = min(buttonLook.relativeFontSize * textScale, max(buttonLook.relativeFontSize, 0.7))
    var font = font
    font.size = min(font.size, bounds.height * relativeSize)
    return font
  }

  public override var minimumTitleScale: Double { TextLayout.minimumTitleScale / textScale }

  /// The diameter of the light's dot, in points.
  private static let indicatorSize = 12.0

  public override var imageSize: Size {
    if hasOnlyIcon { return Size(loneIconSide, loneIconSide) }
    guard icon == nil else { return isIdle ? super.imageSize : .zero }
    return showsLightIndicator ? Size(Self.indicatorSize, Self.indicatorSize) : .zero
  }

  /// True for a button with an icon and without a title.
  private var hasOnlyIcon: Bool { icon != nil && idleTitle.isEmpty }
  private var loneIconSide: Double { (min(pill.width, pill.height) / 2).rounded() }

  /// Draws the icon; or the light: a bright dot if it is on, and a dim one with a slash if it is off, so that color isn't
  /// the only difference.
  public override func drawImage(_ canvas: Canvas, in dot: Rect) {
    if icon != nil, let drawnIcon { return canvas.draw(drawnIcon, in: dot, color: currentTitleColor) }
    let edge = currentTitleColor
    canvas.fill(dot, radius: dot.width / 2, color: isLightOn ? Palette.accent : edge.withAlphaComponent(0.3))
    canvas.stroke(dot, radius: dot.width / 2, width: 1.5, color: edge)
    guard !isLightOn else { return }
    let halfSlash = Point(dot.width * 0.35, -dot.height * 0.35)
    canvas.stroke([dot.center - halfSlash, dot.center + halfSlash], width: 1.5, color: edge)
  }

  /// True for a button that toggles the light and has no title.
  public var togglesLight: Bool { action == .light && titleText == nil }
  private var showsLightIndicator: Bool { togglesLight && isIdle }
  private var isIdle: Bool { phase == .idle && holdProgress == 0 }

  var idleTitle: String {
    titleText == nil ? (action == .light ? LocalizedText.lamp : .run).text : liveTitle.text
  }
}
