import PanelGeometry

extension Window {
  /// Advances animations and timers. Call it before `prepare` and at `nextDeadline`.
  public func advance(to time: UInt64) {
    handle {
      now = time
      // An animation that starts in a completion has its first step in the next call.
      for animation in animations where !animation.isCancelled { animation.advance(to: time) }
      animations.removeAll { $0.isCancelled }
      for timer in timers where !timer.isCancelled && timer.deadline <= time {
        timer.isCancelled = true
        timer.action()
      }
      timers.removeAll { $0.isCancelled }
    }
  }

  /// The time at which `advance` has to be called even if nothing is drawn; `nil` for never.
  public var nextDeadline: UInt64? {
    timers.lazy.filter { !$0.isCancelled && $0.deadline < .max }.map(\.deadline).min()
  }

  /// True while animations are running, so that each frame is different.
  public var isAnimating: Bool { animations.contains { !$0.isCancelled } }

  /// Calls `update` for each frame with the progress from 0 to 1. A spring's progress can exceed 1 on the way.
  ///
  /// With reduced motion, the animation ends at once.
  @discardableResult public func animate(
    _ timing: AnimationTiming = .default, update: @escaping (Double) -> Void, completion: (() -> Void)? = nil
  ) -> Animation {
    start(duration: timing.duration, update: { update(timing.progress(at: $0)) }, completion: completion)
  }

  @discardableResult public func animate(
    seconds: Double, curve: TimingCurve = .default, update: @escaping (Double) -> Void,
    completion: (() -> Void)? = nil
  ) -> Animation {
    animate(.curve(curve, seconds: seconds), update: update, completion: completion)
  }

  /// Continues a movement after a flick: calls `update` for each frame with the distance since the last one, until the
  /// speed falls below `threshold`. With reduced motion, there is no fling.
  ///
  /// - Parameters:
  ///   - decay: in the units of `update`.
  ///   - threshold: in units per second.
  ///   - update: called with the distance since the last call.
  ///   - completion: called at the end, unless cancelled.
  @discardableResult public func fling(
    _ decay: Decay, until threshold: Double, update: @escaping (Double) -> Void, completion: (() -> Void)? = nil
  ) -> Animation {
    var done = 0.0
    let duration = reducesMotion ? 0 : decay.duration(until: threshold)
    return start(
      duration: duration,
      update: { time in
        let distance = duration > 0 ? decay.distance(at: time) : 0
        update(distance - done)
        done = distance
      }, completion: completion)
  }

  /// Calls `update` with the elapsed fraction of a duration. Reduced motion doesn't shorten it, because it measures time.
  @discardableResult public func trackProgress(seconds: Double, update: @escaping (Double) -> Void) -> Animation {
    start(duration: seconds, isMotion: false, update: { update(seconds > 0 ? $0 / seconds : 1) }, completion: nil)
  }

  func start(
    duration: Double, isMotion: Bool = true, key: Animation.Key? = nil, blockedView: View? = nil,
    update: @escaping (Double) -> Void, completion: (() -> Void)?
  ) -> Animation {
    if let key { for other in animations where other.key == key { other.cancel() } }
    let isInstant = reducesMotion && isMotion
    let animation = Animation(
      start: now, duration: isInstant ? 0 : max(duration, 0), key: key, blockedView: blockedView,
      update: isInstant ? { _ in update(duration) } : update, completion: completion)
    if isInstant {
      handle { animation.advance(to: now) }
    } else {
      animations.append(animation)
    }
    didChange()
    return animation
  }

  /// Calls `action` once after a delay. A delay that isn't positive fires at the next `advance`, one beyond the clock's range
  /// never.
  @discardableResult public func after(seconds: Double, _ action: @escaping () -> Void) -> Timer {
    let timer = Timer(deadline: now.adding(seconds: seconds), action: action)
    timers.removeAll { $0.isCancelled }
    timers.append(timer)
    didChange()
    return timer
  }
}
