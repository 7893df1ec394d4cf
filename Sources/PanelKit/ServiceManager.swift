import CSystemd
import Events
import Glibc
import System

/// Tells systemd how the program does: that it is ready, what it is about, and that it is alive.
///
/// Started by something else it says nothing; see sd_notify(3). Where a watchdog is asked for (`WATCHDOG_USEC`) and there is
/// nobody to tell, as in a session that cage has, the kernel's own alarm ends a program that hangs.
public final class ServiceManager {
  private let isListening = getenv("NOTIFY_SOCKET") != nil

  /// True where this program is a unit's, or runs in a session that is, as cage's: when it ends, systemd does what the unit
  /// says.
  public static var isThere: Bool {
    // A terminal may have an invocation's number from its own unit, but what is said there is read, not kept.
    getenv("NOTIFY_SOCKET") != nil || (getenv("INVOCATION_ID") != nil && Log.goesToJournal(2))
  }

  /// True once something was on the glass. Until then there is nothing to say of it.
  private var isReady = false
  private var lastStatus = ""
  private var timer: TimerSource?

  /// - Parameters:
  ///   - loop: has the watchdog's timer.
  ///   - isAlive: asked at half the watchdog's period. Only when it is true the watchdog is told so; as long as the loop
  ///     doesn't come to ask, it isn't either.
  public init(loop: EventLoop, isAlive: @escaping () -> Bool) throws(SystemError) {
    var period: UInt64 = 0
    guard sd_watchdog_enabled(0, &period) > 0, period > 0 else { return }
    let half = period * 1000 / 2
    timer = try loop.addTimer(accuracy: half / 10) { [unowned self] in
      if isAlive() { live(for: period) }
      timer?.deadline = EventLoop.now + half
    }
    timer?.deadline = EventLoop.now + half
    guard !isListening else { return }
    // Whoever started us may have blocked it.
    var alarm = sigset_t()
    sigemptyset(&alarm)
    sigaddset(&alarm, SIGALRM)
    pthread_sigmask(SIG_UNBLOCK, &alarm, nil)
    signal(SIGALRM, SIG_DFL)
    live(for: period)
  }

  /// - Parameter period: until when the next word has to come, in microseconds.
  private func live(for period: UInt64) {
    guard !isListening else { return notify("WATCHDOG=1") }
    // SIGALRM, which nobody handles: what doesn't come to set it anew is ended.
    var timer = itimerval()
    timer.it_value = timeval(tv_sec: Int(period / 1_000_000), tv_usec: Int(period % 1_000_000))
    setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer, nil)
  }

  /// The first frame is on the glass.
  public func ready() {
    guard !isReady else { return }
    isReady = true
    notify("READY=1")
  }

  /// One line for `systemctl status`.
  public func status(_ text: String) {
    guard text != lastStatus else { return }
    lastStatus = text
    notify("STATUS=" + text.sanitized)
  }

  /// Runs what reads the configuration again, and says so where there is something that goes on meanwhile.
  public func reload<Result>(_ body: () -> Result) -> Result {
    guard isReady else { return body() }
    notify("RELOADING=1\nMONOTONIC_USEC=\(EventLoop.now / 1000)")
    defer { notify("READY=1") }
    return body()
  }

  public func stopping() { notify("STOPPING=1\nSTATUS=stopping") }

  private func notify(_ state: String) {
    if isListening { sd_notify(0, state) }
  }
}
