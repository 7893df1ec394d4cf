import PanelText
import Scenes

extension Options {
  /// The maximum number of scene files. All of them stay in memory, including their pictures.
  private static let maximumSceneFiles = 32

  /// The initial scene's description; `nil` for a built-in scene.
  package var sceneDescription: SceneDescription? { sceneFiles[scene] }

  /// Sets the initial scene's description and adds the values it defines.
  package mutating func setSceneDescription(_ description: SceneDescription) {
    sceneFiles[scene] = description
    values.define(values.definitions.merging(description.values) { $1 }, at: 0)
  }

  /// Reads the initial scene's file and, transitively, all scene files that button actions can show.
  mutating func readSceneFiles() -> [Diagnostic] {
    var errors: [Diagnostic] = []
    if scene.hasSuffix(".json"), sceneDescription == nil {
      let (description, readErrors) = SceneReader.read(
        scene, values: values.definitions, files, &passedTexts)
      errors += readErrors + conflictErrors(of: description, in: scene)
      setSceneDescription(description)
      errors += limitErrors(in: scene)
    }
    var unreadScenes = sceneDescription?.root.shownScenes ?? []
    for (_, face) in faces.sorted(by: { $0.key < $1.key }) {
      unreadScenes += face.buttons.flatMap(\.action.shownScenes) + (face.content?.shownScenes ?? [])
    }
    unreadScenes += values.definitions.values.flatMap(\.shownScenes)
    var pixelCount = sceneFiles.values.reduce(0) { $0 + $1.root.pixelCount }
    while let path = unreadScenes.popLast() {
      guard path.hasSuffix(".json"), sceneFiles[path] == nil else { continue }
      let (description, readErrors) = SceneReader.read(
        path, values: values.definitions, files, &passedTexts)
      sceneFiles[path] = description
      errors += readErrors + conflictErrors(of: description, in: path)
      values.define(values.definitions.merging(description.values) { old, _ in old }, at: 0)
      errors += limitErrors(in: path)
      unreadScenes += description.root.shownScenes + description.values.values.flatMap(\.shownScenes)
      pixelCount += description.root.pixelCount
      guard sceneFiles.count <= Self.maximumSceneFiles, pixelCount <= PictureDecoder.maximumPixelCount else {
        errors.append(
          Diagnostic(
            path,
            "expected at most \(Self.maximumSceneFiles) scene files, with \(PictureDecoder.maximumPixelCount) pixels in all"
          )
        )
        break
      }
    }
    values.controlLimits = controlLimits
    values.typedNames = typedNames
    values.copyNames = copyNames
    errors += typedTextErrors
    return errors.mergingUses
  }

  /// The limits of the numbers that controls set, for each value, in all scene files and on the cube.
  private var controlLimits: [String: [ControlLimits]] {
    let roots = sceneFiles.sorted { $0.key < $1.key }.map(\.value.root) + faces.compactMap(\.value.content)
    return roots.flatMap(\.nodes).reduce(into: [:]) { result, node in
      guard let control = node.control, let limits = control.limits(for: values.definitions[control.valueName]),
        case .numbers = limits
      else { return }
      if result[control.valueName]?.contains(limits) != true { result[control.valueName, default: []].append(limits) }
    }
  }

  /// Returns an error if the values of this file and of the files read before it exceed a limit together.
  private func limitErrors(in path: String) -> [Diagnostic] {
    values.definitions.exceededLimitText.map { [Diagnostic(path, at: "$.values", "expected \($0) in all files")] } ?? []
  }

  /// Returns errors for values that another file defines differently: all scenes share one table of values.
  private func conflictErrors(of file: SceneDescription, in path: String) -> [Diagnostic] {
    file.values.sorted { $0.key < $1.key }.compactMap { name, definition in
      guard let other = values.definitions[name], other != definition else { return nil }
      let otherFile = sceneFiles.keys.sorted().first { sceneFiles[$0]?.values[name] == other && $0 != path }
      return Diagnostic(
        path, at: "$.values.\(name)",
        "found another definition than in \(otherFile ?? "the configuration"); expected the same")
    }
  }
}

extension Options {
  /// The names of the values on the cube.
  package var cubeValueNames: Set<String> {
    faces.values.reduce(into: []) { names, face in
      names.formUnion(face.label?.names ?? [])
      names.formUnion(face.buttons.flatMap(\.valueNames))
      names.formUnion(face.content?.valueNames ?? [])
    }
  }
}

extension SceneDescription.Node {
  /// The names of the values that the node and its descendants show or use in conditions.
  package var valueNames: Set<String> { nodes.reduce(into: []) { $0.formUnion($1.ownValueNames) } }

  private var ownValueNames: [String] {
    let conditions = [visibleCondition, control?.enabledCondition].flatMap { $0?.names ?? [] }
    let shown = (chart?.valueNames ?? []) + [list?.valueName, control?.valueName].compactMap { $0 }
    let texts = [text?.string, control?.caption].compactMap { $0?.names }.flatMap { $0 }
    return conditions + shown + texts + (button?.valueNames ?? [])
  }

  /// The node and its descendants.
  var nodes: [Self] { [self] + (children + (list?.row ?? [])).flatMap(\.nodes) }
  /// The names or paths of the scenes that the node's buttons show.
  fileprivate var shownScenes: [String] {
    nodes.compactMap { ($0.button ?? $0.rowButton)?.action ?? $0.control?.action }.flatMap(\.shownScenes)
  }
  /// The number of pixels of all pictures in the node and its descendants.
  fileprivate var pixelCount: Int { nodes.compactMap(\.contents?.bitmap).reduce(0) { $0 + $1.width * $1.height } }
}

extension ButtonDescription {
  fileprivate var valueNames: [String] {
    (title?.names ?? []) + ([enabledCondition] + styles.map(\.condition)).flatMap { $0?.names ?? [] }
  }
}

extension Action {
  fileprivate var shownScenes: [String] {
    steps.flatMap { action -> [String] in
      switch action {
      case .scene(let name): [name]
      case .message(let message): message.shownScenes
      default: []
      }
    }
  }
}

extension Message {
  fileprivate var shownScenes: [String] { buttons.flatMap { $0.action?.shownScenes ?? [] } }
}

extension ValueDefinition {
  fileprivate var shownScenes: [String] { alert?.message.shownScenes ?? [] }
}
