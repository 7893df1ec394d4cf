import Geometry
import Layers
import Scenes

extension NodeReader {
  mutating func readGeometry(_ object: JSONObject, _ node: inout SceneDescription.Node) {
    let before = faults.count
    faults.read(object["bounds"], into: &node.bounds) { place throws(FileFault) in try Self.rect(place) }
    faults.read(object["position"], into: &node.position) { place throws(FileFault) in try place.point() }
    faults.read(object["anchorPoint"], into: &node.anchorPoint) { place throws(FileFault) in try place.point() }
    faults.read(object["anchorPointZ"], into: &node.anchorPointZ) { place throws(FileFault) in try place.number() }
    faults.read(object["zPosition"], into: &node.zPosition) { place throws(FileFault) in try place.number() }
    readTransform(object["transform"], into: &node.transform)
    readTransform(object["sublayerTransform"], into: &node.sublayerTransform)
    if let frame = object["frame"], before == faults.count { readFrame(frame, object, &node) }
    faults.read(object["hidden"], into: &node.isHidden) { place throws(FileFault) in try place.bool() }
    faults.read(object["userInteractionEnabled"], into: &node.isUserInteractionEnabled) {
      place throws(FileFault) in try place.bool()
    }
    faults.read(object["doubleSided"], into: &node.isDoubleSided) { place throws(FileFault) in try place.bool() }
  }

  private static func rect(_ place: JSONPlace) throws(FileFault) -> Rect {
    let n = try place.numbers(4)
    guard n[2...].allSatisfy({ $0 == 0 || (shortestSide...longestSide).contains($0) }) else {
      throw place.fault("x, y, width, height, the last two 0 or from \(shortestSide) to \(Int(clamping: longestSide))")
    }
    return Rect(n[0], n[1], n[2], n[3])
  }

  private mutating func readTransform(_ place: JSONPlace?, into transform: inout Transform3D) {
    guard let place else { return }
    do throws(FileFault) {
      transform = try place.transform(&faults)
    } catch {
      faults.append(error)
    }
  }

  /// The place without the transform, as `Layer.frame` takes one. Beside bounds and position it says what follows from
  /// them, as `inspect` prints it, or is a fault.
  private mutating func readFrame(_ place: JSONPlace, _ object: JSONObject, _ node: inout SceneDescription.Node) {
    let layer = Layer()
    layer.anchorPoint = node.anchorPoint
    guard object["bounds"] == nil, object["position"] == nil else {
      (layer.bounds, layer.position, layer.transform) = (node.bounds, node.position, node.transform)
      (layer.anchorPointZ, layer.zPosition) = (node.anchorPointZ, node.zPosition)
      if !place.isAbout(layer.frame) { faults.append(place.fault("a frame, or bounds and position")) }
      return
    }
    var frame = Rect.zero
    faults.read(place, into: &frame) { place throws(FileFault) in try Self.rect(place) }
    layer.frame = frame
    // An anchor far away makes of a frame a position that no file may have.
    guard max(abs(layer.position.x), abs(layer.position.y)) <= JSONPlace.largest else {
      return faults.append(place.fault("a frame whose anchor is nearer"))
    }
    (node.bounds, node.position) = (layer.bounds, layer.position)
  }
}

extension JSONPlace {
  /// True for a rectangle's numbers, but for rounding; for null where there is none.
  fileprivate func isAbout(_ rect: Rect?) -> Bool {
    guard let rect else { return isNull }
    guard case .array(let values) = value, values.count == 4 else { return false }
    return zip(values, [rect.minX, rect.minY, rect.width, rect.height]).allSatisfy { value, expected in
      guard case .number(let number) = value else { return false }
      return abs(number - expected) <= 1e-6 * (1 + abs(expected))
    }
  }
}
