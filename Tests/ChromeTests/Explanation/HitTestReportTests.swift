import PanelViews
import SeededRandom
import TestStage
import Testing

@testable import Chrome
@testable import Scenes

/// Compares the reports with the hit test itself.
@Suite struct HitTestReportTests {
  /// For the lesson's tap on the left half of the button.
  @Test(arguments: [
    (
      TouchFix.none, ["6 missed", "5 hit", "4 notTested", "3 notTested", "2 notTested", "1 notTested"],
      [false, true, false, true, false, false]
    ),
    (
      .userInteraction,
      ["6 ignoresTouches", "5 ignoresTouches", "4 ignoresTouches", "3 hit", "2 notTested", "1 notTested"],
      [false, true, false, true, false, false]
    ),
    (
      .reorder, ["3 hit", "6 notTested", "5 notTested", "4 notTested", "2 notTested", "1 notTested"],
      [true, false, true, false, false, false]
    ),
    (
      .depth, ["3 hit", "2 notTested", "1 notTested", "6 notTested", "5 notTested", "4 notTested"],
      [true, false, false, false, true, false]
    ),
  ])
  func facesAreReportedInHitTestOrder(_ fix: TouchFix, _ outcomes: [String], _ containsTap: [Bool]) throws {
    let panel = Panel(CubeScene(SceneOptions(touchFix: fix)))
    let point = try #require(panel.stage.convert(panel.buttonPoint, to: panel.cube.content))
    let report = HitTestReport(at: point, in: panel.cube.content)
    #expect(report.candidates.map { "\($0.view.name?.dropFirst("face".count) ?? "-") \($0.outcome)" } == outcomes)
    #expect(report.candidates.map(\.containsTap) == containsTap)
    #expect(
      report.candidates.allSatisfy { ($0.facing == .front) == ["face1", "face2", "face3"].contains($0.view.name) })
    #expect(report.visibleIndex == report.candidates.firstIndex { $0.view.name == "face3" })
    #expect(report.matchesVisibleView == (fix != .none) && (report.hitView === panel.cube.buttonView) == (fix != .none))
    #expect((report.order == .depth) == (fix == .depth))
  }

  @Test func containerIsHitOutsideTheCube() {
    let content = Panel().cube.content
    let report = HitTestReport(at: Point(3, 3), in: content)
    #expect(report.hitView === content && report.hitIndex == nil && report.matchesVisibleView)
    #expect(report.candidates.allSatisfy { $0.outcome == .missed })
  }

  @Test func candidatesAreFoundInNestedViews() {
    let planes = (1...3).map { View(name: "plane\($0)", frame: Rect(20, 20, 100, 100)) }
    let space = View(name: "space", frame: Rect(0, 0, 300, 200), transformsOnly: true)
    for plane in planes { space.addSubview(plane) }
    let root = View(name: "root", frame: Rect(0, 0, 300, 200))
    root.addSubview(space)
    let content = View(frame: Rect(0, 0, 300, 200))
    content.addSubview(root)
    let inside = HitTestReport(at: Point(50, 50), in: content)
    #expect(inside.candidates.map { $0.view.name } == ["plane3", "plane2", "plane1"] && inside.hitIndex == 0)
    let outside = HitTestReport(at: Point(200, 50), in: content)
    #expect(outside.hitIndex == nil && outside.hitView === root && outside.container === root)
  }

  /// 10,000 random taps on all scenes, rotated at random, the cube with each fix.
  @Test func reportsMatchHitTest() {
    var random = SeededRandom()
    for round in 0..<1000 {
      let name = SceneCatalog.names[round % SceneCatalog.names.count]
      var options = SceneOptions()
      options.touchFix = TouchFix.allCases[(round / SceneCatalog.names.count) % TouchFix.allCases.count]
      options.view = ViewAngle(
        x: .random(in: -4...4, using: &random), y: .random(in: -4...4, using: &random))
      let panel = Panel(SceneCatalog.make(name, options)!)
      let content = panel.stage.scene.content
      for _ in 0..<10 {
        // Half of them near the center, where the views are.
        let range = Bool.random(using: &random) ? 0.15 : 0.5
        let point = Point(
          content.bounds.width * (0.5 + .random(in: -range...range, using: &random)),
          content.bounds.height * (0.5 + .random(in: -range...range, using: &random)))
        var steps: [HitStep] = []
        let hitView = content.hitTest(point) { steps.append($0) }
        let report = HitTestReport(at: point, in: content)
        #expect(report.hitView === hitView)
        guard let hit = report.hitIndex else {
          #expect(hitView == nil || hitView === report.container, "\(name) at \(point)")
          #expect(report.candidates.allSatisfy { $0.outcome == .missed || $0.outcome == .ignoresTouches })
          continue
        }
        let candidates = report.candidates
        #expect(hitView?.isDescendant(of: candidates[hit].view) == true, "\(name) at \(point)")
        // The tested candidates, in this order; none after the hit view.
        let tested = steps.compactMap { step in candidates.firstIndex { $0.view === step.view } }
        #expect(tested == tested.sorted(), "\(name) at \(point)")
        #expect(tested.last == hit)
        for (index, candidate) in candidates.enumerated() {
          #expect((candidate.outcome == .notTested) == (index > hit))
          guard let step = steps.first(where: { $0.view === candidate.view }), index != hit else { continue }
          let isMissed = [.outside, .behindEye, .edgeOn].contains(step.outcome)
          #expect(isMissed == (candidate.outcome == .missed), "\(name) at \(point)")
        }
      }
    }
  }

  /// In a route, and next to the panes.
  @Test func everyOrderHasItsOwnSentences() {
    let texts = HitOrder.allCases.map(\.texts)
    #expect(Set(texts.map(\.testsSubviews)).count == texts.count && Set(texts.map(\.panes)).count == texts.count)
  }

  @Test func routeExplainsWhyButtonGetsNoTap() throws {
    let panel = Panel()
    let lines = Route(to: Point(640, 180), in: panel.stage).lines.map { "\($0.name): \($0.outcome)" }
    #expect(
      lines == [
        "root: asks its subviews, the last one first",
        "root/bar: missed (outside)",
        "root/cube: asks its subviews, the last one first",
        "root/cube/face6: missed (outside)",
        "root/cube/face5/number: does not listen (interaction off)",
        "root/cube/face5: takes it; the eye sees root/cube/face3/button there",
      ])
  }

  @Test func hitMapMatchesHitTest() throws {
    let panel = Panel(CubeScene(), Size(640, 400))
    let stage = panel.stage
    let map = HitMap(of: stage, cellSize: 2)
    #expect(map.width == 320 && map.height == 200)
    var mismatches = 0
    for y in 0..<200 {
      for x in 0..<320 {
        let expected = stage.hitTest(Point(Double(x) * 2 + 1, Double(y) * 2 + 1))
        let viewIndex = map.cells[y * 320 + x]
        if (viewIndex < 0 ? nil : map.views[viewIndex]) !== expected { mismatches += 1 }
      }
    }
    // A view thinner than a block could be missed between its corners.
    #expect(mismatches < 8)
    #expect(
      map.views.contains { $0.path == "root/cube/face5" } && !map.views.contains { $0.path.hasSuffix("/button") })
    #expect(map.bitmapWithLegend().width == 320 && map.bitmapWithLegend().height > 200)
  }
}
