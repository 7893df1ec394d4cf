import Geometry
import SeededRandom
import Testing
import Views

@testable import Chrome
@testable import Scenes

/// The candidates against the hit test itself.
@Suite struct HitTestReportTests {
  /// For the tap that the pictures of the lesson show, on the left half of the button.
  private func ask(_ fix: TouchFix) throws -> (report: HitTestReport, cube: CubeScene) {
    let panel = Panel(CubeScene(SceneOptions(touchFix: fix)))
    let point = try #require(panel.stage.convert(panel.onButton, to: panel.cube.content))
    return (HitTestReport(at: point, in: panel.cube.content), panel.cube)
  }

  private func told(_ report: HitTestReport) -> String {
    report.candidates.map { "\($0.view.name ?? "-") \($0.outcome)" }.joined(separator: ", ")
  }

  @Test func theDeadButtonIsNeverAsked() throws {
    let (report, _) = try ask(.none)
    #expect(
      told(report)
        == "face6 missed, face5 hit, face4 notTested, face3 notTested, face2 notTested, face1 notTested")
    #expect(report.visibleIndex == 3)
    #expect(!report.matchesVisibleView)
  }

  @Test func whoDoesNotListenSaysSo() throws {
    let (report, scene) = try ask(.userInteraction)
    #expect(
      told(report)
        == "face6 ignoresTouches, face5 ignoresTouches, face4 ignoresTouches, face3 hit, face2 notTested, face1 notTested"
    )
    // Of the three that don't listen one alone lies under the tap.
    #expect(report.candidates.map(\.containsTap) == [false, true, false, true, false, false])
    #expect(report.matchesVisibleView)
    #expect(report.hitView === scene.buttonView)
  }

  @Test func theOneBroughtToTheFrontIsAskedFirst() throws {
    let (report, _) = try ask(.reorder)
    #expect(report.candidates.map { $0.view.name } == ["face3", "face6", "face5", "face4", "face2", "face1"])
    #expect(report.hitIndex == 0)
  }

  @Test func theNearestIsAskedFirst() throws {
    let (report, _) = try ask(.depth)
    #expect(report.candidates.map { $0.view.name } == ["face3", "face2", "face1", "face6", "face5", "face4"])
    #expect(report.candidates.map(\.facing) == [.front, .front, .front, .back, .back, .back])
    #expect(report.hitIndex == 0)
    #expect(report.order == .depth)
  }

  @Test func besideTheCubeTheGroundTakesIt() {
    let panel = Panel()
    let scene = panel.cube
    let report = HitTestReport(at: Point(3, 3), in: scene.content)
    #expect(report.hitView === scene.content)
    #expect(report.hitIndex == nil)
    #expect(report.matchesVisibleView)
    #expect(report.candidates.allSatisfy { $0.outcome == .missed })
  }

  /// A scene file's root holds everything: what stands in it is taken apart, however deep it lies.
  @Test func whatOneViewHoldsIsTakenApart() {
    let planes = (1...3).map { View(name: "plane\($0)", frame: Rect(20, 20, 100, 100)) }
    let space = View(name: "space", frame: Rect(0, 0, 300, 200), transformsOnly: true)
    for plane in planes { space.addSubview(plane) }
    let root = View(name: "root", frame: Rect(0, 0, 300, 200))
    root.addSubview(space)
    let content = View(frame: Rect(0, 0, 300, 200))
    content.addSubview(root)
    let inside = HitTestReport(at: Point(50, 50), in: content)
    #expect(inside.candidates.map { $0.view.name } == ["plane3", "plane2", "plane1"] && inside.hitIndex == 0)
    let beside = HitTestReport(at: Point(200, 50), in: content)
    #expect(beside.hitIndex == nil && beside.hitView === root && beside.container === root)
  }

  /// 10,000 random taps on every scene in turn, turned at random, the cube by each rule.
  @Test func thePanesAgreeWithTheHitTest() {
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
        // Half of them near the middle, where the views are.
        let reach = Bool.random(using: &random) ? 0.15 : 0.5
        let point = Point(
          content.bounds.width * (0.5 + .random(in: -reach...reach, using: &random)),
          content.bounds.height * (0.5 + .random(in: -reach...reach, using: &random)))
        var steps: [HitStep] = []
        let taker = content.hitTest(point) { steps.append($0) }
        let report = HitTestReport(at: point, in: content)
        #expect(report.hitView === taker)
        guard let taking = report.hitIndex else {
          #expect(taker == nil || taker === report.container, "\(name) at \(point)")
          #expect(report.candidates.allSatisfy { $0.outcome == .missed || $0.outcome == .ignoresTouches })
          continue
        }
        let candidates = report.candidates
        #expect(taker?.isDescendant(of: candidates[taking].view) == true, "\(name) at \(point)")
        // Those who were asked, in that order, and nobody after the taker.
        let asked = steps.compactMap { step in candidates.firstIndex { $0.view === step.view } }
        #expect(asked == asked.sorted(), "\(name) at \(point)")
        #expect(asked.last == taking)
        for (index, candidate) in candidates.enumerated() {
          #expect((candidate.outcome == .notTested) == (index > taking))
          guard let step = steps.first(where: { $0.view === candidate.view }), index != taking else { continue }
          let isMissed = [.outside, .behindEye, .edgeOn].contains(step.outcome)
          #expect(isMissed == (candidate.outcome == .missed), "\(name) at \(point)")
        }
      }
    }
  }
}
