import Events
import PanelKit
import Scenes

/// A value that a command writes: its first line, again and again; or each line, for as long as it runs.
final class CommandSource: ValueReading {
  /// Between the end of a stream and its next start, in nanoseconds: twice as long each time that it ends soon.
  private static let shortestPause: UInt64 = 1_000_000_000
  private static let longestPause: UInt64 = 60_000_000_000
  /// The time for which a stream must have run to be taken for a good one, in nanoseconds.
  private static let proof: UInt64 = 10_000_000_000
  /// The longest that a run takes, in seconds.
  static let longestRun = 30.0

  private let name: String
  private let arguments: [String]
  /// In seconds; `nil` for a stream.
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

  /// - Parameter interval: from start to start, in seconds; `nil` for a stream.
  init(
    _ name: String, _ arguments: [String], interval: Double?, loop: EventLoop, log: Log,
    take: @escaping (String) -> Void
  ) throws {
    (self.name, self.arguments, self.interval, self.loop, self.log) = (name, arguments, interval, loop, log)
    self.take = take
    lines = LineCollector(interval == nil ? .newest : .first)
    // Who reads something each minute can wait for another wake-up.
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

  /// Once, until it is well again: it would be said each time.
  private func complain(_ reason: String) {
    guard !hasComplained else { return }
    hasComplained = true
    log.warning("value \(name): \(arguments[0]): \(reason)")
  }
}
