import Glibc
import PanelEvents
import PanelKit
import PanelSystem
import Scenes

/// One run of a button's or a value's command: without a shell, in a separate process group, with a timeout.
final class CommandRun {
  /// The outcome of a run.
  enum Outcome: Equatable, CustomStringConvertible {
    case exited(Int)
    case signaled(Int)
    case timedOut

    /// The exit status as shells report it: 128 plus the signal number if killed.
    var status: Int {
      switch self {
      case .exited(let code): code
      case .signaled(let signal): 128 + signal
      case .timedOut: CommandRun.timedOutStatus
      }
    }

    var description: String {
      switch self {
      case .exited(let code): "ended with status \(code)"
      case .signaled(let signal): "was killed by signal \(signal)"
      case .timedOut: "took too long"
      }
    }
  }

  /// The exit status of commands that can't be started, which shells use for "command not found".
  static let notFoundStatus = 127
  /// The exit status after a timeout, as timeout(1) reports it.
  static let timedOutStatus = 124
  /// The exit status of commands that aren't started, because too many are running or a value is missing: EX_TEMPFAIL of
  /// sysexits.h.
  static let refusedStatus = 75
  /// The time between SIGTERM and SIGKILL after a timeout, in nanoseconds.
  static let gracePeriod: UInt64 = 5_000_000_000
  /// The time between SIGTERM and SIGKILL when the kiosk itself ends, in nanoseconds. It is short because systemd's stop
  /// timeout covers the kiosk and all of its commands.
  static let exitGracePeriod: UInt64 = 1_000_000_000
  /// The OOM score adjustment of commands: if memory runs out, the kernel kills a command instead of the kiosk.
  static let oomScoreAdjustment = 500
  /// The maximum length of a logged line, in bytes. Longer lines are split.
  static let maximumLineLength = 4096

  /// The maximum number of lines per second that are logged. Further lines are dropped, and their number is logged.
  static let maximumLinesPerSecond = 100

  /// The minimum time between two reads from a command that writes without a pause, in nanoseconds: about one frame.
  private static let readInterval: UInt64 = 20_000_000

  private let name: String
  private let timeout: Double?
  private let gracePeriod: UInt64
  /// Receives the output and the outcome of a button's command.
  private let log: Log?
  /// Receives the output if it isn't logged.
  private var output: ((UnsafeRawBufferPointer) -> Void)?
  private var finished: (Outcome) -> Void
  private let process: ChildProcess
  private var pid: pid_t { process.pid }
  private var child: ChildSource?
  private var reader: DescriptorSource?
  private var timer: TimerSource?
  private var readTimer: TimerSource?
  private var lastRead: UInt64 = 0
  /// The beginning of the output's current line, to be logged once it is complete.
  private var line: [UInt8] = []
  /// The start of a second of logging, the lines that were logged since, and those that were dropped.
  private var (secondStart, loggedLineCount, droppedLineCount): (UInt64, Int, Int) = (0, 0, 0)
  /// True to log the number of lines instead of the output.
  private let hidesOutput: Bool
  /// True once the process group was sent SIGTERM, after the timeout or by `terminate(finished:)`.
  private var wasTerminated = false

  /// Starts the command of an action. If it can't be started, logs and throws the system error with the command's name.
  ///
  /// - Parameters:
  ///   - input: the standard input; `nil` for an empty one.
  ///   - hidesOutput: true to keep the output out of the log, because it may repeat a private input.
  ///   - kioskVariables: such as CUBE_KIOSK_FACE. They override the kiosk's own environment and the command's
  ///     configured `environment`.
  ///   - finished: called once from the loop, unless the run was ended by `end(_:)`.
  convenience init(
    _ command: Action.Command, input: Int32? = nil, hidesOutput: Bool = false, kioskVariables: [String: String],
    gracePeriod: UInt64 = CommandRun.gracePeriod,
    loop: EventLoop, log: Log, finished: @escaping (Outcome) -> Void
  ) throws(SystemError) {
    do throws(SystemError) {
      try self.init(
        command.arguments, input: input, hidesOutput: hidesOutput, timeout: command.timeout,
        environment: Self.environment(adding: command.environment.merging(kioskVariables) { $1 }),
        directory: command.directory, gracePeriod: gracePeriod, loop: loop, log: log, finished: finished)
    } catch {
      log.error("action: \(error)")
      throw error
    }
    log.info("action: started \(name) (process \(pid))")
  }

  /// Starts a command.
  ///
  /// - Parameters:
  ///   - input: the standard input; `nil` for an empty one.
  ///   - timeout: in seconds; `nil` for no limit.
  ///   - environment: the complete environment, as NAME=VALUE.
  ///   - log: receives the outcome, and the output if `output` is `nil`.
  ///   - output: receives the output in pieces. The command then inherits the kiosk's standard error.
  ///   - finished: called once from the loop, unless the run was ended by `end(_:)`.
  init(
    _ arguments: [String], input: Int32? = nil, hidesOutput: Bool = false, timeout: Double?, environment: [String],
    directory: String? = nil, gracePeriod: UInt64 = CommandRun.gracePeriod, loop: EventLoop, log: Log? = nil,
    output: ((UnsafeRawBufferPointer) -> Void)? = nil, finished: @escaping (Outcome) -> Void
  ) throws(SystemError) {
    (name, self.timeout, self.gracePeriod) = (arguments[0], timeout, gracePeriod)
    (self.log, self.output, self.finished, self.hidesOutput) = (log, output, finished, hidesOutput)
    process = try spawn(
      arguments, environment: environment, directory: directory, minimumOOMScoreAdjustment: Self.oomScoreAdjustment,
      input: input, capturesErrors: output == nil)
    do throws(SystemError) {
      timer = try loop.addTimer { [unowned self] in sendNextSignal() }
      timer?.deadline = timeout.map { EventLoop.now + UInt64(clamping: $0 * 1e9) }
      child = try loop.addChild(pid) { [unowned self] in ended($0) }
      reader = try loop.addDescriptor(process.output.number, events: .readable) { [unowned self] _ in read() }
      readTimer = try loop.addTimer { [unowned self] in reader?.events = .readable }
    } catch {
      // Without the event sources the end of the process would go unnoticed.
      kill(-pid, SIGKILL)
      child?.cancel()
      waitpid(pid, nil, 0)
      throw SystemError("\(name): \(error.subject)", error.code, error.reason)
    }
  }

  /// Sends SIGTERM to the process group, and SIGKILL after the grace period. Discards further output and the outcome.
  ///
  /// - Parameter finished: called from the loop once the process has ended.
  func terminate(finished: @escaping () -> Void) {
    output = { _ in }
    self.finished = { _ in finished() }
    if !wasTerminated { sendNextSignal() }
  }

  /// Ends the process groups of all runs when the kiosk exits, and waits for them together: at most two seconds.
  /// Outcomes aren't reported.
  static func end(_ runs: some Collection<CommandRun>) {
    for run in runs { run.cancelSources() }
    // The kiosk's event loop has ended by now.
    guard let loop = try? EventLoop() else {
      for run in runs { kill(-run.pid, SIGKILL) }
      return
    }
    var remaining: [pid_t: ChildSource] = [:]
    for run in runs {
      let pid = run.pid
      remaining[pid] = try? loop.addChild(pid) { _ in
        // The rest of the process group had the same SIGTERM. The PID can't be reused before this handler returns.
        kill(-pid, SIGKILL)
        remaining[pid] = nil
      }
      kill(-pid, remaining[pid] == nil ? SIGKILL : SIGTERM)
    }
    func waitForExits() {
      let deadline = EventLoop.now + exitGracePeriod
      while !remaining.isEmpty, case let now = EventLoop.now, now < deadline {
        guard (try? loop.runOnce(timeout: deadline - now)) != nil else { return }
      }
    }
    waitForExits()
    for pid in remaining.keys { kill(-pid, SIGKILL) }
    waitForExits()
  }

  /// Shortens the remaining time to at most `time` nanoseconds from now.
  func shortenTimeout(to time: UInt64) {
    guard !wasTerminated, let timer else { return }
    timer.deadline = min(timer.deadline ?? .max, EventLoop.now + time)
  }

  private func cancelSources() {
    reader?.cancel()
    timer?.cancel()
    readTimer?.cancel()
    child?.cancel()
  }

  /// Sends SIGTERM, and at the next call SIGKILL.
  private func sendNextSignal() {
    if wasTerminated {
      kill(-pid, SIGKILL)
    } else {
      wasTerminated = true
      kill(-pid, SIGTERM)
      timer?.deadline = EventLoop.now + gracePeriod
    }
  }

  private func ended(_ status: ChildStatus) {
    // The last output is still in the pipe. A descendant may keep the pipe open, so don't wait until it is closed.
    read()
    if !line.isEmpty { logLine() }
    reportDroppedLines()
    cancelSources()
    // The rest of the process group had the same SIGTERM.
    if wasTerminated { kill(-pid, SIGKILL) }
    let outcome: Outcome =
      switch status {
      case _ where wasTerminated: .timedOut
      case .exited(let code): .exited(Int(code))
      case .signaled(let signal): .signaled(Int(signal))
      }
    if let log { report(outcome, to: log) }
    finished(outcome)
  }

  private func report(_ outcome: Outcome, to log: Log) {
    switch outcome {
    case .exited(0): log.info("action: \(name) succeeded")
    case .exited, .signaled: log.warning("action: \(name) \(outcome)")
    case .timedOut: log.warning("action: \(name) took longer than \(Int(clamping: timeout ?? 0)) s")
    }
  }

  private func read() {
    limitReadRate()
    // Read at most one pipe buffer per call so that a command with endless output can't block the loop.
    withUnsafeTemporaryAllocation(byteCount: 65536, alignment: 1) { buffer in
      let count = Glibc.read(process.output.number, buffer.baseAddress, buffer.count)
      if count == 0 { reader?.cancel() }
      guard count > 0 else { return }
      let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      if let output { output(bytes) } else { logLines(in: bytes) }
    }
  }

  /// Pauses reading if the command wrote a moment ago. The pipe fills meanwhile.
  private func limitReadRate() {
    let now = EventLoop.now
    defer { lastRead = now }
    guard now < lastRead + Self.readInterval else { return }
    reader?.events = []
    readTimer?.deadline = now + Self.readInterval
  }

  private func logLines(in bytes: UnsafeRawBufferPointer) {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard canLog() else { return dropLines(in: UnsafeRawBufferPointer(rebasing: rest)) }
      let part = rest.prefix(Self.maximumLineLength - line.count)
      let end = part.firstIndex(of: 0x0A)
      line += part[..<(end ?? part.endIndex)]
      rest = rest[(end ?? part.endIndex)...].dropFirst(end == nil ? 0 : 1)
      if end != nil || line.count == Self.maximumLineLength { logLine() }
    }
  }

  /// Drops lines without copying them: a command may print tens of thousands in each frame.
  private func dropLines(in bytes: UnsafeRawBufferPointer) {
    guard var start = bytes.baseAddress else { return }
    let (end, droppedBefore) = (start + bytes.count, droppedLineCount)
    while let newline = memchr(start, 0x0A, end - start) {
      droppedLineCount += 1
      start = UnsafeRawPointer(newline) + 1
    }
    // Without a newline, this is a part of a line that is too long to be logged.
    if droppedLineCount == droppedBefore { (droppedLineCount, start) = (droppedLineCount + 1, end) }
    line = Array(UnsafeRawBufferPointer(start: start, count: min(end - start, Self.maximumLineLength)))
  }

  private func logLine() {
    if canLog() {
      log?.notice("action: | " + String(decoding: line, as: UTF8.self))
      loggedLineCount += 1
    } else {
      droppedLineCount += 1
    }
    line.removeAll(keepingCapacity: true)
  }

  /// Returns `false` if the output is hidden, or if enough lines were logged in this second.
  private func canLog() -> Bool {
    guard !hidesOutput else { return false }
    let now = EventLoop.now
    if now >= secondStart + 1_000_000_000 {
      reportDroppedLines()
      (secondStart, loggedLineCount) = (now, 0)
    }
    return loggedLineCount < Self.maximumLinesPerSecond
  }

  private func reportDroppedLines() {
    guard droppedLineCount > 0 else { return }
    log?.notice("action: | … \(droppedLineCount) lines \(hidesOutput ? "hidden, as the input is private" : "dropped")")
    droppedLineCount = 0
  }
}
