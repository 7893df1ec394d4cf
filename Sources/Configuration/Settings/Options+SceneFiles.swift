import Scenes
import Text

extension Options {
  /// The maximum number of scene files: each of them is in memory, pictures included.
  private static let mostSceneFiles = 32

  /// The scene that is shown, if it is a file's.
  package var sceneFile: SceneDescription? { sceneFiles[scene] }

  /// The scene's name or path, and the paths of the other scene files.
  package var watchedFiles: [String] { [scene] + sceneFiles.keys }

  /// Takes a scene file's scene, with the values that it brings along.
  package mutating func take(_ file: SceneDescription) {
    sceneFiles[scene] = file
    values.define(values.definitions.merging(file.values) { $1 }, at: 0)
  }

  /// Reads the file of the scene, those that the actions of buttons show, and those that the buttons in these show.
  mutating func readSceneFiles() -> [FileFault] {
    var faults: [FileFault] = []
    if scene.hasSuffix(".json"), sceneFile == nil {
      let read = SceneReader.read(scene, values: values.definitions)
      take(read.scene)
      faults += read.faults
    }
    var waiting = sceneFile?.root.shownScenes ?? []
    for (_, face) in faces.sorted(by: { $0.key < $1.key }) {
      waiting += face.buttons.compactMap(\.shownScene) + (face.content?.shownScenes ?? [])
    }
    var pixels = sceneFiles.values.reduce(0) { $0 + $1.root.pixels }
    while let path = waiting.popLast() {
      guard path.hasSuffix(".json"), sceneFiles[path] == nil else { continue }
      let read = SceneReader.read(path, values: values.definitions)
      sceneFiles[path] = read.scene
      faults += read.faults + conflicts(of: read.scene, in: path)
      values.define(values.definitions.merging(read.scene.values) { old, _ in old }, at: 0)
      waiting += read.scene.root.shownScenes
      pixels += read.scene.root.pixels
      guard sceneFiles.count <= Self.mostSceneFiles, pixels <= PNG.mostPixels else {
        faults.append(
          FileFault(path, "expected at most \(Self.mostSceneFiles) scene files, with \(PNG.mostPixels) pixels in all"))
        break
      }
    }
    return faults
  }

  /// All scenes have one table of values.
  private func conflicts(of file: SceneDescription, in path: String) -> [FileFault] {
    file.values.sorted { $0.key < $1.key }.compactMap { name, definition in
      guard let other = values.definitions[name], other != definition else { return nil }
      return FileFault(path, "$.values.\(name)", found: "another definition than elsewhere", expected: "the same")
    }
  }
}

extension SceneDescription.Node {
  private var nodes: [Self] { [self] + children.flatMap(\.nodes) }
  /// The scenes that its buttons show, by name or path.
  fileprivate var shownScenes: [String] { nodes.compactMap(\.button?.shownScene) }
  fileprivate var pixels: Int { nodes.compactMap(\.contents?.bitmap).reduce(0) { $0 + $1.width * $1.height } }
}

extension ButtonDescription {
  fileprivate var shownScene: String? { if case .scene(let name) = action { name } else { nil } }
}
