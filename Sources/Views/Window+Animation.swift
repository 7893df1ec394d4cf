import Geometry

extension Window {
  /// Moves animations and timers on to `time`. To be called before `prepare`, and when `nextDeadline` has come.
  public func advance(to time: UInt64) {
    handle {
      now = time
      // What an animation's end begins has its first step in the next call.
      for animation in animations where !animation.isCancelled { animation.advance(to: time) }
      animations.removeAll { $0.isCancelled }
      for timer in timers where !timer.isCancelled && timer.deadline <= time {
        timer.isCancelled = true
        timer.action()
      }
      timers.removeAll { $0.isCancelled }
    }
  }

  /// The time of the next `advance` although nothing happens and nothing is drawn; `nil` for never.
  public var nextDeadline: UInt64? {
    timers.lazy.filter { !$0.isCancelled && $0.deadline < .max }.map(\.deadline).min()
  }

  /// True while something moves by itself, so that each frame differs from the last.
  public var isAnimating: Bool { animations.contains { !$0.isCancelled } }

  /// Calls `update` with the progress, 0 to 1, for each frame from `now` on. A spring's progress may pass 1 on its way.
  ///
  /// The end comes at once if motion is reduced.
  @discardableResult public func animate(
    _ timing: AnimationTiming = .default, update: @escaping (Double) -> Void, completion: (() -> Void)? = nil
  ) -> Animation {
    start(duration: timing.duration, update: { update(timing.progress(at: $0)) }, completion: completion)
  }

  /// The same along a curve.
  @discardableResult public func animate(
    seconds: Double, curve: TimingCurve = .default, update: @escaping (Double) -> Void,
    completion: (() -> Void)? = nil
  ) -> Animation {
    animate(.curve(curve, seconds: seconds), update: update, completion: completion)
  }

  /// Carries on what a finger flung: calls `update` for each frame with how far it went since the last one, until it is
  /// slower than `threshold`. Where motion is reduced nothing carries on.
  ///
  /// - Parameters:
  ///   - decay: in the units of `update`.
  ///   - threshold: in units a second.
  ///   - update: called at each step, with the way since the last one.
  ///   - completion: called at the end; not if it was cancelled.
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

  /// Counts from 0 to 1 in a time that isn't shortened where motion is reduced: it is no motion, but a measure.
  @discardableResult public func count(seconds: Double, update: @escaping (Double) -> Void) -> Animation {
    let animation = Animation(
      start: now, duration: max(seconds, 0), update: { update(seconds > 0 ? $0 / seconds : 1) }, completion: nil)
    animations.append(animation)
    didChange()
    return animation
  }

  func start(
    duration: Double, key: Animation.Key? = nil, blockedView: View? = nil, update: @escaping (Double) -> Void,
    completion: (() -> Void)?
  ) -> Animation {
    if let key { for other in animations where other.key == key { other.cancel() } }
    let animation = Animation(
      start: now, duration: reducesMotion ? 0 : max(duration, 0), key: key, blockedView: blockedView,
      update: reducesMotion ? { _ in update(duration) } : update, completion: completion)
    if reducesMotion {
      handle { animation.advance(to: now) }
    } else {
      animations.append(animation)
    }
    didChange()
    return animation
  }

  /// Calls `action` once, `seconds` from `now`: at the next call of `advance` where they are none, less or no number,
  /// and never where the clock doesn't reach so far.
  @discardableResult public func after(seconds: Double, _ action: @escaping () -> Void) -> Timer {
    let timer = Timer(deadline: now.adding(seconds: seconds), action: action)
    timers.removeAll { $0.isCancelled }
    timers.append(timer)
    didChange()
    return timer
  }
}
