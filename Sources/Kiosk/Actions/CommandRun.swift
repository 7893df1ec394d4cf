import Events
import Glibc
import PanelKit
import Scenes
import System

/// One run of a command, a button's or a value's: no shell, a process group of its own, a limit of time.
final class CommandRun {
  /// The end of a run.
  enum Outcome: Equatable {
    case exited(Int)
    case signalled(Int)
    case timedOut

    /// As shells number it: 128 and the signal for one that was killed, 124 for one that took too long.
    var status: Int {
      switch self {
      case .exited(let code): code
      case .signalled(let signal): 128 + signal
      case .timedOut: 124
      }
    }
  }

  /// Of a command that isn't there, as shells number it.
  static let notStarted = 127
  /// Between SIGTERM and SIGKILL when it took too long, in nanoseconds.
  static let grace: UInt64 = 5_000_000_000
  /// The same when the kiosk itself ends: systemd's patience, and the user's, are for all of us together.
  static let lastGrace: UInt64 = 1_000_000_000
  /// The score for which the kernel ends a command, not the interface, when memory is short.
  static let oomScore = 500
  /// The longest line of output that is logged as one, in bytes.
  static let longestLine = 4096

  /// Between two readings of what a value's command writes, if it writes without a break: no frame is sooner.
  private static let rest: UInt64 = 20_000_000

  private let name: String
  private let timeout: Double?
  private let grace: UInt64
  /// For a button's: told of all that it writes, and of its end.
  private let log: Log?
  /// Takes what it writes, where the log doesn't.
  private var output: ((UnsafeRawBufferPointer) -> Void)?
  private var finished: (Outcome) -> Void
  private let process: ChildProcess
  private var pid: pid_t { process.pid }
  private var child: ChildSource?
  private var reader: DescriptorSource?
  private var timer: TimerSource?
  private var resting: TimerSource?
  private var lastRead: UInt64 = 0
  private var line: [UInt8] = []
  private var isLate = false

  /// A button's.
  convenience init(
    _ command: Action.Command, face: Int?, count: Int, grace: UInt64 = CommandRun.grace, loop: EventLoop, log: Log,
    finished: @escaping (Outcome) -> Void
  ) throws(SystemError) {
    let variables = ["CUBE_KIOSK_FACE": face.map { "\($0)" } ?? "", "CUBE_KIOSK_COUNT": "\(count)"]
    try self.init(command, telling: variables, grace: grace, loop: loop, log: log, finished: finished)
  }

  /// Starts an action's command. Throws, with its name, what the system says when it can't be started, which is logged as
  /// well.
  ///
  /// - Parameters:
  ///   - variables: added to its environment.
  ///   - finished: called from the loop, once, unless `end` was.
  convenience init(
    _ command: Action.Command, telling variables: [String: String], grace: UInt64 = CommandRun.grace, loop: EventLoop,
    log: Log, finished: @escaping (Outcome) -> Void
  ) throws(SystemError) {
    do throws(SystemError) {
      try self.init(
        command.arguments, timeout: command.timeout,
        environment: Self.environment(adding: command.environment.merging(variables) { $1 }),
        directory: command.directory, grace: grace, loop: loop, log: log, finished: finished)
    } catch {
      log.error("action: \(error)")
      throw error
    }
    log.info("action: started \(name) (process \(pid))")
  }

  /// Starts a command.
  ///
  /// - Parameters:
  ///   - timeout: in seconds; `nil` for one that may run for as long as it likes.
  ///   - environment: all of its variables.
  ///   - log: told of what it writes and of its end, where there is no `output`.
  ///   - output: takes what it writes, piece by piece. Its errors go where ours do.
  ///   - finished: called from the loop, once, unless `end` was.
  init(
    _ arguments: [String], timeout: Double?, environment: [String], directory: String? = nil,
    grace: UInt64 = CommandRun.grace, loop: EventLoop, log: Log? = nil,
    output: ((UnsafeRawBufferPointer) -> Void)? = nil, finished: @escaping (Outcome) -> Void
  ) throws(SystemError) {
    (name, self.timeout, self.grace) = (arguments[0], timeout, grace)
    (self.log, self.output, self.finished) = (log, output, finished)
    process = try spawn(
      arguments, environment: environment, directory: directory, oomScore: Self.oomScore,
      takesErrors: output == nil)
    do throws(SystemError) {
      timer = try loop.addTimer { [unowned self] in timeIsUp() }
      timer?.deadline = timeout.map { EventLoop.now + UInt64(clamping: $0 * 1e9) }
      child = try loop.addChild(pid) { [unowned self] in ended($0) }
      reader = try loop.addDescriptor(process.output.number, events: .readable) { [unowned self] _ in read() }
      if output != nil { resting = try loop.addTimer { [unowned self] in reader?.events = .readable } }
    } catch {
      // Nobody would hear of its end.
      kill(-pid, SIGKILL)
      child?.cancel()
      waitpid(pid, nil, 0)
      throw SystemError("\(name): \(error.subject)", error.code, error.reason)
    }
  }

  /// Asks the whole group to end, for its run is of no use any more; after a while it is killed. What it writes and what
  /// came of it is nobody's business.
  ///
  /// - Parameter finished: called from the loop when it has ended.
  func terminate(finished: @escaping () -> Void) {
    output = { _ in }
    self.finished = { _ in finished() }
    if !isLate { timeIsUp() }
  }

  /// Ends whole groups, since the kiosk is going, and waits for all of them together: two seconds at the most. What came
  /// of them is not reported.
  static func end(_ runs: some Collection<CommandRun>) {
    for run in runs { run.letGo() }
    // The kiosk's own loop is over by now.
    guard let loop = try? EventLoop() else {
      for run in runs { kill(-run.pid, SIGKILL) }
      return
    }
    var left: [pid_t: ChildSource] = [:]
    for run in runs {
      let pid = run.pid
      left[pid] = try? loop.addChild(pid) { _ in
        // What is left of its group had the same SIGTERM. Its number is nobody else's until the handler is done.
        kill(-pid, SIGKILL)
        left[pid] = nil
      }
      kill(-pid, left[pid] == nil ? SIGKILL : SIGTERM)
    }
    for isLast in [false, true] {
      if isLast { for pid in left.keys { kill(-pid, SIGKILL) } }
      let end = EventLoop.now + lastGrace
      while !left.isEmpty, case let now = EventLoop.now, now < end, (try? loop.turn(waiting: end - now)) != nil {}
    }
  }

  /// Leaves it so much time from now, in nanoseconds, and no more than it had.
  func hurry(_ patience: UInt64) {
    guard !isLate, let timer else { return }
    timer.deadline = min(timer.deadline ?? .max, EventLoop.now + patience)
  }

  private func letGo() {
    reader?.cancel()
    timer?.cancel()
    resting?.cancel()
    child?.cancel()
  }

  private func timeIsUp() {
    if isLate {
      kill(-pid, SIGKILL)
    } else {
      isLate = true
      kill(-pid, SIGTERM)
      timer?.deadline = EventLoop.now + grace
    }
  }

  private func ended(_ status: ChildStatus) {
    // What it wrote last is in the pipe. A child of its own may hold the pipe open: nobody waits for that.
    read()
    if !line.isEmpty { logLine() }
    letGo()
    // Members of a group that overstayed have had their SIGTERM.
    if isLate { kill(-pid, SIGKILL) }
    let outcome: Outcome =
      switch status {
      case _ where isLate: .timedOut
      case .exited(let code): .exited(Int(code))
      case .signalled(let signal): .signalled(Int(signal))
      }
    if let log { report(outcome, to: log) }
    finished(outcome)
  }

  private func report(_ outcome: Outcome, to log: Log) {
    switch outcome {
    case .exited(0): log.info("action: \(name) succeeded")
    case .exited(let code): log.warning("action: \(name) ended with status \(code)")
    case .signalled(let signal): log.warning("action: \(name) was killed by signal \(signal)")
    case .timedOut: log.warning("action: \(name) took longer than \(Int(clamping: timeout ?? 0)) s")
    }
  }

  private func read() {
    if output != nil { rest() }
    // All that a pipe holds, and no more: a command that writes without end doesn't hold the loop.
    withUnsafeTemporaryAllocation(byteCount: 65536, alignment: 1) { buffer in
      let count = Glibc.read(process.output.number, buffer.baseAddress, buffer.count)
      if count == 0 { reader?.cancel() }
      guard count > 0 else { return }
      let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      if let output { output(bytes) } else { log(bytes) }
    }
  }

  /// Lets the command wait, if it wrote just now as well: of all that it has to say by then the newest counts.
  private func rest() {
    let now = EventLoop.now
    defer { lastRead = now }
    guard now < lastRead + Self.rest else { return }
    reader?.events = []
    resting?.deadline = now + Self.rest
  }

  private func log(_ bytes: UnsafeRawBufferPointer) {
    for byte in bytes {
      if byte == 0x0A || line.count == Self.longestLine { logLine() }
      if byte != 0x0A { line.append(byte) }
    }
  }

  private func logLine() {
    log?.notice("action: | " + String(decoding: line, as: UTF8.self))
    line.removeAll(keepingCapacity: true)
  }

  /// Ours, with others added, and without what is meant for this process alone.
  static func environment(adding added: [String: String]) -> [String] {
    let ours: Set = [
      "NOTIFY_SOCKET", "WATCHDOG_PID", "WATCHDOG_USEC", "LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES", "CUBE_KIOSK_FACE",
      "CUBE_KIOSK_COUNT", "CUBE_KIOSK_IDLE", "CUBE_KIOSK_VALUE",
    ]
    var result: [String] = []
    var next = environ
    while let entry = next.pointee {
      let text = String(cString: entry)
      let name = String(text.prefix { $0 != "=" })
      if !ours.contains(name), added[name] == nil { result.append(text) }
      next += 1
    }
    return result + added.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
  }
}
