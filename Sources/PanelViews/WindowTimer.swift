/// A closure that the window calls once, at a deadline.
public final class WindowTimer {
  let deadline: UInt64
  let action: () -> Void
  var isCancelled = false

  init(deadline: UInt64, action: @escaping () -> Void) {
    (self.deadline, self.action) = (deadline, action)
  }

  public func cancel() { isCancelled = true }
}
