import Localization
import PanelViews
import TestStage
import Testing

@testable import Chrome
@testable import Scenes

/// The bar's controls for a scene: they change the scene, and show its changes.
@Suite struct BarTests {
  private func shown(_ scene: Scene, _ size: Size = Size(1280, 800)) -> Panel {
    Panel(scene, size, reducesMotion: true)
  }

  private func number(_ scene: Scene) throws -> SceneNumber {
    guard case .number(let number)? = scene.controls.first else { throw NoNumber() }
    return number
  }

  private struct NoNumber: Error {}

  /// The names of the selected controls.
  private func selected(_ path: String, in panel: Panel) throws -> [String] {
    try panel.stage.descendant(path).tree.compactMap { $0 as? Segment }.filter(\.isSelected).compactMap(\.name)
  }

  @Test func choiceIsSharedWithScene() throws {
    let cube = CubeScene()
    var fixes: [TouchFix] = []
    cube.onTouchFixChange = { fixes.append($0) }
    let panel = shown(cube)
    for _ in 0..<2 { try panel.tap("root/bar/touch-fix/depth") }
    #expect(cube.touchFix == .depth && fixes == [.depth])
    #expect(panel.stage.press(.character("2")) && fixes == [.depth, .userInteraction])
    #expect(try selected("root/bar/touch-fix", in: panel) == ["user-interaction"])
  }

  /// A tap that drifts isn't a swipe. Only an upward movement opens the scene picker.
  @Test(arguments: [(12.0, 0.0, true), (0, 12, true), (12, -11, true), (0, -100, false)])
  func driftingTapPressesItsButton(x: Double, y: Double, presses: Bool) throws {
    let panel = shown(CubeScene())
    let start = try panel.stage.descendant("root/bar/touch-fix/depth").centerInWindow()
    panel.send(.began, start)
    for fraction in [0.5, 1] {
      panel.advance(seconds: 0.05)
      panel.send(.moved, start + Point(x, y) * fraction)
    }
    panel.send(.ended, start + Point(x, y))
    #expect((panel.cube.touchFix == .depth) == presses && (panel.stage.sheet is ScenePicker) == !presses)
  }

  @Test func fadedButtonsCannotBeUsed() throws {
    let panel = shown(CubeScene())
    panel.stage.explain(panel.buttonPoint)
    let scenes = try panel.stage.descendant("root/bar/scenes")
    panel.tap(try scenes.centerInWindow())
    #expect(scenes.alpha < 1 && panel.stage.sheet == nil && scenes.elementsInReadingOrder.isEmpty)
    for _ in 0..<10 {
      panel.press(.tab)
      #expect(!scenes.tree.contains { ($0 as? Control)?.isFocused == true })
    }
    panel.stage.explainer.reset()
    try panel.tap("root/bar/scenes")
    #expect(panel.stage.sheet is ScenePicker && scenes.alpha == 1)
  }

  @Test func numberIsSharedWithScene() throws {
    let scene = try #require(SceneCatalog.make("rotate"))
    let (panel, angle) = (shown(scene), try number(scene))
    let slider = try panel.stage.descendant("root/bar/angle")
    // Beyond the end of the track.
    panel.tap(try #require(slider.convert(Point(slider.bounds.width - 5, slider.bounds.height - 20), to: panel.stage)))
    #expect(angle.value == 360)
    // A new value of the scene redraws the slider.
    _ = panel.window.updateDamage()
    angle.value = 90
    let top = try #require(slider.convert(Point.zero, to: panel.stage)).y
    #expect(Double(panel.window.updateDamage().bounds.maxY) > top)
  }

  @Test func buttonActsOnScene() throws {
    let panel = shown(try #require(SceneCatalog.make("order")))
    func order() throws -> [String] { try panel.stage.descendant("root/order/container").subviews.compactMap(\.name) }
    #expect(try order() == ["red", "green"])
    try panel.tap("root/bar/front")
    #expect(try order() == ["green", "red"])
  }

  @Test func previousSceneNoLongerChangesTheBar() throws {
    let cube = CubeScene()
    let panel = shown(cube)
    panel.stage.show(FoldScene())
    _ = panel.window.updateDamage()
    cube.touchFix = .depth
    #expect(try panel.stage.descendant("root/bar/net") is ChoiceItem && panel.window.updateDamage().isEmpty)
    panel.stage.show(cube)
    #expect(try selected("root/bar/touch-fix", in: panel) == ["depth"])
  }

  /// A focused slider moves by a fortieth of its range, in the direction of the arrow.
  @Test(arguments: [false, true]) func arrowsMoveFocusedSlider(_ isRightToLeft: Bool) throws {
    var language = Language.english
    language.isRightToLeft = isRightToLeft
    try Language.$current.withValue(language) {
      let scene = try #require(SceneCatalog.make("rotate"))
      let (panel, angle) = (shown(scene), try number(scene))
      let window = panel.window
      let (less, more) = isRightToLeft ? (Key.right, Key.left) : (.left, .right)
      panel.press(.tab)
      #expect(window.press(more, at: window.now) && angle.value == 54)
      #expect(window.press(less, at: window.now) && window.press(less, at: window.now) && angle.value == 36)
      #expect(!window.press(.up, at: window.now) && angle.value == 36)
    }
  }

  /// The knob isn't highlighted after a cancelled touch, even if the finger had left it.
  @Test func cancelledTouchRestoresSliderLook() throws {
    let panel = shown(try #require(SceneCatalog.make("rotate")))
    let window = panel.window
    let bitmap = Bitmap(width: 1280, height: 800)
    func picture() -> [UInt32] {
      window.draw(into: bitmap, clip: window.updateDamage())
      return bitmap.pixelArray
    }
    let slider = try panel.stage.descendant("root/bar/angle").subviews[0]
    // On the knob, at an eighth of the track.
    let place = try #require(slider.convert(Point(20 + (slider.bounds.width - 40) / 8, 24), to: panel.stage))
    let before = picture()
    panel.send(.began, place)
    #expect(picture() != before)
    panel.send(.moved, place - Point(0, 200))
    _ = picture()
    panel.send(.cancelled, place)
    #expect(picture() == before)
  }

  // MARK: Explaining

  /// The button and the key need both `explainsTaps` and the permission for explanations.
  @Test func explainButtonAndKeyNeedSettingAndPermission() throws {
    let panel = shown(CubeScene())
    let stage = panel.stage
    let button = try stage.descendant("root/bar/explain")
    try panel.tap("root/bar/explain")
    #expect(stage.explainer.explosion != nil)
    try panel.tap("root/bar/explain")
    panel.advance(seconds: 3)
    #expect(stage.explainer.explosion == nil)
    #expect(stage.press(.character("e")) && stage.explainer.explosion != nil)
    let order = ["explain", "scenes"]
    let leftEdges = try order.map { try stage.descendant("root/bar/\($0)").frame.minX }
    #expect(leftEdges == leftEdges.sorted())
    stage.explainsTaps = false
    #expect(stage.explainer.explosion == nil && button.isHidden && !stage.press(.character("e")))
    stage.explainsTaps = true
    stage.permissions = .scenes
    panel.window.layoutIfNeeded()
    #expect(button.isHidden && !stage.press(.character("e")) && stage.explainer.explosion == nil)
  }

  /// Other controls fade or disappear while the hint is shown, until it is removed.
  @Test(arguments: [
    Size(480, 320), Size(800, 480), Size(1280, 800), Size(1080, 1920), Size(434, 900), Size(3840, 2160),
  ])
  func hintIsNextToFirstControl(_ size: Size) throws {
    let panel = shown(CubeScene(), size)
    let (window, stage) = (panel.window, panel.stage)
    let bar = try #require(stage.bar)
    bar.fade([bar.scenesButton])
    bar.hintText = "Try another answer"
    _ = window.updateDamage()
    let hint = try stage.descendant("root/bar/hint")
    let status = try stage.descendant("root/bar/status")
    let first = try stage.descendant("root/bar/touch-fix")
    #expect(!hint.isHidden && !first.isHidden && bar.scenesButton.alpha == 0.32 && bar.explainButton.alpha == 1)
    #expect(try stage.descendant("root/bar/lighting").isHidden && status.isHidden)
    for other in [first, bar.explainButton, bar.scenesButton] {
      #expect(!hint.frame.overlaps(other.frame), "\(other.path)")
    }
    #expect(bar.bounds.insetBy(-0.01, -0.01).contains(Point(hint.frame.maxX, hint.frame.maxY)))
    // The faded button doesn't work.
    #expect(stage.hitTest(try bar.scenesButton.centerInWindow()) === bar)
    bar.hintText = nil
    bar.fade()
    _ = window.updateDamage()
    #expect(hint.isHidden && bar.scenesButton.alpha == 1 && !status.isHidden)
    #expect(try !stage.descendant("root/bar/lighting").isHidden)
  }
}
