import EventLoop
import Glibc
import Panel
import Scenes

/// What an engineer does at the panel, behind a hold on a corner and a PIN.
extension Kiosk {
  /// Seconds since 1970.
  static var wallTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  func startMaintenance() {
    stage.maintenanceCorner = options.maintenance?.corner
    stage.permissions = options.permissions
    stage.onCornerHold = { [unowned self] in askForPIN() }
  }

  private func askForPIN() {
    guard options.maintenance != nil else { return }
    log.notice("maintenance: the corner was held")
    stage.askForPIN(wait: lock.wait(now: EventLoop.now)) { [unowned self] in answer(to: $0) }
  }

  private func answer(to pin: String) -> PINAnswer {
    guard let hash = options.maintenance?.pin else { return .wrong(wait: 0) }
    let answer = lock.answer(to: pin, hash, now: EventLoop.now, wall: Self.wallTime) { record in
      counter.update { $0.lock = record }
    }
    switch answer {
    case .right:
      log.notice("maintenance: entered")
      showMaintenance()
    case .wrong(let wait): log.warning("maintenance: a wrong PIN; the next is heard in \(Int(wait)) s")
    }
    return answer
  }

  private func showMaintenance() {
    stage.showMaintenance(
      touchTest: { [unowned self] in showTouchTest() },
      quit: { [unowned self] in
        log.notice("maintenance: asked to quit")
        loop.exit(0)
      },
      // Where there is no bar, the test has no button of its own.
      done: { [unowned self] in (stage.scene as? TouchTestScene)?.onDone?() })
  }

  // MARK: Touch test

  private func showTouchTest() {
    guard !(stage.scene is TouchTestScene) else { return }
    let test = TouchTestScene()
    let (before, wasHome, wasCube) = (stage.scene, stage.scene === home, stage.scene === cube)
    test.onDone = { [unowned self] in
      // Reading the configuration again makes these two anew.
      stage.show(wasHome ? home : wasCube ? cube : before)
    }
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
