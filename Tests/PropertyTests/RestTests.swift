import PanelGeometry
import TestSupport
import Testing

@testable import Chrome
@testable import Configuration
@testable import Kiosk
@testable import PanelViews
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
        ?? (variant.homeAfter == nil ? nil : differenceFromHome(panel))
      return difference.map { "\($0); \(visitor.steps)" }
    }
  }

  /// Returns what keeps a panel from being as at its start; `nil` if it shows its first scene from the start.
  private func differenceFromHome(_ panel: SimulatedPanel) -> String? {
    guard panel.stage.scene === panel.kiosk.home else { return "shows \(panel.stage.scene.name)" }
    guard panel.stage.scene is FileScene else { return nil }
    let offsets = panel.stage.descendants.compactMap { ($0 as? ScrollView)?.contentOffset }
    return offsets.first { $0 != .zero }.map { "is scrolled to \($0)" }
  }

  /// Digits that a visitor left, another page and a scrolled list are gone after `idle.homeAfter`, without dimming.
  @Test func homeEqualsFresh() throws {
    let directory = try TemporaryDirectory()
    var variant = PanelVariant(name: "controls", size: Size(800, 480))
    variant.homeAfter = 30
    try variant.write(to: directory)
    let (panel, fresh) = (try SimulatedPanel(variant, in: directory), try SimulatedPanel(variant, in: directory))
    for each in [panel, fresh] { try each.set("plan", "a\nb\nc\nd\na\nb\nc\nd\na") }
    let key = try #require(panel.stage.descendants.last { $0.name == "2" && $0 is Button })
    let list = try #require(panel.stage.descendants.lazy.compactMap { $0 as? ScrollView }.first)
    list.contentOffset = Point(0, 20)
    (key as? Button)?.onPress?()
    #expect(panel.stage.scene.hasEntry && list.contentOffset.y > 0)
    panel.send(.began, Point(5, 5))
    panel.send(.ended, Point(5, 5))
    panel.advance(seconds: 39)
    #expect(panel.stage.scene.hasEntry && panel.stage.prompt == nil)
    panel.advance(seconds: 2)
    #expect(panel.stage.prompt != nil)
    panel.advance(seconds: 20)
    #expect(!panel.stage.scene.hasEntry && list.contentOffset == .zero && panel.kiosk.idle.state == .active)
    try panel.show(FoldScene.name)
    panel.advance(seconds: 29)
    #expect(panel.stage.scene is FoldScene)
    panel.advance(seconds: 2)
    #expect(panel.stage.scene === panel.kiosk.home)
    for each in [panel, fresh] { each.advance(seconds: 61) }
    #expect(TreeComparison.difference(panel.window, fresh.window) == nil)
  }

  /// A message leaves nothing, however it ends, on a page and in front of a sheet.
  @Test(arguments: ["dismissed", "expired", "pressed", "replaced"]) func messageLeavesNothing(_ end: String) throws {
    let (variant, directory) = (PanelVariant(name: "controls", size: Size(800, 480)), try TemporaryDirectory())
    try variant.write(to: directory)
    let (panel, fresh) = (try SimulatedPanel(variant, in: directory), try SimulatedPanel(variant, in: directory))
    panel.press(.tab)
    try panel.show(
      message: #"{"title": "A title", "id": "a", "icon": "mdi:bell", "buttons": [{"title": "Yes"}], "seconds": 50}"#)
    panel.advance(seconds: 1)
    let button = try #require(panel.stage.descendants.compactMap { $0 as? Button }.first { $0.currentTitle == "Yes" })
    switch end {
    case "dismissed": try panel.dismiss("a")
    case "pressed": panel.tap(button)
    case "replaced":
      try panel.show(message: #"{"title": "Another", "id": "a", "urgency": "critical"}"#)
      panel.advance(seconds: 1)
      try panel.dismiss("a")
    default: panel.advance(seconds: 50)
    }
    panel.advance(seconds: 1)
    #expect(button.window == nil)
    for each in [panel, fresh] { each.advance(seconds: 121) }
    #expect(TreeComparison.difference(panel.window, fresh.window) == nil)
  }

  /// An alert stays until it is answered, and comes once until its reading ends: a reload, another source and a reading
  /// that is unknown for a while don't repeat it. After a restart it comes again.
  @Test func alertIsShownOncePerOccasionAndStart() throws {
    let (variant, directory) = (PanelVariant(name: "hello", size: Size(800, 480)), try TemporaryDirectory())
    func members(_ source: String, title: String = "Hot") -> String {
      #""values": {"heat": {\#(source), "keep": true, "alert": {"above": 8, "title": "\#(title)"}}}"#
    }
    try variant.write(to: directory, adding: members(#""initial": "5""#))
    let panel = try SimulatedPanel(variant, in: directory)
    func isAlertShown(on panel: SimulatedPanel) -> Bool { panel.stage.descendants.contains { $0 is AlertView } }
    #expect(!isAlertShown(on: panel))
    try panel.set("heat", "9")
    try panel.set("heat", "3")
    panel.advance(seconds: 200)
    #expect(isAlertShown(on: panel), "it ended by itself")
    try panel.set("heat", "10")
    try panel.dismiss("heat")
    panel.advance(seconds: 1)
    try panel.set("heat", "11")
    try panel.reload(adding: members(#""initial": "5""#, title: "Too hot"))
    #expect(!isAlertShown(on: panel) && panel.kiosk.options.values.reading("heat")?.raw == "11")
    try directory.write("12", to: "heat.txt")
    try panel.reload(adding: members(#""file": "heat.txt""#))
    try panel.run { panel.kiosk.options.values.reading("heat")?.raw == "12" }
    #expect(!isAlertShown(on: panel))
    panel.kiosk.store.finish()
    let next = try SimulatedPanel(variant, in: directory)
    try next.run { isAlertShown(on: next) }
  }

  /// A value of any source sets the brightness.
  @Test func brightnessFollowsItsValue() throws {
    let (variant, directory) = (PanelVariant(name: "controls", size: Size(480, 320)), try TemporaryDirectory())
    try variant.write(to: directory, adding: #""brightness": "load""#)
    let panel = try SimulatedPanel(variant, in: directory)
    #expect(panel.stage.brightness == 0.025)
    for (text, brightness) in [("60", 0.6), ("on", 1), ("25", 0.25)] {
      try panel.set("load", text)
      #expect(panel.stage.brightness == brightness)
    }
    try panel.reload(adding: "")
    #expect(panel.stage.brightness == 1)
  }

  /// The beginning of a condition wakes the panel, but neither its end, its duration nor a reload.
  @Test func conditionWakesWhenItBegins() throws {
    let (variant, directory) = (PanelVariant(name: "controls", size: Size(480, 320)), try TemporaryDirectory())
    var idle = #"{ "wakeOn": { "all": [{ "when": "load", "above": 3 }, { "when": "light", "is": "on" }] } }"#
    try variant.write(to: directory, adding: #""idle": "# + idle)
    let panel = try SimulatedPanel(variant, in: directory)
    func state(afterSetting name: String, _ raw: String, from first: Bool = true) throws -> IdleState {
      if first { panel.kiosk.sleep() }
      try panel.set(name, raw)
      return panel.kiosk.idle.state
    }
    #expect(try state(afterSetting: "target", "20") == .dark)
    #expect(try state(afterSetting: "load", "3.5") == .active)
    #expect(try state(afterSetting: "load", "3.9") == .dark)
    #expect(
      try state(afterSetting: "light", "off") == .dark && state(afterSetting: "light", "on", from: false) == .active)
    // Each member of any wakes the panel when it begins, also while another one lasts.
    idle = #"{ "wakeOn": { "any": [{ "when": "load", "above": 3 }, { "any": [{ "when": "light", "is": "on" }] }] } }"#
    try panel.reload(adding: #""idle": "# + idle)
    #expect(try state(afterSetting: "light", "off") == .dark && state(afterSetting: "load", "4") == .dark)
    #expect(try state(afterSetting: "light", "on") == .active)
    #expect(try state(afterSetting: "light", "off") == .dark && state(afterSetting: "load", "2", from: false) == .dark)
    #expect(try state(afterSetting: "load", "5", from: false) == .active)
    try panel.set("light", "on")
    panel.kiosk.sleep()
    idle = #"{ "wakeOn": { "when": "light", "is": "on" } }"#
    try panel.reload(adding: #""idle": "# + idle)
    #expect(panel.kiosk.idle.state == .dark)
    try panel.reload(adding: "")
    try panel.set("light", "off")
    #expect(try state(afterSetting: "light", "on") == .dark)
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
