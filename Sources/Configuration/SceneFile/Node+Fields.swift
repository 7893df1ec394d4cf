import PanelGeometry
import PanelLayers
import Scenes

extension SceneDescription.Node {
  /// All keys of a node, in the order in which they are read.
  static let fields = geometryFields + layoutFields + appearanceFields + contentFields

  private static let geometryFields: [JSONField<Self>] = [
    JSONField(
      "bounds", write: { $0.isArranged ? nil : JSONFormat.rect.write($0.bounds) },
      read: { json, _, node, reader throws(Diagnostic) in node.bounds = try JSONFormat.rect.read(json, &reader) }),
    JSONField(
      "position", write: { $0.isArranged ? nil : JSONFormat.point.write($0.position) },
      read: { json, _, node, reader throws(Diagnostic) in node.position = try JSONFormat.point.read(json, &reader) }),
    JSONField("anchorPoint", \.anchorPoint, .point), JSONField("anchorPointZ", \.anchorPointZ, .number()),
    JSONField("zPosition", \.zPosition, .number()), JSONField("transform", \.transform, .transform),
    JSONField("sublayerTransform", \.sublayerTransform, .transform),
    // Read only. `inspect` prints the frame that `Inspection` computes, since it depends on the other keys.
    JSONField("frame") { json, object, node, reader throws(Diagnostic) in
      if !reader.hasErrorInNode { try node.readFrame(json, object, &reader) }
    },
    .optional("label", \.accessibilityLabel, .text), .optional("hint", \.accessibilityHint, .text),
    JSONField("name", \.name, .orNull(.name)), JSONField("class", \.isTransformLayer, .layerClass),
    JSONField("hidden", \.isHidden, .bool), .optional("visible", \.visibleCondition, .condition),
    JSONField("doubleSided", \.isDoubleSided, .bool),
    JSONField("userInteractionEnabled", \.isUserInteractionEnabled, .bool),
  ]

  private static let appearanceFields: [JSONField<Self>] = [
    JSONField("opacity", \.opacity, .number(0...1)),
    JSONField("backgroundColor", \.backgroundColor, .orNull(.color)),
    JSONField("cornerRadius", \.cornerRadii, .cornerRadii, omittedIf: CornerRadii()),
    JSONField("borderWidth", \.borderWidth, .number(0...DocumentReader.maximumSide), omittedIf: 0),
    JSONField("borderColor", \.borderColor, .color, omittedIf: .black),
    JSONField("masksToBounds", \.masksToBounds, .bool, omittedIf: false),
    JSONField("gravity", \.gravity, .choice(), omittedIf: .resize),
    .optional("gradient", \.gradient, .gradient), .optional("shadow", \.shadow, .shadow),
    JSONField(
      "picture", write: { $0.contents?.source.map(JSONFormat<AdapterPictures.Source>.adapterPicture.write) },
      read: { json, object, node, reader throws(Diagnostic) in
        guard object["contents"] == nil else {
          throw json.diagnostic(found: "picture and contents", expected: "one of them")
        }
        var picture = SceneDescription.Picture("")
        picture.source = try JSONFormat<AdapterPictures.Source>.adapterPicture.read(json, &reader)
        node.contents = picture
      }),
    JSONField(
      "contents",
      write: { node in
        node.contents.flatMap { $0.source == nil ? JSONFormat<SceneDescription.Picture>.picture.write($0) : nil }
      },
      read: { json, _, node, reader throws(Diagnostic) in
        reader.pictureSide =
          node.isArranged ? max(node.width ?? 0, node.height ?? 0) : max(node.bounds.width, node.bounds.height)
        node.contents = try JSONFormat<SceneDescription.Picture>.picture.read(json, &reader)
      }),
  ]

  /// The keys for contents that exclude each other: a node has at most one of them.
  static let exclusiveContentKeys = ["text", "icon", "button", "chart"] + containerKeys + ["list"] + controlKeys
  /// The keys that make a node arrange its children.
  static let containerKeys = containers.map(\.key)
  /// The keys for a fixed frame. A node with any of them isn't arranged by its container.
  static let frameKeys = ["frame", "bounds", "position"]

  private static let contentFields: [JSONField<Self>] =
    [
      .optional("text", \.text, .text), .optional("icon", \.icon, .icon), .optional("chart", \.chart, .chart),
      JSONField(
        "button", write: { node in node.button.map { .object(ButtonDescription.fields.members(of: $0)) } },
        read: { json, object, node, reader in
          let isNamed = node.name != nil
          let name = reader.buttonNames.register(node.name, at: object["name"], &reader.errors)
          // A node without a name gets the generated name of its button.
          node.name = name
          var button = ButtonDescription(name: name)
          button.isNamed = isNamed
          if let object = json.object(ButtonDescription.keys, &reader.errors) {
            reader.read(
              object, into: &button, ButtonDescription.fields, required: object["icon"] == nil ? ["title"] : [])
          }
          node.button = button
        }),
    ] + containers + [.optional("list", \.list, .list)] + controls + [
      JSONField(
        "action", write: { $0.rowButton.map { JSONFormat.action.write($0.action) } },
        read: { json, object, node, reader throws(Diagnostic) in
          let isNamed = node.name != nil
          let name = reader.buttonNames.register(node.name, kind: "row", at: object["name"], &reader.errors)
          node.name = name
          let action = try JSONFormat.action.read(json, &reader)
          var button = ButtonDescription(name: name, title: LiveText(), action: action)
          (button.isNamed, button.accessibilityLabel) = (isNamed, node.accessibilityLabel)
          node.rowButton = button
        }),
      JSONField("children", \.children, .array(of: .node, "nodes")),
    ]

  /// Returns an error if some keys have no effect in combination; otherwise `nil`.
  static func conflict(in object: JSONObject, isArranged: Bool, isRoot: Bool) -> Diagnostic? {
    let contentKeys = exclusiveContentKeys.filter { object[$0] != nil }
    if contentKeys.count > 1 {
      return object.json.diagnostic(
        found: contentKeys.joined(separator: " and "), expected: "one of \(exclusiveContentKeys.alternatives)")
    }
    if let conflict = layoutConflict(in: object, isArranged: isArranged, isRoot: isRoot) { return conflict }
    guard case .string("transform")? = object["class"]?.value else { return nil }
    let paintedKeys = (["backgroundColor", "gradient", "contents", "picture"] + exclusiveContentKeys).filter {
      object[$0]?.isNull == false
    }
    guard !paintedKeys.isEmpty else { return nil }
    let found = paintedKeys.joined(separator: " and ") + " in a node of class transform"
    return object.json.diagnostic(found: found, expected: "class layer, since a transform paints nothing itself")
  }

  /// Reads the frame, which sets bounds and position as `Layer.frame` does. If the file has bounds or position, as the
  /// output of `inspect` does, the frame must agree with them.
  private mutating func readFrame(
    _ json: LocatedJSON, _ object: JSONObject, _ reader: inout DocumentReader
  ) throws(Diagnostic) {
    let layer = Layer()
    layer.anchorPoint = anchorPoint
    guard object["bounds"] == nil, object["position"] == nil else {
      (layer.bounds, layer.position, layer.transform) = (bounds, position, transform)
      (layer.anchorPointZ, layer.zPosition) = (anchorPointZ, zPosition)
      if !json.approximatelyEquals(layer.frame) {
        throw json.diagnostic(expected: "the frame that bounds and position result in")
      }
      return
    }
    layer.frame = try JSONFormat.rect.read(json, &reader)
    // The position is that of the anchor point, which may be far outside of the frame.
    guard max(abs(layer.position.x), abs(layer.position.y)) <= LocatedJSON.maximumNumber else {
      throw json.diagnostic(expected: "a frame whose anchor point is within 10000000 points")
    }
    (bounds, position) = (layer.bounds, layer.position)
  }
}

extension JSONFormat<SceneDescription.Node> {
  static let node = Self({ .object(Value.fields.members(of: $0)) }, read: { json, reader in reader.readChild(json) })
}

extension JSONFormat<Bool> {
  private enum LayerClass: String, CaseIterable { case layer, transform }

  fileprivate static let layerClass = Self(
    { .string($0 ? "transform" : "layer") },
    read: { json, _ throws(Diagnostic) in
      try json.choice(LayerClass.self) == .transform
    })
}

extension JSONFormat<Rect> {
  static let rect = Self(JSONValue.numbers) { json, _ throws(Diagnostic) in
    let numbers = try json.numbers(4)
    let (least, most) = (DocumentReader.minimumSide, DocumentReader.maximumSide)
    guard numbers[2...].allSatisfy({ $0 == 0 || (least...most).contains($0) }) else {
      throw json.diagnostic(expected: "x, y, width, height, the last two 0 or from \(least) to \(Int(clamping: most))")
    }
    return Rect(numbers[0], numbers[1], numbers[2], numbers[3])
  }
}

extension LocatedJSON {
  /// Returns whether the value is an array with a rectangle's x, y, width and height, apart from rounding; or, if the
  /// rectangle is `nil`, whether the value is null.
  fileprivate func approximatelyEquals(_ rect: Rect?) -> Bool {
    guard let rect else { return isNull }
    guard case .array(let values) = value, values.count == 4 else { return false }
    return zip(values, [rect.minX, rect.minY, rect.width, rect.height]).allSatisfy { value, expected in
      guard case .number(let number) = value else { return false }
      return abs(number - expected) <= 1e-6 * (1 + abs(expected))
    }
  }
}
