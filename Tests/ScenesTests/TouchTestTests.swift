import PanelViews
import Testing

@testable import Scenes

@Suite struct TouchTestTests {
  private func makeScene(_ size: Size = Size(800, 480)) -> (scene: TouchTestScene, window: Window) {
    let scene = TouchTestScene()
    return (scene, Window(scene, size))
  }

  private func layers(of layer: Layer) -> [Layer] {
    layer.sublayers.filter { !$0.isHidden }.flatMap { [$0] + layers(of: $0) }
  }

  private func labels(_ view: View) -> [String] {
    view.subviews.flatMap { ($0 as? Label).map { [$0.text] } ?? labels($0) }
  }

  @Test func crosshairsFollowFinger() {
    let (scene, window) = makeScene()
    window.send([TouchEvent(.began, id: 7, at: Point(123.5, 211))], at: 1)
    let lines = layers(of: scene.content.layer)
    #expect(lines.contains { $0.bounds.width == 800 && $0.bounds.height == 2 && $0.position.y == 211 })
    #expect(lines.contains { $0.bounds.height == 480 && $0.bounds.width == 2 && $0.position.x == 123.5 })
    let many = lines.count
    for step in 1...5 {
      window.send([TouchEvent(.moved, id: 7, at: Point(123.5 + Double(step) * 20, 211))], at: UInt64(step + 1))
    }
    #expect(layers(of: scene.content.layer).count == many + 5, "each move must add a dot to the trail")
    window.send([TouchEvent(.ended, id: 7, at: Point(223.5, 211))], at: 20)
    #expect(!layers(of: scene.content.layer).contains { $0.bounds.width == 800 && $0.bounds.height == 2 })
  }

  @Test func atMostTenFingersAreShown() {
    let (scene, window) = makeScene()
    for id in 0..<12 { window.send([TouchEvent(.began, id: id, at: Point(50 + Double(id) * 60, 100))], at: 1) }
    #expect(layers(of: scene.content.layer).count { $0.bounds.width == 800 && $0.bounds.height == 2 } == 10)
    window.cancelInput(at: 2)
    #expect(layers(of: scene.content.layer).count { $0.bounds.width == 800 && $0.bounds.height == 2 } == 0)
  }

  @Test func factsAreShown() {
    let (scene, window) = makeScene()
    scene.facts = ["turned by us 90°", "output DSI-1"]
    window.layoutIfNeeded()
    #expect(labels(scene.content) == ["turned by us 90°", "output DSI-1"])
  }
}
