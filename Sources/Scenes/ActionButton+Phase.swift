import Localization
import PanelViews

extension ActionButton {
  /// The state of the last press.
  public enum Phase: Equatable, Sendable {
    case idle
    /// The command is running; the button ignores presses.
    case running
    case succeeded
    /// The associated value is the command's exit status.
    case failed(Int)
    /// An adapter refused a call or a change. The associated value is the reason.
    case refused(String)
    /// The result isn't known: a unit's job didn't end in time.
    case outcomeUnknown

    /// The text that a button shows after a failure; `nil` in any other phase.
    public var failureText: String? {
      switch self {
      case .idle, .running, .succeeded: nil
      case .failed(let status): LocalizedText.failed.text([.status: "\(status)"])
      case .refused(let reason): "✕ \(reason)"
      case .outcomeUnknown: LocalizedText.unknown.text
      }
    }
  }

  /// The icon, or that of the last press's result.
  var drawnIcon: Icon? {
    switch phase {
    case .idle, .running: icon
    case .succeeded: Icon("mdi:check")
    case .failed, .refused: Icon("mdi:alert")
    case .outcomeUnknown: Icon("mdi:help")
    }
  }

  /// The title and the colors of the phase.
  var appearance: (title: String, textColor: Color, background: Color) {
    let background = isHighlighted ? buttonLook.pressedBackground : buttonLook.background
    switch phase {
    case .idle where holdProgress > 0: return (LocalizedText.hold.text, buttonLook.titleColor, background)
    case .idle where !isAllowed || isUnavailable:
      return (idleTitle, buttonLook.titleColor.stale, Color(background.red, background.green, background.blue, 0.5))
    case .idle where liveTitle.isStale: return (idleTitle, buttonLook.titleColor.stale, background)
    case .idle: return (idleTitle, buttonLook.titleColor, background)
    case .running: return (LocalizedText.running.text, buttonLook.titleColor, buttonLook.runningBackground)
    case .succeeded: return (LocalizedText.succeeded.text, buttonLook.successColor, background)
    case .failed, .refused, .outcomeUnknown: return (phase.failureText ?? "", buttonLook.failureColor, background)
    }
  }
}
