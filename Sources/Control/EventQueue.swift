import Configuration
import PanelEvents

/// A bounded queue of events that a listener hasn't taken yet.
///
/// When the queue is full, further events are lost until the listener takes the queued ones. It then gets a status
/// event with the number of lost events and the panel's current state, from which it can resume.
package final class EventQueue {
  package static let maximumBytes = 1 << 16

  /// Called after an event is queued or lost.
  var onAppend: (() -> Void)?

  private let state: () -> PanelStatus
  private var listener: EventFeed.Listener?
  private var bytes: [UInt8] = []
  private var lost = 0

  /// Creates a queue that starts with a status event.
  ///
  /// - Parameter state: Returns the panel's status. Called at first, and after events were lost.
  package init(_ feed: EventFeed, _ kinds: Set<EventKind>, state: @escaping () -> PanelStatus) {
    self.state = state
    appendState()
    listener = feed.listen(to: kinds) { [unowned self] in append($0) }
  }

  package var isEmpty: Bool { bytes.isEmpty && lost == 0 }

  /// Whether events are being lost.
  var isBehind: Bool { lost > 0 }

  /// Removes and returns all queued events, as complete lines.
  package func take() -> [UInt8] {
    if lost > 0 { appendState() }
    defer { bytes = [] }
    return bytes
  }

  private func append(_ line: String) {
    // After a lost event drop all later ones too, so that the events that are sent have no gap.
    if lost > 0 || bytes.count + line.utf8.count > Self.maximumBytes { lost += 1 } else { bytes += line.utf8 }
    onAppend?()
  }

  private func appendState() {
    bytes += Event.status(state(), lost: lost).line(at: EventLoop.now).utf8
    lost = 0
  }
}
