import EventLoop
import Geometry
import Glibc
import Scenes
import Views

/// What is done about an idle panel.
extension Kiosk {
  /// Radians and seconds of the attract mode's steps: five frames a second.
  private static let attractStep = (angle: 0.02, time: 0.2)

  func startIdle() throws(EventLoop.Failure) {
    window.filter = { [unowned self] event in
      let isDelivered = idle.receive(event, now: EventLoop.now)
      showIdle()
      return isDelivered
    }
    idleTimer = try loop.addTimer(accuracy: 100_000_000) { [unowned self] in showIdle() }
    shiftTimer = try loop.addTimer(accuracy: 1_000_000_000) { [unowned self] in shift() }
    showIdle()
    startShifting()
  }

  /// Shows the state that it is time for, and sees when to look again.
  func showIdle() {
    let now = EventLoop.now
    var clock = time(nil)
    var local = tm()
    localtime_r(&clock, &local)
    idle.advance(to: now, minute: Int(local.tm_hour) * 60 + Int(local.tm_min))
    idleTimer?.deadline = idle.deadline(now: now)
    panel.inhibitsIdle = idle.settings.inhibits && idle.state != .dark
    guard idle.state != shownIdle else { return }
    log.notice("idle: \(idle.state.rawValue)")
    let wasAttracting = shownIdle == .attract
    shownIdle = idle.state
    window.advance(to: now)
    if idle.state != .active { goHome() }
    if idle.state != .attract, idle.state != .active || wasAttracting { cube.turnBack() }
    switch idle.state {
    case .active, .attract: stage.dim(to: 0)
    case .dimmed: stage.dim(to: 0.62)
    case .dark: stage.dim(to: 1)
    }
    if idle.state == .attract { attract() }
  }

  /// The next visitor finds what the panel is for, seen as it was meant to be.
  private func goHome() {
    stage.dismissSheet()
    if stage.scene !== home { stage.show(home) }
  }

  // MARK: Burn-in

  /// Takes the setting over: begins, ends, or changes how far.
  func startShifting() {
    pixelShift.percent = idle.settings.shift
    stage.isShifting = pixelShift.percent > 0
    if pixelShift.percent == 0 { stage.shift = .zero }
    shiftTimer?.deadline = pixelShift.percent > 0 ? EventLoop.now + UInt64(PixelShift.pause * 1e9) : nil
  }

  private func shift() {
    shiftTimer?.deadline = EventLoop.now + UInt64(PixelShift.pause * 1e9)
    // In the dark there is nothing to burn in; and nothing moves away from under a finger.
    guard idle.state != .dark, !window.isTouched, !stage.showsInspector else { return }
    window.advance(to: EventLoop.now)
    let (start, end) = (stage.shift, pixelShift.next(on: window.size))
    window.animate(.curve(.easeInEaseOut, seconds: PixelShift.glide)) { [stage] in
      stage.shift = start.interpolated(to: end, $0)
    }
  }

  // MARK: Attraction

  private func attract() {
    guard idle.state == .attract, stage.scene === cube else { return }
    cube.orientation = cube.orientation.concatenating(Rotation(angle: Self.attractStep.angle, x: 0, y: 1, z: 0))
    attracting?.cancel()
    attracting = window.after(seconds: Self.attractStep.time) { [weak self] in self?.attract() }
  }
}
