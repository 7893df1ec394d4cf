import CSystemd
import Glibc
import PanelSystem

/// Watches a file for writes, replacement and removal.
///
/// The file's directory is watched, so that a file renamed into place is noticed as well. Programs write in several
/// steps, so the handler is called once events pause.
public final class FileWatch {
  private var source: OpaquePointer?
  private let loop: EventLoop
  private let path: String
  /// The name to wait for in the watched directory: the file, or the first missing directory on the way to it.
  private var name = ""
  /// Whether the file's directory is missing, and a directory above it is watched instead.
  private var isDirectoryMissing = false
  /// Whether to watch the nearest existing directory above the file if the file's directory is missing.
  private let watchesAncestors: Bool
  private let timer: TimerSource
  /// The time of the first event since the last call of the handler.
  private var firstEventTime: UInt64?

  /// The time without events after which a change is complete, in nanoseconds.
  private static let quietTime: UInt64 = 50_000_000
  /// The maximum time from the first event to the handler if events never pause, in nanoseconds.
  private static let maximumDelay: UInt64 = 500_000_000

  // inotify's constants, which Swift's Glibc module lacks: IN_CLOSE_WRITE, IN_MOVED_TO, IN_MOVED_FROM and IN_DELETE.
  private static let fileChanged: UInt32 = 0x008 | 0x080 | 0x040 | 0x200
  /// IN_CREATE.
  private static let created: UInt32 = 0x100
  /// IN_DELETE_SELF and IN_MOVE_SELF.
  private static let directoryRemoved: UInt32 = 0x400 | 0x800
  /// The events that every watch requests. Watches of a directory must not request different events: the kernel keeps
  /// reporting those of an earlier watch, and libsystemd 252 loops forever on an event that no current watch requests.
  private static let events = fileChanged | created | directoryRemoved

  fileprivate init(
    _ loop: EventLoop, _ path: String, watchesAncestors: Bool, _ handler: @escaping () -> Void
  ) throws(SystemError) {
    (self.loop, self.path, self.watchesAncestors) = (loop, path, watchesAncestors)
    timer = try loop.addTimer()
    timer.handler = { [unowned self] in
      firstEventTime = nil
      // The nearest existing directory may have changed. If it can't be watched, this change is still reported, but no
      // later change is.
      if watchesAncestors { try? watch() }
      handler()
    }
    try watch()
  }

  deinit { stop() }

  private func stop() {
    guard let source else { return }
    sd_event_source_set_enabled(source, Int32(SD_EVENT_OFF))
    sd_event_source_unref(source)
    self.source = nil
  }

  /// Watches the file's directory or, if it doesn't exist, the nearest existing directory above it.
  private func watch() throws(SystemError) {
    stop()
    var target = Self.split(path)
    isDirectoryMissing = false
    while true {
      let result = sd_event_add_inotify(
        loop.event, &source, target.directory, Self.events,
        { _, event, data in
          // A C callback gets back the pointer that was registered with it.
          // swift-format-ignore: NeverForceUnwrap
          let watch = Unmanaged<FileWatch>.fromOpaque(data!).takeUnretainedValue()
          if let event { watch.handle(event) }
          return 0
        }, Unmanaged.passUnretained(self).toOpaque())
      name = target.name
      if result >= 0, isDirectoryMissing, access("\(target.directory)/\(name)", F_OK) == 0 {
        // The missing directory or file was created in the meantime.
        stop()
        (target, isDirectoryMissing) = (Self.split(path), false)
        continue
      }
      if result >= 0 { return }
      guard watchesAncestors, result == -ENOENT, target.directory.contains("/"), target.directory != "/" else {
        throw SystemError(target.directory, -result)
      }
      (target, isDirectoryMissing) = (Self.split(target.directory), true)
    }
  }

  private func handle(_ event: UnsafePointer<inotify_event>) {
    // The name follows the event's four numbers. Events of the watched directory itself have no name.
    let name = UnsafeRawPointer(event).advanced(by: 16).assumingMemoryBound(to: CChar.self)
    let isRelevant =
      event.pointee.len > 0
      ? event.pointee.mask & (isDirectoryMissing ? Self.fileChanged | Self.created : Self.fileChanged) != 0
        && String(cString: name) == self.name
      : watchesAncestors
    guard isRelevant else { return }
    let now = EventLoop.now
    let first = firstEventTime ?? now
    firstEventTime = first
    timer.deadline = min(now + Self.quietTime, first + Self.maximumDelay)
  }

  private static func split(_ path: String) -> (directory: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    return (slash == path.startIndex ? "/" : String(path[..<slash]), String(path[path.index(after: slash)...]))
  }
}

extension EventLoop {
  /// Watches a file. The loop calls the handler after each change.
  ///
  /// With `watchesAncestors`, also after the file's directory, or one above it, was created or removed.
  ///
  /// - Throws: `SystemError` with the directory as its subject if it can't be watched.
  public func addFileWatch(
    _ path: String, watchesAncestors: Bool = false, _ handler: @escaping () -> Void
  ) throws(SystemError) -> FileWatch {
    try FileWatch(self, path, watchesAncestors: watchesAncestors, handler)
  }
}
