import PanelGeometry

extension Window {
  /// Advances animations and timers. Call it before `updateDamage` and at `nextDeadline`.
  public func advance(to time: UInt64) {
    handle(at: time) {
      // An animation that starts in a completion has its first step in the next call.
      for animation in animations where animation.isRunning { animation.advance(to: time) }
      animations.removeAll { !$0.isRunning }
      fireTimers(dueBy: time)
    }
  }

  private func fireTimers(dueBy time: UInt64) {
    for timer in timers where !timer.isCancelled && timer.deadline <= time {
      timer.isCancelled = true
      timer.action()
    }
    timers.removeAll { $0.isCancelled }
  }

  /// Handles an event that may have occurred before the current call, after the timers that were due before it.
  ///
  /// - Parameter time: when it occurred. Times don't go back: two devices, or two clocks, may differ by a little.
  func handleEvent<Result>(at time: UInt64, _ body: () -> Result) -> Result {
    lastEventTime = min(max(time, lastEventTime), clock)
    now = lastEventTime
    fireTimers(dueBy: now)
    now = lastEventTime
    defer { now = clock }
    return body()
  }

  /// Without a call for longer, in nanoseconds, the program didn't run: it was stopped, or the system was too busy.
  private static var maximumGap: UInt64 { 250_000_000 }
  /// While a person's holding is measured, `advance` has to be called after this time, in nanoseconds.
  private static var holdingInterval: UInt64 { 100_000_000 }

  /// Doesn't count time in which the program didn't run as time for which a person held something: they saw no response,
  /// and their finger may have lifted long ago.
  func skipGap(to time: UInt64) {
    guard time > clock, time - clock > Self.maximumGap else { return }
    for timer in timers where timer.measuresHolding {
      timer.deadline = timer.deadline.adding(nanoseconds: time - clock)
    }
    for animation in animations { animation.skipGap(time - clock) }
  }

  /// The time at which `advance` has to be called even if nothing is drawn; `nil` for never.
  public var nextDeadline: UInt64? {
    timers.lazy.filter { !$0.isCancelled && $0.deadline < .max }
      .map { [clock] in
        let check = clock.adding(nanoseconds: Self.holdingInterval)
        return $0.measuresHolding ? min($0.deadline, check) : $0.deadline
      }.min()
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
    addTimer(WindowTimer(deadline: now.adding(seconds: seconds), measuresHolding: false, action: action))
  }

  /// Moves the deadline of a timer that hasn't fired to a delay from now.
  ///
  /// - Parameters:
  ///   - timer: a timer of this window.
  ///   - seconds: as for `after`.
  public func postpone(_ timer: WindowTimer, seconds: Double) {
    timer.deadline = now.adding(seconds: seconds)
    didChange()
  }

  /// Calls `action` once after a person has held something for a time. Time in which the program didn't run doesn't
  /// count.
  ///
  /// - Parameters:
  ///   - seconds: the time since the event that is being handled.
  ///   - action: called from `advance`, unless the timer is cancelled before.
  @discardableResult public func afterHolding(seconds: Double, _ action: @escaping () -> Void) -> WindowTimer {
    // The event may have waited while the program didn't run.
    let start = max(now, clock - min(clock, Self.maximumGap))
    return addTimer(WindowTimer(deadline: start.adding(seconds: seconds), measuresHolding: true, action: action))
  }

  private func addTimer(_ timer: WindowTimer) -> WindowTimer {
    timers.removeAll { $0.isCancelled }
    timers.append(timer)
    didChange()
    return timer
  }
}

extension Window: LayerAnimator {
  package func start(_ animation: Animation) {
    guard animation.begin(at: clock) else { return }
    if reducesMotion, animation.reducedMotion != .hasNoEffect {
      handle { animation.skip() }
    } else {
      animations.append(animation)
    }
    didChange()
  }
}
