import Chrome
import Geometry
import Layers
import Raster
import Scenes
import Testing
import Views

/// A scene that a stage no longer shows is gone, with its views and layers.
@Suite struct LifetimeTests {
  /// A finger that is down when the program ends keeps nothing.
  @Test(arguments: SceneCatalog.names) func aWindowTakesItsSceneWithIt(_ name: String) throws {
    weak var stage: Stage?
    weak var recognizer: GestureRecognizer?
    try {
      let new = Stage(try #require(SceneCatalog.make(name)))
      let window = Window(new, size: Size(640, 400), scale: 1, threads: 1)
      for (id, place) in [Point(320, 150), Point(340, 150)].enumerated() {
        window.send([TouchEvent(.began, id: id, at: place)], at: 1_000_000_000)
        window.send([TouchEvent(.moved, id: id, at: place + Point(80, 20))], at: 1_010_000_000)
      }
      (stage, recognizer) = (new, new.scene.content.gestureRecognizers.first)
      #expect(window.isTouched)
    }()
    #expect(stage == nil && recognizer == nil)
  }

  @Test(arguments: SceneCatalog.names) func aSceneThatWasShownIsGone(_ name: String) throws {
    let stage = Stage(CubeScene())
    stage.makeScene = { SceneCatalog.make($0) }
    let window = Window(stage, size: Size(640, 400), scale: 1, threads: 1)
    let bitmap = Bitmap(width: 640, height: 400)
    func draw() {
      _ = window.prepare()
      window.draw(into: bitmap, clip: Region(bitmap.bounds))
    }
    draw()
    weak var scene: Scene?
    weak var content: View?
    weak var layer: Layer?
    weak var inner: View?
    weak var innerLayer: Layer?
    try {
      let new = try #require(SceneCatalog.make(name))
      stage.show(new)
      draw()
      window.send([TouchEvent(.began, id: 0, at: Point(320, 150))], at: 1_000_000_000)
      window.send([TouchEvent(.moved, id: 0, at: Point(360, 170))], at: 1_010_000_000)
      window.send([TouchEvent(.moved, id: 0, at: Point(390, 180))], at: 1_020_000_000)
      window.send([TouchEvent(.ended, id: 0, at: Point(390, 180))], at: 1_030_000_000)
      window.advance(to: 1_050_000_000)
      draw()
      (scene, content, layer) = (new, new.content, new.content.layer)
      (inner, innerLayer) = (new.content.subviews.first, new.content.subviews.first?.layer)
    }()
    stage.show(CubeScene())
    window.advance(to: 60_000_000_000)
    draw()
    #expect(scene == nil)
    #expect(content == nil)
    #expect(layer == nil)
    #expect(inner == nil)
    #expect(innerLayer == nil)
  }
}
