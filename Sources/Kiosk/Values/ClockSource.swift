import Configuration
import Events
import Glibc

/// The values that are times: read when what one of them says changes, and not once more.
final class ClockSource {
  /// By the values' names.
  var texts: [String: ClockText] = [:] { didSet { read() } }
  /// True to leave the machine asleep; with its end all are read at once.
  var isAsleep = false { didSet { if isAsleep != oldValue { read() } } }

  private let take: ([(name: String, raw: String)]) -> Void
  private var timer: WallClockTimer?

  init(loop: EventLoop, take: @escaping ([(name: String, raw: String)]) -> Void) throws {
    self.take = take
    timer = try loop.addWallClockTimer { [unowned self] in read() }
  }

  private func read() {
    guard !isAsleep, !texts.isEmpty else {
      timer?.deadline = nil
      return
    }
    // Another time zone may be the machine's by now.
    tzset()
    let now = time(nil)
    take(texts.map { ($0, $1.text(at: now)) })
    timer?.deadline = texts.values.compactMap { $0.change(after: now) }.min()
  }
}
