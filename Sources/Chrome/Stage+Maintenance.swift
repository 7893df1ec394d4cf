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
  ///   - check: told each PIN that was entered; after the right one it shows what it is for.
  public func askForPIN(wait: Double = 0, check: @escaping (String) -> PINAnswer) {
    let pad = PINPad(theme: theme, check: check)
    present(pad)
    pad.refuse(forSeconds: wait)
  }

  /// Offers what an engineer needs at the panel.
  ///
  /// - Parameters:
  ///   - touchTest: shows the touch test.
  ///   - quit: ends the program.
  ///   - done: ends whatever was begun here.
  public func showMaintenance(
    touchTest: @escaping () -> Void, quit: @escaping () -> Void, done: @escaping () -> Void
  ) {
    present(
      Menu(
        title: Word.maintenance.text,
        items: [
          .init(name: "inspector", title: Word.inspector.text, isOn: showsInspector) { [unowned self] in
            showsInspector.toggle()
          },
          .init(name: "scenes", title: Word.scenes.text) { [unowned self] in showsPicker = true },
          .init(name: "touch-test", title: Word.sceneTouchTest.text, action: touchTest),
          .init(name: "quit", title: Word.quit.text, action: quit),
          .init(name: "done", title: Word.done.text, action: done),
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
