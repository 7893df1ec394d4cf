import CSystemd
import Glibc
import System

/// Waits for a file to be written, replaced or removed: its directory is watched, so that a file that is renamed into the
/// place is seen as well. Who writes does so in several steps: the handler is called once they are over.
public final class FileWatch {
  private var source: OpaquePointer?
  private let loop: EventLoop
  private let path: String
  /// Of what is waited for in the directory that is watched: the file, or on the way to it a directory that isn't there.
  private var name = ""
  private var isMissing = false
  private let followsDirectories: Bool
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  private var timer: TimerSource!
  /// The time of the first event since the handler was called last.
  private var first: UInt64?

  /// The time without events after which the steps are over, in nanoseconds.
  private static let rest: UInt64 = 50_000_000
  /// For who never rests: the longest time from the first event to the handler.
  private static let longest: UInt64 = 500_000_000

  // inotify's numbers, which Swift's Glibc module doesn't have: closed after writing, moved here, moved away, deleted.
  private static let done: UInt32 = 0x008 | 0x080 | 0x040 | 0x200
  /// The same for directories: a watched one is deleted or moved itself; one is made that isn't there yet.
  private static let gone: UInt32 = 0x400 | 0x800
  private static let made: UInt32 = 0x100
  /// What all watches ask for, whatever they wait for: libsystemd 252 turns for ever over an event of a directory that
  /// none of those who watch it asked for, and the kernel goes on telling what somebody once did.
  private static let events = done | gone | made

  fileprivate init(
    _ loop: EventLoop, _ path: String, followsDirectories: Bool, _ handler: @escaping () -> Void
  ) throws(SystemError) {
    (self.loop, self.path, self.followsDirectories) = (loop, path, followsDirectories)
    timer = try loop.addTimer { [unowned self] in
      first = nil
      // Another directory may be the nearest by now. Where it can't be watched, this change is told all the same, and is
      // the last one.
      if followsDirectories { try? watch() }
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

  /// Watches the directory; where it isn't there, the nearest one above it that is.
  private func watch() throws(SystemError) {
    stop()
    var place = Self.split(path)
    isMissing = false
    while true {
      let result = sd_event_add_inotify(
        loop.event, &source, place.directory, Self.events,
        { _, event, data in
          // A C callback gets back the pointer that was registered with it.
          // swift-format-ignore: NeverForceUnwrap
          let watch = Unmanaged<FileWatch>.fromOpaque(data!).takeUnretainedValue()
          if let event { watch.note(event) }
          return 0
        }, Unmanaged.passUnretained(self).toOpaque())
      name = place.name
      if result >= 0, isMissing, access("\(place.directory)/\(name)", F_OK) == 0 {
        // It was made meanwhile.
        stop()
        (place, isMissing) = (Self.split(path), false)
        continue
      }
      if result >= 0 { return }
      guard followsDirectories, result == -ENOENT, place.directory.contains("/"), place.directory != "/" else {
        throw SystemError(place.directory, -result)
      }
      (place, isMissing) = (Self.split(place.directory), true)
    }
  }

  private func note(_ event: UnsafePointer<inotify_event>) {
    // The name follows the event's four numbers; what happens to the directory itself has none.
    let name = UnsafeRawPointer(event).advanced(by: 16).assumingMemoryBound(to: CChar.self)
    let isOurs =
      event.pointee.len > 0
      ? event.pointee.mask & (isMissing ? Self.done | Self.made : Self.done) != 0 && String(cString: name) == self.name
      : followsDirectories
    guard isOurs else { return }
    let now = EventLoop.now
    first = first ?? now
    timer.deadline = min(now + Self.rest, (first ?? now) + Self.longest)
  }

  private static func split(_ path: String) -> (directory: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    return (slash == path.startIndex ? "/" : String(path[..<slash]), String(path[path.index(after: slash)...]))
  }
}

extension EventLoop {
  /// Watches a file. The handler is called after each change, from the loop.
  ///
  /// - Parameter followsDirectories: true to notice as well when its directory comes or goes, and those above.
  /// - Throws: `SystemError` with the directory where that can't be watched.
  public func addFileWatch(
    _ path: String, followsDirectories: Bool = false, _ handler: @escaping () -> Void
  ) throws(SystemError) -> FileWatch {
    try FileWatch(self, path, followsDirectories: followsDirectories, handler)
  }
}
