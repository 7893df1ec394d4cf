import CLinux
import Events
import Geometry
import Glibc
import System
import Views

/// The run-time of a program that is one panel: its loop, its window on the compositor, its signals, and systemd told how
/// it does.
///
/// SIGTERM and SIGINT end it. It is ready, for systemd, once its first frame is on the glass.
public final class Application {
  public let loop: EventLoop
  public let window: Window
  public let panel: Panel
  public let service: ServiceManager
  public let log: Log

  /// The window's time, in nanoseconds: CLOCK_MONOTONIC, or a recording's. Whoever moves the window on asks it; what waits,
  /// logs or measures goes by the machine's own.
  public var clock: () -> UInt64 {
    get { time.now }
    set { time.now = newValue }
  }

  /// Called when the first frame of a connection was seen.
  public var onReady: (() -> Void)?
  /// Called at SIGHUP, by which services are asked to read their configuration again; without it, SIGHUP does nothing.
  public var onHangUp: (() -> Void)?

  private let time: Clock
  private var signals: [SignalSource] = []

  private final class Clock {
    var now: () -> UInt64

    init(_ now: @escaping () -> UInt64) { self.now = now }
  }

  /// So many threads draw, where nobody says otherwise: one for each processor that the process may use, as its unit's
  /// `CPUAffinity=` says. More than four wait for memory, not for work.
  public static let threads = min(max(Int(clinux_usable_processors()), 1), 4)

  /// - Parameters:
  ///   - rootView: gets the window's size, whatever its own.
  ///   - size: in points, until the compositor says one.
  ///   - threads: the number of threads that draw.
  ///   - options: the presentation of the panel.
  ///   - log: told of what happens to the connection.
  /// - Throws: `SystemError` where the system has no descriptors to give.
  public init(
    _ rootView: View, size: Size = Size(1280, 800), threads: Int = Application.threads, options: PanelOptions, log: Log
  ) throws {
    self.log = log
    loop = try EventLoop()
    window = Window(rootView, size: options.windowedSize ?? size, scale: 1, threads: threads)
    let time = Clock(options.clock)
    self.time = time
    var options = options
    options.clock = { time.now() }
    panel = try Panel(window: window, loop: loop, options: options)
    service = try ServiceManager(loop: loop) { [unowned panel] in panel.isDrawing() }
    panel.log = { [log, service] weight, text in
      log.write(weight, text)
      service.status(text)
    }
    panel.onReady = { [unowned self] in
      service.ready()
      onReady?()
    }
    for signal in [SIGTERM, SIGINT] {
      signals.append(try loop.addSignal(signal) { [unowned self] in loop.exit(0) })
    }
    signals.append(try loop.addSignal(SIGHUP) { [unowned self] in onHangUp?() })
  }

  /// Connects to the compositor and serves until `loop.exit`. Call it once.
  ///
  /// - Returns: the exit code: 0 where somebody asked for the end, 75 where there was no compositor in the time allowed.
  public func run() throws(SystemError) -> Int32 {
    panel.open()
    return try loop.run()
  }

  /// Configures signals and memory allocation of this process, and starts to load fonts. Call it before anything else.
  ///
  /// SIGTERM, SIGINT, SIGHUP and SIGCHLD are blocked from here on. They wait for the loop, whatever threads start earlier.
  public static func prepareProcess() {
    signal(SIGPIPE, SIG_IGN)
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGTERM, SIGINT, SIGHUP, SIGCHLD] { sigaddset(&signals, signal) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    // The threads that draw allocate nothing; an arena of its own for each would only be memory that comes back late.
    mallopt(M_ARENA_MAX, 1)
    // A bitmap is a mapping of its own, and goes back to the system when it goes. By itself malloc would take the next
    // ones, of up to 32 MB, from the heap after the first was freed, and the heap's holes stay.
    mallopt(M_MMAP_THRESHOLD, 128 * 1024)
    FontConfiguration.preload()
  }
}
