import PanelRaster
import Scenes

/// Reads `faces`: the contents of the faces and the actions of their buttons.
enum FacesReader {
  static let faceKeys = FaceDescription.fields.map(\.key)
  static let buttonKeys = buttonFields.map(\.key)

  /// Reads the faces, and replaces all faces in `options`.
  static func read(_ json: LocatedJSON, into options: inout Options, _ errors: inout [Diagnostic]) {
    var reader = DocumentReader()
    reader.templates = options.templates
    options.faces = [:]
    let object = json.object((1...6).map(String.init), &reader.errors)
    let faces = (1...6).compactMap { number in object?["\(number)"].map { (number: number, json: $0) } }
    let contents = faces.compactMap { try? $0.json.object()["content"] }
    reader.values = reader.templateValues(of: contents, mergedWith: options.values.definitions)
    options.values.define(reader.values, at: 0)
    for (number, json) in faces {
      var face = FaceDescription()
      reader.buttonNames = ButtonNames()
      if let object = json.object(faceKeys, &reader.errors) {
        reader.read(object, into: &face, FaceDescription.fields)
      }
      options.faces[number] = face
    }
    errors += reader.errors
    options.passedTexts += reader.passedTexts
  }

  fileprivate static let buttonFields: [JSONField<ButtonDescription>] =
    [JSONField("name", \.name, .name)] + ButtonDescription.fields
}

extension FaceDescription {
  fileprivate static let fields: [JSONField<Self>] = [
    .optional("label", \.label, .liveText),
    JSONField("colors") { json, _, face, reader throws(Diagnostic) in
      let elements = try json.array("an array of 2 colors")
      guard elements.count == 2 else { throw json.diagnostic(expected: "2 colors, such as \"#35B68B\"") }
      face.colors = (try opaqueColor(elements[0], &reader), try opaqueColor(elements[1], &reader))
    },
    JSONField("image") { json, _, face, _ throws(Diagnostic) in face.image = try json.picture() },
    JSONField("count", \.showsPressCount, .bool),
    JSONField("content") { json, _, face, reader in
      // A node without a frame covers the whole face.
      var defaults = SceneDescription.Node()
      (defaults.bounds, defaults.position) = (bounds, bounds.center)
      face.content = reader.read(json, defaults: defaults)
    },
    JSONField("buttons") { json, _, face, reader throws(Diagnostic) in
      let elements = try json.array("an array of at most \(maximumButtonCount) buttons")
      guard elements.count <= maximumButtonCount else {
        throw json.diagnostic(expected: "at most \(maximumButtonCount) buttons")
      }
      for element in elements {
        guard let object = element.object(FacesReader.buttonKeys, &reader.errors) else { continue }
        var button = ButtonDescription(name: "")
        reader.read(object, into: &button, FacesReader.buttonFields, required: ["action"])
        let name = button.name.isEmpty ? nil : button.name
        button.name = reader.buttonNames.register(name, at: object["name"], &reader.errors)
        face.buttons.append(button)
      }
    },
  ]

  /// Reads a color without alpha: a face has nothing behind it that could show through.
  private static func opaqueColor(_ json: LocatedJSON, _ reader: inout DocumentReader) throws(Diagnostic) -> Color {
    let color = try JSONFormat.color.read(json, &reader)
    guard color.alpha == 1 else { throw json.diagnostic(expected: "a color without an alpha") }
    return color
  }
}
