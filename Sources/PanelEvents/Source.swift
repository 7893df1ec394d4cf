import CSystemd
import Glibc
import PanelSystem

/// An event source of an event loop. It is active as long as the object lives, or until `cancel`.
public class Source {
  /// The sd_event_source. It retains the sd_event, not our `EventLoop`: objects that the loop retains may retain a
  /// source.
  fileprivate(set) var source: OpaquePointer?

  fileprivate init() {}

  /// Stops waiting permanently. May be called from a handler, including this source's own.
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

/// A set of events of a descriptor.
public struct DescriptorEvents: OptionSet, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  // epoll's constants, which Swift's Glibc module lacks.
  public static let readable = DescriptorEvents(rawValue: 0x001)
  public static let writable = DescriptorEvents(rawValue: 0x004)
  /// Reported even if not requested, as is `hangUp`.
  public static let error = DescriptorEvents(rawValue: 0x008)
  public static let hangUp = DescriptorEvents(rawValue: 0x010)
}

/// Waits for events of a descriptor. The caller keeps ownership and closes it after `cancel`.
public final class DescriptorSource: Source {
  public var handler: (DescriptorEvents) -> Void

  /// Called before each wait of the loop.
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

  /// True to handle the descriptor's events before all other sources that are ready.
  public var isUrgent = false {
    didSet {
      guard let source else { return }
      sd_event_source_set_priority(
        source, Int64(isUrgent ? SD_EVENT_PRIORITY_IMPORTANT : SD_EVENT_PRIORITY_NORMAL))
    }
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

/// A one-shot timer.
public final class TimerSource: Source {
  public var handler: () -> Void

  /// The time to call the handler, in nanoseconds of the timer's clock; `nil` for never. The handler is called once, and
  /// never early.
  public var deadline: UInt64? {
    didSet {
      guard let source, deadline != oldValue else { return }
      guard let deadline else {
        sd_event_source_set_enabled(source, Int32(SD_EVENT_OFF))
        return
      }
      // sd-event counts microseconds. Round up: after an early call, the handler would set the same deadline again and
      // again.
      sd_event_source_set_time(source, deadline / 1000 + (deadline % 1000 == 0 ? 0 : 1))
      sd_event_source_set_enabled(source, Int32(SD_EVENT_ONESHOT))
    }
  }

  fileprivate init(
    _ loop: EventLoop, accuracy: UInt64, countsSuspend: Bool, _ handler: @escaping () -> Void
  ) throws(SystemError) {
    self.handler = handler
    super.init()
    try check(
      sd_event_add_time(
        loop.event, &source, countsSuspend ? CLOCK_BOOTTIME : CLOCK_MONOTONIC, .max, max(accuracy / 1000, 1),
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

/// Waits for a signal, which must stay blocked in the whole process. The initializer blocks it in the calling thread
/// and, by inheritance, in threads started later.
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

/// The exit status of a child process.
public enum ChildStatus: Equatable, Sendable {
  case exited(Int32)
  case signaled(Int32)
}

// waitid's WEXITED and CLD_EXITED, which Swift's Glibc module lacks.
private let waitExited: Int32 = 4
private let childExited: Int32 = 1

/// Waits for a child process to end and reaps it.
public final class ChildSource: Source {
  private let handler: (ChildStatus) -> Void

  fileprivate init(
    _ loop: EventLoop, _ pid: Int32, _ handler: @escaping (ChildStatus) -> Void
  ) throws(SystemError) {
    self.handler = handler
    super.init()
    // sd-event requires SIGCHLD to be blocked, even if it waits with a pidfd.
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGCHLD)
    pthread_sigmask(SIG_BLOCK, &set, nil)
    try check(
      sd_event_add_child(
        loop.event, &source, pid, waitExited,
        { _, info, data in
          let source = Source.object(data, as: ChildSource.self)
          guard let info = info?.pointee else { return 0 }
          let status = info._sifields._sigchld.si_status
          let isExit = info.si_code == childExited
          withExtendedLifetime(source) { source.handler(isExit ? .exited(status) : .signaled(status)) }
          return 0
        }, userdata), "sd_event_add_child")
  }
}

extension EventLoop {
  /// Adds a source that waits for events of a descriptor.
  public func addDescriptor(
    _ fd: Int32, events: DescriptorEvents, _ handler: @escaping (DescriptorEvents) -> Void = { _ in }
  ) throws(SystemError) -> DescriptorSource {
    try DescriptorSource(self, fd, events, handler)
  }

  /// Adds a timer without a deadline: set `TimerSource.deadline`.
  ///
  /// - Parameters:
  ///   - accuracy: the maximum delay in nanoseconds, so that wake-ups can be coalesced.
  ///   - countsSuspend: true for deadlines of `EventLoop.bootTime` instead of `EventLoop.now`.
  ///   - handler: called once after the deadline.
  public func addTimer(
    accuracy: UInt64 = 1_000_000, countsSuspend: Bool = false, _ handler: @escaping () -> Void = {}
  ) throws(SystemError) -> TimerSource {
    try TimerSource(self, accuracy: accuracy, countsSuspend: countsSuspend, handler)
  }

  /// Adds a source that handles a signal instead of its default action.
  public func addSignal(_ signal: Int32, _ handler: @escaping () -> Void) throws(SystemError) -> SignalSource {
    try SignalSource(self, signal, handler)
  }

  /// Adds a source that waits for a child process to end.
  public func addChild(
    _ pid: Int32, _ handler: @escaping (ChildStatus) -> Void
  ) throws(SystemError) -> ChildSource {
    try ChildSource(self, pid, handler)
  }
}
