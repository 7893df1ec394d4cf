import EventLoop
import Panel
import Scenes

/// What an engineer does at the panel, behind a hold on a corner and a PIN.
extension Kiosk {
  func startMaintenance() {
    // Reading the configuration again is no way around the wait.
    if lock?.hash != options.pin?.hash { lock = options.pin }
    stage.maintenanceCorner = lock == nil ? nil : options.maintenanceCorner
    stage.permissions = options.permissions
    stage.onCornerHold = { [unowned self] in askForPIN() }
  }

  private func askForPIN() {
    guard let lock else { return }
    log.notice("maintenance: the corner was held")
    stage.askForPIN(wait: lock.wait(now: EventLoop.now)) { [unowned self] pin in
      guard let answer = self.lock?.answer(to: pin, now: EventLoop.now) else { return .wrong(wait: 0) }
      switch answer {
      case .right:
        log.notice("maintenance: entered")
        stage.showMaintenance(
          touchTest: { [unowned self] in showTouchTest() },
          quit: { [unowned self] in
            log.notice("maintenance: asked to quit")
            loop.exit(0)
          })
      case .wrong(let wait): log.warning("maintenance: a wrong PIN; the next is heard in \(Int(wait)) s")
      }
      return answer
    }
  }

  // MARK: Touch test

  private func showTouchTest() {
    let test = TouchTestScene()
    test.onDone = { [unowned self] in stage.show(home) }
    stage.show(test)
  }

  /// Tells the touch test what it can't see for itself.
  func updateTouchTest() {
    guard let test = stage.scene as? TouchTestScene else { return }
    let (size, habits) = (window.size, panel.touchHabits)
    var facts = [
      "\(Int(size.width)) × \(Int(size.height)) points, \(window.scale) pixels a point",
      "turned by us \(window.turns.rawValue)°, by the compositor: \(window.bufferTransform)",
      "output \(panel.outputName ?? "without a name")",
    ]
    if habits.batches > 0 {
      facts += [
        "\(habits.events) events in \(habits.batches) batches, \(habits.unframed) of them without wl_touch.frame",
        habits.rate.map { "about \(Int($0.rounded())) batches a second while a finger moves" } ?? "",
        "most fingers at once: \(habits.mostFingers)",
      ]
    }
    test.facts = facts
  }
}
