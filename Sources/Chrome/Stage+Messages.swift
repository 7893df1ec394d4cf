import Localization
import PanelViews

extension Stage {
  /// The time for which a new message ignores input, in seconds: a finger on its way to a button of the page doesn't press
  /// one of the message.
  static let messageDelay = 0.5

  /// Shows a message over everything else, and speaks it while explore by touch is on.
  ///
  /// - Parameters:
  ///   - buttons: the titles; empty for "Close". The last of several is what Escape presses.
  ///   - icon: above the title; `nil` for none.
  ///   - picture: above the title, in place of the icon; `nil` for none.
  ///   - isCritical: true for a look that stands out, and to stop the current speech.
  ///   - onPress: called with the index of the pressed button, once the message is dismissed; `nil` for "Close".
  /// - Returns: the view, which the caller may dismiss.
  public func presentMessage(
    title: String, text: String, icon: Icon? = nil, picture: View? = nil, buttons: [String], isCritical: Bool = false,
    onPress: @escaping (Int?) -> Void
  ) -> ModalView? {
    guard let window else { return nil }
    let actions = buttons.enumerated().map { index, title in
      let isLastOfSeveral = index > 0 && index == buttons.count - 1
      return AlertView.Action(title, style: isLastOfSeveral ? .cancel : .default) { onPress(index) }
    }
    let close = AlertView.Action(LocalizedText.close.text, style: .cancel) { onPress(nil) }
    let alert = AlertView(
      title: title, message: text, accessoryView: picture ?? icon.map(Self.label(of:)),
      actions: actions.isEmpty ? [close] : actions)
    alert.controlLook = theme.look()
    alert.isCritical = isCritical
    explainer.tapFeedback.end()
    alert.acceptsInput = false
    window.after(seconds: Self.messageDelay) { [weak alert] in alert?.acceptsInput = true }
    if isCritical { window.announce(title, interrupts: true) }
    alert.present(in: window)
    if !text.isEmpty { window.announce(text) }
    messageView = alert
    updateMessageSize()
    return alert
  }

  /// Makes a message as large as the texts of the page around it.
  func updateMessageSize() {
    let magnification = max(scene.magnification, 1)
    guard let messageView, messageView.magnification != magnification else { return }
    messageView.magnification = magnification
    messageView.setNeedsLayout()
  }

  /// Returns a label with an icon above a title.
  private static func label(of icon: Icon) -> Label {
    let label = Label(name: "icon", size: 40, weight: 400, alignment: .center)
    label.icon = icon
    return label
  }
}
