import Scenes

extension JSONFormat<[ValueDefinition.Threshold]> {
  private static let fields: [JSONField<ValueDefinition.Threshold>] = [
    JSONField("color", \.color, .color), .optional("label", \.label, .text),
    // The older name of "atLeast".
    JSONField(
      "from",
      read: { json, _, threshold, _ throws(Diagnostic) in threshold.comparison.atLeast = try json.number() }),
  ]
  private static let keys = fields.map(\.key) + ValueComparison.fields.map(\.key)

  /// Colors by lower bound come first, in the bounds' order.
  static let thresholds = Self(
    { thresholds in
      .array(
        thresholds.map { threshold in
          let comparison = ValueComparison.fields.members(of: threshold.comparison).all
          return .object(JSONMembers(fields.members(of: threshold).all + comparison))
        })
    },
    read: { json, reader throws(Diagnostic) in
      let elements = try json.array("an array of at most 16 colors")
      guard elements.count <= 16 else { throw json.diagnostic(expected: "at most 16 colors") }
      let thresholds = elements.compactMap { read($0, &reader) }
      let isLowerBound = { (threshold: ValueDefinition.Threshold) in
        threshold.comparison == ValueComparison(atLeast: threshold.comparison.atLeast)
      }
      let lowerBounds = thresholds.filter(isLowerBound)
      return lowerBounds.sorted { $0.comparison.atLeast ?? 0 < $1.comparison.atLeast ?? 0 }
        + thresholds.filter { !isLowerBound($0) }
    })

  private static func read(_ json: LocatedJSON, _ reader: inout DocumentReader) -> ValueDefinition.Threshold? {
    guard let object = json.object(keys, &reader.errors) else { return nil }
    var threshold = ValueDefinition.Threshold(ValueComparison(), color: .black)
    reader.read(object, into: &threshold, fields, required: ["color"])
    reader.read(object, into: &threshold.comparison, ValueComparison.fields)
    if threshold.comparison == ValueComparison(), reader.errors.isEmpty {
      let expected = "from, \(ValueComparison.fields.map(\.key).alternatives) with it"
      reader.errors.append(json.diagnostic(found: "only a color", expected: expected))
    }
    return threshold
  }
}
