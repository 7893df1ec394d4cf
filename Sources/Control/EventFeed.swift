import Configuration
import PanelEvents

/// Sends the panel's events to listeners as they happen.
package final class EventFeed {
  /// A subscription, which ends when the object is released.
  package final class Listener {
    fileprivate let kinds: Set<EventKind>
    fileprivate let receive: (_ line: String) -> Void
    private weak var feed: EventFeed?

    fileprivate init(_ feed: EventFeed, _ kinds: Set<EventKind>, _ receive: @escaping (String) -> Void) {
      (self.feed, self.kinds, self.receive) = (feed, kinds, receive)
    }

    deinit { feed?.listeners[ObjectIdentifier(self)] = nil }
  }

  private struct WeakListener {
    weak var listener: Listener?
  }

  private var listeners: [ObjectIdentifier: WeakListener] = [:]
  package init() {}

  /// Subscribes to kinds of events.
  ///
  /// - Parameter receive: Called with each event's line, including the newline.
  package func listen(to kinds: Set<EventKind>, _ receive: @escaping (_ line: String) -> Void) -> Listener {
    let listener = Listener(self, kinds, receive)
    listeners[ObjectIdentifier(listener)] = WeakListener(listener: listener)
    return listener
  }

  /// Sends an event to its listeners.
  ///
  /// - Parameter event: Evaluated only if the feed has listeners.
  package func send(_ event: @autoclosure () -> Event) {
    guard !listeners.isEmpty else { return }
    let event = event()
    let receivers = listeners.values.filter { $0.listener?.kinds.contains(event.kind) == true }
    guard !receivers.isEmpty else { return }
    let line = event.line(at: EventLoop.now)
    for receiver in receivers { receiver.listener?.receive(line) }
  }
}
