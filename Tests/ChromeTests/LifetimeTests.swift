import Chrome
import PanelViews
import Scenes
import TestStage
import Testing

/// A stage is released with its window. A scene is released with its views and layers once the stage shows another one.
@Suite struct LifetimeTests {
  private let panel = Panel(CubeScene(), Size(640, 400))

  @Test(arguments: SceneCatalog.names) func stageIsReleasedWithItsWindowDespiteTouches(_ name: String) throws {
    weak var stage: Stage?
    weak var recognizer: GestureRecognizer?
    try {
      let panel = try Panel(name, Size(640, 400))
      for (id, place) in [Point(320, 150), Point(340, 150)].enumerated() {
        panel.send(.began, place, id: id)
        panel.send(.moved, place + Point(80, 20), id: id)
      }
      (stage, recognizer) = (panel.stage, panel.stage.scene.content.gestureRecognizers.first)
      #expect(panel.window.isTouched)
    }()
    #expect(stage == nil && recognizer == nil)
  }

  /// The activity in progress when the stage replaces the scene.
  enum Activity: CaseIterable, Sendable { case deceleration, drag, tap }

  @Test(arguments: SceneCatalog.names, Activity.allCases)
  func replacedSceneIsReleased(_ name: String, _ activity: Activity) throws {
    weak var scene: Scene?
    weak var content: View?
    weak var layer: Layer?
    weak var inner: View?
    weak var innerLayer: Layer?
    try {
      let new = try #require(SceneCatalog.make(name))
      panel.stage.show(new)
      _ = panel.pixels()
      let (start, end) = (Point(320, 150), Point(400, 150))
      panel.send(.began, start)
      for step in 1...8 where activity != .tap {
        panel.advance(seconds: 0.017)
        panel.send(.moved, start + Point(Double(step) * 10, 0))
      }
      switch activity {
      case .tap: panel.send(.ended, start)
      // The touch ends while it moves.
      case .deceleration: panel.send(.ended, end)
      case .drag: break
      }
      panel.advance(seconds: 0.03)
      _ = panel.pixels()
      (scene, content, layer) = (new, new.content, new.content.layer)
      (inner, innerLayer) = (new.content.subviews.first, new.content.subviews.first?.layer)
      panel.stage.show(CubeScene())
    }()
    #expect(scene == nil)
    // The scene's views may live until their animations and touches end.
    for _ in 0..<100 {
      panel.advance(seconds: 0.03)
      _ = panel.window.updateDamage()
    }
    panel.window.cancelInput(at: panel.window.now)
    _ = panel.pixels()
    #expect(content == nil && layer == nil && inner == nil && innerLayer == nil)
  }
}
