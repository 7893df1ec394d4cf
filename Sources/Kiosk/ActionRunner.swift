import CLinux
import EventLoop
import Glibc

/// Runs the command that the button is for: no shell, a process group of its own, a limit of time.
final class ActionRunner {
  /// How it ended.
  enum Outcome: Equatable {
    case exited(Int)
    case signalled(Int)
    case timedOut
    case failedToStart(String)

    /// As shells number it: 128 and the signal for one that was killed, 124 for one that took too long, 127 for one that
    /// isn't there.
    var status: Int {
      switch self {
      case .exited(let code): code
      case .signalled(let signal): 128 + signal
      case .timedOut: 124
      case .failedToStart: 127
      }
    }
  }

  /// Between SIGTERM and SIGKILL when it took too long, in nanoseconds.
  static let grace: UInt64 = 5_000_000_000
  /// The same when the kiosk itself ends: systemd's patience, and the user's, are for all of us together.
  static let lastGrace: UInt64 = 1_000_000_000
  /// The longest line of output that is logged as one, in bytes.
  static let longestLine = 4096

  private let action: Action.Command
  private var command: [String] { action.arguments }
  private let timeout: UInt64
  private let grace: UInt64
  private let loop: EventLoop
  private let log: Log
  private var run: Run?

  init(_ command: Action.Command, grace: UInt64 = ActionRunner.grace, loop: EventLoop, log: Log) {
    action = command
    timeout = UInt64(command.timeout * 1e9)
    self.grace = grace
    self.loop = loop
    self.log = log
  }

  var isRunning: Bool { run != nil }

  /// Starts the command, unless it runs already. `finished` is called from the loop, once.
  func start(face: Int, count: Int, finished: @escaping (Outcome) -> Void) {
    guard run == nil else { return }
    do {
      let environment = Self.environment(face: face, count: count, adding: action.environment)
      let (pid, output) = try spawn(command, environment: environment, directory: action.directory)
      log.info("action: started \(command[0]) (process \(pid))")
      run = try Run(pid: pid, output: output, timeout: timeout, grace: grace, loop: loop, log: log) {
        [unowned self] outcome in
        run = nil
        report(outcome)
        finished(outcome)
      }
    } catch {
      report(.failedToStart("\(error)"))
      finished(.failedToStart("\(error)"))
    }
  }

  /// Ends the command's whole group, since the kiosk is going, and waits for that: a second at the most. What came of it
  /// is not reported.
  func stop() {
    run?.end()
    run = nil
  }

  private func report(_ outcome: Outcome) {
    switch outcome {
    case .exited(0): log.info("action: \(command[0]) succeeded")
    case .exited(let code): log.warning("action: \(command[0]) ended with status \(code)")
    case .signalled(let signal): log.warning("action: \(command[0]) was killed by signal \(signal)")
    case .timedOut: log.warning("action: \(command[0]) took longer than \(timeout / 1_000_000_000) s")
    case .failedToStart(let reason): log.error("action: \(command[0]): \(reason)")
    }
  }

  /// Ours, with the face and the count, and without what is meant for this process alone.
  static func environment(face: Int, count: Int, adding added: [String: String] = [:]) -> [String] {
    let ours: Set = [
      "NOTIFY_SOCKET", "WATCHDOG_PID", "WATCHDOG_USEC", "LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES", "CUBE_KIOSK_FACE",
      "CUBE_KIOSK_COUNT",
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
    return result + ["CUBE_KIOSK_FACE=\(face)", "CUBE_KIOSK_COUNT=\(count)"]
  }
}

/// One run of the command.
private final class Run {
  private let pid: pid_t
  private let output: Int32
  private let grace: UInt64
  private let log: Log
  private let finished: (ActionRunner.Outcome) -> Void
  private var child: ChildSource?
  private var reader: DescriptorSource?
  private var timer: TimerSource!
  private var line: [UInt8] = []
  private var isLate = false

  init(
    pid: pid_t, output: Int32, timeout: UInt64, grace: UInt64, loop: EventLoop, log: Log,
    finished: @escaping (ActionRunner.Outcome) -> Void
  ) throws(EventLoop.Failure) {
    self.pid = pid
    self.output = output
    self.grace = grace
    self.log = log
    self.finished = finished
    timer = try loop.addTimer { [unowned self] in timeIsUp() }
    timer.deadline = EventLoop.now + timeout
    child = try loop.addChild(pid) { [unowned self] in ended($0) }
    reader = try loop.addDescriptor(output, events: .readable) { [unowned self] _ in read() }
  }

  deinit { close(output) }

  func end() {
    reader?.cancel()
    timer.cancel()
    child?.cancel()
    // The kiosk's own loop is over by now.
    var isOver = false
    guard let loop = try? EventLoop(), let child = try? loop.addChild(pid, { _ in isOver = true }) else {
      kill(-pid, SIGKILL)
      return
    }
    for signal in [SIGTERM, SIGKILL] {
      kill(-pid, signal)
      if !isOver { _ = try? loop.turn(waiting: ActionRunner.lastGrace) }
    }
    child.cancel()
  }

  private func timeIsUp() {
    if isLate {
      kill(-pid, SIGKILL)
    } else {
      isLate = true
      kill(-pid, SIGTERM)
      timer.deadline = EventLoop.now + grace
    }
  }

  private func ended(_ status: ChildStatus) {
    // What it wrote last is in the pipe. A child of its own may hold the pipe open: nobody waits for that.
    read()
    if !line.isEmpty { logLine() }
    reader?.cancel()
    timer.cancel()
    // Members of a group that overstayed have had their SIGTERM.
    if isLate { kill(-pid, SIGKILL) }
    switch status {
    case _ where isLate: finished(.timedOut)
    case .exited(let code): finished(.exited(Int(code)))
    case .signalled(let signal): finished(.signalled(Int(signal)))
    }
  }

  private func read() {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      // Bounded, so that a command that writes without end doesn't hold the loop.
      for _ in 0..<16 {
        let count = Glibc.read(output, buffer.baseAddress, buffer.count)
        if count == 0 { reader?.cancel() }
        guard count > 0 else { return }
        for byte in buffer[..<count] {
          if byte == 0x0A || line.count == ActionRunner.longestLine { logLine() }
          if byte != 0x0A { line.append(byte) }
        }
      }
    }
  }

  private func logLine() {
    log.notice("action: | " + String(decoding: line, as: UTF8.self))
    line.removeAll(keepingCapacity: true)
  }
}

private struct SpawnFailure: Error, CustomStringConvertible {
  let code: Int32

  var description: String { String(cString: strerror(code)) }
}

/// Starts a program. Gives its process and the read end of what it writes, which doesn't block.
private func spawn(
  _ command: [String], environment: [String], directory: String?
) throws -> (pid_t, Int32) {
  var ends: [Int32] = [0, 0]
  guard pipe2(&ends, O_CLOEXEC) == 0 else { throw SpawnFailure(code: errno) }
  _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
  defer { close(ends[1]) }

  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
  posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
  posix_spawn_file_actions_adddup2(&actions, ends[1], 2)
  posix_spawn_file_actions_addclosefrom_np(&actions, 3)
  if let directory { posix_spawn_file_actions_addchdir_np(&actions, directory) }

  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  posix_spawnattr_setflags(
    &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
  posix_spawnattr_setpgroup(&attributes, 0)
  var signals = sigset_t()
  sigemptyset(&signals)
  posix_spawnattr_setsigmask(&attributes, &signals)
  sigfillset(&signals)
  posix_spawnattr_setsigdefault(&attributes, &signals)

  var pid: pid_t = 0
  var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
  var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
  defer { for pointer in arguments + variables { free(pointer) } }
  let code = posix_spawnp(&pid, command[0], &actions, &attributes, &arguments, &variables)
  guard code == 0 else {
    close(ends[0])
    throw SpawnFailure(code: code)
  }
  return (pid, ends[0])
}
