import PanelGeometry
import TestSupport
import Testing

@testable import Kiosk
@testable import Scenes

/// After two minutes of rest, a panel is as a new one that was put into its state.
///
/// The state is: values, light, chosen answers, page and its own position, visitors' settings, PIN lock. Everything else
/// is gone: highlights, overlays, the focus ring, sheets, timers.
@Suite struct RestTests {
  @Test func restEqualsFresh() throws {
    try Sequences.run("rest equals fresh") { seed in
      var visitor = RandomVisitor(seed: seed)
      let (variant, directory) = (PanelVariant(seed: seed), try TemporaryDirectory())
      try variant.write(to: directory)
      let panel = try SimulatedPanel(variant, in: directory)
      for _ in 0..<Int.random(in: 3...14, using: &visitor.random) { try visitor.use(panel) }
      visitor.end(panel)
      // A gesture that ends now may start a command, which the event loop must end.
      panel.advance(seconds: 2)
      try panel.settle()
      panel.advance(seconds: 121)
      panel.kiosk.store.finish()
      let fresh = try SimulatedPanel(variant, in: directory)
      try fresh.restoreState(of: panel)
      let difference =
        TreeComparison.difference(panel.window, fresh.window)
        ?? (seed % 5 == 0 ? TreeComparison.pictureDifference(panel.window, fresh.window) : nil)
      return difference.map { "\($0); \(visitor.steps)" }
    }
  }

  /// A scene resets its texts in the owner's language after a visit.
  @Test(arguments: [DeadButtonsScene.name, LessonScene.name]) func languageEndsWithTheVisit(_ scene: String) throws {
    let (variant, directory) = (PanelVariant(name: scene, size: Size(480, 320)), try TemporaryDirectory())
    try variant.write(to: directory)
    let (panel, fresh) = (try SimulatedPanel(variant, in: directory), try SimulatedPanel(variant, in: directory))
    panel.changeLanguage(to: .german)
    panel.advance(seconds: 1)
    panel.sleepAndWake()
    for each in [panel, fresh] { each.advance(seconds: 121) }
    #expect(TreeComparison.difference(panel.window, fresh.window) == nil)
  }
}
