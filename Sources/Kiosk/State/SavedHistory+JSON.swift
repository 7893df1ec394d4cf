import Configuration
import Scenes

/// The histories of charts as JSON. The numbers are thousandths of each history's range, so that a day of three charts,
/// saved every 15 minutes, stays below 1 MB.
extension SavedHistory {
  private static let resolution = 1000.0

  /// Decodes the output of `json`.
  static func read(_ json: LocatedJSON) throws(Diagnostic) -> [String: [SavedHistory]] {
    try json.dictionary { _, json throws(Diagnostic) in
      var histories: [SavedHistory] = []
      for element in try json.array() { histories.append(try SavedHistory(element)) }
      return histories
    }
  }

  static func json(_ histories: [String: [SavedHistory]]) -> JSONValue {
    .object(JSONMembers(sortingByName: histories.mapValues { .array($0.map(\.json)) }))
  }

  private init(_ json: LocatedJSON) throws(Diagnostic) {
    let object = try json.object()
    let range = try object.required("range").numbers(2)
    let (lows, highs) = (try object.required("lows").array(), try object.required("highs").array())
    guard range[0] <= range[1], lows.count == ValueHistory.slotCount, highs.count == lows.count else {
      throw json.diagnostic(expected: "a range and \(ValueHistory.slotCount) slots")
    }
    func number(_ json: LocatedJSON) throws(Diagnostic) -> Double {
      range[0] + (range[1] - range[0]) * (try json.number(0...Self.resolution)) / Self.resolution
    }
    var slots: [ValueHistory.Slot?] = []
    for (low, high) in zip(lows, highs) {
      if case .null = low.value {
        slots.append(nil)
        continue
      }
      let (low, high) = (try number(low), try number(high))
      slots.append(min(low, high)...max(low, high))
    }
    var interruptions: [Int] = []
    for index in try object.required("interruptions").array() {
      interruptions.append(try index.integer(0...ValueHistory.slotCount - 1))
    }
    self.init(
      seconds: try object.required("seconds").number(0...1e9), start: try object.required("start").number(-1e12...1e12),
      slots: slots, interruptions: interruptions)
  }

  private var json: JSONValue {
    let numbers = slots.compactMap { $0 }
    let (low, high) = (numbers.map(\.lowerBound).min() ?? 0, numbers.map(\.upperBound).max() ?? 0)
    func thousandths(_ number: Double?) -> JSONValue {
      guard let number else { return .null }
      guard high > low else { return .integer(0) }
      return .integer(Int(clamping: ((number - low) / (high - low) * Self.resolution).rounded()))
    }
    return [
      "seconds": .number(seconds), "start": .integer(Int(clamping: start)), "range": .numbers([low, high]),
      "lows": .array(slots.map { thousandths($0?.lowerBound) }),
      "highs": .array(slots.map { thousandths($0?.upperBound) }),
      "interruptions": .array(interruptions.map(JSONValue.integer)),
    ]
  }
}
