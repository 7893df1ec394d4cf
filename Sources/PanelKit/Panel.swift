import Events
import Geometry
import Glibc
import Views
import Wayland

/// A window on a Wayland compositor: shows a view tree, delivers touch and keyboard input, and reconnects.
///
/// When a connection is lost, everything pressed is canceled; the views keep their state.
public final class Panel {
  /// Exit code if no compositor was reachable within the time limit.
  public static let noCompositorExitCode: Int32 = 75

  /// The time limit for a compositor to answer, in nanoseconds.
  private static let patience: UInt64 = 20_000_000_000

  public let window: Window
  /// Called when the first frame of a connection is on the screen.
  public var onReady: (() -> Void)?
  /// Called with a line for the log and its severity.
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
  /// The time at which the session began.
  private var beginning: UInt64 = 0
  /// The reason that the session ended, and the last time at which the compositor was known to respond.
  private var failure: (error: any Error, time: UInt64)?
  /// The last message about the connection. The same message isn't logged again.
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
    // Weak: the window may outlive its panel and be used by another one.
    window.onNeedsDisplay = { [weak self] in self?.refresh() }
  }

  /// Connects to the compositor, now or once it is available. Call it once.
  public func open() {
    backOff = BackOff(at: EventLoop.now, wait: options.wait)
    connect()
  }

  /// Updates the timer after a change from outside. The loop draws before it waits.
  private func refresh() {
    deadline.deadline = window.nextDeadline
  }

  public var isConnected: Bool { session != nil }
  /// The number of frames committed on the current connection.
  public var frameCount: Int { session?.frameCount ?? 0 }
  /// The number of those frames that an earlier refresh could have shown. Without presentation feedback: the number of
  /// frames that took longer to draw than a refresh period.
  public var lateFrameCount: Int { session?.lateFrameCount ?? 0 }
  /// The compositor's name for the output that shows the panel; `nil` if unknown.
  public var outputName: String? { session?.outputName }

  /// The configured output's name while the compositor has no output of that name; otherwise `nil`.
  public private(set) var missingOutput: String?
  /// Called when `missingOutput` changes.
  public var onMissingOutput: (() -> Void)?

  /// Statistics about touch input on the current connection.
  public var touchHabits: TouchHabits { session?.touchHabits ?? TouchHabits() }

  /// True to keep the compositor from blanking the screen. Ignored if it doesn't support idle inhibitors.
  public var inhibitsIdle = false { didSet { session?.inhibitsIdle = inhibitsIdle } }

  /// Returns `false` if there was something to draw at the last call, there still is, and no frame was committed in
  /// between. A watchdog calls it periodically. While the panel waits for a compositor, there is nothing to draw.
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

  /// Starts a session on an existing connection.
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

  /// Runs code that may detect a lost connection. The loop tears the session down later, not in the middle of the
  /// session's own code.
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
      // A connection that never showed a frame has no usable time.
      let isOfUse = frameCount > 0 && failure.time > beginning
      if backOff.lost(at: EventLoop.now, after: isOfUse ? failure.time - beginning : 0) { lastComplaint = nil }
      lose(failure.error)
    } else {
      connect()
    }
  }

  /// Tears down the connection, if any, and schedules the next attempt or exits.
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

  /// Checks whether the configured output exists, and logs changes.
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

  /// Converts surface coordinates to the window's points.
  private func inPoints(_ events: [TouchEvent]) -> [TouchEvent] {
    guard let magnification = session?.magnification, magnification != 1 else { return events }
    return events.map {
      var event = $0
      event.location = Point(event.location.x / magnification, event.location.y / magnification)
      return event
    }
  }

  // MARK: A compositor that stopped answering

  /// Starts the timeout if the compositor owes an answer.
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
    // A missing frame callback may only mean that the surface is invisible. The compositor always answers a ping.
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

  /// Offers each key to the views first and handles the remaining ones.
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
