import Configuration
import Events

/// Sends the panel's events to listeners as they happen.
package final class EventFeed {
  /// A subscription, which ends when the object is released.
  package final class Listener {
    fileprivate let kinds: Set<EventKind>
    fileprivate let hear: (_ line: String) -> Void
    private weak var feed: EventFeed?

    fileprivate init(_ feed: EventFeed, _ kinds: Set<EventKind>, _ hear: @escaping (String) -> Void) {
      (self.feed, self.kinds, self.hear) = (feed, kinds, hear)
    }

    deinit { feed?.listeners[ObjectIdentifier(self)] = nil }
  }

  private struct Weak {
    weak var listener: Listener?
  }

  /// Calls its argument once the state behind all events so far is on disk. Preserves the order of calls.
  package var afterSave: (@escaping () -> Void) -> Void = { $0() }

  private var listeners: [ObjectIdentifier: Weak] = [:]

  package init() {}

  /// Subscribes to kinds of events.
  ///
  /// - Parameter hear: Called with each event's line, including the newline.
  package func listen(to kinds: Set<EventKind>, _ hear: @escaping (_ line: String) -> Void) -> Listener {
    let listener = Listener(self, kinds, hear)
    listeners[ObjectIdentifier(listener)] = Weak(listener: listener)
    return listener
  }

  /// Sends an event to its listeners.
  ///
  /// - Parameter event: Evaluated only if the feed has listeners.
  package func tell(_ event: @autoclosure () -> Event) {
    guard !listeners.isEmpty else { return }
    let event = event()
    let hearing = listeners.values.filter { $0.listener?.kinds.contains(event.kind) == true }
    guard !hearing.isEmpty else { return }
    let line = event.line(at: EventLoop.now)
    afterSave { for hearer in hearing { hearer.listener?.hear(line) } }
  }
}
