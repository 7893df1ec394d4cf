import Chrome
import PanelViews
import Scenes

extension Options {
  /// Creates the configured scene, or the cube if the name is unknown.
  package func makeScene() -> Scene { makeScene(named: scene) ?? CubeScene() }

  /// Creates a stage for a scene.
  package func makeStage(_ scene: Scene) -> Stage {
    let stage = Stage(scene, showsBar: hasBar, theme: theme)
    stage.name = stageName
    return stage
  }

  /// Scene files get no bar, since it would cover part of the scene.
  var hasBar: Bool { showsBar && sceneDescription == nil }
  /// The paths of a scene file's views start with the file's own names.
  var stageName: String? { sceneDescription == nil ? "root" : nil }

  /// Returns the options with which the panel shows errors of its files: without anything to press or to read.
  package var forErrors: Options {
    var result = self
    (result.sceneFiles, result.faces, result.values, result.problems) = ([:], [:], Values(), [])
    (result.showsBar, result.explainsTaps, result.permissions, result.visitors) = (false, false, [], [])
    (result.idle, result.brightness, result.volume, result.wakeCondition) = (IdleSettings(), nil, nil, nil)
    return result
  }

  package func makeScene(named name: String) -> Scene? {
    guard let file = sceneFiles[name] else { return SceneCatalog.make(name, sceneOptions) }
    return FileScene(
      file, path: name == scene ? "" : name, values: values, background: theme.backgroundCenter,
      contrast: theme.textContrast)
  }

  var textScale: Double { textSize / 100 }
  var reachShare: Double { reach / 100 }

  /// Pixels per point in a rendered picture, which has no physical size for `auto`.
  package var pictureScale: Double { scale ?? 1 }

  /// The part of the picture's brightness that the value of `brightness` keeps now, up to 1.
  package var currentBrightness: Double {
    (brightness.flatMap { values.reading($0) }.flatMap { ValueDefinition.number($0.raw) } ?? 100) / 100
  }

  /// The initial state of all scenes.
  package var sceneOptions: SceneOptions {
    SceneOptions(touchFix: touchFix, lighting: lighting, shade: shade, view: view, faces: faces, values: values)
  }

  /// Lays out the scene in its initial state, then calls `body` with its window.
  ///
  /// - Parameters:
  ///   - threads: The number of rendering threads.
  ///   - now: In seconds since 1970, for values that show the time.
  package func withOffscreenWindow<Result>(
    threads: Int = 1, now: Int, _ body: (Window) throws -> Result
  ) rethrows -> Result {
    let stage = makeStage(makeScene())
    stage.makeScene = { makeScene(named: $0) }
    stage.offeredScenes = { SceneCatalog.all(sceneOptions) }
    let window = Window(stage, size: size, scale: pictureScale, threads: threads)
    apply(to: stage, in: window)
    values.readOnce(at: now)
    values.set(readings, at: 0)
    window.layoutIfNeeded()
    window.onTouch = { stage.didDeliver($0, to: $1) }
    return try body(window)
  }

  /// Returns the output of `inspect`.
  ///
  /// - Parameter now: In seconds since 1970, for values that show the time.
  package func inspection(now: Int) -> String {
    withOffscreenWindow(now: now) { window in
      guard var sceneDescription, let stage = window.rootView as? Stage, let root = stage.scene.content.subviews.first
      else { return Inspection(name: scene, window: window).json }
      // Include the configuration's values, so that the printed file works without the configuration.
      sceneDescription.values = values.definitions
      return Inspection(of: sceneDescription, root: root, magnification: window.magnification).json
    }
  }
}
