import PanelGeometry

extension Window {
  /// Advances animations and timers. Call it before `updateDamage` and at `nextDeadline`.
  public func advance(to time: UInt64) {
    handle(at: time) {
      // An animation that starts in a completion has its first step in the next call.
      for animation in animations where animation.isRunning { animation.advance(to: time) }
      animations.removeAll { !$0.isRunning }
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
  public var isAnimating: Bool { animations.contains(where: \.isRunning) }

  /// Starts an animation that belongs to no layer; see `Animation.init(_:update:completion:)`.
  @discardableResult public func animate(
    _ timing: AnimationTiming = .default, update: @escaping (Double) -> Void, completion: (() -> Void)? = nil
  ) -> Animation {
    let animation = Animation(timing, update: update, completion: completion)
    start(animation)
    return animation
  }

  @discardableResult public func animate(
    seconds: Double, curve: TimingCurve = .default, update: @escaping (Double) -> Void,
    completion: (() -> Void)? = nil
  ) -> Animation {
    animate(.curve(curve, seconds: seconds), update: update, completion: completion)
  }

  /// Calls `action` once after a delay. A delay that isn't positive fires at the next `advance`, one beyond the clock's
  /// range never.
  @discardableResult public func after(seconds: Double, _ action: @escaping () -> Void) -> WindowTimer {
    let timer = WindowTimer(deadline: now.adding(seconds: seconds), action: action)
    timers.removeAll { $0.isCancelled }
    timers.append(timer)
    didChange()
    return timer
  }
}

extension Window: LayerAnimator {
  package func start(_ animation: Animation) {
    guard animation.begin(at: now) else { return }
    if reducesMotion, animation.reducedMotion != .hasNoEffect {
      handle { animation.skip() }
    } else {
      animations.append(animation)
    }
    didChange()
  }
}
