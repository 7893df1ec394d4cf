import Configuration
import PanelViews
import Scenes

/// An event on the panel, which `--events` and `watch` report as a line of JSON.
package struct Event {
  let kind: EventKind
  /// The values of the kind's members, in the same order.
  private let values: [JSONValue]
  /// Members after `values`, which `EventKind.members` doesn't list.
  private var additionalMembers: [JSONMembers.Member] = []

  private init(_ kind: EventKind, _ values: [JSONValue] = []) { (self.kind, self.values) = (kind, values) }

  /// Returns the event as a line of JSON, including the newline.
  ///
  /// - Parameter time: In nanoseconds of CLOCK_MONOTONIC.
  func line(at time: UInt64) -> String {
    var members: [JSONMembers.Member] = [("event", .string(kind.rawValue))]
    members += zip(kind.members, values).map { ($0.name, $1) } + additionalMembers
    members.append(("t", .integer(Int(clamping: time))))
    return JSONValue.object(JSONMembers(members)).singleLine + "\n"
  }
}

// MARK: Kinds

extension Event {
  package static let ready = Event(.ready)

  /// Creates a status event.
  ///
  /// - Parameter lost: The number of events before this one that were dropped because the client didn't read.
  package static func status(_ status: PanelStatus, lost: Int) -> Event {
    var event = Event(.status, [.integer(lost)])
    event.additionalMembers = status.members
    return event
  }

  /// Creates a touch event.
  ///
  /// - Parameter view: The path of the view that takes the touch; `nil` if no view does.
  package static func touch(_ touch: TouchEvent, view: String?) -> Event {
    Event(
      .touch,
      [
        .string(touch.phase.rawValue), .integer(touch.id), coordinate(touch.location.x), coordinate(touch.location.y),
        view.map(JSONValue.string) ?? .null,
      ])
  }

  package static func press(_ press: Press) -> Event {
    Event(.press, button(of: press) + [.string(press.path), .integer(press.count)])
  }

  /// - Parameter reason: The reason why an adapter's call or change failed; `nil` to leave it out.
  package static func result(of press: Press, exitStatus: Int, reason: String? = nil) -> Event {
    let reason = reason.map { [JSONValue.string($0)] } ?? []
    return Event(.result, button(of: press) + [.integer(press.count), .integer(exitStatus)] + reason)
  }

  /// Creates an event for a change of one of the scene's live values.
  ///
  /// - Parameters:
  ///   - reading: the value without its unit and format; `nil` if the value was unset.
  ///   - isStale: true if the reading has become older than the value's `staleAfter`, or its adapter is gone.
  package static func value(_ name: String, reading: String?, isStale: Bool = false) -> Event {
    let short = reading.map(ShortReading.init)
    var event = Event(.value, [.string(name), short?.json ?? .null, .bool(isStale)])
    event.additionalMembers = short?.additionalMembers ?? []
    return event
  }

  package static func idle(_ state: IdleState) -> Event { Event(.idle, [.string(state.rawValue)]) }

  /// - Parameter page: The page of a scene file; `nil` for a built-in scene.
  package static func scene(_ name: String, page: String? = nil) -> Event {
    Event(.scene, [.string(name), page.map(JSONValue.string) ?? .null])
  }

  /// - Parameter button: The title of the button that was pressed; `nil` in any other state.
  package static func message(id: String, title: String, state: String, button: String? = nil) -> Event {
    Event(
      .message,
      [
        id.isEmpty ? .null : .string(id), .string(title), .string(state), button.map(JSONValue.string) ?? .null,
      ])
  }

  /// - Parameters:
  ///   - sound: The name of a sound, or an absolute path.
  ///   - volume: In percent.
  package static func sound(_ sound: String, volume: Int) -> Event {
    Event(.sound, [.string(sound), .integer(volume)])
  }

  package static func speech(_ utterance: Utterance) -> Event {
    Event(
      .speech,
      [
        .string(utterance.text), .string(utterance.language), .bool(utterance.interrupts),
        .bool(utterance.isNewElement), .integer(utterance.rate), .integer(utterance.volume),
      ])
  }

  /// Creates an event for a change of the touch fix, the rule that picks the view for a tap on the cube.
  package static func touchFix(_ fix: TouchFix) -> Event { Event(.touchFix, [.string(fix.rawValue)]) }

  /// Returns the values of `EventKind.buttonMembers`.
  private static func button(of press: Press) -> [JSONValue] {
    [
      press.face.map(JSONValue.integer) ?? .null, press.button.map(JSONValue.string) ?? .null,
      .string(press.action), press.address.map { .string("\($0)") } ?? .null,
      press.line.map(JSONValue.string) ?? .null,
    ]
  }

  /// Rounds a coordinate to a thousandth of a point, finer than any screen resolves.
  private static func coordinate(_ value: Double) -> JSONValue { .number((value * 1000).rounded() / 1000) }
}
