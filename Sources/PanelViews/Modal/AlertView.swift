import PanelLayers

/// A message with buttons over everything else, as `UIAlertController` with the style `alert`.
///
/// Escape triggers the cancel action, Return the emphasized action: the last one with the style `default`. Both keys
/// trigger an only action. A tap outside has no effect.
public final class AlertView: ModalView {
  /// A button of an alert.
  public struct Action {
    public enum Style: Sendable {
      /// An ordinary action. The last action with this style is emphasized.
      case `default`
      /// Leaves everything as it was. Escape triggers it.
      case cancel
      /// Destroys something. Its title has the look's `destructiveText` as its color.
      case destructive
    }

    public let title: String
    public let style: Style
    let handler: () -> Void

    /// - Parameters:
    ///   - title: of the button.
    ///   - style: the button's color and its key.
    ///   - handler: called after the alert was dismissed.
    public init(_ title: String, style: Style = .default, handler: @escaping () -> Void = {}) {
      (self.title, self.style, self.handler) = (title, style, handler)
    }
  }

  /// False to ignore touches on the buttons and keys, for example while people don't expect the alert yet.
  public var acceptsInput = true { didSet { buttonStack.isUserInteractionEnabled = acceptsInput } }

  /// True for the look's `destructiveText` as the color of the title and of a thick border.
  public var isCritical = false { didSet { setNeedsLayout() } }

  private let actions: [Action]
  private let titleLabel = Label(name: "title")
  private let messageLabel: Label
  /// Scrolls the message if it is longer than the window.
  private let messageView: ScrollView
  private let buttons: [Button]
  private let buttonStack = StackView(spacing: gap, distribution: .fillEqually)
  private static let (width, padding, gap, buttonHeight) = (360.0, 24.0, 10.0, 48.0)

  /// - Parameters:
  ///   - title: above the message.
  ///   - message: empty for none.
  ///   - accessoryView: above the title, such as an icon; `nil` for none.
  ///   - actions: in order, cancel first by convention.
  public init(title: String, message: String = "", accessoryView: View? = nil, actions: [Action]) {
    self.actions = actions
    buttons = actions.map { Button($0.title, name: $0.title) }
    let messageLabel = Label(name: "message")
    (self.messageLabel, messageView) = (messageLabel, ScrollView(content: messageLabel))
    let margins = Insets(horizontal: Self.padding, vertical: Self.padding)
    let card = StackView(axis: .vertical, spacing: 8, margins: margins, name: "alert")
    super.init(style: .alert, contentView: card)
    (accessibilityLabel, isModalInPresentation) = (title, true)
    (titleLabel.text, titleLabel.textStyle) = (title, .headline)
    (messageLabel.text, messageLabel.textStyle) = (message, .subheadline)
    titleLabel.accessibilityTraits = .header
    messageLabel.colorRole = \.secondaryText
    if let accessoryView { card.addArrangedSubview(accessoryView) }
    for (label, view) in [(titleLabel, titleLabel), (messageLabel, messageView)] as [(Label, View)] {
      (label.numberOfLines, view.isHidden) = (0, label.text.isEmpty)
      card.addArrangedSubview(view)
      card.setCustomSpacing(message.isEmpty || view === messageView ? 20 : nil, after: view)
    }
    for (index, button) in buttons.enumerated() {
      button.onPress = { [unowned self] in perform(index) }
      button.fixedHeight = Self.buttonHeight
      buttonStack.addArrangedSubview(button)
    }
    card.addArrangedSubview(buttonStack)
    // With too little room, the message scrolls.
    buttonStack.setContentCompressionResistancePriority(View.requiredPriority, for: .vertical)
  }

  /// Dismisses the alert and calls the handler of an action.
  private func perform(_ index: Int) {
    dismiss()
    actions[index].handler()
  }

  public override func press(_ key: Key) -> Bool {
    guard acceptsInput else { return true }
    switch key {
    case .escape: if let index = actions.firstIndex(where: { $0.style == .cancel }) ?? onlyIndex { perform(index) }
    case .return: if let emphasizedIndex { perform(emphasizedIndex) }
    default: if !super.press(key) { _ = messageView.scroll(for: key) }
    }
    return true
  }

  private var onlyIndex: Int? { actions.count == 1 ? 0 : nil }
  private var emphasizedIndex: Int? { actions.lastIndex { $0.style == .default } ?? onlyIndex }

  // MARK: Layout

  public override func layoutSubviews() {
    super.layoutSubviews()
    let (look, card) = (inheritedLook, contentView)
    let (border, thickness) = isCritical ? (look.destructiveText, 4.0) : (look.track, 1)
    (card.layer.borderColor, card.layer.borderWidth, card.layer.cornerRadius) = (border, thickness, 20)
    titleLabel.colorRole = isCritical ? \.destructiveText : \.text
    for (index, button) in buttons.enumerated() { style(button, index, look) }
    card.contentScaleFactor = (window?.scale ?? 1) * magnification
    // The part of the coordinates of the card that is in the safe area.
    let (visible, factor) = (safeFrame, 1 / magnification)
    let origin = bounds.center + (visible.origin - bounds.center) * factor
    let safeArea = Rect(origin: origin, size: visible.size * factor)
    let width = min(Self.width, safeArea.width - 16)
    // Two buttons that fit are side by side; others are stacked.
    let buttonWidth = (width - (2 * Self.padding + Self.gap)) / 2
    let isRow = buttons.count == 2 && buttons.allSatisfy { $0.sizeThatFits(.zero).width <= buttonWidth }
    buttonStack.axis = isRow ? .horizontal : .vertical
    let height = min(card.sizeThatFits(Size(width, 0)).height, safeArea.height - 16)
    card.frame = Rect(
      roundedToPixels(safeArea.midX - width / 2), roundedToPixels(safeArea.midY - height / 2), width, height)
  }

  private func style(_ button: Button, _ index: Int, _ look: ControlLook) {
    let isEmphasized = index == emphasizedIndex
    var buttonLook = look
    if isEmphasized {
      buttonLook.background = look.tint
      // A ring in the tint's color would be invisible on the tint.
      buttonLook.focusRing = look.text
    }
    button.look = buttonLook
    let color = isEmphasized ? look.tintText : look.text
    button.titleColor = actions[index].style == .destructive ? look.destructiveText : color
    button.textStyle = TextStyle(Font(size: TextStyle.body.font.size, weight: isEmphasized ? 600 : 500))
  }
}
