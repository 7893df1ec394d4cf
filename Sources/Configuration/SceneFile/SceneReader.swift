import PanelGeometry
import Scenes

/// Reads scene files, in the format that `inspect` prints, and collects all errors in one pass.
struct SceneReader {
  /// The maximum file size, in bytes. A node takes about 3,000 bytes in the output of `inspect`, 100 if handwritten.
  static let maximumFileSize = 4 << 20
  static let keys = SceneDescription.fields.map(\.key)

  /// Reads a scene file.
  ///
  /// - Parameters:
  ///   - values: The live values, by name, that the scene may use besides those it defines.
  ///   - files: Reads the file and those that it names.
  /// - Returns: The scene as far as it could be read, and all errors.
  static func read(
    _ path: String, values: [String: ValueDefinition] = [:], _ files: SourceFiles = SourceFiles()
  ) -> (scene: SceneDescription, errors: [Diagnostic]) {
    var passedTexts: [PassedText] = []
    return read(path, values: values, files, &passedTexts)
  }

  /// - Parameter passedTexts: receives the values that the scene's actions pass on.
  static func read(
    _ path: String, values: [String: ValueDefinition], _ files: SourceFiles, _ passedTexts: inout [PassedText]
  ) -> (scene: SceneDescription, errors: [Diagnostic]) {
    read(values, &passedTexts) { () throws(Diagnostic) in
      try LocatedJSON(contentsOf: path, maximumSize: maximumFileSize, files)
    }
  }

  static func read(_ bytes: [UInt8], name: String) -> (scene: SceneDescription, errors: [Diagnostic]) {
    var passedTexts: [PassedText] = []
    return read([:], &passedTexts) { () throws(Diagnostic) in
      LocatedJSON(value: try JSONValue.read(bytes, name: name), file: name)
    }
  }

  private static func read(
    _ values: [String: ValueDefinition], _ passedTexts: inout [PassedText],
    _ parse: () throws(Diagnostic) -> LocatedJSON
  ) -> (scene: SceneDescription, errors: [Diagnostic]) {
    var (scene, reader) = (SceneDescription(), DocumentReader())
    reader.values = values
    do throws(Diagnostic) {
      if let object = try parse().object(keys, &reader.errors) {
        reader.read(object, into: &scene, SceneDescription.fields, required: ["root"])
      }
    } catch {
      reader.errors.append(error)
    }
    passedTexts += reader.passedTexts
    return (scene, reader.errors)
  }
}

extension SceneDescription {
  static let fields: [JSONField<Self>] = [
    JSONField("include") { json, _, _, reader throws(Diagnostic) in
      try reader.templates.include(json, &reader.errors)
    },
    JSONField("templates") { json, _, _, reader throws(Diagnostic) in
      try reader.templates.define(json, &reader.errors)
    },
    JSONField("name", \.name, .text), .optional("size", \.size, .size),
    JSONField(
      "values", write: { $0.values.isEmpty ? nil : JSONFormat.values.write($0.values) },
      read: { json, _, scene, reader throws(Diagnostic) in
        scene.values = try JSONFormat.values.read(json, &reader)
        reader.values.merge(scene.values) { $1 }
      }),
    JSONField(
      "fit", write: { $0.size == nil ? nil : JSONFormat.fit.write($0.fit) },
      read: { json, object, scene, reader throws(Diagnostic) in
        scene.fit = try JSONFormat.fit.read(json, &reader)
        if object["size"] == nil {
          throw json.diagnostic(found: "fit without size", expected: "a size if there is fit")
        }
      }),
    JSONField("mirror", \.isMirrored, .bool, omittedIf: true),
    JSONField(
      "root", write: { JSONFormat.node.write($0.root) },
      read: { json, object, scene, reader in
        scene.values = reader.templateValues(of: [json], mergedWith: scene.values)
        reader.values.merge(scene.values) { $1 }
        // Without a size the scene fills the panel, which sets the root's frame.
        scene.root = reader.read(json, isArranged: object["size"] == nil)
      }),
  ]
}

extension JSONFormat<Size> {
  fileprivate static let size = Self(
    { .numbers([$0.width, $0.height]) },
    read: { json, _ throws(Diagnostic) in
      let size = try json.numbers(2)
      guard size.allSatisfy((1...DocumentReader.maximumSide).contains) else {
        throw json.diagnostic(expected: "two numbers from 1 to \(Int(clamping: DocumentReader.maximumSide))")
      }
      return Size(size[0], size[1])
    })
}

extension JSONFormat<SceneDescription.Fit> {
  /// Accepts "inside", "cover", true as a synonym for "inside", and false for neither.
  fileprivate static let fit = Self(
    { $0 == .none ? false : .string($0.rawValue) },
    read: { json, _ throws(Diagnostic) in
      if case .bool(let fits) = json.value { return fits ? .inside : .none }
      guard case .string(let word) = json.value, let fit = SceneDescription.Fit(rawValue: word), fit != .none else {
        throw json.diagnostic(expected: "inside, cover or false")
      }
      return fit
    })
}
