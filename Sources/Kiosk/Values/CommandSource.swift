import PanelEvents
import PanelKit
import Scenes

/// Reads a value from a command: the first line of each periodic run, or every line of a long-running stream.
final class CommandSource {
  /// The delay before a stream is restarted, in nanoseconds. It doubles each time the stream ends early.
  private static let minimumDelay: UInt64 = 1_000_000_000
  private static let maximumDelay: UInt64 = 60_000_000_000
  /// A stream that ran this long counts as stable, in nanoseconds.
  private static let stableUptime: UInt64 = 10_000_000_000
  /// The maximum timeout of a run, in seconds.
  private static let maximumTimeout = 30.0

  private let name: String
  private let arguments: [String]
  /// The time from start to start in seconds; `nil` for a stream.
  private let interval: Double?
  private let loop: EventLoop
  private let log: Log
  private let receive: (String) -> Void
  private var collector: LineCollector
  private var timer: TimerSource?
  private var delay = minimumDelay
  private var start: UInt64 = 0
  private var hasWarned = false
  private(set) var run: CommandRun?

  /// - Parameters:
  ///   - interval: the time from start to start, in seconds; `nil` for a stream.
  ///   - maximumLines: the maximum number of lines of a reading.
  ///   - receive: called with each reading.
  init(
    _ name: String, _ arguments: [String], interval: Double?, maximumLines: Int = 1, loop: EventLoop, log: Log,
    receive: @escaping (String) -> Void
  ) throws {
    (self.name, self.arguments, self.interval, self.loop, self.log) = (name, arguments, interval, loop, log)
    self.receive = receive
    collector = LineCollector(interval == nil ? .newest : maximumLines > 1 ? .all(atMost: maximumLines) : .first)
    // With long intervals, a coarse timer can share another wake-up.
    let accuracy = interval.map { UInt64(clamping: min($0 / 10, 1) * 1e9) } ?? 100_000_000
    timer = try loop.addTimer(accuracy: accuracy) { [unowned self] in begin() }
    begin()
  }

  private func begin() {
    start = EventLoop.now
    collector = LineCollector(collector.mode)
    do {
      run = try CommandRun(
        arguments, timeout: interval.map { min(max($0, 1), Self.maximumTimeout) },
        environment: CommandRun.environment(adding: ["CUBE_KIOSK_VALUE": name]), loop: loop,
        output: { [unowned self] in
          collector.add($0)
          if interval == nil, let line = collector.take() { receive(line) }
        },
        finished: { [unowned self] in ended($0) })
    } catch {
      warn("\(error)")
      scheduleNext()
    }
  }

  private func ended(_ outcome: CommandRun.Outcome) {
    run = nil
    if interval != nil, outcome == .exited(0) {
      hasWarned = false
      if let line = collector.finish() { receive(line) }
    } else {
      warn("\(outcome)")
    }
    scheduleNext()
  }

  private func scheduleNext() {
    let now = EventLoop.now
    if let interval {
      timer?.deadline = max(start + UInt64(clamping: interval * 1e9), now)
    } else {
      if now - start >= Self.stableUptime { (delay, hasWarned) = (Self.minimumDelay, false) }
      timer?.deadline = now + delay
      delay = min(delay * 2, Self.maximumDelay)
    }
  }

  /// Logs a failure, but not again until a run succeeds.
  private func warn(_ reason: String) {
    guard !hasWarned else { return }
    hasWarned = true
    log.warning("value \(name): \(arguments[0]): \(reason)")
  }
}
