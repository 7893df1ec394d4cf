import Foundation
import TestSupport
import Testing

/// An event, as `--events` and `ctl watch` print it.
struct Event: Decodable {
  let event: String
  let t: Int?
  let view, phase, button, address, line, action, scene, name, value, state, text, language, message, title,
    sound: String?
  let id, face, count, press, status, lost: Int?
}

/// The reply to `ctl status`.
struct Status: Decodable {
  struct Value: Decodable {
    let value: String?
    let stale: Bool
  }

  struct Configuration: Decodable {
    let sha256: String
    let files: [String: String]
  }

  struct Reload: Decodable {
    let ok: Bool
    let time: Double
    let error: String?
  }

  let configuration: Configuration?
  let lastReload: Reload?
  let bootID: String?
  let frameAge: Double?
  let version, scene, touchFix, idle: String
  let output, missingOutput, page: String?
  let restartRequired, problems: [String]?
  let count, frames, running: Int
  let uptime: Double
  let isConnected, isSpeechOn: Bool
  let values: [String: Value]?
}

/// The state on the disk.
struct SavedState: Decodable {
  struct Lock: Decodable {
    let failures: Int
    let closedUntil: Double
  }

  let count: Int
  let light: Bool
  let presses: [String: Int]
  let lock: Lock
}

/// A running `cube-kiosk`.
class RunningKiosk: RunningProcess {
  /// Has the compositor's socket, the control socket "control", and the directory "state".
  let directory: TemporaryDirectory
  /// The log, unless it goes elsewhere.
  let log: LineReader
  private let logPipe = Pipe()
  /// All events so far, and their lines.
  private(set) var events: [Event] = []
  private(set) var lines: [String] = []
  private var readCount = 0

  /// - Parameters:
  ///   - action: The command after `--`.
  ///   - group: Limits the program's memory.
  ///   - processors: Those that the program may use, as in taskset(1); all by default.
  ///   - errors: The log's destination instead of `log`.
  init(
    _ arguments: [String] = [], action: [String] = [], environment: [String: String] = [:],
    directory: TemporaryDirectory, joining group: MemoryGroup? = nil, processors: String? = nil,
    errors: FileHandle? = nil
  ) throws {
    self.directory = directory
    log = LineReader(logPipe.fileHandleForReading.fileDescriptor)
    let options = ["run", "--events", "-", "--log-level", "warning"] + arguments
    let program = [Program.path] + options + (action.isEmpty ? [] : ["--"] + action)
    let before = [group?.joining, processors.map { "taskset -cp \($0) $$ >/dev/null" }].compactMap { $0 }
    let shell = ["/bin/sh", "-c", "\((before + [""]).joined(separator: " && "))exec \"$0\" \"$@\""]
    // Swift 6.0 fails to compile closures in the arguments of `super.init`.
    let destination: Any = if let errors { errors } else { logPipe }
    let allVariables = Self.environment(directory).merging(environment) { $1 }
    try super.init((before.isEmpty ? [] : shell) + program, environment: allVariables, errors: destination)
    try? logPipe.fileHandleForWriting.close()
  }

  static func environment(_ directory: TemporaryDirectory) -> [String: String] {
    [
      "XDG_RUNTIME_DIR": directory.path, "RUNTIME_DIRECTORY": directory.path, "WAYLAND_DISPLAY": "wayland",
      "STATE_DIRECTORY": directory.file("state"),
    ]
  }

  // MARK: Events

  /// Returns the next event that matches, after the last one that was waited for.
  @discardableResult func wait(
    _ name: String, within seconds: Double = 20, where matches: (Event) -> Bool = { _ in true }
  ) throws -> Event {
    let end = Date().addingTimeInterval(seconds)
    while true {
      while readCount < events.count {
        readCount += 1
        if events[readCount - 1].event == name, matches(events[readCount - 1]) { return events[readCount - 1] }
      }
      lines.append(try line("the event '\(name)'", within: end.timeIntervalSinceNow))
      events.append(try Event(json: lines.last!))
    }
  }

  /// Returns the remaining events without waiting, and forgets all events.
  func takeEvents() throws -> [Event] {
    events += try output.available().map { try Event(json: $0) }
    defer { (events, lines, readCount) = ([], [], 0) }
    return events
  }

  func count(_ name: String) -> Int { events.count { $0.event == name } }

  /// Waits until a touch has ended.
  ///
  /// - Returns: The path of the view that received it.
  @discardableResult func waitForTouchEnd() throws -> String? { try wait("touch") { $0.phase == "ended" }.view }

  // MARK: Log

  func waitForLog(_ text: String) throws {
    let line = try log.wait(for: text) { $0.contains(text) }
    try #require(line != nil, "the program ended without the log line '\(text)'")
  }

  func closeLog() throws { try logPipe.fileHandleForReading.close() }

  // MARK: Control

  var socket: String { directory.file("control") }

  func ctl(_ words: String...) throws -> FinishedProcess { try Program.run(["ctl", "--socket", socket] + words) }

  func status() throws -> Status { try Status(json: ctl("status").output) }

  func value(_ name: String) throws -> String? { try status().values?[name]?.value }

  /// The events of `ctl watch`. The first one is the status.
  func watch(_ kinds: String...) throws -> RunningProcess {
    try RunningProcess([Program.path, "ctl", "--socket", socket, "watch"] + kinds)
  }

  /// Changes a resource limit of the running program.
  ///
  /// - Parameter option: An option of prlimit(1), such as `--nofile=3:`.
  func limit(_ option: String) throws {
    try #require(FinishedProcess(["/usr/bin/prlimit", "--pid", "\(pid)", option]).status == 0)
  }

  // MARK: State

  /// The content of the state file, if there is one.
  var savedText: String? { try? directory.read("state/state.json") }

  var saved: SavedState? { savedText.flatMap { try? SavedState(json: $0) } }
}

extension RunningProcess {
  /// Returns the next event of `ctl watch` that matches.
  @discardableResult func event(_ what: String, where matches: (Event) -> Bool = { _ in true }) throws -> Event {
    try Event(json: line(what) { matches(try Event(json: $0)) })
  }
}

extension Decodable {
  init(json: String) throws {
    do {
      self = try JSONDecoder().decode(Self.self, from: Data(json.utf8))
    } catch {
      throw TestFailure("not \(Self.self): \(json)")
    }
  }
}
