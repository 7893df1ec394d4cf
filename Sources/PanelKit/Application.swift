import CLinux
import Glibc
import PanelEvents
import PanelGeometry
import PanelSystem
import PanelViews
import PanelWayland

/// The runtime of a program with one panel: its event loop, its window on the compositor, its signals and its systemd
/// notifications.
///
/// SIGTERM and SIGINT end the program. The program reports readiness to systemd when its first frame is on the screen.
public final class Application {
  /// Calls the program for timers, descriptors, signals and child processes. All views belong to its thread.
  public let loop: EventLoop
  /// Has the root view.
  public let window: Window
  /// Shows the window on a compositor.
  public let panel: Panel
  /// Notifies systemd.
  public let service: ServiceManager
  /// The program's log.
  public let log: Log

  /// The window's time in nanoseconds: CLOCK_MONOTONIC, or a recording's clock. Use it to advance the window. Timers,
  /// logs and measurements use CLOCK_MONOTONIC.
  public var clock: () -> UInt64 {
    get { time.now }
    set { time.now = newValue }
  }

  /// Called when the first frame of a connection is on the screen.
  public var onReady: (() -> Void)?
  /// Called on SIGHUP, the conventional request to reload a service's configuration. If `nil`, SIGHUP is ignored.
  public var onHangUp: (() -> Void)?

  private let time: Clock
  private var signals: [SignalSource] = []
  private var lastLibraryMessage = ""

  /// A time source that can be replaced while the panel uses it.
  private final class Clock {
    var now: () -> UInt64

    init(_ now: @escaping () -> UInt64) { self.now = now }
  }

  /// The default number of drawing threads: one per processor that the process may use (see `CPUAffinity=` in
  /// systemd.exec(5)), at most four. More than four are limited by memory bandwidth.
  public static let defaultThreadCount = min(max(Int(clinux_usable_processors()), 1), 4)

  /// - Parameters:
  ///   - rootView: resized to the window's size.
  ///   - size: in points, used until the compositor sends a size.
  ///   - threads: the number of drawing threads.
  ///   - options: the panel's options.
  ///   - log: receives messages about the connection.
  /// - Throws: `SystemError` if the system has no file descriptors left.
  public init(
    _ rootView: View, size: Size = Size(1280, 800), threads: Int = Application.defaultThreadCount,
    options: PanelOptions, log: Log
  ) throws {
    self.log = log
    loop = try EventLoop()
    window = Window(rootView, size: options.windowedSize ?? size, scale: 1, threads: threads)
    let layouts = options.keyboardLayouts
    if !layouts.isEmpty {
      window.makeKeyboard = { KeyboardView(layouts: KeyboardLayout.load(layouts).compactMap { $0 }) }
    }
    let time = Clock(options.clock)
    self.time = time
    var options = options
    options.clock = { time.now() }
    panel = try Panel(window: window, loop: loop, options: options)
    service = try ServiceManager(loop: loop) { [unowned panel] in panel.isMakingProgress() }
    panel.log = { [log, service] level, text in
      log.write(level, text)
      service.reportStatus(text)
    }
    panel.onScreenChange = { [log] in log.notice($0) }
    panel.onReady = { [unowned self] in
      service.reportReady()
      onReady?()
    }
    redirectLibraryMessages()
    for signal in [SIGTERM, SIGINT] {
      signals.append(try loop.addSignal(signal) { [unowned self] in loop.exit(0) })
    }
    signals.append(try loop.addSignal(SIGHUP) { [unowned self] in onHangUp?() })
  }

  /// Logs the messages of libwayland, libxkbcommon, GLib and Pango in this thread, which is the loop's. A message that is
  /// repeated, for example at each attempt to connect, is logged once.
  private func redirectLibraryMessages() {
    let reference = WeakApplication(application: self)
    LibraryMessages.setHandler { level, text in
      guard let application = reference.application, application.lastLibraryMessage != text else { return }
      application.lastLibraryMessage = text
      application.log.write(level, text)
    }
    TextLibraryMessages.setHandler { LibraryMessages.receive($0 ? .warning : .debug, $1) }
    Display.redirectMessages()
  }

  /// Connects to the compositor and runs the event loop until `loop.exit`. Call it once.
  ///
  /// - Returns: the exit code: 0 if a signal or the user ended the program, 75 if no compositor was reachable within
  ///   the time limit.
  public func run() throws(SystemError) -> Int32 {
    panel.open()
    return try loop.run()
  }

  /// Configures the process's signals and memory allocation, and starts to load fonts. Call it before anything else.
  ///
  /// SIGTERM, SIGINT, SIGHUP and SIGCHLD are blocked from here on, in threads started later too, until the event loop
  /// handles them.
  public static func prepareProcess() {
    signal(SIGPIPE, SIG_IGN)
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGTERM, SIGINT, SIGHUP, SIGCHLD] { sigaddset(&signals, signal) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    // Drawing threads don't allocate, and memory that is freed in several arenas returns to the system later.
    mallopt(M_ARENA_MAX, 1)
    // Give each bitmap a separate mapping, which returns to the system when freed. By default, malloc raises this
    // threshold, up to 32 MB, when a mapping is freed. Later bitmaps would then fragment the heap.
    mallopt(M_MMAP_THRESHOLD, 128 * 1024)
    FontConfiguration.preload()
  }
}

/// Used by the loop's thread only.
private struct WeakApplication: @unchecked Sendable {
  weak var application: Application?
}
