import Configuration
import Events

/// Tells what happens on the panel, as it happens, to whoever listens.
package final class EventFeed {
  /// Somebody who listens, until the object goes.
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

  /// Calls its argument once the disk has what the events so far are about; in order.
  package var afterSave: (@escaping () -> Void) -> Void = { $0() }

  private var listeners: [ObjectIdentifier: Weak] = [:]

  package init() {}

  /// - Parameter hear: takes each event's line, with its end.
  package func listen(to kinds: Set<EventKind>, _ hear: @escaping (_ line: String) -> Void) -> Listener {
    let listener = Listener(self, kinds, hear)
    listeners[ObjectIdentifier(listener)] = Weak(listener: listener)
    return listener
  }

  /// - Parameter event: not made where nobody listens.
  package func tell(_ event: @autoclosure () -> Event) {
    guard !listeners.isEmpty else { return }
    let event = event()
    let hearing = listeners.values.filter { $0.listener?.kinds.contains(event.kind) == true }
    guard !hearing.isEmpty else { return }
    let line = event.line(at: EventLoop.now)
    afterSave { for hearer in hearing { hearer.listener?.hear(line) } }
  }
}
