import Glibc
import PanelEvents
import PanelGeometry
import PanelViews
import PanelWayland

/// A window on a Wayland compositor: shows a view tree, delivers touch and keyboard input, and reconnects.
///
/// When a connection is lost, touches and pressed keys are canceled; the views keep their state.
public final class Panel {
  /// Exit code if no compositor was reachable within the time limit.
  public static let noCompositorExitCode: Int32 = 75

  public let window: Window
  /// Called when the first frame of a connection is on the screen.
  public var onReady: (() -> Void)?
  /// Called with a line for the log and its level.
  public var log: (Log.Level, String) -> Void = { _, _ in }

  /// Called with a line for the log about the screen: its output, size, scale and rotation, initially and when it
  /// changes.
  public var onScreenChange: ((String) -> Void)?

  private let loop: EventLoop
  private(set) var options: PanelOptions
  private(set) var session: Session?
  private var displaySource: DescriptorSource?
  /// Connects, or tears down a session that failed.
  private let connectionTimer: TimerSource
  /// Fires at the window's next deadline.
  private let windowTimer: TimerSource
  /// Fires if the compositor doesn't answer in time.
  private let responseTimer: TimerSource
  /// Fires periodically until the first frame is on the screen.
  private let firstFrameTimer: TimerSource
  /// The last logged reason why the first frame isn't on the screen.
  private var lastMissing: String?
  /// A wl_display.sync request that awaits the compositor's answer.
  private var pendingSync: WlCallback?
  private var backoff: ReconnectBackoff
  private var sessionStart: UInt64 = 0
  /// The reason that the session must end, and the last time at which the compositor was known to respond.
  private var failure: (error: any Error, time: UInt64)?
  /// The last message about the connection. The same message isn't logged again.
  private var lastMessage: String?
  private var lastScreen: String?
  private var endedSuspension = false
  private var lastProgressCheck = (isDue: false, frameCount: 0)

  public init(window: Window, loop: EventLoop, options: PanelOptions) throws {
    self.window = window
    self.loop = loop
    self.options = options
    backoff = ReconnectBackoff(at: EventLoop.now, timeout: options.compositorTimeout)
    connectionTimer = try loop.addTimer()
    windowTimer = try loop.addTimer()
    responseTimer = try loop.addTimer(accuracy: 1_000_000_000)
    firstFrameTimer = try loop.addTimer(accuracy: 100_000_000)
    connectionTimer.handler = { [unowned self] in connectionTimerFired() }
    windowTimer.handler = { [unowned self] in
      window.advance(to: options.clock())
      updateWindowTimer()
    }
    responseTimer.handler = { [unowned self] in checkResponse() }
    firstFrameTimer.handler = { [unowned self] in reportMissing() }
    // Weak: the window may outlive its panel and be used by another one.
    window.onNeedsDisplay = { [weak self] in self?.updateWindowTimer() }
  }

  /// Connects to the compositor, now or once it is available. Call it once.
  public func open() {
    backoff = ReconnectBackoff(at: EventLoop.now, timeout: options.compositorTimeout)
    connect()
  }

  /// Connects again with other options, except for the clock.
  public func reconnect(with new: PanelOptions) {
    let clock = options.clock
    options = new
    options.clock = clock
    if missingOutput != nil {
      missingOutput = nil
      onMissingOutput?()
    }
    guard session != nil else { return }
    endSession()
    (failure, connectionTimer.deadline) = (nil, nil)
    connect()
  }

  /// Sets the timer to the window's next deadline.
  private func updateWindowTimer() {
    windowTimer.deadline = window.nextDeadline
  }

  public var isConnected: Bool { session != nil }
  /// The number of frames committed on the current connection.
  public var frameCount: Int { session?.framePresenter?.frameCount ?? 0 }
  /// The number of those frames that were committed more than a refresh period after they could have been drawn.
  public var lateFrameCount: Int { session?.framePresenter?.lateFrameCount ?? 0 }
  /// The time at which the compositor last took a frame, in nanoseconds of CLOCK_MONOTONIC. `nil` before the first
  /// frame on the current connection.
  public var lastFrameTime: UInt64? { session?.framePresenter?.lastCallbackTime }
  /// The compositor's name for the output that shows the panel; `nil` if unknown.
  public var outputName: String? { session?.outputName }

  /// The configured output's name while the compositor has no output of that name; otherwise `nil`.
  public private(set) var missingOutput: String?
  /// Called when `missingOutput` changes.
  public var onMissingOutput: (() -> Void)?

  /// Statistics about touch input on the current connection.
  public var touchStatistics: TouchStatistics { session?.touchStatistics ?? TouchStatistics() }

  /// True to keep the compositor from blanking the screen. Ignored if it doesn't support idle inhibitors.
  public var inhibitsIdle = false { didSet { session?.inhibitsIdle = inhibitsIdle } }

  /// Returns `false` if there was something to draw at the last call, there still is, and no frame was committed in
  /// between. A watchdog calls it periodically. Nothing counts as drawable without a compositor, or while the
  /// compositor owes a frame callback or a buffer.
  public func isMakingProgress() -> Bool {
    let (isDue, frameCount) = (session?.framePresenter?.isDue ?? false, frameCount)
    defer { lastProgressCheck = (isDue, frameCount) }
    return !(isDue && lastProgressCheck.isDue && lastProgressCheck.frameCount == frameCount)
  }

  // MARK: The connection

  private func connect() {
    do {
      let display = try Display(name: options.socket)
      try start(display)
    } catch {
      disconnect(error)
    }
  }

  /// Starts a session on an existing connection, in place of `open()`. For tests.
  public func start(_ display: Display) throws {
    let session = Session(
      display: display, loop: loop, window: window, options: options,
      handler: Session.Handler(
        input: Seat.Handler(
          touches: { [unowned self] in send($0) },
          scroll: { [unowned self] in send($0) },
          key: { [unowned self] in handleKey($0) },
          keyboardFocusLost: { [unowned self] in window.cancelKeys(at: options.clock(), keyboard: $0) }),
        ready: { [unowned self] in
          (lastMessage, lastMissing) = (nil, nil)
          firstFrameTimer.deadline = nil
          onReady?()
        },
        outputsChanged: { [unowned self] in checkOutput() }, screenChanged: { [unowned self] in reportScreen($0) },
        close: { [unowned self] in quit() }))
    let source = try loop.addDescriptor(display.fileDescriptor, events: .readable) { [unowned self] events in
      guard !events.isDisjoint(with: [.readable, .hangUp, .error]) else { return }
      attempt { try self.session?.read() }
    }
    // Before timers: input that waited while the program didn't run is older than what they do now.
    source.isUrgent = true
    source.prepare = { [unowned self] in
      attempt {
        guard let session = self.session else { return }
        let hasSentAll = try session.prepare()
        displaySource?.events = hasSentAll ? .readable : [.readable, .writable]
      }
      updateResponseTimer()
      updateWindowTimer()
    }
    session.inhibitsIdle = inhibitsIdle
    self.session = session
    displaySource = source
    sessionStart = EventLoop.now
    firstFrameTimer.deadline = sessionStart + options.firstFrameDelay
  }

  /// Logs once what the compositor lacks to show the first frame.
  private func reportMissing() {
    guard let missing = session?.missing else { return }
    firstFrameTimer.deadline = EventLoop.now + options.firstFrameDelay
    if missing != lastMissing { log(.warning, missing) }
    lastMissing = missing
  }

  /// Runs code that may detect a lost connection. The loop tears the session down later, not in the middle of the
  /// session's own code.
  private func attempt(_ body: () throws -> Void) {
    guard failure == nil else { return }
    do {
      try body()
    } catch {
      fail(error, at: EventLoop.now)
    }
  }

  private func fail(_ error: any Error, at time: UInt64) {
    failure = (error, time)
    // The descriptor stays ready after a hang-up, and its source comes before the timer.
    displaySource?.cancel()
    connectionTimer.deadline = EventLoop.now
  }

  private func connectionTimerFired() {
    guard let failure else { return connect() }
    self.failure = nil
    // A connection that never showed a frame was never usable.
    let uptime = frameCount > 0 && failure.time > sessionStart ? failure.time - sessionStart : 0
    let wasStable = backoff.recordConnectionEnd(at: EventLoop.now, uptime: uptime)
    if wasStable { lastMessage = nil }
    disconnect(failure.error)
  }

  private func endSession() {
    displaySource?.cancel()
    displaySource = nil
    pendingSync = nil
    responseTimer.deadline = nil
    firstFrameTimer.deadline = nil
    session?.end()
    session = nil
    window.cancelInput(at: options.clock())
  }

  /// Tears down the connection, if any, and schedules the next attempt or exits.
  private func disconnect(_ error: any Error) {
    let hadSession = session != nil
    endSession()
    let timeout = options.compositorTimeout
    let seconds = timeout == timeout.rounded() ? "\(Int64(clamping: timeout))" : "\(timeout)"
    guard let next = backoff.nextAttempt(after: EventLoop.now) else {
      log(.error, "\(error); gave up after \(seconds) s")
      loop.exit(Self.noCompositorExitCode)
      return
    }
    let message = "\(error); \(hadSession ? "connecting again" : "trying for \(seconds) s")"
    if message != lastMessage { log(hadSession ? .warning : .notice, message) }
    lastMessage = message
    connectionTimer.deadline = next
  }

  private func reportScreen(_ line: String) {
    // After a reconnection, the screen is usually the same.
    guard line != lastScreen else { return }
    lastScreen = line
    onScreenChange?(line)
  }

  /// Returns true once for each time that the compositor stops showing the window, for example because it switched the
  /// outputs off. Call it for input: people don't see what it would do. The compositor should show the window from then
  /// on.
  public func endSuspension() -> Bool {
    guard session?.isSuspended == true else {
      endedSuspension = false
      return false
    }
    defer { endedSuspension = true }
    return !endedSuspension
  }

  /// Checks whether the configured output exists, and logs changes.
  private func checkOutput() {
    guard options.windowedSize == nil, let output = options.output, let names = session?.outputNames else { return }
    let missing = names.contains(output) ? nil : output
    guard missing != missingOutput else { return }
    missingOutput = missing
    if missing == nil {
      log(.notice, "screen \(output) is there")
    } else {
      let others = names.isEmpty ? "no screen with a name" : names.joined(separator: ", ")
      log(.warning, "screen \(output) is not there; the compositor has \(others)")
    }
    onMissingOutput?()
  }

  // MARK: A compositor that stopped answering

  /// Starts the timeout if the compositor owes an answer.
  private func updateResponseTimer() {
    guard pendingSync == nil else { return }
    if session?.awaitsCompositor != true {
      responseTimer.deadline = nil
    } else if responseTimer.deadline == nil {
      responseTimer.deadline = EventLoop.now + options.responseTimeout
    }
  }

  private func checkResponse() {
    guard let session else { return }
    guard pendingSync == nil else {
      // Two timeouts have passed since the compositor owed the answer.
      return fail(Display.Failure.lost(ETIMEDOUT), at: EventLoop.now - 2 * options.responseTimeout)
    }
    // A missing frame callback may only mean that the surface is invisible. The compositor always answers a sync.
    pendingSync = session.sync { [unowned self] in
      pendingSync = nil
      responseTimer.deadline = nil
    }
    responseTimer.deadline = EventLoop.now + options.responseTimeout
  }

  /// True if a key may end the program or leave the fullscreen state.
  var allowsQuit: Bool { options.allowsQuit || options.windowedSize != nil }

  func quit() {
    if allowsQuit { loop.exit(0) }
  }
}
