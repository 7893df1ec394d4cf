import Localization
import PanelViews

/// The PIN pad and the maintenance menu, opened by a hold on a corner.
extension Stage {
  public enum Corner: String, CaseIterable, Sendable {
    case topLeft = "top-left"
    case topRight = "top-right"
    case bottomLeft = "bottom-left"
    case bottomRight = "bottom-right"
  }

  /// The duration of the hold on the corner, in seconds: too long to happen by accident.
  public static let holdTime = 3.0
  /// The width and height of a corner, about a thumb's width.
  static let cornerSize = 64.0

  /// Asks for the PIN.
  ///
  /// - Parameters:
  ///   - seconds: the number of seconds until the pad accepts input.
  ///   - check: checks a PIN and calls the closure with the result, at once or later. Until then, the pad accepts no
  ///     input.
  ///   - onSuccess: called after the right PIN, unless the pad was dismissed.
  public func askForPIN(
    lockedFor seconds: Double = 0, check: @escaping (String, @escaping (PINAnswer) -> Void) -> Void,
    onSuccess: @escaping () -> Void
  ) {
    let pad = PINPad(theme: theme, check: check, onSuccess: onSuccess)
    present(pad)
    pad.lock(forSeconds: seconds)
  }

  /// Shows the maintenance menu.
  ///
  /// - Parameters:
  ///   - touchTest: shows the touch test.
  ///   - quit: ends the program, which a service manager then restarts.
  ///   - stop: ends the program so that the service manager doesn't restart it; `nil` without a service manager.
  ///   - done: ends maintenance.
  public func showMaintenance(
    touchTest: @escaping () -> Void, quit: @escaping () -> Void, stop: (() -> Void)?, done: @escaping () -> Void
  ) {
    var items: [Menu.Item] = [
      .init(name: "scenes", title: LocalizedText.scenes.text) { [unowned self] in showsPicker = true },
      .init(name: "touch-test", title: LocalizedText.sceneTouchTest.text, action: touchTest),
    ]
    if let stop {
      items += [
        .init(name: "restart", title: LocalizedText.restart.text, action: quit),
        .init(name: "stop", title: LocalizedText.stopForService.text) { [unowned self] in confirmStop(stop) },
      ]
    } else {
      items.append(.init(name: "quit", title: LocalizedText.quit.text, action: quit))
    }
    items.append(.init(name: "done", title: LocalizedText.done.text, action: done))
    present(Menu(title: LocalizedText.maintenance.text, items: items, theme: theme))
  }

  /// Asks for confirmation, because the stop can't be undone at the panel.
  private func confirmStop(_ stop: @escaping () -> Void) {
    present(
      Menu(
        title: LocalizedText.stopNote.text,
        items: [
          .init(name: "stop", title: LocalizedText.stop.text, action: stop),
          .init(name: "back", title: LocalizedText.back.text, action: {}),
        ], theme: theme))
  }

  /// Returns the action of a long press at a point; `nil` outside of the corners that have one.
  func cornerHoldAction(at location: Point) -> (() -> Void)? {
    let size = Self.cornerSize
    let isLeft = location.x < size
    let isTop = location.y < size
    guard isLeft || location.x > bounds.width - size, isTop || location.y > bounds.height - size else { return nil }
    return cornerHolds[isTop ? (isLeft ? .topLeft : .topRight) : (isLeft ? .bottomLeft : .bottomRight)]
  }
}
