import PanelRaster
import Scenes

/// Reads `faces`: the contents of the faces and the actions of their buttons.
enum FacesReader {
  static let faceKeys = FaceDescription.fields.map(\.key)
  static let buttonKeys = buttonFields.map(\.key)

  /// Reads the faces, replacing all that `options` had.
  static func read(_ place: JSONPlace, into options: inout Options, _ faults: inout [Diagnostic]) {
    var reader = NodeReader()
    reader.values = options.values.definitions
    options.faces = [:]
    let object = place.object((1...6).map(String.init), &reader.faults)
    for number in 1...6 {
      guard let place = object?["\(number)"] else { continue }
      var face = FaceDescription()
      reader.names = ButtonNames()
      if let object = place.object(faceKeys, &reader.faults) {
        reader.read(object, into: &face, FaceDescription.fields)
      }
      options.faces[number] = face
    }
    faults += reader.faults
  }

  fileprivate static let buttonFields: [JSONField<ButtonDescription>] =
    [JSONField("name", \.name, .name)] + ButtonDescription.fields
}

extension FaceDescription {
  fileprivate static let fields: [JSONField<Self>] = [
    .optional("label", \.label, .words),
    JSONField("colors") { place, _, face, reader throws(Diagnostic) in
      let places = try place.array()
      guard places.count == 2 else { throw place.fault("2 colors, such as \"#35B68B\"") }
      face.colors = (try opaque(places[0], &reader), try opaque(places[1], &reader))
    },
    JSONField("image") { place, _, face, _ throws(Diagnostic) in face.image = try place.picture() },
    JSONField("count", \.showsPressCount, .bool),
    JSONField("content") { place, _, face, reader in
      var whole = SceneDescription.Node()
      (whole.bounds, whole.position) = (bounds, bounds.center)
      face.content = reader.read(place, over: whole)
    },
    JSONField("buttons") { place, _, face, reader throws(Diagnostic) in
      let places = try place.array()
      guard places.count <= mostButtons else { throw place.fault("at most \(mostButtons) buttons") }
      for place in places {
        guard let object = place.object(FacesReader.buttonKeys, &reader.faults) else { continue }
        var button = ButtonDescription(name: "")
        reader.read(object, into: &button, FacesReader.buttonFields, required: ["action"])
        let name = button.name.isEmpty ? nil : button.name
        button.name = reader.names.register(name, at: object["name"], &reader.faults)
        face.buttons.append(button)
      }
    },
  ]

  /// Reads a color without alpha: a face has nothing behind it that could show through.
  private static func opaque(_ place: JSONPlace, _ reader: inout NodeReader) throws(Diagnostic) -> Color {
    let color = try JSONFormat.color.read(place, &reader)
    guard color.alpha == 1 else { throw place.fault("a color without an alpha") }
    return color
  }
}
