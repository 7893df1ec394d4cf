import Configuration
import Glibc
import PanelEvents

/// Updates the values that show the time, exactly when one of their texts changes.
final class ClockSource {
  /// The formats, by value name.
  var formats: [String: ClockText] = [:] { didSet { read() } }
  /// True stops the timer so that the machine can sleep. Setting it to false updates all values.
  var isAsleep = false { didSet { if isAsleep != oldValue { read() } } }

  private let receive: ([(name: String, raw: String)]) -> Void
  private var timer: WallClockTimer?

  init(loop: EventLoop, receive: @escaping ([(name: String, raw: String)]) -> Void) throws {
    self.receive = receive
    timer = try loop.addWallClockTimer { [unowned self] in read() }
  }

  private func read() {
    guard !isAsleep, !formats.isEmpty else {
      timer?.deadline = nil
      return
    }
    // The system's time zone may have changed.
    tzset()
    let now = time(nil)
    receive(formats.map { ($0, $1.text(at: now)) })
    timer?.deadline = formats.values.compactMap { $0.nextChange(after: now) }.min()
  }
}
