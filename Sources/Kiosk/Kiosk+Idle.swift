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
    showIdle()
  }

  /// Shows the state that it is time for, and sees when to look again.
  func showIdle() {
    let now = EventLoop.now
    var clock = time(nil)
    var local = tm()
    localtime_r(&clock, &local)
    idle.advance(to: now, minute: Int(local.tm_hour) * 60 + Int(local.tm_min))
    idleTimer?.deadline = idle.deadline(now: now)
    guard idle.state != shownIdle else { return }
    log.info("idle: \(idle.state.rawValue)")
    shownIdle = idle.state
    window.advance(to: now)
    switch idle.state {
    case .active, .attract: stage.dim(to: 0)
    case .dimmed: stage.dim(to: 0.62)
    case .dark: stage.dim(to: 1)
    }
    if idle.state == .attract { attract() }
  }

  private func attract() {
    guard idle.state == .attract, stage.scene === cube else { return }
    cube.orientation = cube.orientation.concatenating(Rotation(angle: Self.attractStep.angle, x: 0, y: 1, z: 0))
    attracting?.cancel()
    attracting = window.after(seconds: Self.attractStep.time) { [weak self] in self?.attract() }
  }
}
