import Geometry
import Layers
import Raster
import Text
import Views
import Words

/// A button that does something outside the scene, and shows what came of it.
public final class ActionButton: Control {
  /// Of the cube's face that it is on, 1 to 6; `nil` for a scene file's.
  public let face: Int?
  /// The path of its scene file; empty for a face's button, and in the scene that the panel is for.
  public internal(set) var file = ""
  public let action: Action
  /// `nil` for what its action says.
  public let title: LiveText?
  /// What the title says now, and whether one of its values is stale.
  private var titleNow = (words: "", isStale: false)
  private var hasNumbers = false
  /// The title in the words that its values have now.
  public var shownTitle: String { titleNow.words }
  private var words: LiveWords?
  private let ownLook: ActionButtonLook
  private var look: ActionButtonLook { didSet { if look != oldValue { setNeedsDisplay() } } }
  /// False where a value doesn't say what it has to say for it.
  public private(set) var isAllowed = true { didSet { if isAllowed != oldValue { updateEnabled() } } }
  /// What it goes by.
  public let conditions: [ValueCondition]
  private var observer: Values.Observer?
  /// True for one that has to be held for a second.
  public let needsHold: Bool
  /// Called when it was pressed, or held for long enough.
  public var onPress: (() -> Void)?
  /// In seconds.
  private static let holdTime = 1.0
  /// The part of that time that is over.
  private var held = 0.0 { didSet { if held != oldValue { setNeedsDisplay() } } }
  private var holding: Animation?

  /// The state of the last press.
  public enum Phase: Equatable, Sendable {
    case idle
    /// The command runs; the button ignores presses.
    case running
    case succeeded
    /// With the command's status.
    case failed(Int)
    /// Nobody said whether it was done.
    case unknown
  }

  public var phase = Phase.idle {
    didSet {
      guard phase != oldValue else { return }
      updateEnabled()
    }
  }

  private func updateEnabled() {
    isEnabled = phase != .running && isAllowed
    setNeedsDisplay()
  }

  /// The number of its presses, for a face that counts them.
  public var pressCount = 0 { didSet { if pressCount != oldValue { onCount?(pressCount) } } }
  var onCount: ((Int) -> Void)?

  /// Seen on one that switches the lamp.
  public var isLightOn = true { didSet { if isLightOn != oldValue { setNeedsDisplay() } } }

  init(_ description: ButtonDescription, face: Int?, look: ActionButtonLook, layer: Layer? = nil, values: Values) {
    (self.face, self.look, ownLook, action) = (face, look, look, description.action)
    title = description.title
    needsHold = description.needsHold
    conditions = ([description.enabled] + description.styles.map(\.condition)).compactMap { $0 }
    super.init(name: description.name, layer: layer)
    accessibilityLabel =
      description.accessibilityLabel ?? (action == .light ? Word.lampButton : .theButton).text
    follow(description, values)
    addAction(for: .primaryActionTriggered) { [unowned self] _ in if !needsHold { onPress?() } }
  }

  /// Goes by the values that it has to do with.
  private func follow(_ description: ButtonDescription, _ values: Values) {
    words = title.map {
      LiveWords($0, of: values) { [unowned self, unowned values] words, _, isStale in
        titleNow = (words, isStale)
        hasNumbers = title.map(values.hasNumbers) ?? false
        if description.accessibilityLabel == nil { accessibilityLabel = words }
        setNeedsDisplay()
      }
    }
    let update = { [unowned self, unowned values] in
      isAllowed = description.enabled.map(values.holds) ?? true
      let style = description.styles.first { $0.condition.map(values.holds) ?? true }
      look = style.map { ownLook.colored($0.color) } ?? ownLook
    }
    update()
    if !conditions.isEmpty { observer = values.observe(conditions.map(\.name), update) }
  }

  /// A finger and a key hold it alike.
  public override func stateDidChange() {
    super.stateDidChange()
    guard needsHold else { return }
    isHighlighted ? beginHold() : endHold()
  }

  private func beginHold() {
    guard holding == nil, let window else { return }
    // Not by `animate`: where motion is reduced that would be over at once, and so would be what it is for.
    holding = window.count(seconds: Self.holdTime) { [weak self] in
      guard let self else { return }
      held = $0 < 1 ? $0 : 0
      if $0 >= 1 { onPress?() }
    }
  }

  private func endHold() {
    holding?.cancel()
    (holding, held) = (nil, 0)
  }

  /// The button keeps the focus while its command runs, so that the ring doesn't jump away.
  public override var canBecomeFocused: Bool { isEnabled || isFocused }

  public override var drawsContents: Bool { true }

  public override func draw(_ canvas: Canvas) {
    let (title, ink, ground) = state
    if look.castsShadow {
      canvas.shadow(pill, radius: radius, blur: 2.5, offset: Point(0, 1), color: Color(0, 0, 0, 0.35))
    }
    canvas.draw(
      ControlLook(
        ground: ground, veil: .clear, ring: look.ring, radius: radius, ringWidth: 2.5, ringInset: -look.inset),
      of: self, in: pill)
    if held > 0 {
      // What is left of the second, as a bar that fills.
      canvas.clipped(to: pill, radius: radius) {
        canvas.fill(Rect(pill.minX, pill.minY, pill.width * held, pill.height), color: look.tinted)
      }
    }
    let layout = layout(title, ink)
    guard showsLamp else { return canvas.draw(layout, centeredIn: pill) }
    let (dot, gap) = (12.0, 8.0)
    let x = pill.midX - (dot + gap + layout.size.width) / 2
    drawLamp(canvas, in: Rect(x, pill.midY - dot / 2, dot, dot), edge: ink)
    canvas.draw(
      layout, centeredVerticallyIn: Rect(x + dot + gap, pill.minY, layout.size.width, pill.height))
  }

  /// Within the bounds, so that the focus ring around it is not cut.
  private var pill: Rect { bounds.insetBy(look.inset, look.inset) }
  private var radius: Double { min(pill.height / 2, look.mostRadius) }

  /// On either side of the title, in points: round ends of a high button leave it more room than of a flat one.
  private static let mostInset = 10.0

  private func layout(_ title: String, _ ink: Color) -> TextLayout {
    let font = Font(
      size: min(look.mostFontSize, bounds.height * look.fontPart), weight: 600,
      hasMonospacedDigits: hasNumbers)
    return TextLayout(title, font: font, color: ink)
      .shrunk(toFit: max(pill.width - 2 * min(0.7 * radius, Self.mostInset), 1), least: TextLayout.leastPart)
  }

  /// True where the title ends with an ellipsis.
  public var isTitleCut: Bool { layout(state.title, .white).isCut }

  /// A dot that shines, or a hollow one: told apart without their colour.
  private func drawLamp(_ canvas: Canvas, in dot: Rect, edge: Color) {
    if isLightOn { canvas.fill(dot, radius: dot.width / 2, color: Palette.accent) }
    canvas.stroke(dot, radius: dot.width / 2, width: 1.5, color: edge)
  }

  /// True for one that switches the lamp.
  public var isLamp: Bool { action == .light && title == nil }
  private var showsLamp: Bool { isLamp && phase == .idle && held == 0 }

  private var idleTitle: String { title == nil ? (action == .light ? Word.lamp : .run).text : titleNow.words }

  private var state: (title: String, ink: Color, ground: Color) {
    let ground = isHighlighted ? look.pressed : look.ground
    switch phase {
    case .idle where held > 0: return (Word.hold.text, look.title, ground)
    case .idle where !isAllowed: return (idleTitle, look.title.stale, Color(ground.red, ground.green, ground.blue, 0.5))
    case .idle where titleNow.isStale: return (idleTitle, look.title.stale, ground)
    case .idle: return (idleTitle, look.title, ground)
    case .running: return (Word.running.text, look.title, look.tinted)
    case .succeeded: return (Word.succeeded.text, look.success, ground)
    case .failed(let status): return (Word.failed.text([.status: "\(status)"]), look.failure, ground)
    case .unknown: return (Word.unknown.text, look.failure, ground)
    }
  }
}
