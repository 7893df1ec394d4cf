import Events
import Glibc
import PanelKit
import Scenes
import System

/// One run of a button's command: no shell, a process group of its own, a limit of time.
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

  private let name: String
  private let timeout: Double
  private let grace: UInt64
  private let log: Log
  private let finished: (Outcome) -> Void
  private let pid: pid_t
  private let output: Descriptor
  private var child: ChildSource?
  private var reader: DescriptorSource?
  private var timer: TimerSource?
  private var line: [UInt8] = []
  private var isLate = false

  /// A button's.
  convenience init(
    _ command: Action.Command, face: Int?, count: Int, grace: UInt64 = CommandRun.grace, loop: EventLoop, log: Log,
    finished: @escaping (Outcome) -> Void
  ) throws(SystemError) {
    let variables = ["CUBE_KIOSK_FACE=\(face.map { "\($0)" } ?? "")", "CUBE_KIOSK_COUNT=\(count)"]
    try self.init(command, telling: variables, grace: grace, loop: loop, log: log, finished: finished)
  }

  /// Starts the command. Throws, with its name, what the system says when it can't be started, which is logged as well.
  ///
  /// - Parameters:
  ///   - variables: added to its environment.
  ///   - finished: called from the loop, once, unless `end` was.
  init(
    _ command: Action.Command, telling variables: [String], grace: UInt64 = CommandRun.grace, loop: EventLoop,
    log: Log, finished: @escaping (Outcome) -> Void
  ) throws(SystemError) {
    (name, timeout, self.grace) = (command.arguments[0], command.timeout, grace)
    (self.log, self.finished) = (log, finished)
    do throws(SystemError) {
      let environment = Self.environment(adding: command.environment, telling: variables)
      (pid, output) = try spawn(
        command.arguments, environment: environment, directory: command.directory, oomScore: Self.oomScore)
    } catch {
      log.error("action: \(error)")
      throw error
    }
    do throws(SystemError) {
      timer = try loop.addTimer { [unowned self] in timeIsUp() }
      timer?.deadline = EventLoop.now + UInt64(timeout * 1e9)
      child = try loop.addChild(pid) { [unowned self] in ended($0) }
      reader = try loop.addDescriptor(output.number, events: .readable) { [unowned self] _ in read() }
    } catch {
      // Nobody would hear of its end.
      kill(-pid, SIGKILL)
      child?.cancel()
      waitpid(pid, nil, 0)
      log.error("action: \(name): \(error)")
      throw SystemError("\(name): \(error.subject)", error.code, error.reason)
    }
    log.info("action: started \(name) (process \(pid))")
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
    report(outcome)
    finished(outcome)
  }

  private func report(_ outcome: Outcome) {
    switch outcome {
    case .exited(0): log.info("action: \(name) succeeded")
    case .exited(let code): log.warning("action: \(name) ended with status \(code)")
    case .signalled(let signal): log.warning("action: \(name) was killed by signal \(signal)")
    case .timedOut: log.warning("action: \(name) took longer than \(Int(timeout)) s")
    }
  }

  private func read() {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      // Bounded, so that a command that writes without end doesn't hold the loop.
      for _ in 0..<16 {
        let count = Glibc.read(output.number, buffer.baseAddress, buffer.count)
        if count == 0 { reader?.cancel() }
        guard count > 0 else { return }
        for byte in buffer[..<count] {
          if byte == 0x0A || line.count == Self.longestLine { logLine() }
          if byte != 0x0A { line.append(byte) }
        }
      }
    }
  }

  private func logLine() {
    log.notice("action: | " + String(decoding: line, as: UTF8.self))
    line.removeAll(keepingCapacity: true)
  }

  /// Ours, with what it is told, and without what is meant for this process alone.
  static func environment(adding added: [String: String], telling told: [String]) -> [String] {
    let ours: Set = [
      "NOTIFY_SOCKET", "WATCHDOG_PID", "WATCHDOG_USEC", "LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES", "CUBE_KIOSK_FACE",
      "CUBE_KIOSK_COUNT", "CUBE_KIOSK_IDLE",
    ]
    var result: [String] = []
    var next = environ
    while let entry = next.pointee {
      let text = String(cString: entry)
      let name = String(text.prefix { $0 != "=" })
      if !ours.contains(name), added[name] == nil { result.append(text) }
      next += 1
    }
    result += added.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    return result + told
  }
}
