import CLinux
import Glibc
import PanelSystem

/// A one-shot timer of CLOCK_REALTIME that also fires when that clock is set.
public final class WallClockTimer {
  private let file: Descriptor
  private let source: DescriptorSource

  /// The time to call the handler, once, in seconds since 1970; `nil` for never. The handler is also called if the
  /// clock is set in the meantime, and should then check the time again.
  public var deadline: Int? { didSet { arm() } }

  fileprivate init(_ loop: EventLoop, _ handler: @escaping () -> Void) throws(SystemError) {
    let fd = timerfd_create(CLOCK_REALTIME, Int32(CLINUX_TFD_NONBLOCK | CLINUX_TFD_CLOEXEC))
    guard fd >= 0 else { throw SystemError("timerfd_create", errno) }
    file = Descriptor(fd)
    source = try loop.addDescriptor(fd, events: .readable)
    source.handler = { [unowned self] _ in
      var count: UInt64 = 0
      // ECANCELED: the clock was set.
      guard read(fd, &count, 8) == 8 || errno == ECANCELED else { return }
      deadline = nil
      handler()
    }
  }

  deinit { source.cancel() }

  private func arm() {
    var time = itimerspec()
    // A time of zero would disarm the timer.
    time.it_value.tv_sec = deadline.map { max($0, 1) } ?? 0
    let flags = CLINUX_TFD_TIMER_ABSTIME | CLINUX_TFD_TIMER_CANCEL_ON_SET
    timerfd_settime(file.number, Int32(flags), &time, nil)
  }
}

extension EventLoop {
  /// Adds a timer without a deadline.
  public func addWallClockTimer(_ handler: @escaping () -> Void) throws(SystemError) -> WallClockTimer {
    try WallClockTimer(self, handler)
  }
}
