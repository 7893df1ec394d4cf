import Foundation

/// The built `cube-kiosk`.
enum Program {
  /// Beside the tests' own program.
  static let path: String = {
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    let beside = URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent("cube-kiosk").path
    if FileManager.default.isExecutableFile(atPath: beside) { return beside }
    // The newer test runner stands elsewhere, and names the test bundle in its arguments.
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? ""
    return URL(fileURLWithPath: bundle).deletingLastPathComponent().appendingPathComponent("cube-kiosk").path
  }()

  /// Those variables, and what every program of the tests has: nothing of whoever runs them.
  static func environment(_ own: [String: String] = [:]) -> [String: String] {
    ["PATH": "/usr/sbin:/usr/bin:/bin", "HOME": "/nonexistent"].merging(Sanitizer.options) { $1 }.merging(own) { $1 }
  }

  struct Result {
    let status: Int32
    let output: String
    let errors: String
  }

  /// Runs a command of it to its end.
  ///
  /// - Parameter wrapper: a program that runs it, with its own arguments.
  static func run(
    _ arguments: [String], environment: [String: String] = [:], by wrapper: [String] = []
  ) throws -> Result {
    let process = Process()
    let words = wrapper + [path] + arguments
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = Array(words.dropFirst())
    process.environment = Self.environment(environment)
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.runUnblocked()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    let complaint = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Result(
      status: process.terminationStatus, output: String(decoding: text, as: UTF8.self),
      errors: String(decoding: complaint, as: UTF8.self))
  }
}

extension Process {
  /// Starts it with no signal blocked, as a shell does. Dispatch's threads, on which tests run, block them all, and
  /// children inherit that.
  func runUnblocked() throws {
    var (none, own) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &own)
    defer { pthread_sigmask(SIG_SETMASK, &own, nil) }
    try run()
  }
}

/// One line of `--events`.
struct Event {
  let values: [String: Any]

  var name: String { values["event"] as? String ?? "" }
  var view: String? { values["view"] as? String }
  var phase: String? { values["phase"] as? String }
  var count: Int? { values["count"] as? Int }
}

/// A running `cube-kiosk`, whose events are read as they come.
final class RunningKiosk {
  let process = Process()
  private let output = Pipe()
  private var buffer = Data()
  /// All events so far.
  private(set) var events: [Event] = []
  private var seen = 0

  /// - Parameters:
  ///   - action: the words after `--`.
  ///   - group: whose limit is the program's.
  ///   - processors: the numbers of those that it may use, as taskset(1) takes them; all by default.
  ///   - errors: takes the log: a `Pipe` or a `FileHandle`.
  init(
    _ arguments: [String] = [], action: [String] = [], joining group: MemoryGroup? = nil,
    processors: String? = nil, environment: [String: String], errors: Any? = nil
  ) throws {
    let arguments =
      ["run", "--events", "-", "--log-level", "warning"] + arguments + (action.isEmpty ? [] : ["--"] + action)
    let before = [group?.joining, processors.map { "taskset -cp \($0) $$ >/dev/null" }].compactMap { $0 }
    if !before.isEmpty {
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", "\(before.joined(separator: " && ")) && exec \"$0\" \"$@\"", Program.path] + arguments
    } else {
      process.executableURL = URL(fileURLWithPath: Program.path)
      process.arguments = arguments
    }
    process.environment = Program.environment(environment)
    process.standardOutput = output
    process.standardError = errors ?? FileHandle.nullDevice
    try process.runUnblocked()
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    // Also of one that is at its end: a Process that nobody waited for is never let go.
    process.waitUntilExit()
  }

  /// The next event that matches, after the last one that was waited for.
  @discardableResult
  func wait(_ name: String, within seconds: Double = 20, where matches: (Event) -> Bool = { _ in true }) throws -> Event
  {
    let end = Date().addingTimeInterval(Sanitizer.patience(seconds))
    while true {
      while seen < events.count {
        seen += 1
        let event = events[seen - 1]
        if event.name == name, matches(event) { return event }
      }
      try read(until: end, for: name)
    }
  }

  /// The events that have come, without a wait; they are forgotten.
  func takeEvents() throws -> [Event] {
    var descriptor = pollfd(fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
    while poll(&descriptor, 1, 0) > 0, try read() {}
    defer { (events, seen) = ([], 0) }
    return events
  }

  func stop(_ signal: Int32 = SIGTERM) -> Int32 {
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    return process.terminationStatus
  }

  private func read(until end: Date, for name: String) throws {
    let fd = output.fileHandleForReading.fileDescriptor
    var descriptor = pollfd(fd: fd, events: Int16(POLLIN), revents: 0)
    let wait = end.timeIntervalSinceNow
    guard wait > 0, poll(&descriptor, 1, Int32(wait * 1000) + 1) > 0 else {
      throw RigFailure(description: "no event '\(name)' in time; so far: \(events.map(\.values))")
    }
    guard try read() else {
      throw RigFailure(description: "the program ended before '\(name)'; so far: \(events.map(\.values))")
    }
  }

  /// Takes what is there; false at the end.
  private func read() throws -> Bool {
    let data = output.fileHandleForReading.availableData
    guard !data.isEmpty else { return false }
    buffer += data
    while let newline = buffer.firstIndex(of: 0x0A) {
      let line = buffer[buffer.startIndex..<newline]
      guard let values = try JSONSerialization.jsonObject(with: line) as? [String: Any], values["t"] is Int else {
        throw RigFailure(description: "not an event: \(String(decoding: line, as: UTF8.self))")
      }
      events.append(Event(values: values))
      buffer.removeSubrange(buffer.startIndex...newline)
    }
    return true
  }
}
