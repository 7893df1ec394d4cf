import Configuration
import PanelEvents

/// A bounded queue of events that a listener hasn't taken yet.
///
/// When the queue is full, further events are lost until the listener takes the queued ones. It then gets a status
/// event with the number of lost events and the panel's current state, from which it can resume.
package final class EventQueue {
  /// The maximum size of the queued events, in bytes.
  package static let maximumBytes = 1 << 18

  /// Called after an event is queued or lost.
  var onAppend: (() -> Void)?

  private let status: () -> PanelStatus
  private var listener: EventFeed.Listener?
  private var bytes: [UInt8] = []
  private var lostCount = 0

  /// Creates a queue that starts with a status event.
  ///
  /// - Parameter status: Returns the panel's status. Called by this initializer, and after events were lost.
  package init(_ feed: EventFeed, _ kinds: Set<EventKind>, status: @escaping () -> PanelStatus) {
    self.status = status
    appendStatus()
    listener = feed.listen(to: kinds) { [unowned self] in append($0) }
  }

  package var isEmpty: Bool { bytes.isEmpty && lostCount == 0 }

  /// Whether events are being lost.
  var isBehind: Bool { lostCount > 0 }

  /// Removes and returns all queued events, as complete lines.
  package func take() -> [UInt8] {
    if lostCount > 0 { appendStatus() }
    defer { bytes = [] }
    return bytes
  }

  private func append(_ line: String) {
    // After a lost event, later events are lost too, so that the queued events have no gap.
    if lostCount > 0 || bytes.count + line.utf8.count > Self.maximumBytes {
      lostCount += 1
    } else {
      bytes += line.utf8
    }
    onAppend?()
  }

  private func appendStatus() {
    bytes += Event.status(status(), lost: lostCount).line(at: EventLoop.now).utf8
    lostCount = 0
  }
}
