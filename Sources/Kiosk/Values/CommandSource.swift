import Events
import PanelKit
import Scenes

/// Reads a value from a command: the first line of each periodic run, or every line of a long-running stream.
final class CommandSource: ValueReading {
  /// The delay before a stream is restarted, in nanoseconds. It doubles each time the stream ends early.
  private static let shortestPause: UInt64 = 1_000_000_000
  private static let longestPause: UInt64 = 60_000_000_000
  /// A stream that ran this long counts as stable, in nanoseconds.
  private static let proof: UInt64 = 10_000_000_000
  /// The maximum timeout of a run, in seconds.
  static let longestRun = 30.0

  private let name: String
  private let arguments: [String]
  /// The time from start to start in seconds; `nil` for a stream.
  private let interval: Double?
  private let loop: EventLoop
  private let log: Log
  private let take: (String) -> Void
  private var lines: LineCollector
  private var timer: TimerSource?
  private var pause = shortestPause
  private var start: UInt64 = 0
  private var hasComplained = false
  private(set) var run: CommandRun?

  /// - Parameter interval: the time from start to start, in seconds; `nil` for a stream.
  init(
    _ name: String, _ arguments: [String], interval: Double?, loop: EventLoop, log: Log,
    take: @escaping (String) -> Void
  ) throws {
    (self.name, self.arguments, self.interval, self.loop, self.log) = (name, arguments, interval, loop, log)
    self.take = take
    lines = LineCollector(interval == nil ? .newest : .first)
    // With long intervals, a coarse timer can share another wake-up.
    let accuracy = interval.map { UInt64(clamping: min($0 / 10, 1) * 1e9) } ?? 100_000_000
    timer = try loop.addTimer(accuracy: accuracy) { [unowned self] in begin() }
    begin()
  }

  private func begin() {
    start = EventLoop.now
    lines = LineCollector(lines.kept)
    do {
      run = try CommandRun(
        arguments, timeout: interval.map { min(max($0, 1), Self.longestRun) },
        environment: CommandRun.environment(adding: ["CUBE_KIOSK_VALUE": name]), loop: loop,
        output: { [unowned self] in
          lines.add($0)
          if interval == nil, let line = lines.take() { take(line) }
        },
        finished: { [unowned self] in ended($0) })
    } catch {
      complain("\(error)")
      again()
    }
  }

  private func ended(_ outcome: CommandRun.Outcome) {
    run = nil
    switch (interval, outcome) {
    case (nil, .exited(let code)): complain("ended with status \(code)")
    case (_, .exited(0)):
      hasComplained = false
      if let line = lines.finish() { take(line) }
    case (_, .exited(let code)): complain("ended with status \(code)")
    case (_, .signalled(let signal)): complain("was killed by signal \(signal)")
    case (_, .timedOut): complain("took too long")
    }
    again()
  }

  private func again() {
    let now = EventLoop.now
    if let interval {
      timer?.deadline = max(start + UInt64(clamping: interval * 1e9), now)
    } else {
      if now - start >= Self.proof { (pause, hasComplained) = (Self.shortestPause, false) }
      timer?.deadline = now + pause
      pause = min(pause * 2, Self.longestPause)
    }
  }

  /// Logs a failure, but not again until a run succeeds.
  private func complain(_ reason: String) {
    guard !hasComplained else { return }
    hasComplained = true
    log.warning("value \(name): \(arguments[0]): \(reason)")
  }
}
