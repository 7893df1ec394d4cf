import PanelKit
import Views

/// Writes down the panel's events for programs: one JSON object a line.
final class EventWriter {
  private let lines: LineWriter

  /// - Parameter path: appended to, made where it isn't there; "-" is standard output.
  init(path: String, log: Log) throws(LineWriter.Failure) {
    lines = try LineWriter(path, appends: true, option: "--events", of: "events", log: log)
  }

  func ready(at time: UInt64) { write(.ready, [], time) }

  func touch(_ event: TouchEvent, view: String?, at time: UInt64) {
    write(
      .touch,
      [
        .string(event.phase.rawValue), .integer(event.id), number(event.location.x), number(event.location.y),
        view.map(JSONValue.string) ?? .null,
      ], time)
  }

  func action(view: String, count: Int, at time: UInt64) {
    write(.action, [.string(view), .integer(count)], time)
  }

  func actionFinished(status: Int, at time: UInt64) { write(.actionFinished, [.integer(status)], time) }

  func touchFix(_ value: String, at time: UInt64) { write(.touchFix, [.string(value)], time) }

  /// - Parameter values: one for each of the event's members, in their order.
  private func write(_ event: Event, _ values: [JSONValue], _ time: UInt64) {
    var members: [JSONMembers.Member] = [("event", .string(event.rawValue))]
    for (member, value) in zip(event.members, values) { members.append((member.name, value)) }
    members.append(("t", .integer(Int(clamping: time))))
    lines.write(JSONValue.object(JSONMembers(members)).line + "\n")
  }

  /// To a thousandth of a point, which no screen can tell.
  private func number(_ value: Double) -> JSONValue {
    guard value.isFinite, abs(value) < 1e12 else { return .null }
    return .number((value * 1000).rounded() / 1000)
  }
}
