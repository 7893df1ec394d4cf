import Configuration
import Scenes

/// Applies descriptions of values, and readings from before.
extension Adapters {
  /// The maximum number of texts that a description names.
  private static let maximumOptions = 100
  /// In seconds since 1970.
  private static let maximumTime = 1e11

  func describe(_ descriptions: JSONObject, from prefix: String) throws(Diagnostic) {
    var new: [String: ValueDescription] = [:]
    for name in descriptions.members.keys {
      let address = AdapterAddress(prefix: prefix, name: name)
      guard let known = served[address] else { continue }
      let object = try descriptions.required(name).object()
      new.merge(try Self.descriptions(object, of: known.values)) { $1 }
      served[address]?.description = object.json.value.isSmall ? object : nil
    }
    sources.describe(new)
  }

  /// Returns the properties of an address for its values, by their names.
  static func descriptions(
    _ object: JSONObject, of values: [ServedValue]
  ) throws(Diagnostic) -> [String: ValueDescription] {
    var new: [String: ValueDescription] = [:]
    let members = try object["members"]?.object()
    for value in values {
      let description = value.memberText.isEmpty ? object : try members?[value.memberText]?.object()
      if let description { new[value.name] = try Self.description(description) }
    }
    return new
  }

  private static func description(_ object: JSONObject) throws(Diagnostic) -> ValueDescription {
    var description = ValueDescription()
    description.unit = try object["unit"]?.text().sanitized
    if let range = object["range"] {
      let ends = try range.numbers(2)
      guard ends[0] < ends[1] else { throw range.diagnostic(expected: "the minimum, then a larger maximum") }
      description.range = ends[0]...ends[1]
    }
    description.step = try object["step"]?.number(1e-6...LocatedJSON.maximumNumber)
    for option in try object["options"]?.array().prefix(maximumOptions) ?? [] {
      description.options.append(try option.reading())
    }
    return description
  }

  func addPast(_ histories: JSONObject, from prefix: String) throws(Diagnostic) {
    for name in histories.members.keys {
      guard let values = served[AdapterAddress(prefix: prefix, name: name)]?.values else { continue }
      let points = try histories.required(name).array()
      var times: [(time: Double, value: JSONValue)] = []
      for point in points {
        let elements = try point.array()
        guard elements.count == 2 else { throw point.diagnostic(expected: "a time and a value") }
        times.append((try elements[0].number(0...Self.maximumTime), elements[1].value))
      }
      times.sort { $0.time < $1.time }
      for value in values where sources.chartSeconds(of: value.name) != nil {
        let readings = times.map { time, json in
          (time, value.text(in: json).flatMap(ValueDefinition.number))
        }
        sources.receivePast(readings, of: value.name)
      }
    }
  }
}
