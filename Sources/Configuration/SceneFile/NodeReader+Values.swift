import Scenes

/// What has to do with values: conditions, charts, pictures that change.
extension NodeReader {
  static let conditionKeys = ["when", "is"]
  static let styleKeys = conditionKeys + ["color"]
  static let chartKeys = ["value", "hours", "color", "width"]
  static let contentsKeys = ["file", "follow"]
  static let mostStyles = 16

  /// A value's name has to be defined.
  ///
  /// - Parameter isSet: true where an action sets it.
  mutating func checkValue(_ name: String, at place: JSONPlace, isSet: Bool = false) {
    guard let definition = values[name] else {
      let found = "found '\(name.shortened(to: LiveText.longestName))', which is no value"
      let near = name.nearest(among: values.keys).map { "; did you mean \($0)?" }
      let expected = values.isEmpty ? "one that \"values\" defines" : values.keys.sorted().alternatives
      return faults.append(FileFault(place.file, place.path, found + (near ?? "; expected \(expected)")))
    }
    guard isSet else { return }
    if case .set = definition.source { return }
    faults.append(
      FileFault(place.file, place.path, found: "'\(name)', which is read", expected: "a value that has \"set\""))
  }

  /// What a button goes by.
  mutating func readConditions(_ object: JSONObject, into button: inout ButtonDescription) {
    if let place = object["enabled"], let object = place.object(Self.conditionKeys, &faults) {
      button.enabled = condition(object)
    }
    guard let place = object["style"] else { return }
    var places = [place]
    if case .array = place.value { faults.read(place, into: &places) { place throws(FileFault) in try place.array() } }
    if places.count > Self.mostStyles { faults.append(place.fault("at most \(Self.mostStyles) of them")) }
    for place in places.prefix(Self.mostStyles) {
      guard let object = place.object(Self.styleKeys, &faults) else { continue }
      var style = ButtonDescription.Style(nil, color: .black)
      faults.read(object.needed("color", &faults), into: &style.color) { place throws(FileFault) in try place.color() }
      if object["when"] != nil || object["is"] != nil { style.condition = condition(object) }
      button.styles.append(style)
    }
  }

  private mutating func condition(_ object: JSONObject) -> ValueCondition {
    var condition = ValueCondition("", is: [])
    if let place = object.needed("when", &faults) {
      faults.read(place, into: &condition.name) { place throws(FileFault) in try place.string() }
      if !condition.name.isEmpty { checkValue(condition.name, at: place) }
    }
    faults.read(object.needed("is", &faults), into: &condition.words) { place throws(FileFault) in
      try place.readings()
    }
    return condition
  }

  mutating func readChart(_ object: JSONObject, _ node: inout SceneDescription.Node) {
    guard let place = object["chart"], let object = place.object(Self.chartKeys, &faults) else { return }
    guard node.text == nil, node.button == nil, node.gradient == nil, node.followedFile == nil else {
      return faults.append(place.fault("a chart in a node of its own"))
    }
    var chart = SceneDescription.Chart("")
    if let value = object.needed("value", &faults) {
      faults.read(value, into: &chart.value) { place throws(FileFault) in try place.string() }
      if !chart.value.isEmpty { checkValue(chart.value, at: value) }
    }
    faults.read(object["hours"], into: &chart.hours) { place throws(FileFault) in try place.number(0.01...1000) }
    faults.read(object["color"], into: &chart.color) { place throws(FileFault) in try place.color() }
    faults.read(object["width"], into: &chart.width) { place throws(FileFault) in try place.number(0.1...100) }
    node.chart = chart
  }

  /// A picture: its file's path, or an object that says so and more.
  mutating func readContents(_ place: JSONPlace, _ node: inout SceneDescription.Node) {
    guard case .object = place.value else {
      readPicture(place, into: &node)
      return
    }
    guard let object = place.object(Self.contentsKeys, &faults), let file = object.needed("file", &faults) else {
      return
    }
    var follows = false
    faults.read(object["follow"], into: &follows) { place throws(FileFault) in try place.bool() }
    guard follows else {
      readPicture(file, into: &node)
      return
    }
    guard node.gradient == nil else { return faults.append(place.fault("it in a node without a gradient")) }
    // It may come later.
    faults.read(file, into: &node.followedFile) { place throws(FileFault) in
      let path = try place.string()
      guard !path.isEmpty else { throw place.fault("a PNG file's path") }
      return place.resolved(path)
    }
  }
}

extension JSONPlace {
  /// What a value may say: a text, a number, true or false; or several.
  package func readings() throws(FileFault) -> [String] {
    guard case .array(let values) = value else { return [try reading()] }
    guard (1...100).contains(values.count) else { throw fault("1 to 100 texts") }
    var readings: [String] = []
    for place in try array() { readings.append(try place.reading()) }
    return readings
  }

  private func reading() throws(FileFault) -> String {
    switch value {
    case .string: try text()
    case .number(let number): JSONValue.shortest(number).line
    case .bool(let bool): "\(bool)"
    default: throw fault("a text, a number, true or false")
    }
  }
}
