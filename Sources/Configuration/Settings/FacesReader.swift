import Raster
import Scenes

/// Reads what is on the faces, and what their buttons do.
struct FacesReader {
  static let faceKeys = ["label", "colors", "image", "content", "buttons", "count"]
  static let buttonKeys = ["name"] + ButtonDescription.keys

  private var faces: [Int: FaceDescription] = [:]
  /// Has the faults of all.
  private var nodes = NodeReader()

  /// Takes over what is said of the faces, in place of all that was on them.
  static func read(_ place: JSONPlace, into options: inout Options, _ faults: inout [FileFault]) {
    var reader = FacesReader()
    reader.nodes.values = options.values.definitions
    reader.readFaces(place)
    options.faces = reader.faces
    faults += reader.nodes.faults
  }

  private mutating func readFaces(_ place: JSONPlace) {
    guard let object = place.object((1...6).map(String.init), &nodes.faults) else { return }
    for number in 1...6 {
      if let place = object["\(number)"] { faces[number] = readFace(place) }
    }
  }

  private mutating func readFace(_ place: JSONPlace) -> FaceDescription {
    var face = FaceDescription()
    guard let object = place.object(Self.faceKeys, &nodes.faults) else { return face }
    nodes.names = ButtonNames()
    if let label = object["label"] { face.label = nodes.words(label) }
    nodes.faults.read(object["colors"], into: &face.colors) { colors throws(FileFault) in
      let places = try colors.array()
      guard places.count == 2 else { throw colors.fault("2 colours, such as \"#35B68B\"") }
      return (try Self.opaque(places[0]), try Self.opaque(places[1]))
    }
    nodes.faults.read(object["image"], into: &face.image) { place throws(FileFault) in try place.picture() }
    nodes.faults.read(object["count"], into: &face.counts) { place throws(FileFault) in try place.bool() }
    if let content = object["content"] {
      var whole = SceneDescription.Node()
      (whole.bounds, whole.position) = (FaceDescription.bounds, FaceDescription.bounds.center)
      face.content = nodes.read(content, over: whole)
    }
    var buttons: [JSONPlace] = []
    nodes.faults.read(object["buttons"], into: &buttons) { place throws(FileFault) in
      let buttons = try place.array()
      guard buttons.count <= FaceDescription.mostButtons else {
        throw place.fault("at most \(FaceDescription.mostButtons) buttons")
      }
      return buttons
    }
    face.buttons = buttons.compactMap { readButton($0) }
    return face
  }

  /// A face has nothing behind it that could be seen through it.
  private static func opaque(_ place: JSONPlace) throws(FileFault) -> Color {
    let color = try place.color()
    guard color.alpha == 1 else { throw place.fault("a colour without an alpha") }
    return color
  }

  private mutating func readButton(_ place: JSONPlace) -> ButtonDescription? {
    guard let object = place.object(Self.buttonKeys, &nodes.faults) else { return nil }
    var name: String?
    nodes.faults.read(object["name"], into: &name) { place throws(FileFault) in try place.name() }
    var button = ButtonDescription(name: nodes.names.take(name, at: object["name"], &nodes.faults))
    _ = object.needed("action", &nodes.faults)
    nodes.readButton(object, into: &button)
    return button
  }
}
