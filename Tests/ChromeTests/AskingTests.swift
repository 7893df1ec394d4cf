import Geometry
import SeededRandom
import Testing
import Views

@testable import Chrome
@testable import Scenes

/// The panes against the hit test itself.
@Suite struct AskingTests {
  /// For the tap that the pictures of the lesson show, on the left half of the button.
  private func ask(_ fix: TouchFix) throws -> (asking: Asking, cube: CubeScene) {
    let panel = Panel(CubeScene(SceneOptions(touchFix: fix)))
    let point = try #require(panel.stage.convert(panel.onButton, to: panel.cube.content))
    return (Asking(at: point, in: panel.cube.content), panel.cube)
  }

  private func told(_ asking: Asking) -> String {
    asking.panes.map { "\($0.view.name ?? "-") \($0.answer)" }.joined(separator: ", ")
  }

  @Test func theDeadButtonIsNeverAsked() throws {
    let (asking, _) = try ask(.none)
    #expect(
      told(asking)
        == "face6 missed, face5 took, face4 neverAsked, face3 neverAsked, face2 neverAsked, face1 neverAsked")
    #expect(asking.seenPane == 3)
    #expect(!asking.isAsSeen)
  }

  @Test func whoDoesNotListenSaysSo() throws {
    let (asking, scene) = try ask(.userInteraction)
    #expect(told(asking) == "face6 deaf, face5 deaf, face4 deaf, face3 took, face2 neverAsked, face1 neverAsked")
    // Of the three that don't listen one alone lies under the tap.
    #expect(asking.panes.map(\.isUnderTap) == [false, true, false, true, false, false])
    #expect(asking.isAsSeen)
    #expect(asking.taker === scene.buttonView)
  }

  @Test func theOneBroughtToTheFrontIsAskedFirst() throws {
    let (asking, _) = try ask(.reorder)
    #expect(asking.panes.map { $0.view.name } == ["face3", "face6", "face5", "face4", "face2", "face1"])
    #expect(asking.takingPane == 0)
  }

  @Test func theNearestIsAskedFirst() throws {
    let (asking, _) = try ask(.depth)
    #expect(asking.panes.map { $0.view.name } == ["face3", "face2", "face1", "face6", "face5", "face4"])
    #expect(asking.panes.map(\.facing) == [.front, .front, .front, .back, .back, .back])
    #expect(asking.takingPane == 0)
    #expect(asking.order == .depth)
  }

  @Test func besideTheCubeTheGroundTakesIt() {
    let panel = Panel()
    let scene = panel.cube
    let asking = Asking(at: Point(3, 3), in: scene.content)
    #expect(asking.taker === scene.content)
    #expect(asking.takingPane == nil)
    #expect(asking.isAsSeen)
    #expect(asking.panes.allSatisfy { $0.answer == .missed })
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
    let inside = Asking(at: Point(50, 50), in: content)
    #expect(inside.panes.map { $0.view.name } == ["plane3", "plane2", "plane1"] && inside.takingPane == 0)
    let beside = Asking(at: Point(200, 50), in: content)
    #expect(beside.takingPane == nil && beside.taker === root && beside.ground === root)
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
        let asking = Asking(at: point, in: content)
        #expect(asking.taker === taker)
        guard let taking = asking.takingPane else {
          #expect(taker == nil || taker === asking.ground, "\(name) at \(point)")
          #expect(asking.panes.allSatisfy { $0.answer == .missed || $0.answer == .deaf })
          continue
        }
        let panes = asking.panes
        #expect(taker?.isDescendant(of: panes[taking].view) == true, "\(name) at \(point)")
        // Those who were asked, in that order, and nobody after the taker.
        let asked = steps.compactMap { step in panes.firstIndex { $0.view === step.view } }
        #expect(asked == asked.sorted(), "\(name) at \(point)")
        #expect(asked.last == taking)
        for (index, pane) in panes.enumerated() {
          #expect((pane.answer == .neverAsked) == (index > taking))
          guard let step = steps.first(where: { $0.view === pane.view }), index != taking else { continue }
          let isMissed = [.outside, .behindEye, .edgeOn].contains(step.verdict)
          #expect(isMissed == (pane.answer == .missed), "\(name) at \(point)")
        }
      }
    }
  }
}
