import PanelLayers
import PanelRaster
import PanelText
import Scenes

extension JSONFormat<SceneDescription.Gradient> {
  private static let fields: [JSONField<Value>] = [
    JSONField("colors", \.colors, .array(of: .color, count: 2...256, "2 to 256 colors")),
    JSONField(
      "locations", write: { $0.locations.map(JSONValue.numbers) },
      read: { json, _, gradient, _ throws(Diagnostic) in
        var numbers: [Double] = []
        for location in try json.array() {
          let number = try location.number(0...1)
          guard number >= numbers.last ?? 0 else {
            throw location.diagnostic(expected: "a number not below the one before")
          }
          numbers.append(number)
        }
        let count = gradient.colors.count
        guard numbers.count == count || count == 0 else {
          throw json.diagnostic(expected: "\(count) numbers, one per color")
        }
        gradient.locations = numbers
      }),
    JSONField("startPoint", \.startPoint, .point), JSONField("endPoint", \.endPoint, .point),
  ]

  static let gradient = object(Value.init, fields, required: ["colors"])
}

extension JSONFormat<CornerRadii> {
  private static let radius = JSONFormat<Double>.number(0...DocumentReader.maximumSide)

  private static let fields: [JSONField<Value>] = [
    JSONField("topLeft", \.topLeft, radius, omittedIf: 0), JSONField("topRight", \.topRight, radius, omittedIf: 0),
    JSONField("bottomRight", \.bottomRight, radius, omittedIf: 0),
    JSONField("bottomLeft", \.bottomLeft, radius, omittedIf: 0),
  ]

  private static let perCorner = object({ CornerRadii() }, fields)

  /// Accepts a number for all corners, or an object with a number for each corner that is rounded.
  static let cornerRadii = Self(
    { $0 == CornerRadii($0.topLeft) ? radius.write($0.topLeft) : perCorner.write($0) },
    read: { json, reader throws(Diagnostic) in
      if case .object = json.value { return try perCorner.read(json, &reader) }
      return CornerRadii(try radius.read(json, &reader))
    })
}

extension JSONFormat<SceneDescription.Shadow> {
  private static let fields: [JSONField<Value>] = [
    JSONField("color", \.color, .color), JSONField("opacity", \.opacity, .number(0...1)),
    JSONField("radius", \.radius, .number(0...1000)), JSONField("offset", \.offset, .point),
  ]

  static let shadow = object(Value.init, fields)
}

extension SceneDescription.Text {
  static let fields: [JSONField<Self>] = [
    JSONField("string", \.string, .liveText), .optional("icon", \.icon, .icon),
    JSONField("font", \.font.family, .family, omittedIf: Font(size: 1).family),
    JSONField("size", \.font.size, .number(1...2000)), JSONField("weight", \.font.weight, .integer(100...1000)),
    .optional("color", \.color, .color), JSONField("align", \.alignment, .choice()),
    JSONField("alignment") { json, object, text, _ throws(Diagnostic) in
      guard object["align"] == nil else { throw json.diagnostic(expected: "either align or alignment") }
      text.alignment = try json.choice(TextAlignment.self)
    },
    JSONField("lines", \.lines, .integer(1...LocatedJSON.maximumLines), omittedIf: 1),
    JSONField("announces", \.announcesChanges, .bool, omittedIf: false),
  ]
}

extension JSONFormat<SceneDescription.Text> {
  static let text = object(Value.init, Value.fields, required: ["string"])
}

extension JSONFormat<AdapterPictures.Source> {
  static let adapterPicture = Self(
    { source in
      let from = JSONFormat<AdapterAddress>.adapterAddress.write(source.address)
      return source.interval.map { ["from": from, "every": .integerIfWhole($0)] } ?? ["from": from, "live": true]
    },
    read: { json, reader throws(Diagnostic) in
      let errorCount = reader.errors.count
      guard let object = json.object(["from", "every", "live"], &reader.errors) else {
        return Value(AdapterAddress(prefix: "", name: ""))
      }
      let hasUnknownKey = reader.errors.count > errorCount
      var source = Value(try JSONFormat<AdapterAddress>.adapterAddress.read(object.required("from"), &reader))
      source.interval = try object["every"]?.number(1...86400)
      let isLive = try object["live"]?.bool() ?? false
      guard isLive != (source.interval != nil) || hasUnknownKey else {
        throw json.diagnostic(expected: "either \"every\", in seconds, or \"live\": true")
      }
      return source
    })
}

extension JSONFormat<LiveText> {
  /// The name of an icon, such as "mdi:lightbulb-on", which may contain values.
  static let icon = Self(
    { .string($0.template) },
    read: { json, reader throws(Diagnostic) in
      let name = try reader.liveText(json)
      guard !name.names.isEmpty || Icon(name.template).isValid else {
        throw json.diagnostic(expected: iconExpectation)
      }
      return name
    })

  static let iconExpectation = "\(Icon.prefix) and the name of an icon, such as mdi:lightbulb-on"
}

extension Icon {
  /// Whether the name has the prefix, and more.
  var isValid: Bool { name.hasPrefix(Self.prefix) && name != Self.prefix }
}

extension JSONFormat<SceneDescription.IconDescription> {
  private static let fields: [JSONField<Value>] = [
    JSONField("name", \.name, .icon), JSONField("size", \.size, .number(1...2000)),
    .optional("color", \.color, .color), JSONField("align", \.alignment, .choice()),
  ]
  private static let detailed = object(Value.init, fields, required: ["name"])

  /// Accepts a name, or an object with it.
  static let icon = Self(
    detailed.write,
    read: { json, reader throws(Diagnostic) in
      guard case .string = json.value else { return try detailed.read(json, &reader) }
      var icon = Value()
      icon.name = try JSONFormat<LiveText>.icon.read(json, &reader)
      return icon
    })
}

extension JSONFormat<SceneDescription.Chart> {
  private static let fields: [JSONField<Value>] = [
    JSONField(
      "value", write: { $0.valueNames.count == 1 ? .string($0.valueNames[0]) : nil },
      read: { json, object, chart, reader throws(Diagnostic) in
        guard object["values"] == nil else { throw json.diagnostic(expected: "either value or values") }
        chart.valueNames = [try JSONFormat<String>.valueName.read(json, &reader)]
      }),
    JSONField(
      "values", write: { $0.valueNames.count == 1 ? nil : valueNames.write($0.valueNames) },
      read: { json, _, chart, reader throws(Diagnostic) in
        chart.valueNames = try valueNames.read(json, &reader)
      }),
    JSONField("hours", \.hours, .number(0.01...1000)), .optional("color", \.color, .color),
    JSONField("colors", \.colors, colors, omittedIf: []), JSONField("width", \.width, .number(0.1...100)),
    .optional("span", \.span, .number(1e-9...1e12)), JSONField("axis", \.hasAxis, .bool, omittedIf: false),
  ]
  private static let maximumCurves = 6
  private static let valueNames = JSONFormat<[String]>.array(
    of: .valueName, count: 1...maximumCurves, "1 to \(maximumCurves) names of values")
  private static let colors = JSONFormat<[Color]>.array(
    of: .color, count: 0...maximumCurves, "at most \(maximumCurves) colors")
  private static let members = object({ SceneDescription.Chart("") }, fields)

  static let chart = Self(
    members.write,
    read: { json, reader throws(Diagnostic) in
      if case .object(let members) = json.value, members["values"] == nil { _ = try json.object().required("value") }
      return try members.read(json, &reader)
    })
}

extension JSONFormat<SceneDescription.Picture> {
  /// Accepts a path, or an object with `file`, `follow` and `staleAfter`. The panel watches a file with `follow` and shows
  /// each new picture.
  static let picture = Self(
    { picture in
      let path = JSONValue.string(picture.path.absolutePath)
      guard picture.bitmap == nil else { return path }
      guard let seconds = picture.staleAfter else { return ["file": path, "follow": true] }
      return ["file": path, "follow": true, "staleAfter": JSONValue.integerIfWhole(seconds)]
    },
    read: { json, reader throws(Diagnostic) in
      guard case .object = json.value else { return try reader.picture(json) }
      guard let object = json.object(["file", "follow", "staleAfter"], &reader.errors) else { return .init("") }
      let file = try object.required("file")
      guard try object["follow"]?.bool() ?? false else {
        if let json = object["staleAfter"] { throw json.diagnostic(expected: "it next to \"follow\": true only") }
        return try reader.picture(file)
      }
      // A watched file may appear later, so it isn't read here.
      let path = try file.string()
      guard !path.isEmpty else { throw file.diagnostic(expected: "a picture file's path") }
      var picture = SceneDescription.Picture(file.resolved(path))
      if let json = object["staleAfter"] { picture.staleAfter = try json.number(0.1...1e7) }
      return picture
    })
}

extension JSONFormat<LiveText> {
  static let liveText = Self(
    { .string($0.template) }, read: { json, reader throws(Diagnostic) in try reader.liveText(json) })
}
