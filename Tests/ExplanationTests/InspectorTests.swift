import PanelViews
import Scenes
import TestStage
import Testing

@testable import Chrome
@testable import Explanation

/// The inspector's list, outline and ring.
@Suite struct InspectorTests {
  private func inspected(_ name: String, _ size: Size = Size(1280, 800)) throws -> Panel {
    let panel = try Panel(name, size)
    panel.stage.showsInspector = true
    return panel
  }

  private func layer(_ name: String, of panel: Panel) throws -> Layer {
    try #require(panel.stage.layer.sublayers.first { $0.name == (name == "ring" ? "tap-ring" : "inspector-\(name)") })
  }

  private func frame(of layer: Layer) -> Rect {
    Rect(origin: layer.position - Point(layer.bounds.width / 2, layer.bounds.height / 2), size: layer.bounds.size)
  }

  private func tap(_ point: Point, on panel: Panel) {
    panel.tap(point)
    _ = panel.window.updateDamage()
  }

  @Test(arguments: ["cube", "carousel", "intersect"], Panel.sizes)
  func listDoesNotCoverTheTappedView(_ name: String, _ size: Size) throws {
    let panel = try inspected(name, size)
    let (list, outline) = (try layer("list", of: panel), try layer("outline", of: panel))
    let bar = try #require(panel.stage.bar)
    var (tapCount, listCount) = (0, 0)
    for x in stride(from: size.width * 0.1, to: size.width, by: size.width * 0.13) {
      for y in stride(from: size.height * 0.05, to: bar.frame.minY, by: size.height * 0.11) {
        tap(Point(x, y), on: panel)
        tapCount += 1
        guard !list.isHidden else { continue }
        listCount += 1
        #expect(panel.stage.bounds.contains(frame(of: list).origin) && frame(of: list).maxX <= size.width, "\(x), \(y)")
        #expect(!frame(of: list).overlaps(bar.frame), "\(x), \(y)")
        #expect(outline.isHidden || !frame(of: list).overlaps(frame(of: outline)), "\(x), \(y)")
      }
    }
    #expect(Double(listCount) > 0.8 * Double(tapCount), "\(listCount) of \(tapCount)")
  }

  @Test func inspectorShowsTheCodeOfAFix() throws {
    let panel = try inspected("cube")
    let route = Route(to: panel.buttonPoint, in: panel.stage)
    #expect(route.lines(with: panel.cube.tapRuleNote) == route.lines)
    panel.cube.touchFix = .reorder
    let first = try #require(route.lines(with: panel.cube.tapRuleNote).first)
    #expect(first.title == "For developers" && first.name == "cube.bringSubviewToFront(face3)")
  }

  /// The outline follows each frame while the cube rotates. Afterwards nothing is drawn.
  @Test func outlineFollowsItsView() throws {
    let panel = try inspected("cube")
    let (cube, window) = (panel.cube, panel.window)
    tap(Point(640, 180), on: panel)
    let (list, outline) = (try layer("list", of: panel), try layer("outline", of: panel))
    let face = try #require(cube.content.subviews.first { $0.name == "face5" })
    for step in 0..<12 {
      cube.orientation = cube.orientation.concatenating(Rotation(angle: 0.11, x: 0.2, y: 1, z: Double(step) * 0.1))
      _ = window.updateDamage()
      let corners = face.bounds.corners.compactMap(face.layer.homographyToRoot.apply)
      let expected = Rect(bounding: corners).insetBy(-6, -6)
      #expect((frame(of: outline).origin - expected.origin).length < 1e-6 && !outline.isHidden)
      #expect(list.isHidden || !frame(of: list).overlaps(frame(of: outline)))
    }
    // The ring's echo has ended, and nothing fades yet.
    window.advance(to: window.now + 900_000_000)
    _ = window.updateDamage()
    window.advance(to: window.now + 16_000_000)
    #expect(window.updateDamage().isEmpty)
  }

  @Test func barAndSheetsAreNotInspected() throws {
    let panel = try inspected("cube", Size(480, 320))
    let bar = try #require(panel.stage.bar)
    func showsNothing() throws -> Bool {
      try ["list", "outline"].allSatisfy { try layer($0, of: panel).isHidden }
        && !panel.stage.layer.sublayers.contains { $0.name == "tap-ring" && !$0.isHidden }
    }
    for item in bar.items + [bar.scenesButton] {
      tap(try item.centerInWindow(), on: panel)
      #expect(try showsNothing(), "\(item.path)")
      // Outside of the sheet.
      panel.advance(seconds: 0.5)
      tap(Point(470, 8), on: panel)
      #expect(try showsNothing(), "\(item.path)")
      panel.advance(seconds: 1)
    }
    tap(Point(240, 60), on: panel)
    #expect(try !showsNothing())
  }

  @Test func marksScaleWithPanel() throws {
    func ring(_ size: Size) throws -> Double {
      let panel = try inspected("cube", size)
      tap(Point(size.width / 2, size.height * 0.22), on: panel)
      return try #require(layer("ring", of: panel).sublayers.last).bounds.width
    }
    #expect(try ring(Size(3840, 2400)) == 3 * ring(Size(1280, 800)))
  }

  @Test func inspectorDoesNotChangeHitTesting() throws {
    let panel = Panel()
    let stage = panel.stage
    let points = stride(from: 5.0, to: 1280, by: 37).flatMap { x in
      stride(from: 5.0, to: 800, by: 41).map { Point(x, $0) }
    }
    let before = points.map { stage.hitTest($0)?.path }
    stage.showsInspector = true
    panel.send(.began, Point(640, 180))
    // A resting finger shows the map until it lifts.
    panel.advance(seconds: 0.7)
    let map = try #require(stage.layer.sublayers.first { $0.name == "inspector-map" })
    #expect(!map.isHidden && map.contents != nil)
    #expect(points.map { stage.hitTest($0)?.path } == before)
    panel.send(.ended, Point(640, 180))
    #expect(map.isHidden && map.contents == nil)
    // Everything fades, and then nothing moves.
    panel.advance(seconds: 10)
    #expect(!panel.window.isAnimating)
    stage.showsInspector = false
    #expect(!stage.layer.sublayers.contains { $0.name?.hasPrefix("inspector") == true })
  }
}
