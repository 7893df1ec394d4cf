import Chrome
import Configuration
import Glibc
import Localization
import PanelEvents
import PanelKit
import Scenes

/// Gives engineers access at the panel: holding a corner and entering a PIN opens the scene menu, the
/// touch test and the quit command.
final class MaintenanceController {
  private let app: Application
  private let stage: Stage
  private let store: StateStore
  private var lock: PINLock
  private var isChecking = false
  private var maintenance: Maintenance?
  /// Called when the engineer leaves maintenance.
  var onDone: () -> Void = {}

  /// - Parameter store: stores the lockout.
  init(_ app: Application, stage: Stage, store: StateStore) {
    (self.app, self.stage, self.store) = (app, stage, store)
    lock = PINLock(store.state.lock, now: EventLoop.now, wallTime: Self.wallTime)
  }

  /// Applies new settings; `nil` turns maintenance access off. Its corner then no longer starts speech.
  func apply(_ maintenance: Maintenance?) {
    self.maintenance = maintenance
    if let maintenance { stage.cornerHolds[maintenance.corner] = { [unowned self] in askForPIN() } }
  }

  /// The wall clock, in seconds since 1970.
  private static var wallTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  // MARK: The PIN

  private func askForPIN() {
    guard maintenance != nil else { return }
    app.log.notice("maintenance: the corner was held")
    stage.askForPIN(lockedFor: lock.remainingLockout(at: EventLoop.now)) { [unowned self] in
      check($0, completion: $1)
    } onSuccess: { [unowned self] in
      showMenu()
    }
  }

  /// Counts the PIN as wrong, saves that to disk, then compares the PIN on another thread.
  private func check(_ pin: String, completion: @escaping (PINAnswer) -> Void) {
    let lockout = lock.remainingLockout(at: EventLoop.now)
    guard lockout == 0, !isChecking, let hash = maintenance?.pin else {
      return completion(.wrong(wait: max(lockout, 1)))
    }
    isChecking = true
    lock.countFailure(now: EventLoop.now, wallTime: Self.wallTime)
    saveLock { [unowned self] in
      app.loop.runOnThreadIfPossible {
        hash.matches(pin)
      } completion: { [unowned self] in
        isChecking = false
        // The window's clock stood still during the comparison.
        app.window.advance(to: app.clock())
        completion(recordCheck(isRight: $0))
      }
    }
  }

  private func recordCheck(isRight: Bool) -> PINAnswer {
    if isRight {
      lock.reset()
      saveLock()
      app.log.notice("maintenance: entered")
      return .right
    }
    let lockout = lock.remainingLockout(at: EventLoop.now)
    app.log.warning("maintenance: a wrong PIN; locked for \(Int(clamping: lockout.rounded(.up))) s")
    return .wrong(wait: lockout)
  }

  private func saveLock(then body: @escaping () -> Void = {}) {
    store.update { $0.lock = lock.record }
    store.save(then: body)
  }

  private func showMenu() {
    stage.showMaintenance(
      touchTest: { [unowned self] in showTouchTest() },
      quit: { [unowned self] in end(0, "asked to quit") },
      stop: ServiceManager.isManaged
        ? { [unowned self] in end(ExitCode.stoppedForService, "stopped for service") } : nil,
      done: onDone)
  }

  private func end(_ status: Int32, _ reason: String) {
    app.log.notice("maintenance: \(reason)")
    app.loop.exit(status)
  }

  // MARK: Touch test

  private func showTouchTest() {
    guard !(stage.scene is TouchTestScene) else { return }
    let test = TouchTestScene()
    test.onDone = onDone
    stage.show(test)
  }

  /// Updates the touch test's facts about the window, the output and the touch device.
  func updateTouchTest() {
    guard let test = stage.scene as? TouchTestScene else { return }
    let (window, statistics) = (app.window, app.panel.touchStatistics)
    var facts = [
      LocalizedText.factSize.text([
        .width: "\(Int(clamping: window.panelSize.width))", .height: "\(Int(clamping: window.panelSize.height))",
        .scale: "\(window.surfaceScale)",
      ]),
      LocalizedText.factTurns.text([.ours: "\(window.rotation.rawValue)", .theirs: "\(window.bufferTransform)"]),
      app.panel.outputName.map { LocalizedText.factOutput.text([.name: $0]) } ?? LocalizedText.factNoOutput.text,
    ]
    if statistics.batches > 0 {
      facts += [
        LocalizedText.factEvents.text([
          .events: "\(statistics.events)", .batches: "\(statistics.batches)",
          .unframed: "\(statistics.unframedBatches)",
        ]),
        statistics.rate.map { LocalizedText.factRate.text(count: Int(clamping: $0.rounded())) } ?? "",
        LocalizedText.factFingers.text(count: statistics.maximumFingers),
      ]
    }
    test.facts = facts
  }
}
