import Configuration
import Scenes
import Views

/// One thing that happened on the panel, as a line of `--events` or of a watch tells it.
package struct Event {
  let kind: EventKind
  /// One for each of the kind's members, in their order.
  private let values: [JSONValue]
  /// Behind those: what no row lists.
  private var more: [JSONMembers.Member] = []

  private init(_ kind: EventKind, _ values: [JSONValue] = []) { (self.kind, self.values) = (kind, values) }

  /// - Parameter time: in nanoseconds of CLOCK_MONOTONIC.
  /// - Returns: the line, with its end.
  func line(at time: UInt64) -> String {
    var members: [JSONMembers.Member] = [("event", .string(kind.rawValue))]
    members += zip(kind.members, values).map { ($0.name, $1) } + more
    members.append(("t", .integer(Int(clamping: time))))
    return JSONValue.object(JSONMembers(members)).line + "\n"
  }
}

// MARK: Each kind's

extension Event {
  package static let ready = Event(.ready)

  /// - Parameter lost: the number of events that this comes in place of.
  package static func status(_ status: PanelStatus, lost: Int) -> Event {
    var event = Event(.status, [.integer(lost)])
    event.more = status.members
    return event
  }

  /// - Parameter view: the path of the view that takes it.
  package static func touch(_ touch: TouchEvent, view: String?) -> Event {
    Event(
      .touch,
      [
        .string(touch.phase.rawValue), .integer(touch.id), coordinate(touch.location.x), coordinate(touch.location.y),
        view.map(JSONValue.string) ?? .null,
      ])
  }

  package static func press(_ press: Press) -> Event {
    Event(.press, names(press) + [.string(press.path), .integer(press.count)])
  }

  package static func result(of press: Press, status: Int) -> Event {
    Event(.result, names(press) + [.integer(status)])
  }

  /// - Parameter value: as it was told, without unit and format.
  package static func value(_ name: String, _ value: String) -> Event {
    Event(.value, [.string(name), .string(value)])
  }

  package static func idle(_ state: IdleState) -> Event { Event(.idle, [.string(state.rawValue)]) }

  package static func scene(_ name: String) -> Event { Event(.scene, [.string(name)]) }

  package static func touchFix(_ fix: TouchFix) -> Event { Event(.touchFix, [.string(fix.rawValue)]) }

  private static func names(_ press: Press) -> [JSONValue] {
    [
      press.face.map(JSONValue.integer) ?? .null, press.button.map(JSONValue.string) ?? .null,
      .string(press.action),
    ]
  }

  /// To a thousandth of a point, which no screen can tell; null for what is no number.
  private static func coordinate(_ value: Double) -> JSONValue { .number((value * 1000).rounded() / 1000) }
}
