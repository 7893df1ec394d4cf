import CSystemd
import Glibc
import PanelEvents
import PanelSystem

/// Notifies systemd: readiness, status and watchdog. See sd_notify(3).
///
/// Without NOTIFY_SOCKET, nothing is sent.
public final class ServiceManager {
  private let hasSocket = getenv("NOTIFY_SOCKET") != nil

  /// True if this program is part of a systemd unit. When it exits, systemd acts as the unit specifies.
  public static var isManaged: Bool {
    // A terminal may pass on INVOCATION_ID from its own unit, but its output doesn't go to the journal.
    getenv("NOTIFY_SOCKET") != nil || (getenv("INVOCATION_ID") != nil && Log.isJournal(2))
  }

  /// True once the first frame is on the screen. Reloads are only reported from then on.
  private var isReady = false
  private var lastStatus = ""
  private var timer: TimerSource?
  /// Extends the start timeout until the first frame.
  private var startTimer: TimerSource?
  /// The time until the next extension of the start timeout, in nanoseconds. Each extension is three times as long.
  private static let startPeriod: UInt64 = 20_000_000_000

  /// - Parameters:
  ///   - loop: runs the watchdog's timer.
  ///   - isAlive: called at half the watchdog's period. The watchdog is only pinged if it returns `true`, and not
  ///     while the loop hangs.
  public init(loop: EventLoop, isAlive: @escaping () -> Bool) throws(SystemError) {
    guard hasSocket else { return }
    startTimer = try loop.addTimer(accuracy: 1_000_000_000) { [unowned self] in extendStart() }
    extendStart()
    var period: UInt64 = 0
    guard sd_watchdog_enabled(0, &period) > 0, period > 0 else { return }
    let halfPeriod = period * 1000 / 2  // In nanoseconds.
    timer = try loop.addTimer(accuracy: halfPeriod / 10) { [unowned self] in
      if isAlive() { notify("WATCHDOG=1") }
      timer?.deadline = EventLoop.now + halfPeriod
    }
    timer?.deadline = EventLoop.now + halfPeriod
  }

  /// Reports that the first frame is on the screen. Later calls do nothing.
  public func reportReady() {
    guard !isReady else { return }
    isReady = true
    startTimer?.cancel()
    notify("READY=1")
  }

  /// Keeps systemd from ending the program while it waits for a compositor, a screen or a seat. A program whose loop
  /// hangs extends nothing.
  private func extendStart() {
    notify("EXTEND_TIMEOUT_USEC=\(3 * Self.startPeriod / 1000)")
    startTimer?.deadline = EventLoop.now + Self.startPeriod
  }

  /// Sets the status line of `systemctl status`.
  public func reportStatus(_ text: String) {
    guard text != lastStatus else { return }
    lastStatus = text
    notify("STATUS=" + text.sanitized)
  }

  /// Reports that a reload of the configuration begins. Call `reportReloaded` at its end, whatever the result.
  public func reportReloading() {
    if isReady { notify("RELOADING=1\nMONOTONIC_USEC=\(EventLoop.now / 1000)") }
  }

  /// Reports that a reload of the configuration has ended.
  public func reportReloaded() {
    if isReady { notify("READY=1") }
  }

  /// Reports that the program is about to exit.
  public func reportStopping() { notify("STOPPING=1\nSTATUS=stopping") }

  private func notify(_ state: String) {
    if hasSocket { sd_notify(0, state) }
  }
}
