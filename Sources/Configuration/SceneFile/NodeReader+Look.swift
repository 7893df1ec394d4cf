import Layers
import Raster
import Scenes

extension NodeReader {
  mutating func readLook(_ object: JSONObject, _ node: inout SceneDescription.Node) {
    faults.read(object["opacity"], into: &node.opacity) { place throws(FileFault) in try place.number(0...1) }
    faults.read(object["backgroundColor"], into: &node.backgroundColor) { place throws(FileFault) in
      place.isNull ? nil : try place.color()
    }
    faults.read(object["cornerRadius"], into: &node.cornerRadius) { place throws(FileFault) in
      try place.number(0...Self.longestSide)
    }
    faults.read(object["borderWidth"], into: &node.borderWidth) { place throws(FileFault) in
      try place.number(0...Self.longestSide)
    }
    faults.read(object["borderColor"], into: &node.borderColor) { place throws(FileFault) in try place.color() }
    faults.read(object["masksToBounds"], into: &node.masksToBounds) { place throws(FileFault) in try place.bool() }
    faults.read(object["gravity"], into: &node.gravity) { place throws(FileFault) in
      try place.choice(ContentsGravity.self)
    }
    if let gradient = object["gradient"] { node.gradient = readGradient(gradient) }
    if let shadow = object["shadow"] { node.shadow = readShadow(shadow) }
  }

  private mutating func readGradient(_ place: JSONPlace) -> SceneDescription.Gradient? {
    var gradient = SceneDescription.Gradient()
    guard let object = place.object(["colors", "locations", "startPoint", "endPoint"], &faults) else { return nil }
    faults.read(object.needed("colors", &faults), into: &gradient.colors) { place throws(FileFault) in
      var colors: [Color] = []
      for color in try place.array() { colors.append(try color.color()) }
      guard (2...256).contains(colors.count) else { throw place.fault("2 to 256 colours") }
      return colors
    }
    let count = gradient.colors.count
    faults.read(object["locations"], into: &gradient.locations) { place throws(FileFault) in
      var numbers: [Double] = []
      for location in try place.array() {
        let number = try location.number(0...1)
        guard number >= numbers.last ?? 0 else { throw location.fault("a number not below the one before") }
        numbers.append(number)
      }
      guard numbers.count == count || count == 0 else { throw place.fault("as many as colours, \(count)") }
      return numbers
    }
    faults.read(object["startPoint"], into: &gradient.startPoint) { place throws(FileFault) in try place.point() }
    faults.read(object["endPoint"], into: &gradient.endPoint) { place throws(FileFault) in try place.point() }
    return gradient
  }

  private mutating func readShadow(_ place: JSONPlace) -> SceneDescription.Shadow? {
    var shadow = SceneDescription.Shadow()
    guard let object = place.object(["color", "opacity", "radius", "offset"], &faults) else { return nil }
    faults.read(object["color"], into: &shadow.color) { place throws(FileFault) in try place.color() }
    faults.read(object["opacity"], into: &shadow.opacity) { place throws(FileFault) in try place.number(0...1) }
    faults.read(object["radius"], into: &shadow.radius) { place throws(FileFault) in try place.number(0...1000) }
    faults.read(object["offset"], into: &shadow.offset) { place throws(FileFault) in try place.point() }
    return shadow
  }
}
