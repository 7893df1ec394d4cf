import Scenes

extension Options {
  /// The settings with the contents of the panel: values, templates and faces.
  static let contents: [Setting] = [
    Setting(
      key: "values", schema: ["$ref": .string("#/$defs/values")], example: ["clock": ["time": "%H:%M"]],
      "values that pages show and controls set, see cube-kiosk-values(5)",
      read: { options, json, errors in
        options.values = Values(ValuesReader.read(json, &errors, &options.passedTexts))
      }),
    Setting(
      key: "include",
      schema: [
        "type": .string("array"), "items": .object(["type": .string("string")]), "title": "array of paths",
        "maxItems": .number(Double(Templates.maximumFileCount)),
      ],
      example: .array([.string("parts.json")]),
      "files with templates for the faces, see TEMPLATES in cube-kiosk-scene(5)",
      read: { options, json, errors in
        do throws(Diagnostic) { try options.templates.include(json, &errors) } catch { errors.append(error) }
      }),
    Setting(
      key: "templates", schema: ["$ref": .string("#/$defs/templates")],
      example: ["title": ["parameters": .array([.string("text")]), "node": ["text": ["string": "${text}"]]]],
      "templates for the faces, see TEMPLATES in cube-kiosk-scene(5)",
      read: { options, json, errors in
        do throws(Diagnostic) { try options.templates.define(json, &errors) } catch { errors.append(error) }
      }),
    Setting(
      key: "faces", schema: ["$ref": .string("#/$defs/faces")], example: ["3": ["label": "Hello"]],
      "the contents of the cube's faces, \"1\" to \"6\", see FACES",
      details: "An omitted face shows its number.",
      read: { options, json, errors in FacesReader.read(json, into: &options, &errors) }),
  ]
}
