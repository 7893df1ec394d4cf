import PanelViews
import Scenes

extension SceneDescription.Node {
  /// The keys for the size of a node in a container, and for the margins of a container.
  static let layoutFields: [JSONField<Self>] = [
    .optional("width", \.width, .number(0...DocumentReader.maximumSide)),
    .optional("height", \.height, .number(0...DocumentReader.maximumSide)),
    JSONField("grow", \.grows, .bool, omittedIf: false), .optional("margins", \.margins, .margins),
  ]

  /// The contents that arrange the children.
  static let containers: [JSONField<Self>] = [
    .optional("stack", \.stack, .stack), .optional("grid", \.grid, .grid), .optional("scroll", \.scroll, .scroll),
  ]

  /// Returns an error if keys for the layout have no effect; otherwise `nil`.
  ///
  /// - Parameters:
  ///   - isArranged: Whether the node's parent arranges its children.
  ///   - isRoot: Whether the node is the root of the file or of a face.
  static func layoutConflict(in object: JSONObject, isArranged: Bool, isRoot: Bool) -> Diagnostic? {
    let sizeKeys = ["width", "height", "grow"].filter { object[$0] != nil }
    if let key = sizeKeys.first {
      if isRoot || !isArranged {
        let parent = isRoot ? "the root" : "a node that no \(containerKeys.alternatives) arranges"
        return object.json.diagnostic(found: "\(key) in \(parent)", expected: "a frame")
      }
      if let frame = frameKeys.first(where: { object[$0] != nil }) {
        return object.json.diagnostic(found: "\(frame) and \(key)", expected: "one of them")
      }
    }
    if case .array(let children)? = object["children"]?.value, !children.isEmpty,
      let key = (["list"] + controlKeys).first(where: { object[$0] != nil })
    {
      return object.json.diagnostic(found: "\(key) and children", expected: "a stack with both as its children")
    }
    let keys = containerKeys + ["list"]
    guard object["margins"] != nil, keys.allSatisfy({ object[$0] == nil }) else { return nil }
    return object.json.diagnostic(found: "margins alone", expected: "\(keys.alternatives) with them")
  }
}

extension JSONFormat<Double> {
  /// A distance between nodes, in points.
  fileprivate static let spacing = number(0...DocumentReader.maximumSide)
}

extension JSONFormat<Insets> {
  /// Accepts a number for all sides, or an array of the top, leading, bottom and trailing margin.
  fileprivate static let margins = Self(
    { insets in
      let sides = [insets.top, insets.leading, insets.bottom, insets.trailing]
      return Set(sides).count == 1 ? .integerIfWhole(sides[0]) : .numbers(sides)
    },
    read: { json, _ throws(Diagnostic) in
      guard case .array(let sides) = json.value else {
        let margin = try json.number(0...DocumentReader.maximumSide)
        return Insets(horizontal: margin, vertical: margin)
      }
      guard sides.count == 4 else { throw json.diagnostic(expected: "a number, or [top, leading, bottom, trailing]") }
      var numbers: [Double] = []
      for side in try json.array() { numbers.append(try side.number(0...DocumentReader.maximumSide)) }
      return Insets(top: numbers[0], leading: numbers[1], bottom: numbers[2], trailing: numbers[3])
    })
}

extension JSONFormat<SceneDescription.Stack> {
  private static let fields: [JSONField<Value>] = [
    JSONField("axis", \.axis, .choice()), JSONField("spacing", \.spacing, .spacing),
    JSONField("alignment", \.alignment, .choice()), JSONField("distribution", \.distribution, .choice()),
  ]

  fileprivate static let stack = object(Value.init, fields)
}

extension JSONFormat<SceneDescription.Grid> {
  private static let fields: [JSONField<Value>] = [
    JSONField("columns", \.columns, .integer(1...100)), JSONField("spacing", \.spacing, .spacing),
    .optional("rowSpacing", \.rowSpacing, .spacing),
  ]

  fileprivate static let grid = object(Value.init, fields)
}

extension JSONFormat<SceneDescription.Scroll> {
  private static let fields: [JSONField<Value>] = [
    JSONField("axis", \.axis, .choice()), JSONField("spacing", \.spacing, .spacing),
  ]

  fileprivate static let scroll = object(Value.init, fields)
}
