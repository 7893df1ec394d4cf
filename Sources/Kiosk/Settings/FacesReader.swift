import Glibc
import Raster
import Scenes

/// Reads what is on the faces, and what their buttons do.
struct FacesReader {
  static let faceKeys = ["label", "colors", "image", "buttons"]
  static let buttonKeys = ["name", "title", "accessibleName", "action", "confirm"]

  private var faces: [Int: FaceDescription] = [:]
  private var actions: [Int: [Action]] = [:]
  private var faults: [FileFault] = []

  /// Takes over what is said of the faces, in place of all that was on them.
  static func read(_ place: JSONPlace, into options: inout Options, _ faults: inout [FileFault]) {
    var reader = FacesReader()
    reader.readFaces(place)
    (options.faces, options.actions) = (reader.faces, reader.actions)
    faults += reader.faults
  }

  /// A fault of one part doesn't keep the others from being read.
  private mutating func attempt(_ body: (inout FacesReader) throws(FileFault) -> Void) {
    do {
      try body(&self)
    } catch {
      faults.append(error)
    }
  }

  private mutating func readFaces(_ place: JSONPlace) {
    guard let object = place.object((1...6).map(String.init), &faults) else { return }
    for number in 1...6 {
      guard let place = object["\(number)"] else { continue }
      attempt { reader throws(FileFault) in reader.faces[number] = try reader.readFace(place, number) }
    }
  }

  private mutating func readFace(_ place: JSONPlace, _ number: Int) throws(FileFault) -> FaceDescription {
    guard let object = place.object(Self.faceKeys, &faults) else { return FaceDescription() }
    var face = FaceDescription()
    if let label = object["label"] { attempt { _ throws(FileFault) in face.label = try label.text() } }
    if let colors = object["colors"] {
      attempt { _ throws(FileFault) in
        let places = try colors.array()
        guard places.count == 2 else { throw colors.fault("2 colours, such as \"#35B68B\"") }
        face.colors = (try Self.color(places[0]), try Self.color(places[1]))
      }
    }
    if let image = object["image"] { attempt { _ throws(FileFault) in face.image = try image.picture() } }
    if let buttons = object["buttons"] {
      let places = try buttons.array()
      guard places.count <= FaceDescription.mostButtons else {
        throw buttons.fault("at most \(FaceDescription.mostButtons) buttons")
      }
      var actions: [Action] = []
      for (index, place) in places.enumerated() {
        attempt { reader throws(FileFault) in
          let (button, action) = try reader.readButton(place, name: index == 0 ? "button" : "button\(index + 1)")
          face.buttons.append(button)
          actions.append(action)
        }
      }
      self.actions[number] = actions
    }
    return face
  }

  private static func color(_ place: JSONPlace) throws(FileFault) -> Color {
    guard case .string(let text) = place.value, text.count == 7, text.hasPrefix("#"),
      text.dropFirst().allSatisfy(\.isHexDigit), let hex = UInt32(text.dropFirst(), radix: 16)
    else { throw place.fault("a colour such as \"#35B68B\"") }
    return Color(hex: hex)
  }

  private mutating func readButton(
    _ place: JSONPlace, name: String
  ) throws(FileFault) -> (FaceDescription.Button, Action) {
    var button = FaceDescription.Button(name: name)
    guard let object = place.object(Self.buttonKeys, &faults) else { return (button, .none) }
    if let name = object["name"] { button.name = try name.name() }
    if let title = object["title"] { button.title = try title.text() }
    if let name = object["accessibleName"] { button.accessibilityLabel = try name.text() }
    if let confirm = object["confirm"] {
      guard case .string("Hold") = confirm.value else { throw confirm.fault("Hold") }
      button.needsHold = true
    }
    let action = try Action.read(try object.required("action"), &faults)
    button.isLamp = action == .light
    return (button, action)
  }
}
