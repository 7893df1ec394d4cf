import CSystemd
import Glibc
import System

/// Waits for a file to be written, replaced or removed: its directory is watched, so that a file that is renamed into the
/// place is seen as well. Who writes does so in several steps: the handler is called once they are over.
public final class FileWatch {
  private var source: OpaquePointer?
  private let name: String
  private var timer: TimerSource!

  /// The time without events after which the steps are over, in nanoseconds.
  private static let rest: UInt64 = 50_000_000

  // inotify's numbers, which Swift's Glibc module doesn't have: closed after writing, moved here, moved away, deleted.
  private static let events: UInt32 = 0x008 | 0x080 | 0x040 | 0x200

  fileprivate init(
    _ loop: EventLoop, _ path: String, _ handler: @escaping () -> Void
  ) throws(SystemError) {
    let slash = path.lastIndex(of: "/")
    name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    timer = try loop.addTimer(handler)
    let directory = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let result = sd_event_add_inotify(
      loop.event, &source, directory, Self.events,
      { _, event, data in
        let watch = Unmanaged<FileWatch>.fromOpaque(data!).takeUnretainedValue()
        // The name follows the event's four numbers.
        guard let event, event.pointee.len > 0 else { return 0 }
        let name = UnsafeRawPointer(event).advanced(by: 16).assumingMemoryBound(to: CChar.self)
        if String(cString: name) == watch.name { watch.timer.deadline = EventLoop.now + FileWatch.rest }
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
    guard result >= 0 else { throw SystemError(directory, -result) }
  }

  deinit {
    sd_event_source_set_enabled(source, Int32(SD_EVENT_OFF))
    sd_event_source_unref(source)
  }
}

extension EventLoop {
  /// Watches a file. The handler is called after each change, from the loop.
  ///
  /// - Throws: `SystemError` with the directory where that can't be watched.
  public func addFileWatch(_ path: String, _ handler: @escaping () -> Void) throws(SystemError) -> FileWatch {
    try FileWatch(self, path, handler)
  }
}
