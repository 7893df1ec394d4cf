import Glibc
import PanelEvents
import PanelRaster
import PanelSystem
import TestCompositor

/// Runs the program on a compositor in this process, with a 60 Hz screen that latches the frame 7 ms before it is
/// shown, as weston's does.
final class PanelProcess {
  /// The resource usage of the process so far.
  struct Usage {
    /// In nanoseconds of CLOCK_MONOTONIC.
    var time: UInt64
    /// The CPU time of all threads, in nanoseconds.
    var cpu: UInt64
    var pageFaults: Int
    var threads: Int
  }

  /// `[--program PATH] [N]`, the operands of all benchmarks that run the program.
  struct Options {
    private(set) var program = Main.path.hasSuffix("-bench") ? String(Main.path.dropLast(6)) : "cube-kiosk"
    private(set) var count: Int

    /// - Parameters:
    ///   - operands: the words after the subcommand.
    ///   - count: the default of N.
    init(_ operands: [String], count: Int) throws {
      self.count = count
      var rest = operands[...]
      while let word = rest.popFirst() {
        if word == "--program", let path = rest.popFirst() {
          program = path
        } else if let number = Int(word), (1...1_000_000).contains(number) {
          self.count = number
        } else {
          throw UsageError("--program PATH or a number, not \(word)")
        }
      }
    }
  }

  static let size = (width: 1920, height: 1080)
  private static let timeout: UInt64 = 20_000_000_000

  let startTime: UInt64
  /// The usage when the program connected to the compositor.
  let connectionUsage: Usage
  let compositor: TestCompositor
  private(set) var screen: TestScreen?
  private let process: ChildProcess
  private var pid: pid_t { process.pid }
  private let folder: TemporaryFolder

  /// Starts the program and waits for its connection.
  init(_ program: String, _ arguments: [String] = []) throws(SystemError) {
    folder = try TemporaryFolder()
    let listener = try Self.listen(at: folder.path + "/wayland")
    startTime = EventLoop.now
    process = try spawn(
      [program, "run", "--wait", "0"] + arguments,
      environment: Self.environment + [
        "WAYLAND_DISPLAY=\(folder.path)/wayland", "STATE_DIRECTORY=\(folder.path)/state",
      ])
    var descriptor = pollfd(fd: listener.number, events: Int16(POLLIN), revents: 0)
    guard poll(&descriptor, 1, Int32(Self.timeout / 1_000_000)) == 1 else {
      kill(process.pid, SIGKILL)
      throw SystemError(program, ETIMEDOUT, "doesn't connect")
    }
    connectionUsage = Self.usage(of: process.pid)
    let connection = accept(listener.number, nil, nil)
    _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
    compositor = TestCompositor(serving: connection)
    compositor.size = Self.size
    compositor.refreshRate = 60_000
  }

  deinit {
    kill(pid, SIGTERM)
    waitpid(pid, nil, 0)
  }

  var usage: Usage { Self.usage(of: pid) }

  /// The number of commits so far.
  var commitCount: Int { compositor.surface?.commits.count ?? 0 }

  /// The number of context switches of all current threads, voluntary or not, since each thread started.
  var contextSwitches: Int {
    let names = ["voluntary_ctxt_switches:", "nonvoluntary_ctxt_switches:"]
    return threadIDs.reduce(0) { $0 + Self.numbers(in: "/proc/\(pid)/task/\($1)/status", after: names) }
  }

  /// Dispatches the compositor's events, waiting for at most one millisecond.
  func dispatch() throws(SystemError) {
    guard compositor.isConnected else { throw SystemError("the program", ECONNRESET) }
    compositor.dispatch(waiting: 1)
    if screen == nil, let surface = compositor.surface {
      screen = TestScreen(surface, period: 16_666_667, latchDelay: 9_666_667)
    }
    screen?.dispatch()
  }

  /// Dispatches events until the condition holds.
  func run(until condition: () -> Bool) throws(SystemError) {
    let deadline = EventLoop.now + Self.timeout
    while !condition() {
      guard EventLoop.now < deadline else { throw SystemError("the program", ETIMEDOUT) }
      try dispatch()
    }
  }

  /// Dispatches events until the program's picture was shown and no commit followed for a second.
  func settle() throws(SystemError) {
    try run { screen?.shownFrames.isEmpty == false }
    var (lastCount, lastCommitTime) = (0, EventLoop.now)
    try run {
      if commitCount != lastCount { (lastCount, lastCommitTime) = (commitCount, EventLoop.now) }
      return EventLoop.now > lastCommitTime + 1_000_000_000
    }
  }

  // MARK: The system

  /// The variables from which a program determines its libraries, fonts and language, without other variables of the
  /// benchmark's environment.
  static var environment: [String] {
    (["PATH", "HOME", "LD_LIBRARY_PATH"] as [String]).compactMap { name in
      getenv(name).map { "\(name)=\(String(cString: $0))" }
    }
      + ["LANG=C"]
  }

  private static func listen(at path: String) throws(SystemError) -> Descriptor {
    let listener = Descriptor(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0))
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let isBound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener.number, $0, length) == 0 }
    }
    guard isBound, Glibc.listen(listener.number, 1) == 0 else { throw SystemError(path, errno) }
    return listener
  }

  private static func usage(of pid: pid_t) -> Usage {
    var (clock, time) = (clockid_t(), timespec())
    clock_getcpuclockid(pid, &clock)
    clock_gettime(clock, &time)
    let stat = text(of: "/proc/\(pid)/stat")
    // The program's name may contain any character, so parse after it; the next field is the third of proc(5).
    let fields = stat[(stat.lastIndex(of: ")") ?? stat.startIndex)...].split(separator: " ").dropFirst()
    func field(_ number: Int) -> Int { fields.dropFirst(number - 3).first.flatMap { Int($0) } ?? 0 }
    return Usage(
      time: EventLoop.now, cpu: UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec),
      pageFaults: field(10) + field(12), threads: field(20))
  }

  private var threadIDs: [String] {
    guard let folder = opendir("/proc/\(pid)/task") else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name.first != "." { names.append(name) }
    }
    return names
  }

  private static func numbers(in path: String, after names: [String]) -> Int {
    text(of: path).split(separator: "\n").reduce(0) { sum, line in
      let words = line.split(whereSeparator: \.isWhitespace)
      return words.count == 2 && names.contains(String(words[0])) ? sum + (Int(words[1]) ?? 0) : sum
    }
  }

  private static func text(of path: String) -> String {
    String(decoding: (try? File.read(path, upTo: 1 << 20)) ?? [], as: UTF8.self)
  }

  /// Times a memset and a memcpy of as many bytes as a picture has, in memory that is already mapped.
  static func measureMemory() -> (fill: UInt64, copy: UInt64) {
    // Use bitmaps, because the optimizer removes writes to memory that is never read.
    let target = Bitmap(width: size.width, height: size.height)
    let source = Bitmap(width: size.width, height: size.height)
    let byteCount = target.pixelCount * 4
    memset(source.pixels, 1, byteCount)
    return (
      Main.minimumTime(20) { memset(target.pixels, 0x20, byteCount) },
      Main.minimumTime(20) { memcpy(target.pixels, source.pixels, byteCount) }
    )
  }
}
