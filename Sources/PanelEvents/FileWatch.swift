import CSystemd
import Glibc
import PanelSystem

/// Watches files for writes, replacement and removal, by their paths.
///
/// Every directory and symbolic link on the way to a file is watched for a replacement, so that it doesn't matter how a
/// file changes: a rename into place, another target of a link, a directory that is swapped, created or becomes readable.
/// Programs write in several steps, so the handler is called once events pause.
public final class FileWatch {
  private var sources: [InotifySource] = []
  /// The watched directories, in the same order.
  private var directories: [WatchedPath.Directory] = []
  /// The entries of watched directories on which the watched files depend.
  private var steps: [String: [String: WatchedPath.Step]] = [:]
  /// True if a watched directory was removed, moved or unmounted.
  private var hasLostDirectory = false
  private let loop: EventLoop
  private let timer: TimerSource
  /// The time of the first event since the last call of the handler.
  private var firstEventTime: UInt64?

  /// The time without events after which a change is complete, in nanoseconds.
  private static let quietTime: UInt64 = 50_000_000
  /// The maximum time from the first event to the handler if events never pause, in nanoseconds.
  private static let maximumDelay: UInt64 = 500_000_000

  /// The watched files. Setting them follows all paths again.
  public var paths: [String] { didSet { watch() } }

  /// The reason that changes of a file aren't noticed, with the directory as its subject; `nil` if all of them are.
  public private(set) var failure: SystemError?

  fileprivate init(_ loop: EventLoop, _ paths: [String], _ handler: @escaping () -> Void) throws(SystemError) {
    (self.loop, self.paths) = (loop, paths)
    timer = try loop.addTimer()
    timer.handler = { [unowned self] in
      firstEventTime = nil
      // First, so that no change between the handler's read and the new watch is missed.
      watch()
      handler()
    }
    watch()
  }

  /// Follows all paths, and watches the directories on the way.
  private func watch() {
    // Again if a directory was replaced in the meantime.
    for _ in 0..<5 {
      steps = [:]
      for step in paths.flatMap(WatchedPath.steps) { steps[step.directory, default: [:]][step.name] = step }
      let new = steps.keys.sorted().map(WatchedPath.Directory.init)
      guard new != directories || hasLostDirectory else { return }
      (directories, hasLostDirectory, failure) = (new, false, nil)
      // The old sources end afterwards, so that the kernel keeps what it has queued for a directory that stays.
      sources = steps.keys.sorted().compactMap { directory in
        do throws(SystemError) {
          return try InotifySource(loop, directory) { [unowned self] in handle($0, in: directory) }
        } catch {
          // The way to a file may lead through directories that can't be listed.
          if steps[directory]?.values.contains(where: \.isLast) == true { failure = failure ?? error }
          return nil
        }
      }
    }
  }

  private func handle(_ event: InotifySource.Event, in directory: String) {
    guard let name = event.name else {
      hasLostDirectory = true
      return noteChange()
    }
    guard let step = steps[directory]?[name] else { return }
    let isChange =
      event.mask & InotifySource.changed != 0
      || event.mask & InotifySource.created != 0 && (!step.isLast || WatchedPath.isComplete(directory, name))
      || event.mask & InotifySource.attributes != 0 && step.isDenied
    if isChange { noteChange() }
  }

  private func noteChange() {
    let now = EventLoop.now
    let first = firstEventTime ?? now
    firstEventTime = first
    timer.deadline = min(now + Self.quietTime, first + Self.maximumDelay)
  }
}

/// The way to a file, step by step.
private enum WatchedPath {
  /// A directory's entry on the way to a file: a directory, a symbolic link, or the file.
  struct Step {
    let directory: String
    let name: String
    /// True if the way ends here: at the file, at an entry that doesn't exist, or at one that can't be entered.
    var isLast = false
    /// True if the entry can't be read or entered.
    var isDenied = false
  }

  /// A directory, and which one it is now.
  struct Directory: Equatable {
    let path: String
    let device: dev_t
    let inode: ino_t

    init(_ path: String) {
      var status = stat()
      stat(path, &status)
      (self.path, device, inode) = (path, status.st_dev, status.st_ino)
    }
  }

  private static let maximumLinks = 40

  /// Returns the steps from the root, or from the working directory, to a file, including the targets of links.
  static func steps(of path: String) -> [Step] {
    var steps: [Step] = []
    var directory = path.hasPrefix("/") ? "/" : "."
    var names = components(of: path)
    var linkCount = 0
    while let name = names.popLast() {
      let entry = directory == "/" ? "/" + name : directory + "/" + name
      if name == ".." {
        directory = entry
        continue
      }
      var step = Step(directory: directory, name: name)
      var status = stat()
      let code = lstat(entry, &status) == 0 ? 0 : errno
      if code == 0, status.st_mode & S_IFMT == S_IFLNK, linkCount < maximumLinks, let target = target(of: entry) {
        linkCount += 1
        steps.append(step)
        if target.hasPrefix("/") { directory = "/" }
        names += components(of: target)
        continue
      }
      let isDirectory = code == 0 && status.st_mode & S_IFMT == S_IFDIR
      step.isLast = names.isEmpty || !isDirectory
      step.isDenied = code == 0 && access(entry, isDirectory ? X_OK : R_OK) != 0
      if step.isDenied { step.isLast = true }
      steps.append(step)
      if step.isLast { break }
      directory = entry
    }
    return steps
  }

  /// Returns true for a new entry to which no program is going to write: a link, or a directory.
  static func isComplete(_ directory: String, _ name: String) -> Bool {
    var status = stat()
    guard lstat("\(directory)/\(name)", &status) == 0 else { return false }
    return status.st_mode & S_IFMT != S_IFREG || status.st_nlink > 1
  }

  /// Returns the components in reverse order.
  private static func components(of path: String) -> [String] {
    path.split(separator: "/").filter { $0 != "." }.map(String.init).reversed()
  }

  private static func target(of link: String) -> String? {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink(link, &buffer, buffer.count)
    return count > 0 ? String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
  }
}

/// Watches a directory.
private final class InotifySource {
  struct Event {
    let mask: UInt32
    /// The name of the entry; `nil` if the event is about the directory, or if the kernel dropped events.
    let name: String?
  }

  // inotify's constants, which Swift's Glibc module lacks: IN_CLOSE_WRITE, IN_MOVED_TO, IN_MOVED_FROM and IN_DELETE.
  static let changed: UInt32 = 0x008 | 0x080 | 0x040 | 0x200
  /// IN_CREATE.
  static let created: UInt32 = 0x100
  /// IN_ATTRIB.
  static let attributes: UInt32 = 0x004
  /// IN_DELETE_SELF and IN_MOVE_SELF.
  private static let directoryRemoved: UInt32 = 0x400 | 0x800
  /// The events that every watch requests. Watches of a directory must not request different events: the kernel keeps
  /// reporting those of an earlier watch, and libsystemd 252 loops forever on an event that no current watch requests.
  private static let events = changed | created | attributes | directoryRemoved

  private var source: OpaquePointer?
  private let handler: (Event) -> Void

  init(_ loop: EventLoop, _ directory: String, _ handler: @escaping (Event) -> Void) throws(SystemError) {
    self.handler = handler
    let result = sd_event_add_inotify(
      loop.event, &source, directory, Self.events,
      { _, event, data in
        // A C callback gets back the pointer that was registered with it.
        // swift-format-ignore: NeverForceUnwrap
        let source = Unmanaged<InotifySource>.fromOpaque(data!).takeUnretainedValue()
        if let event { source.handle(event) }
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
    guard result >= 0 else { throw SystemError(directory, -result) }
  }

  deinit {
    guard let source else { return }
    sd_event_source_set_enabled(source, Int32(SD_EVENT_OFF))
    sd_event_source_unref(source)
  }

  private func handle(_ event: UnsafePointer<inotify_event>) {
    // The name follows the event's four numbers. Events of the watched directory itself, and an overflow, have no name.
    let name = UnsafeRawPointer(event).advanced(by: 16).assumingMemoryBound(to: CChar.self)
    handler(Event(mask: event.pointee.mask, name: event.pointee.len > 0 ? String(cString: name) : nil))
  }
}

extension EventLoop {
  /// Watches files. The loop calls the handler after each change of one of them, or of the way to it. If changes can't be
  /// noticed, sets `FileWatch.failure`.
  ///
  /// - Parameters:
  ///   - paths: the files, which needn't exist.
  ///   - handler: called once events pause.
  /// - Throws: if the system has no file descriptors left.
  public func addFileWatch(_ paths: [String], _ handler: @escaping () -> Void) throws(SystemError) -> FileWatch {
    try FileWatch(self, paths, handler)
  }
}
