import CSystemd
import Glibc
import System

/// Something that an event loop waits for. It is waited for as long as the object lives, or until `cancel`.
public class Source {
  /// libsystemd's own, which keeps libsystemd's loop, and not ours: what the loop holds may hold a source.
  fileprivate(set) var source: OpaquePointer?

  fileprivate init() {}

  /// Stops waiting, for good. May be called from a handler, its own too.
  public final func cancel() {
    guard let source else { return }
    self.source = nil
    sd_event_source_set_enabled(source, Int32(SD_EVENT_OFF))
    sd_event_source_unref(source)
  }

  deinit { cancel() }

  fileprivate final var userdata: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  fileprivate static func object<T: Source>(_ pointer: UnsafeMutableRawPointer?, as type: T.Type) -> T {
    // A C callback gets back the pointer that was registered with it.
    // swift-format-ignore: NeverForceUnwrap
    Unmanaged<T>.fromOpaque(pointer!).takeUnretainedValue()
  }
}

/// A set of things that a descriptor can be ready for.
public struct DescriptorEvents: OptionSet, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  // epoll's numbers, which Swift's Glibc module doesn't have.
  public static let readable = DescriptorEvents(rawValue: 0x001)
  public static let writable = DescriptorEvents(rawValue: 0x004)
  /// Reported whether asked for or not, as is `hangUp`.
  public static let error = DescriptorEvents(rawValue: 0x008)
  public static let hangUp = DescriptorEvents(rawValue: 0x010)
}

/// Waits for a descriptor, which stays the caller's to close after `cancel`.
public final class DescriptorSource: Source {
  private let handler: (DescriptorEvents) -> Void

  /// Called before each time that the loop waits.
  public var prepare: (() -> Void)? {
    didSet {
      guard let source else { return }
      sd_event_source_set_prepare(
        source,
        prepare == nil
          ? nil
          : { _, data in
            let source = Source.object(data, as: DescriptorSource.self)
            withExtendedLifetime(source) { source.prepare?() }
            return 0
          })
    }
  }

  /// The events that the source waits for.
  public var events: DescriptorEvents {
    didSet { if events != oldValue, let source { sd_event_source_set_io_events(source, events.rawValue) } }
  }

  fileprivate init(
    _ loop: EventLoop, _ fd: Int32, _ events: DescriptorEvents, _ handler: @escaping (DescriptorEvents) -> Void
  ) throws(SystemError) {
    self.handler = handler
    self.events = events
    super.init()
    try check(
      sd_event_add_io(
        loop.event, &source, fd, events.rawValue,
        { _, _, events, data in
          let source = Source.object(data, as: DescriptorSource.self)
          withExtendedLifetime(source) { source.handler(DescriptorEvents(rawValue: events)) }
          return 0
        }, userdata), "sd_event_add_io")
  }
}

/// Waits for a time.
public final class TimerSource: Source {
  private let handler: () -> Void

  /// The time to call the handler, once, in nanoseconds of CLOCK_MONOTONIC; `nil` for never. It is never called before.
  public var deadline: UInt64? {
    didSet {
      guard let source, deadline != oldValue else { return }
      guard let deadline else {
        sd_event_source_set_enabled(source, Int32(SD_EVENT_OFF))
        return
      }
      // Microseconds, rounded up: a deadline that came early would be asked for again and again.
      sd_event_source_set_time(source, deadline / 1000 + (deadline % 1000 == 0 ? 0 : 1))
      sd_event_source_set_enabled(source, Int32(SD_EVENT_ONESHOT))
    }
  }

  fileprivate init(_ loop: EventLoop, accuracy: UInt64, _ handler: @escaping () -> Void) throws(SystemError) {
    self.handler = handler
    super.init()
    try check(
      sd_event_add_time(
        loop.event, &source, CLOCK_MONOTONIC, .max, max(accuracy / 1000, 1),
        { _, _, data in
          let source = Source.object(data, as: TimerSource.self)
          withExtendedLifetime(source) {
            source.deadline = nil
            source.handler()
          }
          return 0
        }, userdata), "sd_event_add_time")
    sd_event_source_set_enabled(source, Int32(SD_EVENT_OFF))
  }
}

/// Waits for a signal, which is blocked for the whole process as long as it is waited for.
public final class SignalSource: Source {
  private let handler: () -> Void

  fileprivate init(_ loop: EventLoop, _ signal: Int32, _ handler: @escaping () -> Void) throws(SystemError) {
    self.handler = handler
    super.init()
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, signal)
    pthread_sigmask(SIG_BLOCK, &set, nil)
    try check(
      sd_event_add_signal(
        loop.event, &source, signal,
        { _, _, data in
          let source = Source.object(data, as: SignalSource.self)
          withExtendedLifetime(source) { source.handler() }
          return 0
        }, userdata), "sd_event_add_signal")
  }
}

/// The way a child process ended.
public enum ChildStatus: Equatable, Sendable {
  case exited(Int32)
  case signalled(Int32)
}

// waitid's WEXITED and CLD_EXITED, which Swift's Glibc module doesn't have.
private let exited: Int32 = 4
private let codeOfExit: Int32 = 1

/// Waits for a child process to end, and takes its status from the system.
public final class ChildSource: Source {
  private let handler: (ChildStatus) -> Void

  fileprivate init(
    _ loop: EventLoop, _ pid: Int32, _ handler: @escaping (ChildStatus) -> Void
  ) throws(SystemError) {
    self.handler = handler
    super.init()
    // sd-event insists that SIGCHLD is blocked, also where it then waits by a pidfd.
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGCHLD)
    pthread_sigmask(SIG_BLOCK, &set, nil)
    try check(
      sd_event_add_child(
        loop.event, &source, pid, exited,
        { _, info, data in
          let source = Source.object(data, as: ChildSource.self)
          guard let info = info?.pointee else { return 0 }
          let status = info._sifields._sigchld.si_status
          let isExit = info.si_code == codeOfExit
          withExtendedLifetime(source) { source.handler(isExit ? .exited(status) : .signalled(status)) }
          return 0
        }, userdata), "sd_event_add_child")
  }
}

extension EventLoop {
  /// Waits for a descriptor.
  public func addDescriptor(
    _ fd: Int32, events: DescriptorEvents, _ handler: @escaping (DescriptorEvents) -> Void
  ) throws(SystemError) -> DescriptorSource {
    try DescriptorSource(self, fd, events, handler)
  }

  /// A timer without a deadline yet.
  ///
  /// - Parameter accuracy: by how many nanoseconds it may come late, so that it can share a wake-up with others.
  public func addTimer(
    accuracy: UInt64 = 1_000_000, _ handler: @escaping () -> Void
  ) throws(SystemError) -> TimerSource {
    try TimerSource(self, accuracy: accuracy, handler)
  }

  /// Waits for a signal instead of dying of it.
  public func addSignal(_ signal: Int32, _ handler: @escaping () -> Void) throws(SystemError) -> SignalSource {
    try SignalSource(self, signal, handler)
  }

  /// Waits for a child to end.
  public func addChild(
    _ pid: Int32, _ handler: @escaping (ChildStatus) -> Void
  ) throws(SystemError) -> ChildSource {
    try ChildSource(self, pid, handler)
  }
}
