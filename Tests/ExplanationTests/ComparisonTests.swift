import PanelViews
import Scenes
import SeededRandom
import TestStage
import Testing

@testable import Chrome
@testable import Explanation
@testable import Scenes

/// Compares each row with a hit test on a panel that has the row's fix.
@Suite struct ComparisonTests {
  private func panel(_ options: SceneOptions) -> (CubeScene, Window) {
    let panel = Panel(CubeScene(options))
    return (panel.cube, panel.window)
  }

  private func makeWindow(showing comparison: Comparison, _ size: Size = Size(480, 240)) -> Window {
    let window = Window(comparison, size: size, scale: 1, threads: 1)
    window.layoutIfNeeded()
    return window
  }

  private func face(containing view: View?, in scene: CubeScene) -> CubeFaceView? {
    scene.faces.first { view?.isDescendant(of: $0) == true }
  }

  @Test func rowsMatchHitTestsOnThePanel() throws {
    var random = SeededRandom()
    var outcomes: Set<String> = []
    for _ in 0..<200 {
      let angle = ViewAngle(x: .random(in: -4...4, using: &random), y: .random(in: -4...4, using: &random))
      let offset = Point(.random(in: -170...170, using: &random), .random(in: -170...170, using: &random))
      let (scene, window) = panel(SceneOptions(view: angle))
      let comparison = Comparison(point: scene.center + offset, of: scene, theme: .dark)
      let comparisonWindow = makeWindow(showing: comparison)
      for row in comparison.rows {
        let (other, otherWindow) = panel(SceneOptions(touchFix: row.fix, view: angle))
        let point = try #require(other.content.convert(other.center + offset, to: otherWindow.rootView))
        let hitView = try #require(otherWindow.rootView.hitTest(point))
        let (hitFace, visibleFace) = (
          face(containing: hitView, in: other), face(containing: otherWindow.rootView.visibleView(at: point), in: other)
        )
        #expect(row.texts.matchesVisibleView == (hitFace?.number == visibleFace?.number))
        let name = hitFace?.displayNameMidSentence ?? "the ground"
        let side = hitFace.map { $0.layer.facing == .back ? ", at the back" : ", in front" } ?? ""
        #expect(row.texts.hitViewName == (hitView is ActionButton ? "the button on " : "") + name + side)
        outcomes.insert("\(row.fix) \(row.texts.matchesVisibleView)")
      }
      _ = (window, comparisonWindow)
    }
    // Each fix but `depth` has taps that reach the visible face and taps that don't.
    #expect(outcomes.count == 7 && !outcomes.contains("depth false"), "\(outcomes)")
  }

  @Test func rowsShowTheReasons() throws {
    let (scene, window) = panel(SceneOptions(view: ViewAngle(x: 0.34, y: -0.5)))
    let button = try #require(scene.buttonView.convert(Point(25, 20), to: window.rootView))
    let point = try #require(window.rootView.convert(button, to: scene.content))
    let comparison = Comparison(point: point, of: scene, theme: .dark)
    _ = makeWindow(showing: comparison)
    let face = scene.faces[2].displayNameMidSentence
    #expect(
      comparison.rows.map(\.texts.reason) == [
        "6, 5 and 4 happened to miss; \(face) came next", "no other face listens",
        "it is asked first, even at the back",
        "the nearest under the tap",
      ])
    #expect(comparison.rows.map(\.texts.matchesVisibleView) == [false, false, false, true])
    #expect(comparison.rows.map(\.isSelected) == [true, false, false, false])
  }

  @Test func cubeOnThePanelIsUnchanged() throws {
    let (scene, window) = panel(SceneOptions(touchFix: .reorder))
    scene.orientation = scene.orientation.concatenating(Rotation(angle: 1, x: 1, y: 0, z: 0))
    let orientation = scene.orientation
    let comparison = Comparison(point: scene.center, of: scene, theme: .dark)
    #expect(scene.touchFix == .reorder && scene.orientation == orientation && scene.content.window === window)
    #expect(comparison.rows.map(\.isSelected) == [false, false, true, false])
  }

  @Test(arguments: [
    Size(480, 222), Size(800, 374), Size(1280, 694), Size(1080, 1700), Size(600, 850), Size(3840, 1980),
  ])
  func comparisonFitsEveryPanel(_ size: Size) throws {
    let (scene, _) = panel(SceneOptions())
    let comparison = Comparison(point: scene.center, of: scene, theme: .light)
    let window = makeWindow(showing: comparison, size)
    var pressed: [String] = []
    comparison.onChoose = { pressed.append($0.rawValue) }
    comparison.onTurnBack = { pressed.append("back") }
    comparison.onClose = { pressed.append("close") }
    let controls = comparison.rows + comparison.subviews.compactMap { $0 as? Control }
    #expect(controls.count == 6)
    for (index, control) in controls.enumerated() {
      let frame = control.frame(in: comparison)
      #expect(frame.minX >= 0 && frame.minY >= 0 && frame.maxX <= size.width && frame.maxY <= size.height)
      #expect(frame.width >= 48 && frame.height >= 48, "\(control.name ?? "")")
      for other in controls.dropFirst(index + 1).map({ $0.frame(in: comparison) }) {
        #expect(
          frame.maxX <= other.minX || other.maxX <= frame.minX || frame.maxY <= other.minY || other.maxY <= frame.minY)
      }
      window.send([TouchEvent(.began, id: 1, at: frame.center)], at: 0)
      window.send([TouchEvent(.ended, id: 1, at: frame.center)], at: 1)
    }
    #expect(pressed == TouchFix.allCases.map(\.rawValue) + ["back", "close"])
    _ = window.updateDamage()
    _ = window.updateDamage()
    #expect(!window.needsDisplay && !window.isAnimating && window.nextDeadline == nil)
  }
}
