import Geometry
import Scenes

/// Reads scene files, and finds all that is wrong with one at once: the format that `inspect` prints.
struct SceneReader {
  /// The maximum size of a file, in bytes. As `inspect` prints them a node takes three thousand bytes, by hand a hundred.
  static let largestFile = 4 << 20
  static let keys = SceneDescription.fields.map(\.key)

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
    nodes.values = values
    if let object = JSONPlace(value: value, file: name).object(keys, &nodes.faults) {
      nodes.read(object, into: &scene, SceneDescription.fields, required: ["size", "root"])
    }
    return (scene, nodes.faults)
  }
}

extension SceneDescription {
  static let fields: [JSONField<Self>] = [
    JSONField("name", \.name, .text), JSONField("size", \.size, .size),
    JSONField(
      "values", write: { $0.values.isEmpty ? nil : JSONFormat.values.write($0.values) },
      read: {
        place, _, scene, reader throws(FileFault) in
        scene.values = try JSONFormat.values.read(place, &reader)
        reader.values.merge(scene.values) { $1 }
      }),
    JSONField("fit", \.fit, .fit), JSONField("root", \.root, .node),
  ]
}

extension JSONFormat<Size> {
  fileprivate static let size = Self(
    { .numbers([$0.width, $0.height]) },
    read: { place, _ throws(FileFault) in
      let size = try place.numbers(2)
      guard size.allSatisfy((1...NodeReader.longestSide).contains) else {
        throw place.fault("two numbers from 1 to \(Int(clamping: NodeReader.longestSide))")
      }
      return Size(size[0], size[1])
    })
}

extension JSONFormat<SceneDescription.Fit> {
  /// "inside" or "cover", and false for neither; true is "inside".
  fileprivate static let fit = Self(
    { $0 == .none ? false : .string($0.rawValue) },
    read: { place, _ throws(FileFault) in
      if case .bool(let fits) = place.value { return fits ? .inside : .none }
      guard case .string(let word) = place.value, let fit = Value(rawValue: word), fit != .none else {
        throw place.fault("inside, cover or false")
      }
      return fit
    })
}
