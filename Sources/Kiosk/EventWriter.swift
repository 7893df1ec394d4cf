import Views

/// What happens at the panel, for programs: one JSON object a line.
final class EventWriter {
  private let lines: LineWriter

  /// - Parameter path: appended to, made where it isn't there; "-" is standard output.
  init(path: String, log: Log) throws(LineWriter.Failure) {
    lines = try LineWriter(path, appends: true, option: "--events", of: "events", log: log)
  }

  func ready(at time: UInt64) { write("\"event\":\"ready\"", time) }

  func touch(_ event: TouchEvent, view: String?, at time: UInt64) {
    write(
      """
      "event":"touch","phase":"\(event.phase.rawValue)","id":\(event.id),"x":\(number(event.location.x)),\
      "y":\(number(event.location.y)),"view":\(view.map(quoted) ?? "null")
      """, time)
  }

  func action(view: String, count: Int, at time: UInt64) {
    write("\"event\":\"action\",\"view\":\(quoted(view)),\"count\":\(count)", time)
  }

  func actionFinished(status: Int, at time: UInt64) {
    write("\"event\":\"action-finished\",\"status\":\(status)", time)
  }

  func touchFix(_ value: String, at time: UInt64) {
    write("\"event\":\"touch-fix\",\"value\":\(quoted(value))", time)
  }

  private func write(_ members: String, _ time: UInt64) { lines.write("{\(members),\"t\":\(time)}\n") }

  /// To a thousandth of a point, which no screen can tell.
  private func number(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e12 else { return "null" }
    return String((value * 1000).rounded() / 1000)
  }
}

/// As a JSON string.
func quoted(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": result += "\\\""
    case "\\": result += "\\\\"
    case _ where scalar.value < 0x20:
      let hex = String(scalar.value, radix: 16)
      result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}
