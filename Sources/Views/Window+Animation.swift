import Geometry

/// Something that moves by the clock.
public final class Animation {
  let start: UInt64
  let duration: UInt64
  let curve: TimingCurve
  let update: (Double) -> Void
  let completion: (() -> Void)?
  fileprivate(set) var isCancelled = false

  init(
    start: UInt64, duration: UInt64, curve: TimingCurve, update: @escaping (Double) -> Void,
    completion: (() -> Void)?
  ) {
    (self.start, self.duration, self.curve) = (start, duration, curve)
    (self.update, self.completion) = (update, completion)
  }

  /// Stops it where it is; its completion isn't called.
  public func cancel() { isCancelled = true }
}

/// Something that happens once, later.
public final class Timer {
  let deadline: UInt64
  let action: () -> Void
  fileprivate(set) var isCancelled = false

  init(deadline: UInt64, action: @escaping () -> Void) {
    (self.deadline, self.action) = (deadline, action)
  }

  public func cancel() { isCancelled = true }
}

extension Window {
  /// Moves animations and timers on to `time`. To be called before `prepare`, and when `nextDeadline` has come.
  public func advance(to time: UInt64) {
    handle {
      now = time
      for animation in animations where !animation.isCancelled {
        // An event's time may be a little later than the frame's that follows it.
        let elapsed = time > animation.start ? time - animation.start : 0
        guard elapsed < animation.duration else {
          animation.isCancelled = true
          animation.update(1)
          animation.completion?()
          continue
        }
        animation.update(animation.curve.progress(at: Double(elapsed) / Double(animation.duration)))
      }
      animations.removeAll { $0.isCancelled }
      for timer in timers where !timer.isCancelled && timer.deadline <= time {
        timer.isCancelled = true
        timer.action()
      }
      timers.removeAll { $0.isCancelled }
    }
  }

  /// When `advance` wants to be called next although nothing happens and nothing is drawn; `nil` for never.
  public var nextDeadline: UInt64? {
    timers.lazy.filter { !$0.isCancelled }.map(\.deadline).min()
  }

  /// True while something moves by itself, so that each frame differs from the last.
  public var isAnimating: Bool { animations.contains { !$0.isCancelled } }

  /// Calls `update` with the progress, 0…1 along the curve, for each frame from `now` on.
  @discardableResult public func animate(
    seconds: Double, curve: TimingCurve = .default, update: @escaping (Double) -> Void,
    completion: (() -> Void)? = nil
  ) -> Animation {
    let animation = Animation(
      start: now, duration: UInt64(max(seconds, 0) * 1e9), curve: curve, update: update, completion: completion)
    animations.append(animation)
    didChange()
    return animation
  }

  /// Calls `action` once, `seconds` from `now`.
  @discardableResult public func after(seconds: Double, _ action: @escaping () -> Void) -> Timer {
    let timer = Timer(deadline: now + UInt64(max(seconds, 0) * 1e9), action: action)
    timers.append(timer)
    didChange()
    return timer
  }
}
