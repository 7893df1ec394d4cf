import CSystemd
import Glibc
import System

/// Waits for descriptors, times, signals and children on one thread, by systemd's sd-event.
///
/// Nothing here wakes up by itself: a loop with nothing to wait for sleeps. Times are nanoseconds of CLOCK_MONOTONIC.
public final class EventLoop {
  /// libsystemd's own, for other parts of it that are to be waited for here.
  public let event: OpaquePointer
  /// Waits for the ends of threads, by their jobs' descriptors.
  var jobs: [Int32: DescriptorSource] = [:]

  public init() throws(SystemError) {
    var event: OpaquePointer?
    try check(sd_event_new(&event), "sd_event_new")
    guard let event else { throw SystemError("sd_event_new", ENOMEM) }
    self.event = event
  }

  deinit {
    jobs.removeAll()
    sd_event_unref(event)
  }

  /// Nanoseconds of CLOCK_MONOTONIC, now.
  public static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// Waits and serves until `exit`. Returns what `exit` was given.
  public func run() throws(SystemError) -> Int32 {
    defer { jobs.removeAll() }
    let result = sd_event_loop(event)
    guard result >= 0 else { throw SystemError("sd_event_loop", -result) }
    return result
  }

  /// Ends `run` after what is being served.
  public func exit(_ code: Int32) {
    sd_event_exit(event, code)
  }

  /// Waits for one event, at most, and serves it. False when none came within `nanoseconds`; `nil` waits for ever.
  @discardableResult public func turn(waiting nanoseconds: UInt64?) throws(SystemError) -> Bool {
    let result = sd_event_run(event, nanoseconds.map { $0 / 1000 } ?? .max)
    guard result >= 0 else { throw SystemError("sd_event_run", -result) }
    return result > 0
  }

  /// True once `exit` was called.
  public var isFinished: Bool { sd_event_get_state(event) == SD_EVENT_FINISHED }
}

/// Turns libsystemd's negative errno into an error.
public func check(_ result: Int32, _ call: String) throws(SystemError) {
  guard result >= 0 else { throw SystemError(call, -result) }
}
