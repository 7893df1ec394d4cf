import Chrome
import Configuration
import Glibc
import PanelEvents
import PanelGeometry
import PanelKit
import PanelSystem
import PanelViews
import Scenes

/// Applies the idle state: dims the panel, slowly turns the cube and shifts the picture.
///
/// Idle time is measured by the system's monotonic clock; animations use the window's clock.
final class IdleController {
  /// Called when the state has changed, before the panel shows the new state.
  var onChange: ((IdleState) -> Void)?

  /// The attract animation rotates the cube by this angle, in radians, at each step.
  private static let attractStepAngle = 0.02
  /// The time between two steps, in seconds: five frames per second.
  private static let attractStepInterval = 0.2
  /// The alpha of the black layer over a dimmed panel.
  private static let dimmedAlpha = 0.62

  private var cube: CubeScene

  private let app: Application
  private let stage: Stage
  private var machine: IdleMachine
  private var shownState = IdleState.active
  private var timer: TimerSource?
  private var attractTimer: WindowTimer?
  private var pixelShift = PixelShift()
  private var shiftTimer: TimerSource?

  init(_ app: Application, stage: Stage, cube: CubeScene, settings: IdleSettings) throws(SystemError) {
    (self.app, self.stage, self.cube) = (app, stage, cube)
    machine = IdleMachine(settings, now: EventLoop.now)
    timer = try app.loop.addTimer(accuracy: 100_000_000) { [unowned self] in update() }
    shiftTimer = try app.loop.addTimer(accuracy: 1_000_000_000) { [unowned self] in shift() }
    app.window.shouldReceive = { [weak self] in self?.recordInput() ?? true }
  }

  private func recordInput() -> Bool {
    defer { update() }
    let isVisible = !app.panel.endSuspension()
    return machine.recordInput(now: EventLoop.now) && isVisible
  }

  var state: IdleState { machine.state }

  /// Applies new settings.
  func apply(_ settings: IdleSettings, cube: CubeScene) {
    (machine.settings, self.cube) = (settings, cube)
    update()
    applyShiftSetting()
  }

  /// True to stay active without input, until `sleep()`.
  var staysActive: Bool {
    get { machine.staysActive }
    set {
      machine.staysActive = newValue
      update()
    }
  }

  func wake() {
    machine.wake(now: EventLoop.now)
    update()
  }

  func sleep() {
    machine.sleep()
    update()
  }

  /// Updates and shows the state, then schedules the next update.
  private func update() {
    let now = EventLoop.now
    machine.advance(to: now, minute: Self.minuteOfDay(at: time(nil)))
    timer?.deadline = machine.deadline(now: now)
    app.panel.inhibitsIdle = machine.settings.inhibitsBlanking && state != .dark
    guard state != shownState else { return }
    app.log.notice("idle: \(state.rawValue)")
    let wasAttracting = shownState == .attract
    shownState = state
    app.window.advance(to: app.clock())
    onChange?(state)
    // Undo the attract animation when it ends, and a visitor's turning when the panel dims.
    if state != .attract, state != .active || wasAttracting { cube.turnToHomeOrientation() }
    switch state {
    case .active, .attract: stage.dim(to: 0)
    case .dimmed: stage.dim(to: Self.dimmedAlpha)
    case .dark: stage.dim(to: 1)
    }
    if state == .attract { stepAttractAnimation() }
  }

  /// Returns the minutes since midnight in the system's current time zone.
  static func minuteOfDay(at time: time_t) -> Int {
    // The zone may have changed, and `localtime_r` reads it only once.
    tzset()
    var (time, local) = (time, tm())
    localtime_r(&time, &local)
    return Int(local.tm_hour) * 60 + Int(local.tm_min)
  }

  // MARK: Burn-in

  /// Applies the `shift` setting: starts, stops or changes the shift.
  private func applyShiftSetting() {
    pixelShift.percent = machine.settings.pixelShift
    stage.hasShiftMargin = pixelShift.percent > 0
    if pixelShift.percent == 0 { stage.shift = .zero }
    shiftTimer?.deadline = pixelShift.percent > 0 ? EventLoop.now + UInt64(clamping: PixelShift.interval * 1e9) : nil
  }

  private func shift() {
    shiftTimer?.deadline = EventLoop.now + UInt64(clamping: PixelShift.interval * 1e9)
    // A dark panel can't burn in, and the picture must not move during a touch.
    guard state != .dark, !app.window.isTouched else { return }
    app.window.advance(to: app.clock())
    let start = stage.shift
    let end = app.window.convertFromPanel(pixelShift.nextOffset(on: app.window.panelSize))
    app.window.animate(.curve(.easeInEaseOut, seconds: PixelShift.duration)) { [stage] in
      stage.shift = start.interpolated(to: end, $0)
    }
  }

  // MARK: Attract animation

  private func stepAttractAnimation() {
    guard state == .attract, stage.scene === cube else { return }
    cube.orientation = cube.orientation.concatenating(Rotation(angle: Self.attractStepAngle, x: 0, y: 1, z: 0))
    attractTimer?.cancel()
    attractTimer = app.window.after(seconds: Self.attractStepInterval) { [weak self] in self?.stepAttractAnimation() }
  }
}
