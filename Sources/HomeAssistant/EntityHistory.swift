import Glibc
import JSON

/// The readings of an entity from before, for a chart.
struct EntityHistory {
  /// The number of parts of the time, as many as a chart can show.
  private static let maximumCount = 300
  /// The number of readings of a state that lasts for the whole time.
  private static let repetitions = 20.0
  /// In bytes. A line to the panel has at most 64 KiB.
  private static let maximumLength = 49152

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

  /// Returns the messages for the panel: the last reading of each part of the time.
  ///
  /// - Parameters:
  ///   - result: The result of the command.
  ///   - now: The current time, in seconds since 1970.
  func messages(_ result: JSONValue, now: Double) -> [JSONValue] {
    guard case .object(let entities) = result, case .array(let states)? = entities[entity] else { return [] }
    var points: [(time: Double, value: JSONValue)] = []
    var attributes: [String: JSONValue] = [:]
    // The chart has no room for a reading at its very left end.
    let start = now - seconds * 0.99
    for case .object(let state) in states {
      guard case .number(let time)? = state["lu"] ?? state["lc"], let text = state["s"]?.text else { continue }
      if case .object(let members)? = state["a"] {
        attributes = Dictionary(members.all.map { ($0.name, $0.value) }) { $1 }
      }
      let numbers = attributes.filter { if case .number = $0.value { true } else { false } }
      let value = EntityState(state: text, attributes: numbers).value(of: domain(of: entity))
      points.append((max(time, start).rounded(), value))
    }
    let interval = seconds / Double(Self.maximumCount)
    var pairs: [JSONValue] = []
    for (index, point) in points.enumerated() {
      func append(_ time: Double) { pairs.append(.array([.integerIfWhole(time.rounded()), point.value])) }
      let next = index + 1 < points.count ? points[index + 1].time : nil
      // The chart shows the last reading of each part of the time.
      if let next, (next / interval).rounded(.down) == (point.time / interval).rounded(.down) { continue }
      append(point.time)
      // A state holds until the next one, also when its beginning has left the chart. The chart would draw a slope.
      var time = point.time + seconds / Self.repetitions
      while time < (next ?? now) - interval {
        append(time)
        time += seconds / Self.repetitions
      }
      if let next, next - point.time > 2 * interval { append(next - interval) }
    }
    return Self.parts(pairs).map { ["history": .object(JSONMembers([(entity, .array($0))]))] }
  }

  /// Divides the readings into messages that fit into lines.
  private static func parts(_ pairs: [JSONValue]) -> [[JSONValue]] {
    var (parts, length): ([[JSONValue]], Int) = ([], maximumLength)
    for pair in pairs {
      let count = pair.singleLine.utf8.count + 1
      if length + count > maximumLength {
        parts.append([])
        length = 0
      }
      parts[parts.count - 1].append(pair)
      length += count
    }
    return parts
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
