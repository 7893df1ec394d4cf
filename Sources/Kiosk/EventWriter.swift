import PanelKit
import Views

/// Writes down the panel's events for programs: one JSON object a line.
final class EventWriter {
  private let lines: LineWriter

  /// - Parameter path: appended to, made where it isn't there; "-" is standard output.
  init(path: String, log: Log) throws(LineWriter.Failure) {
    lines = try LineWriter(path, appends: true, option: "--events", of: "events", log: log)
  }

  func ready(at time: UInt64) { write("ready", [], time) }

  func touch(_ event: TouchEvent, view: String?, at time: UInt64) {
    write(
      "touch",
      [
        ("phase", .string(event.phase.rawValue)), ("id", .integer(event.id)), ("x", number(event.location.x)),
        ("y", number(event.location.y)), ("view", view.map(JSONValue.string) ?? .null),
      ], time)
  }

  func action(view: String, count: Int, at time: UInt64) {
    write("action", [("view", .string(view)), ("count", .integer(count))], time)
  }

  func actionFinished(status: Int, at time: UInt64) { write("action-finished", [("status", .integer(status))], time) }

  func touchFix(_ value: String, at time: UInt64) { write("touch-fix", [("value", .string(value))], time) }

  private func write(_ name: String, _ members: [JSONMembers.Member], _ time: UInt64) {
    let members = [("event", .string(name))] + members + [("t", .integer(Int(clamping: time)))]
    lines.write(JSONValue.object(JSONMembers(members)).line + "\n")
  }

  /// To a thousandth of a point, which no screen can tell.
  private func number(_ value: Double) -> JSONValue {
    guard value.isFinite, abs(value) < 1e12 else { return .null }
    return .number((value * 1000).rounded() / 1000)
  }
}
