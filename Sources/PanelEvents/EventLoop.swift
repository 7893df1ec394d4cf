import CSystemd
import Glibc
import PanelSystem

/// Waits for descriptors, timers, signals and child processes on one thread, using systemd's sd-event.
///
/// The loop never wakes up without an event. Times are nanoseconds of CLOCK_MONOTONIC.
public final class EventLoop {
  /// The sd_event object, for other parts of libsystemd that attach to this loop.
  public let event: OpaquePointer
  /// The sources that wait for the results of `runOnThread`, by the descriptors of their jobs.
  var threadJobs: [Int32: DescriptorSource] = [:]
  /// Wraps the handling of each event in `run`, for example to bind task-local values.
  public var eventWrapper: (() -> Int32) -> Int32 = { $0() }

  public init() throws(SystemError) {
    var event: OpaquePointer?
    try check(sd_event_new(&event), "sd_event_new")
    guard let event else { throw SystemError("sd_event_new", ENOMEM) }
    self.event = event
  }

  deinit {
    threadJobs.removeAll()
    sd_event_unref(event)
  }

  /// The current time of CLOCK_MONOTONIC, in nanoseconds.
  public static var now: UInt64 { MonotonicClock.now }

  /// The current time of CLOCK_BOOTTIME, which also counts the time in suspend, in nanoseconds.
  public static var bootTime: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// Handles events until `exit`.
  ///
  /// - Returns: the code passed to `exit`.
  public func run() throws(SystemError) -> Int32 {
    defer { threadJobs.removeAll() }
    while !isFinished {
      let result = eventWrapper { sd_event_run(event, .max) }
      guard result >= 0 else { throw SystemError("sd_event_run", -result) }
    }
    var code: Int32 = 0
    sd_event_get_exit_code(event, &code)
    return code
  }

  /// Ends `run` after the current event.
  public func exit(_ code: Int32) {
    sd_event_exit(event, code)
  }

  /// Waits for at most one event and handles it.
  ///
  /// - Parameter nanoseconds: `nil` waits forever.
  /// - Returns: `false` if no event arrived in time.
  @discardableResult public func runOnce(timeout nanoseconds: UInt64?) throws(SystemError) -> Bool {
    let result = sd_event_run(event, nanoseconds.map { $0 / 1000 } ?? .max)
    guard result >= 0 else { throw SystemError("sd_event_run", -result) }
    return result > 0
  }

  /// True once the loop has exited.
  public var isFinished: Bool { sd_event_get_state(event) == SD_EVENT_FINISHED }
}

/// Throws a `SystemError` if libsystemd returned a negative errno value.
package func check(_ result: Int32, _ call: String) throws(SystemError) {
  guard result >= 0 else { throw SystemError(call, -result) }
}
