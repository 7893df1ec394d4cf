import Localization
import PanelViews

/// Six buttons that look alive and aren't, each for another reason that UIKit knows, too. A tap is explained; a switch
/// repairs the button.
public final class DeadButtonsScene: Scene {
  public static let name = "dead-buttons"

  let cards = DeadButtonCause.allCases.map(DeadButtonCard.init)
  private let grid = GridView(columns: 3, spacing: 8, margins: Insets(horizontal: 8, vertical: 8))

  public init() {
    super.init(name: Self.name, title: LocalizedText.sceneDeadButtons.text)
    for card in cards {
      grid.addArrangedSubview(card)
      card.onRepair = { [unowned self] in onHitTestingChange?() }
    }
    content.addSubview(grid)
  }

  public override var fillsPanel: Bool { true }
  public override var fillFraction: Double { 1 }
  public override var box: Rect {
    // Rounding errors may not make it larger than the panel.
    let size = Size(freeSize.width.rounded(.down), freeSize.height.rounded(.down))
    return Rect(-size.width / 2, -size.height / 2, size.width, size.height)
  }
  public override var hint: StatusText { StatusText(.hintDeadButtons) }
  public override var pointOfInterest: Point {
    let button = cards[0].button
    return button.convert(button.bounds.center, to: content) ?? center
  }

  /// Describes only a button that works. The caption of the tap explains the others.
  public override func describe(_ receiver: View?, at location: Point) -> StatusText? {
    cards.contains { $0.button === receiver && $0.repairSwitch.isOn } ? super.describe(receiver, at: location) : hint
  }

  /// Breaks all buttons again.
  public override func resetForNextVisitor() {
    for card in cards { card.repairSwitch.setOn(false, animated: false) }
    for card in cards { card.apply() }
  }

  public override func layout(scale: Double) {
    grid.columns = Array(repeating: .flexible(), count: box.width >= box.height ? 3 : 2)
    // The caption of a tap covers the bottom of the scene. If there is room, it covers no switch.
    let captionHeight = box.height > 400 ? 40.0 : 0
    grid.frame = Rect(origin: center + box.origin, size: Size(box.width, box.height - captionHeight))
  }
}

/// A reason that a visible button is dead.
enum DeadButtonCause: Int, CaseIterable {
  case laterSibling, invisibleView, outsideSuperview, interactionOff, disabled, gesture

  /// The lines of UIKit that cause it, and that repair it.
  var code: (cause: String, repair: String) {
    switch self {
    case .laterSibling: ("button.layer.zPosition = 1", "view.bringSubviewToFront(button)")
    case .invisibleView: ("cover.backgroundColor = .clear", "cover.isUserInteractionEnabled = false")
    case .outsideSuperview: ("box.frame.size.height = 8", "box.frame.size.height = 60")
    case .interactionOff: ("box.isUserInteractionEnabled = false", "box.isUserInteractionEnabled = true")
    case .disabled: ("button.isEnabled = false", "button.isEnabled = true")
    case .gesture: ("press.minimumPressDuration = 0", "press.cancelsTouchesInView = false")
    }
  }
}

/// A card with a dead button, the line of code that makes it dead or repairs it, and a switch between the two.
final class DeadButtonCard: View {
  let cause: DeadButtonCause
  let button = Button(LocalizedText.pressMe.text, name: "button")
  let repairSwitch = Switch(name: "repair")
  /// Called after the switch was flipped.
  var onRepair: (() -> Void)?
  private(set) var pressCount = 0
  /// The time for which the button shows that it was pressed, in seconds.
  private static let resultDuration = 4.0
  private var titleTimer: WindowTimer?

  /// The button's superview.
  private let box = View(name: "box")
  /// The view that takes the touches.
  private let cover = View(name: "cover")
  private let press = LongPressGestureRecognizer()
  private let repairLabel = Label(LocalizedText.repaired.text)
  private let code = Label(name: "code")
  private let number: Label
  private static let background = Color(hex: 0x232A39)
  private static let titleColor = Color(hex: 0x1A1408)
  private static let secondaryColor = Color(hex: 0xAAB2C4)

  init(_ cause: DeadButtonCause) {
    self.cause = cause
    number = Label("\(cause.rawValue + 1)")
    super.init(name: "card\(cause.rawValue + 1)")
    backgroundColor = Self.background
    layer.cornerRadius = 12
    accessibilityLabel = LocalizedText.card.text([.number: "\(cause.rawValue + 1)"])
    button.explanationName = LocalizedText.buttonOn.text([.pane: displayNameMidSentence])
    box.accessibilityLabel = LocalizedText.theBox.text
    cover.accessibilityLabel = LocalizedText.theCover.text
    (repairLabel.name, number.name) = ("repair-label", "number")
    (repairLabel.isUserInteractionEnabled, code.isUserInteractionEnabled) = (false, false)
    repairSwitch.accessibilityLabel = LocalizedText.repaired.text
    button.controlLook = ControlLook(background: Palette.accent, cornerRadius: 10)
    (button.titleColor, button.font) = (Self.titleColor, Font(size: 14, weight: 600))
    (repairLabel.font, code.font) = (Font(size: 13), Font(size: 12))
    code.color = Self.secondaryColor
    (code.numberOfLines, code.alignment) = (2, .leading)
    (number.font, number.color, number.alignment) = (Font(size: 13, weight: 600), Self.secondaryColor, .trailing)
    for view in [box, repairSwitch, repairLabel, code, number] { addSubview(view) }
    box.addSubview(button)
    button.onPress = { [unowned self] in
      pressCount += 1
      button.title = LocalizedText.itWorks.text
      titleTimer?.cancel()
      titleTimer = window?.after(seconds: Self.resultDuration) { [weak self] in
        self?.button.title = LocalizedText.pressMe.text
      }
    }
    repairSwitch.addAction(for: .valueChanged) { [unowned self] _ in apply() }
    breakButton()
    apply()
  }

  /// Prepares what both states have in common.
  private func breakButton() {
    switch cause {
    case .laterSibling:
      cover.backgroundColor = Palette.faces[1].from
      cover.layer.cornerRadius = 10
      button.layer.zPosition = 1
      box.addSubview(cover)
    case .invisibleView: box.addSubview(cover)
    case .gesture:
      press.minimumPressDuration = 0
      box.addGestureRecognizer(press)
    case .disabled:
      // A disabled button that doesn't look like one.
      button.controlLook?.disabledText = Self.titleColor
    case .outsideSuperview, .interactionOff: break
    }
    if [.outsideSuperview, .interactionOff, .gesture].contains(cause) { box.backgroundColor = Color(1, 1, 1, 0.12) }
    box.layer.cornerRadius = 4
  }

  /// Applies the switch.
  fileprivate func apply() {
    let isRepaired = repairSwitch.isOn
    switch cause {
    case .laterSibling: box.bringSubviewToFront(isRepaired ? button : cover)
    case .invisibleView: cover.isUserInteractionEnabled = !isRepaired
    case .interactionOff: box.isUserInteractionEnabled = isRepaired
    case .disabled: button.isEnabled = isRepaired
    case .gesture: press.cancelsTouchesInView = !isRepaired
    case .outsideSuperview: break
    }
    titleTimer?.cancel()
    button.title = LocalizedText.pressMe.text
    code.text = isRepaired ? cause.code.repair : cause.code.cause
    setNeedsLayout()
    onRepair?()
  }

  override func layoutSubviews() {
    // In a low card the switch is next to the button, in others below it.
    let isLow = bounds.height < 150
    let margin = isLow ? 6.0 : 16
    let height = isLow ? 60 : min(bounds.height - 2 * margin, 190)
    let (left, right) = (margin, bounds.width - margin)
    let (top, bottom) = ((bounds.height - height) / 2, (bounds.height + height) / 2)
    let switchSize = repairSwitch.sizeThatFits(.zero)
    repairSwitch.frame = Rect(right - switchSize.width, bottom - (isLow ? 52 : 44), switchSize.width, 44)
    let boxWidth = (isLow ? repairSwitch.frame.minX - margin : right) - left
    let isCutOff = cause == .outsideSuperview && !repairSwitch.isOn
    box.frame = Rect(left, top, boxWidth, isCutOff ? 8 : 60)
    let buttonWidth = min(boxWidth - (isLow ? 8 : 16), 150)
    button.frame = Rect((boxWidth - buttonWidth) / 2, 8, buttonWidth, 44)
    button.titleInset = isLow ? 4 : 8
    cover.frame = Rect(0, 0, boxWidth, 60)
    for view in [repairLabel, code] { view.isHidden = isLow }
    repairLabel.frame = Rect(left, bottom - 44, max(repairSwitch.frame.minX - left - margin, 0), 44)
    number.frame = Rect(left, isLow ? 4 : top - 18, right - left, 18)
    code.frame = Rect(left, top + 64, right - left, max(bottom - 44 - top - 68, 0))
  }
}
