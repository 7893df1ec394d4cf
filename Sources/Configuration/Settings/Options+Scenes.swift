import Chrome
import Scenes
import Views

extension Options {
  /// The scene that was asked for.
  package func makeScene() -> Scene { makeScene(named: scene) ?? CubeScene() }

  /// A scene file's scene comes without the bar, which would lie over it.
  package func makeStage(_ scene: Scene) -> Stage {
    let stage = Stage(scene, showsBar: showsBar && sceneFile == nil, theme: theme)
    // Its views have the names that the file gives them, and no other above.
    if sceneFile != nil { stage.name = nil }
    return stage
  }

  package func makeScene(named name: String) -> Scene? {
    guard let file = sceneFiles[name] else { return SceneCatalog.make(name, sceneOptions) }
    return FileScene(file, path: name == scene ? "" : name, values: values, ground: theme.groundCenter)
  }

  /// Pixels to a point of a picture, which has no size in millimetres.
  package var stillScale: Double { scale ?? 1 }

  /// The first state of all scenes.
  package var sceneOptions: SceneOptions {
    SceneOptions(touchFix: touchFix, lighting: lighting, shade: shade, view: view, faces: faces, values: values)
  }

  /// Lays out the scene as it is before anyone touches it.
  ///
  /// - Parameters:
  ///   - threads: The number of threads that draw.
  ///   - now: In seconds since 1970, for values that are times.
  package func showStill<Result>(
    threads: Int = 1, now: Int, _ body: (Window) throws -> Result
  ) rethrows -> Result {
    let stage = makeStage(makeScene())
    stage.makeScene = { makeScene(named: $0) }
    stage.offeredScenes = { SceneCatalog.all(sceneOptions) }
    let window = Window(stage, size: size, scale: stillScale, threads: threads)
    show(on: stage, in: window)
    values.readStill(at: now)
    window.layoutIfNeeded()
    window.onTouch = { stage.report($0, takenBy: $1) }
    return try body(window)
  }

  /// What `inspect` prints.
  package func inspection(now: Int) -> String {
    showStill(now: now) { window in
      guard var sceneFile, let stage = window.rootView as? Stage, let root = stage.scene.content.subviews.first
      else { return Inspection(name: scene, size: window.size, root: window.rootView).json }
      // Those of the configuration, too: the file is to be read without it.
      sceneFile.values = values.definitions
      return Inspection(of: sceneFile, root: root).json
    }
  }
}
