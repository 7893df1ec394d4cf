import PanelViews
import Scenes
import TestStage
import Testing

@testable import Chrome

/// Touch targets are at least 9 mm large if the screen's size is known.
@Suite struct TargetSizeTests {
  /// Panels in points, and the width of their screens in millimeters.
  private static let panels: [(size: Size, width: Double)] = [
    (Size(800, 480), 108), (Size(480, 320), 73), (Size(1280, 800), 135), (Size(1080, 1920), 68),
    (Size(1920, 1080), 344), (Size(3840, 2160), 310),
  ]

  @Test(arguments: panels)
  func targetsInBarAndPickerAreLargeEnough(_ size: Size, _ width: Double) throws {
    for name in SceneCatalog.names {
      let panel = try Panel(name, size, reducesMotion: true)
      let (window, stage) = (panel.window, panel.stage)
      let density = size.width / width
      window.pointsPerMillimeter = density
      window.layoutIfNeeded()
      let targets = targets(in: try #require(stage.bar))
      #expect(targets.count >= 2)
      stage.showsPicker = true
      window.layoutIfNeeded()
      for view in targets + self.targets(in: try #require(stage.subviews.last)) {
        let edgeLength = min(view.bounds.width, view.bounds.height) * window.magnification / density
        #expect(edgeLength >= 9 - 1e-6, "\(view.path): \(edgeLength) mm on \(size)")
      }
    }
  }

  @Test func pointGrowsOnlyForKnownSmallScreens() {
    let stage = Stage(CubeScene())
    let window = Window(stage, size: Size(800, 480), scale: 1, threads: 1)
    #expect(window.magnification == 1)
    window.pointsPerMillimeter = 800 / 108
    #expect(window.magnification > 1.3 && window.needsDisplay)
    // A large panel's size already demands more.
    window.resize(to: Size(3840, 2160), scale: 1)
    window.pointsPerMillimeter = 2
    #expect(abs(window.magnification - 2.7) < 1e-12)
    // A point never grows so much that nothing fits.
    window.resize(to: Size(240, 200), scale: 1)
    window.pointsPerMillimeter = 30
    #expect(window.magnification == 1)
  }

  /// On a tall panel the cube is limited by the width, on a wide one by the height.
  @Test func cubeFillsTheAvailableSpace() throws {
    for (size, width, height) in [
      (Size(1080, 1920), 0.92, 0.54), (Size(1280, 800), 0.48, 0.79), (Size(800, 480), 0.4, 0.7),
    ] {
      let panel = Panel(CubeScene(.withFourFixes), size)
      let box = panel.cube.box.size * panel.cube.magnification
      #expect(abs(box.width / panel.window.size.width - width) < 0.03, "\(box)")
      #expect(abs(box.height / panel.window.size.height - height) < 0.03, "\(box)")
    }
  }

  private func targets(in view: View) -> [View] {
    guard !view.isHidden, view.isUserInteractionEnabled else { return [] }
    let target: [View] = view is Control ? [view] : []
    return target + view.subviews.flatMap(targets)
  }
}
