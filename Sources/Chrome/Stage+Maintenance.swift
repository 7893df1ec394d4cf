import Geometry
import Views
import Words

/// The ways in that only those find who know of them.
extension Stage {
  public enum Corner: String, CaseIterable, Sendable {
    case topLeft = "top-left"
    case topRight = "top-right"
  }

  /// The time that the corner is held, in seconds: longer than anybody rests a hand there by accident.
  public static let holdTime = 3.0
  /// In units: as large as a thumb.
  static let cornerSide = 64.0

  /// Asks for the PIN.
  ///
  /// - Parameters:
  ///   - wait: seconds until it listens.
  ///   - check: takes each PIN and answers at once or later. The pad takes no input until then.
  ///   - entered: called after the right PIN, unless the pad was dismissed meanwhile.
  public func askForPIN(
    wait: Double = 0, check: @escaping (String, @escaping (PINAnswer) -> Void) -> Void, entered: @escaping () -> Void
  ) {
    let pad = PINPad(theme: theme, check: check, entered: entered)
    present(pad)
    pad.refuse(forSeconds: wait)
  }

  /// Offers what an engineer needs at the panel.
  ///
  /// - Parameters:
  ///   - touchTest: shows the touch test.
  ///   - quit: ends the program.
  ///   - stop: ends it where it would be started anew else; `nil` where it wouldn't.
  ///   - done: ends whatever was begun here.
  public func showMaintenance(
    touchTest: @escaping () -> Void, quit: @escaping () -> Void, stop: (() -> Void)?, done: @escaping () -> Void
  ) {
    var items: [Menu.Item] = [
      .init(name: "inspector", title: Word.inspector.text, isOn: showsInspector) { [unowned self] in
        showsInspector.toggle()
      },
      .init(name: "scenes", title: Word.scenes.text) { [unowned self] in showsPicker = true },
      .init(name: "touch-test", title: Word.sceneTouchTest.text, action: touchTest),
    ]
    if let stop {
      items += [
        .init(name: "restart", title: Word.restart.text, action: quit),
        .init(name: "stop", title: Word.stopForService.text) { [unowned self] in confirmStop(stop) },
      ]
    } else {
      items.append(.init(name: "quit", title: Word.quit.text, action: quit))
    }
    items.append(.init(name: "done", title: Word.done.text, action: done))
    present(Menu(title: Word.maintenance.text, items: items, theme: theme))
  }

  /// Nobody at the glass can take it back.
  private func confirmStop(_ stop: @escaping () -> Void) {
    present(
      Menu(
        title: Word.stopNote.text,
        items: [
          .init(name: "stop", title: Word.stop.text, action: stop),
          .init(name: "back", title: Word.back.text, action: {}),
        ], theme: theme))
  }

  /// True for a touch on the corner.
  func isInCorner(_ location: Point) -> Bool {
    guard let maintenanceCorner else { return false }
    let side = Self.cornerSide * unit
    let x = maintenanceCorner == .topLeft ? location.x : bounds.width - location.x
    return x < side && location.y < side
  }
}
