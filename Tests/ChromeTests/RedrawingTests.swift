import Chrome
import PanelViews
import Scenes
import SeededRandom
import TestRendering
import TestStage
import Testing

/// Drawing only the damage results in the same picture as drawing everything.
@Suite struct RedrawingTests {
  private final class Screen {
    let panel: Panel
    private var shown = Bitmap(width: 1, height: 1)

    init(_ theme: Theme) {
      panel = Panel(CubeScene(SceneOptions(touchFix: .depth)), Size(480, 320), theme: theme)
    }

    func show() -> [UInt32] {
      let (width, height) = panel.window.pixelSize
      if (shown.width, shown.height) != (width, height) { shown = Bitmap(width: width, height: height) }
      panel.window.update(shown)
      return shown.pixelArray
    }
  }

  /// A random action.
  private static func randomAction(_ random: inout SeededRandom) -> (Panel) -> Void {
    let kind = Int.random(in: 0..<14, using: &random)
    let (a, b) = (Double.random(in: 0...1, using: &random), Double.random(in: 0...1, using: &random))
    let name = SceneCatalog.names.randomElement(using: &random) ?? "cube"
    return { panel in
      let (stage, window) = (panel.stage, panel.window)
      let place = Point(a * window.size.width, b * window.size.height)
      switch kind {
      case 0, 1: panel.send(.began, place)
      case 2, 3: panel.send(.moved, place)
      case 4: panel.send(.ended, place)
      case 5: panel.advance(seconds: a)
      case 6: stage.shift = Point((a - 0.5) * 40, (b - 0.5) * 40)
      case 7: stage.dim(to: a < 0.4 ? 0 : a < 0.8 ? 0.5 : 1)
      case 8: a < 0.5 ? stage.explain(place) : stage.closeExplosion()
      case 9: stage.showsPicker.toggle()
      case 10: SceneCatalog.make(name).map(stage.show)
      case 11: window.rotation = [.none, .quarter, .half][min(Int(clamping: a * 3), 2)]
      case 12:
        window.resize(
          to: Size(480 + (a * 100).rounded(), 320 + (b * 100).rounded()), scale: a < 0.5 ? 1 : 1.25,
          bufferTransform: b < 0.7 ? .normal : .rotated90)
      default: stage.explainsTaps.toggle()
      }
    }
  }

  @Test(arguments: [Theme.dark, Theme.light]) func partialRedrawMatchesFullRedraw(_ theme: Theme) {
    var random = SeededRandom()
    let screen = Screen(theme)
    func isSimilar(_ shown: UInt32, _ full: UInt32) -> Bool {
      let alpha: UInt32 = full >> 24
      guard shown != full, alpha < 230 || alpha == 255 else { return true }
      // An edge hides the views under it in proportion to its coverage, which tints it by a level.
      return Bitmap.isClose(shown, full, levels: 2)
    }
    for step in 0..<300 {
      Self.randomAction(&random)(screen.panel)
      screen.panel.advance(seconds: 1.0 / 60)
      let (shown, full) = (screen.show(), screen.panel.pixels())
      guard shown != full else { continue }
      // Along the cut of a plane, the pieces may leave a hundredth of a pixel uncovered, at its ends a fifteenth, which
      // then isn't opaque.
      let seams = full.filter { $0 >> 24 != 255 }.count
      let isSame = zip(shown, full).allSatisfy { isSimilar($0, $1) }
      #expect(isSame && seams < 20, "step \(step), seed \(random.seed): \(seams)")
    }
  }
}
