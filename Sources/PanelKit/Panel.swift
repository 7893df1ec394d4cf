import Events
import Geometry
import Glibc
import Views
import Wayland

/// A window on a Wayland compositor: shows a tree of views and brings it fingers and keys, for years.
///
/// Everything pressed is cancelled when the compositor goes, and a new connection is made; the views stay as they are.
public final class Panel {
  /// Exit code: no compositor within the time allowed.
  public static let noCompositorExitCode: Int32 = 75

  /// The time in which a compositor that owes an answer has to give one, in nanoseconds.
  private static let patience: UInt64 = 20_000_000_000

  public let window: Window
  /// Called when the first frame of a connection was seen.
  public var onReady: (() -> Void)?
  /// One line for the log, with its severity.
  public var log: (Severity, String) -> Void = { _, _ in }

  public enum Severity { case error, warning, notice }

  private let loop: EventLoop
  private let options: PanelOptions
  private var session: Session?
  private var source: DescriptorSource?
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  private var retry: TimerSource!
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  private var deadline: TimerSource!
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  private var watch: TimerSource!
  private var ping: WlCallback?
  private var backOff: BackOff
  /// The session's first moment.
  private var beginning: UInt64 = 0
  /// The reason that the session is over, and the last moment at which the compositor was there.
  private var failure: (error: any Error, time: UInt64)?
  /// The last line about the connection: the same one again is told once.
  private var lastComplaint: String?
  private var lastLook = (isDue: false, count: 0)

  public init(window: Window, loop: EventLoop, options: PanelOptions) throws {
    self.window = window
    self.loop = loop
    self.options = options
    backOff = BackOff(at: EventLoop.now, wait: options.wait)
    retry = try loop.addTimer { [unowned self] in tryAgain() }
    deadline = try loop.addTimer { [unowned self] in
      window.advance(to: options.clock())
      refresh()
    }
    watch = try loop.addTimer(accuracy: 1_000_000_000) { [unowned self] in lookAfterCompositor() }
    // The window may outlive its panel, and have another one by then.
    window.onNeedsDisplay = { [weak self] in self?.refresh() }
  }

  /// Connects to the compositor, now or as soon as it is there. Call it once.
  public func open() {
    backOff = BackOff(at: EventLoop.now, wait: options.wait)
    connect()
  }

  /// Something changed from outside: a frame or a timer may be needed. The loop looks before it waits.
  private func refresh() {
    deadline.deadline = window.nextDeadline
  }

  public var isConnected: Bool { session != nil }
  /// The number of frames shown since the compositor was last found.
  public var frameCount: Int { session?.frameCount ?? 0 }
  /// The number of them that an earlier refresh could have shown; where the compositor doesn't tell of refreshes, that took
  /// longer to draw than the screen shows one.
  public var lateFrameCount: Int { session?.lateFrameCount ?? 0 }
  /// The screen that shows it, as the compositor names it; `nil` where it doesn't.
  public var outputName: String? { session?.outputName }

  /// The screen that was asked for, while the compositor has none of that name.
  public private(set) var missingOutput: String?
  /// Called when that became another.
  public var onMissingOutput: (() -> Void)?

  /// The habits of the touch device and the compositor, seen on this connection.
  public var touchHabits: TouchHabits { session?.touchHabits ?? TouchHabits() }

  /// True to keep the compositor from blanking the screen, where it can be asked to.
  public var inhibitsIdle = false { didSet { session?.inhibitsIdle = inhibitsIdle } }

  /// False when there was something to draw at the last call, there still is, and no frame came in between: for a
  /// watchdog, which asks now and then. While a compositor is waited for there is nothing to draw.
  public func isDrawing() -> Bool {
    let (isDue, count) = (session?.isDue ?? false, session?.frameCount ?? 0)
    defer { lastLook = (isDue, count) }
    return !(isDue && lastLook.isDue && lastLook.count == count)
  }

  // MARK: The connection

  private func connect() {
    do {
      let display = try Display(name: options.socket)
      try start(display)
    } catch {
      lose(error)
    }
  }

  /// Takes over a connection that was made elsewhere.
  public func start(_ display: Display) throws {
    let session = Session(
      display: display, loop: loop, window: window, options: options,
      handler: Session.Handler(
        touches: { [unowned self] in window.send(inPoints($0), at: options.clock()) },
        key: { [unowned self] in press($0, isDown: $1) },
        keysLost: { [unowned self] in window.cancelKeys(at: options.clock()) },
        ready: { [unowned self] in
          lastComplaint = nil
          onReady?()
        },
        outputs: { [unowned self] in lookForOutput() }, close: { [unowned self] in quit() }))
    let source = try loop.addDescriptor(display.fileDescriptor, events: .readable) { [unowned self] events in
      guard !events.isDisjoint(with: [.readable, .hangUp, .error]) else { return }
      attempt { try self.session?.read() }
    }
    source.prepare = { [unowned self] in
      attempt {
        guard let session = self.session else { return }
        self.source?.events = try session.prepare() ? .readable : [.readable, .writable]
      }
      watchCompositor()
      refresh()
    }
    session.inhibitsIdle = inhibitsIdle
    self.session = session
    self.source = source
    beginning = EventLoop.now
  }

  /// Runs what may find that the connection is gone. The session isn't torn down in the middle of itself, but from the
  /// loop.
  private func attempt(_ body: () throws -> Void) {
    guard failure == nil else { return }
    do {
      try body()
    } catch {
      failure = (error, EventLoop.now)
      retry.deadline = EventLoop.now
    }
  }

  private func tryAgain() {
    if let failure {
      self.failure = nil
      // One that never got as far as a picture was of no use.
      let isOfUse = frameCount > 0 && failure.time > beginning
      if backOff.lost(at: EventLoop.now, after: isOfUse ? failure.time - beginning : 0) { lastComplaint = nil }
      lose(failure.error)
    } else {
      connect()
    }
  }

  /// Tears the connection down, if there is one, and sees whether to try again.
  private func lose(_ error: any Error) {
    let hadSession = session != nil
    source?.cancel()
    source = nil
    ping = nil
    watch.deadline = nil
    session?.end()
    session = nil
    window.cancelTouches(at: options.clock())
    guard let next = backOff.next(at: EventLoop.now) else {
      log(.error, "\(error); gave up after \(options.wait.formatted) s")
      loop.exit(Self.noCompositorExitCode)
      return
    }
    complain(
      hadSession ? .warning : .notice,
      "\(error); \(hadSession ? "connecting again" : "trying for \(options.wait.formatted) s")")
    retry.deadline = next
  }

  /// Sees whether the screen that was asked for is there.
  private func lookForOutput() {
    guard options.windowedSize == nil, let wanted = options.output, let names = session?.outputNames else { return }
    let missing = names.contains(wanted) ? nil : wanted
    guard missing != missingOutput else { return }
    missingOutput = missing
    if missing == nil {
      log(.notice, "screen \(wanted) is there")
    } else {
      let others = names.isEmpty ? "no screen with a name" : names.joined(separator: ", ")
      log(.warning, "screen \(wanted) is not there; the compositor has \(others)")
    }
    onMissingOutput?()
  }

  private func complain(_ severity: Severity, _ text: String) {
    guard text != lastComplaint else { return }
    lastComplaint = text
    log(severity, text)
  }

  /// The compositor's points as the window's.
  private func inPoints(_ events: [TouchEvent]) -> [TouchEvent] {
    guard let magnification = session?.magnification, magnification != 1 else { return events }
    return events.map {
      var event = $0
      event.location = Point(event.location.x / magnification, event.location.y / magnification)
      return event
    }
  }

  // MARK: A compositor that stopped answering

  /// Sleeps unless the compositor owes something.
  private func watchCompositor() {
    guard let session, session.awaitsCompositor else {
      if ping == nil { watch.deadline = nil }
      return
    }
    if watch.deadline == nil, ping == nil { watch.deadline = EventLoop.now + Self.patience }
  }

  private func lookAfterCompositor() {
    guard let session else { return }
    guard ping == nil else {
      failure = (Display.Failure.lost(ETIMEDOUT), EventLoop.now - 2 * Self.patience)
      retry.deadline = EventLoop.now
      return
    }
    // No frame callback may just mean that nobody sees the surface. An answer to this costs nothing.
    ping = session.ping { [unowned self] in
      ping = nil
      watch.deadline = nil
    }
    watch.deadline = EventLoop.now + Self.patience
  }

  private func quit() {
    if options.allowsQuit || options.windowedSize != nil { loop.exit(0) }
  }

  // MARK: Keys

  /// Every key is the views' first; what they leave is the panel's.
  private func press(_ key: Key, isDown: Bool) {
    guard isDown else { return window.release(key, at: options.clock()) }
    guard !window.press(key, at: options.clock()) else { return }
    switch key {
    case .f11: session?.toggleFullscreen()
    case .escape, .character("q"): quit()
    default: break
    }
  }
}
