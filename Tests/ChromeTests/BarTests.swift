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

  private func number(_ scene: Scene) throws -> BarItem {
    try #require(scene.controls.first { $0.control is Slider })
  }

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
    #expect(try panel.stage.descendant("root/bar/net") is BarItemView && panel.window.updateDamage().isEmpty)
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
    let slider = try #require(panel.stage.descendant("root/bar/angle").tree.first { $0 is Slider })
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

  /// The status line says how to go on, and buttons that the exploded view doesn't need fade.
  @Test(arguments: [
    Size(480, 320), Size(800, 480), Size(1280, 800), Size(1080, 1920), Size(434, 900), Size(3840, 2160),
  ])
  func explodedViewChangesTheBar(_ size: Size) throws {
    let panel = shown(CubeScene(), size)
    let bar = try #require(panel.stage.bar)
    panel.window.layoutIfNeeded()
    let text = bar.status.attributedText
    panel.stage.explain()
    panel.advance(seconds: 3)
    #expect(bar.scenesButton.alpha == 0.32 && bar.explainButton.alpha == 1)
    // The faded button doesn't work.
    let receiver = panel.stage.hitTest(try bar.scenesButton.centerInWindow())
    #expect(receiver?.isDescendant(of: bar) == true && receiver?.isDescendant(of: bar.scenesButton) == false)
    // Above the bar, the exploded view has no room for the status line.
    #expect(bar.status.text == "Try another answer" && bar.status.isHidden == (bar.statusFrame != nil))
    for item in bar.items + [bar.explainButton] where !bar.status.isHidden {
      #expect(!item.frame(in: bar).overlaps(bar.status.frame), "\(item.path)")
    }
    panel.stage.closeExplosion()
    panel.advance(seconds: 3)
    #expect(bar.scenesButton.alpha == 1 && !bar.status.isHidden && bar.status.attributedText == text)
  }

  /// On a narrow panel choices are menus. If that isn't enough, they scroll; the buttons stay visible.
  @Test func narrowBarScrolls() throws {
    let panel = shown(CubeScene(), Size(320, 240))
    let bar = try #require(panel.stage.bar)
    func menus() -> Int { bar.tree.count { $0 is MenuButton } }
    panel.window.layoutIfNeeded()
    #expect(menus() == 2 && bar.isScrollable && bar.scrollView.layer.masksToBounds)
    for item in bar.items + [bar.explainButton, bar.scenesButton] {
      if bar.items.contains(where: { $0 === item }) {
        bar.scrollView.scrollRectToVisible(item.frame, animated: false)
        panel.window.layoutIfNeeded()
      }
      #expect(panel.stage.hitTest(try item.centerInWindow())?.isDescendant(of: item) == true, "\(item.path)")
    }
    panel.window.resize(to: Size(1280, 800), scale: 1)
    panel.window.layoutIfNeeded()
    #expect(menus() == 0 && !bar.isScrollable && bar.scrollView.contentOffset == .zero)
    // A panel at rest isn't laid out again.
    _ = panel.window.updateDamage()
    #expect(!panel.window.needsDisplay && panel.window.updateDamage().isEmpty)
  }

  /// A control's width is the same in both forms, so that a panel that was resized looks like a new one.
  @Test(arguments: ["cube", "order"]) func widthsDoNotDependOnTheForm(_ name: String) throws {
    let panel = try Panel(name)
    let bar = try #require(panel.stage.bar)
    // A point isn't a whole number of pixels.
    panel.window.resize(to: Size(1280, 800), scale: 1.3)
    panel.window.layoutIfNeeded()
    func widths() -> [[Double]] { bar.items.map { item in [false, true].map { item.width(isCompact: $0) } } }
    let regular = widths()
    #expect(!regular.isEmpty)
    for item in bar.items { item.fit(isCompact: true) }
    #expect(widths() == regular)
  }

  /// The bar of another theme takes over the controls and their values.
  @Test func rebuiltBarHasTheControls() throws {
    let cube = CubeScene()
    let panel = shown(cube)
    cube.touchFix = .depth
    panel.stage.rebuild(theme: .light)
    panel.window.layoutIfNeeded()
    #expect(try selected("root/bar/touch-fix", in: panel) == ["depth"])
    try panel.tap("root/bar/touch-fix/none")
    #expect(cube.touchFix == .none)
  }
}
