/// A closure that the window calls once, at a deadline.
public final class WindowTimer {
  var deadline: UInt64
  /// True if the timer measures how long a person holds something.
  let measuresHolding: Bool
  let action: () -> Void
  /// True after `cancel`, and from the call of the closure on.
  public internal(set) var isCancelled = false

  init(deadline: UInt64, measuresHolding: Bool, action: @escaping () -> Void) {
    (self.deadline, self.measuresHolding, self.action) = (deadline, measuresHolding, action)
  }

  public func cancel() { isCancelled = true }
}
