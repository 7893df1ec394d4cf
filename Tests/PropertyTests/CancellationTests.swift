import PanelGeometry
import TestSupport
import Testing

@testable import Chrome
@testable import Kiosk
@testable import PanelViews
@testable import Scenes

/// A press or an adjustment that was cancelled changed nothing. A pan keeps its offset, as in UIKit.
@Suite struct CancellationTests {
  @Test func cancelledIsUndone() throws {
    try Sequences.run("cancelled is undone") { seed in
      var visitor = RandomVisitor(seed: seed)
      let (variant, directory) = (PanelVariant(seed: seed), try TemporaryDirectory())
      try variant.write(to: directory)
      let panel = try SimulatedPanel(variant, in: directory)
      for _ in 0..<Int.random(in: 1...6, using: &visitor.random) { try visitor.use(panel) }
      visitor.end(panel)
      try panel.settle()
      panel.advance(seconds: 6)
      for _ in 0..<6 {
        let (before, countBefore) = (panel.facts, panel.kiosk.store.state.count)
        let views = visitor.cancelSomething(on: panel)
        let count = panel.kiosk.store.state.count
        // A stepper sets each of its steps at once, and sets the old value again when it is cancelled.
        if count != countBefore, !views.contains(where: { $0 is Stepper }) {
          return "\(count - countBefore) presses; \(visitor.steps)"
        }
        panel.advance(seconds: 1.2)
        let after = panel.facts
        if let difference = Self.difference(before, after) { return "\(difference); \(visitor.steps)" }
      }
      return nil
    }
  }

  private static func difference(_ before: [String], _ after: [String]) -> String? {
    if let index = zip(before, after).enumerated().first(where: { $1.0 != $1.1 })?.offset {
      return "before: \(before[index]); after: \(after[index])"
    }
    guard before.count != after.count else { return nil }
    let (removed, added) = (Set(before).subtracting(after), Set(after).subtracting(before))
    return "gone: \(removed.sorted().prefix(3)); new: \(added.sorted().prefix(3))"
  }
}

extension SimulatedPanel {
  /// Everything that a press or an adjustment can change.
  fileprivate var facts: [String] {
    var facts = kiosk.options.values.definitions.keys.sorted().map { name in
      // A stepper that restores 16.0 writes 16.
      let raw = kiosk.options.values.reading(name)?.raw
      return "\(name) = \(raw.flatMap(Double.init).map { "\($0)" } ?? raw ?? "-")"
    }
    let state = kiosk.store.state
    facts += ["light \(state.isLightOn)", "scene \(stage.scene.name)"]
    facts.append("sheet \(stage.sheet.map { "\(type(of: $0))" } ?? "-"), speech \(stage.isSpeechOn)")
    facts.append("settings \(stage.visitorSettings)")
    for item in stage.scene.controls where item.control is SegmentedControl {
      facts.append("\(item.name) \(item.selectedIndex)")
    }
    for view in visibleViews {
      // Any touch ends the explanation of the last tap, and the focus shows the button that clears a field.
      guard let control = view as? Control, !view.path.hasSuffix("tap-caption/explain"), !(view is TextFieldButton)
      else {
        continue
      }
      var fact = "\(view.path): enabled \(control.isEnabled), highlighted \(control.isHighlighted)"
      switch view {
      case let view as Switch: fact += ", on \(view.isOn)"
      case let view as any NumberControl where !(view.superview is ScrollView): fact += ", value \(view.value)"
      case let view as SegmentedControl: fact += ", segment \(view.selectedSegmentIndex)"
      default: break
      }
      facts.append(fact)
    }
    return facts
  }
}

extension RandomVisitor {
  /// Presses or adjusts something, and cancels that.
  ///
  /// - Returns: the views under the fingers.
  fileprivate mutating func cancelSomething(on panel: SimulatedPanel) -> [View] {
    // With speech, a key acts at once.
    if oneIn(4), !panel.stage.isSpeechOn {
      note("tab, cancelled key")
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        panel.press(.tab)
        panel.release(.tab)
      }
      // A field takes keys at once.
      guard panel.window.firstResponder == nil else { return [] }
      panel.press(oneIn(2) ? .space : .return)
      panel.advance(seconds: number(0...0.8))
      panel.cancelKeys()
      return []
    }
    let start = target(on: panel)
    let view = panel.stage.hitTest(start)
    var views = [view].compactMap { $0 }
    note("cancelled \(Int(clamping: start.x)), \(Int(clamping: start.y)) \(view?.path ?? "-")")
    panel.send(.began, start)
    panel.advance(seconds: number(0...0.5))
    // Only a control's own drag: a pan of anything else has its effect at once.
    if view is Control, oneIn(2) {
      let end = start + Point(number(-120...120), number(-8...8))
      note("moved to \(Int(clamping: end.x))")
      for step in 1...4 {
        panel.send(.moved, start.interpolated(to: end, Double(step) / 4))
        panel.advance(seconds: 0.05)
      }
    }
    // A second finger types the key of the first one.
    if oneIn(3), !(view is KeyboardView) {
      let location = target(on: panel)
      views += [panel.stage.hitTest(location)].compactMap { $0 }
      note("second finger \(Int(clamping: location.x)), \(Int(clamping: location.y)) \(views.last?.path ?? "-")")
      panel.send(.began, location, id: 2)
      panel.advance(seconds: 0.1)
      if oneIn(2), let second = panel.fingers[2] { panel.send(.cancelled, second, id: 2) }
    }
    guard let location = panel.fingers[1] else { return views }
    let cancelsAll = panel.fingers[2] != nil || oneIn(2)
    note(cancelsAll ? "all cancelled" : "one cancelled")
    cancelsAll ? panel.cancelInput() : panel.send(.cancelled, location)
    return views
  }
}
