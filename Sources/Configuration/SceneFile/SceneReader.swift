import Geometry
import Scenes

/// Reads scene files, and finds all that is wrong with one at once: the format that `inspect` prints, and what it leaves
/// out.
struct SceneReader {
  /// No file may be larger, in bytes. As `inspect` prints them a node takes three thousand bytes, by hand a hundred.
  static let largestFile = 4 << 20
  static let keys = ["name", "size", "fit", "values", "root"]

  /// - Parameter values: those that it may use besides its own.
  /// - Returns: what could be read, and all that is wrong with it.
  static func read(
    _ path: String, values: [String: ValueDefinition] = [:]
  ) -> (scene: SceneDescription, faults: [FileFault]) {
    do throws(FileFault) {
      return read(try JSONValue.read(path, largest: largestFile), name: path, values)
    } catch {
      return (SceneDescription(), [error])
    }
  }

  static func read(_ bytes: [UInt8], name: String) -> (scene: SceneDescription, faults: [FileFault]) {
    do throws(FileFault) {
      return read(try JSONValue.read(bytes, name: name), name: name, [:])
    } catch {
      return (SceneDescription(), [error])
    }
  }

  private static func read(
    _ value: JSONValue, name: String, _ values: [String: ValueDefinition]
  ) -> (scene: SceneDescription, faults: [FileFault]) {
    var (scene, nodes) = (SceneDescription(), NodeReader())
    guard let object = JSONPlace(value: value, file: name).object(keys, &nodes.faults) else {
      return (scene, nodes.faults)
    }
    nodes.faults.read(object["name"], into: &scene.name) { place throws(FileFault) in try place.text() }
    nodes.faults.read(object.needed("size", &nodes.faults), into: &scene.size) { place throws(FileFault) in
      let size = try place.numbers(2)
      guard size.allSatisfy((1...NodeReader.longestSide).contains) else {
        throw place.fault("two numbers from 1 to \(Int(clamping: NodeReader.longestSide))")
      }
      return Size(size[0], size[1])
    }
    if let place = object["values"] { scene.values = ValuesReader.read(place, &nodes.faults) }
    nodes.values = values.merging(scene.values) { $1 }
    nodes.faults.read(object["fit"], into: &scene.fit) { place throws(FileFault) in try place.fit() }
    if let root = object.needed("root", &nodes.faults) { scene.root = nodes.read(root) }
    return (scene, nodes.faults)
  }
}

extension JSONPlace {
  /// "inside" or "cover", and false for neither; true is "inside".
  fileprivate func fit() throws(FileFault) -> SceneDescription.Fit {
    if case .bool(let fits) = value { return fits ? .inside : .none }
    guard case .string(let word) = value, let fit = SceneDescription.Fit(rawValue: word), fit != .none else {
      throw fault("inside, cover or false")
    }
    return fit
  }
}
