import Glibc
import JSON

/// The readings of an entity from before, for a chart.
struct EntityHistory {
  /// The maximum number of readings: more than a chart has pixels, and few enough for a line to the panel.
  private static let maximumCount = 500

  let entity: String
  /// The length of the chart, in seconds.
  let seconds: Double

  /// The members of the command `history/history_during_period`.
  ///
  /// - Parameter now: The current time, in seconds since 1970.
  func members(now: Double) -> [JSONMembers.Member] {
    // Only the attributes of other kinds have numbers that a chart may show.
    let isNumber = ["sensor", "number", "input_number", "counter"].contains(domain(of: entity))
    return [
      ("entity_ids", .array([.string(entity)])), ("start_time", .string(Self.text(now - seconds))),
      ("significant_changes_only", false), ("minimal_response", .bool(isNumber)), ("no_attributes", .bool(isNumber)),
    ]
  }

  /// Returns the message for the panel: the last reading of each part of the time. `nil` without readings.
  ///
  /// - Parameters:
  ///   - result: The result of the command.
  ///   - now: The current time, in seconds since 1970.
  func message(_ result: JSONValue, now: Double) -> JSONValue? {
    guard case .object(let entities) = result, case .array(let states)? = entities[entity] else { return nil }
    var points: [(time: Double, value: JSONValue)] = []
    var attributes: [String: JSONValue] = [:]
    for case .object(let state) in states {
      guard case .number(let time)? = state["lu"] ?? state["lc"], let text = state["s"]?.text else { continue }
      if case .object(let members)? = state["a"] {
        attributes = Dictionary(members.all.map { ($0.name, $0.value) }) { $1 }
      }
      let numbers = attributes.filter { if case .number = $0.value { true } else { false } }
      let value = EntityState(state: text, attributes: numbers).value(of: domain(of: entity))
      points.append((max(time, now - seconds).rounded(), value))
    }
    let interval = seconds / Double(Self.maximumCount)
    let last = points.indices.filter { index in
      let next = points.index(after: index)
      return next == points.endIndex
        || (points[next].time / interval).rounded(.down) != (points[index].time / interval).rounded(.down)
    }
    let pairs = last.map { JSONValue.array([.integerIfWhole(points[$0].time), points[$0].value]) }
    return pairs.isEmpty ? nil : ["history": .object(JSONMembers([(entity, .array(pairs))]))]
  }

  /// The time in UTC, as Home Assistant reads it.
  private static func text(_ time: Double) -> String {
    var (time, parts) = (time_t(exactly: time.rounded()) ?? 0, tm())
    gmtime_r(&time, &parts)
    var buffer = [CChar](repeating: 0, count: 40)
    strftime(&buffer, buffer.count, "%Y-%m-%dT%H:%M:%S+00:00", &parts)
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
