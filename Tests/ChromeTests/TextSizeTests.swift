import PanelViews
import Scenes
import TestStage
import Testing

@testable import Chrome

/// Larger texts, and a panel whose upper part is out of reach.
@Suite struct TextSizeTests {
  private static let sizes = [Size(800, 480), Size(1280, 800), Size(1080, 1920)]
  private static let textSizes = [1.0, 2]

  private func panel(_ scene: Scene, _ size: Size, textSize: Double = 1, reach: Double = 0) -> Panel {
    let panel = Panel(scene, size, reducesMotion: true)
    (panel.stage.textSize, panel.stage.unreachableShare) = (textSize, reach)
    panel.window.layoutIfNeeded()
    return panel
  }

  private func shownViews(_ view: View) -> [View] {
    view.isHidden || view.alpha < 0.01 ? [] : [view] + view.subviews.flatMap(shownViews)
  }

  /// True if the view is on the panel, below the line that people can reach. Scrolled content only has to begin there.
  private func isInReach(_ view: View, _ stage: Stage) throws -> Bool {
    let corners = try view.bounds.corners.map { try #require(view.convert($0, to: stage)) }
    let frame = Rect(bounding: corners)
    let scrolls = sequence(first: view, next: \.superview).contains { ($0 as? ScrollView)?.layer.masksToBounds == true }
    let reachable = stage.reachableFrame.insetBy(-1, -1)
    return frame.minY >= reachable.minY
      && (scrolls || (frame.maxY <= reachable.maxY && reachable.minX <= frame.minX && frame.maxX <= reachable.maxX))
  }

  private func expectControlsInReach(_ stage: Stage, _ comment: String) throws {
    let controls = shownViews(stage).filter { $0 is Control && $0.name != "dismiss" }
    #expect(controls.count > 1, "\(comment)")
    for control in controls { #expect(try isInReach(control, stage), "\(comment): \(control.path)") }
  }

  @Test(arguments: sizes, textSizes) func everythingTouchedIsInReach(_ size: Size, _ textSize: Double) throws {
    for name in SceneCatalog.names {
      let panel = panel(try #require(SceneCatalog.make(name)), size, textSize: textSize, reach: 0.4)
      let stage = panel.stage
      #expect(stage.reachableFrame.minY > 0 || (size.height < 800 && textSize == 2))
      #expect(stage.reachableFrame.height >= 240 - 1)
      try expectControlsInReach(stage, "\(name) at \(size)")
    }
  }

  @Test(arguments: sizes, textSizes) func sheetsAndExplanationsAreInReach(_ size: Size, _ textSize: Double) throws {
    let panel = panel(CubeScene(), size, textSize: textSize, reach: 0.4)
    let stage = panel.stage
    stage.explain(panel.buttonPoint)
    panel.advance(seconds: 3)
    try expectControlsInReach(stage, "exploded view at \(size)")
    stage.closeExplosion()
    panel.advance(seconds: 1)
    stage.askForPIN(check: { _, _ in }, onSuccess: {})
    panel.advance(seconds: 1)
    try expectControlsInReach(stage, "PIN pad at \(size)")
    stage.showMaintenance(touchTest: {}, quit: {}, stop: {}, done: {})
    panel.advance(seconds: 1)
    try expectControlsInReach(stage, "menu at \(size)")
    stage.showsPicker = true
    panel.advance(seconds: 1)
    try expectControlsInReach(stage, "picker at \(size)")
    // A touch above the line closes the sheet and reaches nothing else.
    panel.tap(Point(panel.window.size.width / 2, 4))
    #expect(stage.sheet == nil)
  }

  @Test func barGrowsWithItsTexts() throws {
    let panel = panel(CubeScene(), Size(1280, 800), textSize: 2)
    let bar = try #require(panel.stage.bar)
    #expect(panel.window.magnification == 2 && bar.scenesButton.frame.height == BarItemView.height)
    #expect(!bar.isScrollable)
    // The shorter side keeps 240 units.
    panel.window.resize(to: Size(480, 320), scale: 1)
    panel.window.layoutIfNeeded()
    #expect(abs(panel.window.magnification - 320 / 240) < 1e-9)
  }

  @Test func barScrollsOnLowPanel() throws {
    let panel = panel(CubeScene(), Size(640, 480), textSize: 2)
    let bar = try #require(panel.stage.bar)
    #expect(bar.frame.height < 120 && bar.isScrollable)
    let last = try #require(bar.items.last)
    bar.scrollView.scrollRectToVisible(last.frame, animated: false)
    panel.window.layoutIfNeeded()
    try panel.tap("root/bar/lighting")
    #expect(panel.stage.sheet is ChoiceMenu)
    panel.stage.dismissSheet()
    panel.advance(seconds: 1)
    // The buttons don't scroll.
    try panel.tap("root/bar/scenes")
    #expect(panel.stage.showsPicker)
  }

  private func list(_ count: Int) -> FileScene {
    var description = SceneDescription()
    description.root.stack = SceneDescription.Stack()
    description.root.children = (0..<count).map { index in
      var node = SceneDescription.Node()
      (node.name, node.isArranged) = ("text\(index)", true)
      node.text = SceneDescription.Text()
      node.text?.string = LiveText("Line \(index)")
      return node
    }
    return FileScene(description)
  }

  @Test func describedSceneScrollsIfItsTextsNoLongerFit() throws {
    let panel = panel(list(12), Size(800, 480))
    let root = try #require(panel.stage.scene.content.subviews.first)
    #expect(!(root is ScrollView))
    panel.stage.textSize = 2
    panel.window.layoutIfNeeded()
    let scrollView = try #require(panel.stage.scene.content.subviews.first as? ScrollView)
    #expect(scrollView.contentSize.height > scrollView.bounds.height)
    for case let label as Label in root.subviews {
      #expect(label.textFrame.height > 35 && label.bounds.height >= label.textFrame.height && !label.isTruncated)
    }
    panel.stage.textSize = 1
    panel.window.layoutIfNeeded()
    #expect(panel.stage.scene.content.subviews.first === root)
  }

  @Test func facesTextsGrowUntilTheyFillTheirFrames() throws {
    var face = FaceDescription(buttons: [ButtonDescription(name: "call", title: LiveText("Call"))])
    face.label = LiveText("Desk")
    var heights: [(label: Double, title: Double)] = []
    for textSize in Self.textSizes {
      let panel = panel(CubeScene(SceneOptions(faces: [1: face])), Size(1280, 800), textSize: textSize)
      let button = try #require(panel.cube.buttons.first)
      let labels = button.superview?.subviews.compactMap { $0 as? Label } ?? []
      let label = try #require(labels.first)
      #expect(!label.isTruncated && label.textFrame.width <= label.bounds.width)
      #expect(!button.isTitleTruncated && button.titleFrame.width <= button.bounds.width)
      heights.append((label.textFrame.height, button.titleFrame.height))
    }
    #expect(heights[1].label > 1.3 * heights[0].label && heights[1].title > 1.3 * heights[0].title)
  }
}
