import PanelViews
import Scenes
import TestStage
import Testing

@testable import Chrome

/// Edges and scroll offsets of scene files are on whole pixels, although the scene is magnified.
@Suite struct PixelTests {
  private static let panels: [(size: Size, scale: Double)] = [
    (Size(1280, 800), 1), (Size(800, 480), 1), (Size(1024, 600), 1), (Size(1920, 1080), 1), (Size(1280, 800), 1.5),
  ]

  /// A page of texts that scrolls.
  private static func makeScene() throws -> FileScene {
    var (description, list) = (SceneDescription(), SceneDescription.Node())
    (list.isArranged, list.grows, list.scroll) = (true, true, SceneDescription.Scroll())
    list.children = try (1...40).map { row in
      var (node, text) = (SceneDescription.Node(), SceneDescription.Text())
      text.string = try LiveText(template: "row \(row)")
      (node.text, node.isArranged) = (text, true)
      return node
    }
    (description.root.stack, description.root.children) = (SceneDescription.Stack(), [list])
    return FileScene(description)
  }

  private func isWhole(_ pixels: Double) -> Bool { abs(pixels - pixels.rounded()) < 1e-6 }

  @Test(arguments: panels) func scrollingMovesByWholePixels(_ size: Size, _ scale: Double) throws {
    let scene = try Self.makeScene()
    let panel = Panel(scene, size, showsBar: false)
    panel.window.resize(to: size, scale: scale)
    panel.window.layoutIfNeeded()
    let scrollView = try #require(panel.stage.tree.lazy.compactMap { $0 as? ScrollView }.first)
    let pixelsPerPoint = scene.magnification * panel.window.scale
    let center = try #require(scrollView.convert(scrollView.bounds.center, to: panel.stage))
    panel.send(.began, center)
    panel.send(.moved, center - Point(0, 30))
    for step in 1...10 {
      let before = scrollView.contentOffset.y
      panel.send(.moved, center - Point(0, 30 + Double(step) / panel.window.scale))
      let movement = (scrollView.contentOffset.y - before) * pixelsPerPoint
      #expect(abs(movement - 1) < 1e-6 && isWhole(scrollView.contentOffset.y * pixelsPerPoint), "\(movement) px")
    }
  }

  @Test(arguments: panels) func rowsAreOnWholePixels(_ size: Size, _ scale: Double) throws {
    let scene = try Self.makeScene()
    let panel = Panel(scene, size, showsBar: false)
    panel.window.resize(to: size, scale: scale)
    panel.window.layoutIfNeeded()
    let pixelsPerPoint = scene.magnification * panel.window.scale
    for label in panel.stage.tree.compactMap({ $0 as? Label }) {
      let frame = label.frame
      #expect([frame.minY, frame.maxY].allSatisfy { isWhole($0 * pixelsPerPoint) }, "\(frame)")
      #expect(!label.isTruncated)
    }
  }
}
