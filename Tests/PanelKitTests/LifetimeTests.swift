import Events
import Geometry
import PanelKit
import Testing
import Views

/// A window outlives its panel.
@Suite struct LifetimeTests {
  @Test func aWindowGoesOnWithoutItsPanel() throws {
    let loop = try EventLoop()
    let window = Window(View(name: "root"), size: Size(100, 100), scale: 1, threads: 1)
    let options = PanelOptions(title: "Test", appID: "test")
    var panel: Panel? = try Panel(window: window, loop: loop, options: options)
    #expect(isKnownUniquelyReferenced(&panel))
    panel = nil
    window.rootView.layer.backgroundColor = .white
    #expect(window.needsDisplay)
    // Another one that came before the first one went hears of what changes.
    var first: Panel? = try Panel(window: window, loop: loop, options: options)
    let second = try Panel(window: window, loop: loop, options: options)
    first = nil
    _ = first
    var hasFired = false
    window.after(seconds: 0.001) { hasFired = true }
    for _ in 0..<3 { try loop.turn(waiting: 1_000_000) }
    #expect(hasFired)
    withExtendedLifetime(second) {}
  }
}
