import Configuration
import Events

/// Events that a listener hasn't taken yet: so many, whatever it does.
///
/// Where it doesn't take them, those that come are lost. It is told how many in a status, which is how the panel is after
/// them: whoever goes by the events begins there anew, as it did at first.
package final class EventQueue {
  package static let mostBytes = 1 << 16

  /// Called when there is something to take.
  var onAppend: (() -> Void)?

  private let state: () -> PanelStatus
  private var listener: EventFeed.Listener?
  private var bytes: [UInt8] = []
  private var lost = 0

  /// - Parameter state: asked at first, and after events were lost.
  package init(_ feed: EventFeed, _ kinds: Set<EventKind>, state: @escaping () -> PanelStatus) {
    self.state = state
    appendState()
    listener = feed.listen(to: kinds) { [unowned self] in append($0) }
  }

  package var isEmpty: Bool { bytes.isEmpty && lost == 0 }

  /// True while events are being lost.
  var isBehind: Bool { lost > 0 }

  /// All that there is: whole lines.
  package func take() -> [UInt8] {
    if lost > 0 { appendState() }
    defer { bytes = [] }
    return bytes
  }

  private func append(_ line: String) {
    // From the first one that is lost on: what is told stays in order.
    if lost > 0 || bytes.count + line.utf8.count > Self.mostBytes { lost += 1 } else { bytes += line.utf8 }
    onAppend?()
  }

  private func appendState() {
    bytes += Event.status(state(), lost: lost).line(at: EventLoop.now).utf8
    lost = 0
  }
}
