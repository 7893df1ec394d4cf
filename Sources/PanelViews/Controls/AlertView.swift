import PanelGeometry
import PanelRaster
import PanelText

/// A message with buttons over everything else, as `UIAlertController` with the style `alert`.
///
/// While it is shown, nothing behind it receives touches, focus or keys. Escape triggers the cancel action, Return the
/// last other action, which is emphasized.
public final class AlertView: View {
  /// A button of an alert.
  public struct Action {
    public enum Style: Sendable { case `default`, cancel, destructive }

    public let title: String
    public let style: Style
    let handler: () -> Void

    public init(_ title: String, style: Style = .default, handler: @escaping () -> Void = {}) {
      (self.title, self.style, self.handler) = (title, style, handler)
    }
  }

  private let actions: [Action]
  private let backdrop = View()
  private let card = View(name: "alert")
  private let titleLabel = Label(name: "title")
  private let messageLabel = Label(name: "message")
  private let buttons: [Button]
  private weak var previouslyFocused: Control?

  private static let (width, padding, gap, buttonHeight) = (360.0, 24.0, 10.0, 48.0)

  /// - Parameters:
  ///   - title: above the message.
  ///   - message: empty for none.
  ///   - actions: in order, cancel first by convention.
  public init(title: String, message: String = "", actions: [Action]) {
    self.actions = actions
    buttons = actions.map { Button($0.title, name: $0.title) }
    super.init()
    accessibilityLabel = title
    addSubview(backdrop)
    addSubview(card)
    (titleLabel.text, titleLabel.textStyle) = (title, .headline)
    (messageLabel.text, messageLabel.textStyle) = (message, .subheadline)
    for label in [titleLabel, messageLabel] {
      (label.numberOfLines, label.isUserInteractionEnabled) = (0, false)
      card.addSubview(label)
    }
    for (index, button) in buttons.enumerated() {
      button.onPress = { [unowned self] in finish(index) }
      card.addSubview(button)
    }
  }

  // MARK: Presentation

  /// Shows the alert over a window's views.
  public func present(in window: Window) {
    previouslyFocused = window.focusedControl
    window.focus(nil)
    window.rootView.addSubview(self)
    window.alert = self
    frame = window.rootView.bounds
    window.layoutIfNeeded()
    card.layer.transform = Transform3D(scaleX: 0.92, y: 0.92, z: 1)
    (card.alpha, backdrop.alpha) = (0, 0)
    card.animate(
      \.transform, to: .identity, .spring(Spring(response: 0.3, dampingRatio: 0.85)), allowsUserInteraction: true)
    card.animate(\.opacity, to: 1, .curve(.easeOut, seconds: 0.15), allowsUserInteraction: true)
    backdrop.animate(\.opacity, to: 1, .curve(.easeOut, seconds: 0.2), allowsUserInteraction: true)
  }

  /// Removes the alert without an action.
  public func dismiss() {
    guard let window, window.alert === self else { return }
    window.alert = nil
    isUserInteractionEnabled = false
    window.focus(previouslyFocused)
    animate(\.opacity, to: 0, .curve(.easeIn, seconds: 0.15)) { [self] in removeFromSuperview() }
  }

  private func finish(_ index: Int) {
    dismiss()
    actions[index].handler()
  }

  /// Handles a key that no button used. All keys are kept from the views behind the alert.
  func press(_ key: Key) {
    switch key {
    case .escape: if let index = actions.firstIndex(where: { $0.style == .cancel }) ?? onlyAction { finish(index) }
    case .return: if let preferred { finish(preferred) }
    case .left, .up: moveFocus(-1)
    case .right, .down: moveFocus(1)
    default: break
    }
  }

  private var onlyAction: Int? { actions.count == 1 ? 0 : nil }
  private var preferred: Int? { actions.lastIndex { $0.style == .default } ?? onlyAction }

  private func moveFocus(_ step: Int) {
    guard !buttons.isEmpty else { return }
    let current = buttons.firstIndex(where: \.isFocused) ?? (step > 0 ? -1 : buttons.count)
    window?.focus(buttons[min(max(current + (layer.isMirrored && isRow ? -step : step), 0), buttons.count - 1)])
  }

  // MARK: Layout

  /// True if two buttons fit side by side; more are stacked.
  private var isRow: Bool {
    guard buttons.count == 2 else { return false }
    let room = (card.bounds.width - (2 * Self.padding + Self.gap) * unit) / 2
    return buttons.allSatisfy { $0.sizeThatFits(.zero).width <= room }
  }

  public override func layoutSubviews() {
    if let superview { frame = superview.bounds }
    let (look, u) = (inheritedLook, unit)
    (backdrop.frame, backdrop.layer.backgroundColor) = (bounds, look.backdrop)
    card.layer.backgroundColor = look.surface
    (card.layer.borderColor, card.layer.borderWidth) = (look.track, u)
    card.layer.cornerRadius = 20 * u
    messageLabel.color = look.secondaryText
    for (index, button) in buttons.enumerated() { style(button, index, look) }
    let (padding, gap) = (Self.padding * u, Self.gap * u)
    card.bounds.size.width = min(Self.width * u, bounds.width - 16 * u)
    let inner = card.bounds.width - 2 * padding
    let rows = Double(isRow ? 1 : buttons.count)
    let buttonsHeight = rows * Self.buttonHeight * u + max(rows - 1, 0) * gap
    var y = padding
    for label in [titleLabel, messageLabel] where !label.text.isEmpty {
      let room = max(bounds.height - 16 * u - buttonsHeight - y - padding - 20 * u, 0)
      label.frame = Rect(padding, y, inner, min(label.sizeThatFits(Size(inner, 0)).height, room))
      y += label.bounds.height + 8 * u
    }
    y += 12 * u
    card.frame = Rect(
      ((bounds.width - card.bounds.width) / 2).rounded(),
      ((bounds.height - y - buttonsHeight - padding) / 2).rounded(), card.bounds.width, y + buttonsHeight + padding)
    let width = isRow ? (inner - gap) / 2 : inner
    for (index, button) in buttons.enumerated() {
      let place = Double(index)
      button.frame = Rect(
        padding + (isRow ? place * (width + gap) : 0), y + (isRow ? 0 : place * (Self.buttonHeight * u + gap)), width,
        Self.buttonHeight * u)
    }
  }

  private func style(_ button: Button, _ index: Int, _ look: ControlLook) {
    var own = look
    if index == preferred { own.background = look.tint }
    // A ring in the tint's color would be invisible on the tint.
    if index == preferred { own.focusRing = look.text }
    button.look = own
    let color = index == preferred ? look.tintText : look.text
    button.titleColor = actions[index].style == .destructive ? look.destructiveText : color
    button.font = TextStyle.body.font(for: self, weight: index == preferred ? 600 : 500)
  }
}
