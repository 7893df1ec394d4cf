import Chrome
import Scenes
import Testing

@testable import Configuration
@testable import Kiosk
@testable import PanelKit

/// Touches and keys on a sleeping panel, with a simulated clock.
@Suite struct IdleControllerTests {
  private static let second: UInt64 = 1_000_000_000

  private final class Panel {
    let cube = CubeScene(SceneOptions(touchFix: .depth))
    let stage: Stage
    let app: Application
    let idle: IdleController
    private var time = IdleControllerTests.second
    private(set) var presses = 0
    private(set) var touches: [String] = []

    init(_ settings: IdleSettings = .init()) throws {
      stage = Stage(cube)
      app = try Application(
        stage, threads: 1, options: PanelOptions(title: "Test", appID: "test", compositorTimeout: 0),
        log: Log(level: .error))
      app.clock = { IdleControllerTests.second }
      app.window.reducesMotion = true
      app.window.layoutIfNeeded()
      idle = try IdleController(app, stage: stage, cube: cube, settings: settings)
      idle.apply(settings, cube: cube)
      cube.onPress = { [unowned self] _ in presses += 1 }
      app.window.onTouch = { [unowned self] event, _ in touches.append("\(event.phase.rawValue)\(event.id)") }
      app.window.onKey = { [stage] in stage.press($0) }
    }

    func wait(_ seconds: Double) { time += UInt64(clamping: seconds * 1e9) }

    func send(_ phase: TouchEvent.Phase, _ id: Int) throws {
      let button = try #require(cube.buttons.first)
      let location = try #require(button.convert(button.bounds.center, to: stage))
      app.window.send([TouchEvent(phase, id: id, at: location)], at: time)
      wait(0.01)
    }

    func tap(_ id: Int) throws {
      try send(.began, id)
      try send(.ended, id)
    }

    @discardableResult func press(_ key: Key) -> Bool {
      let isUsed = app.window.press(key, at: time)
      app.window.release(key, at: time)
      return isUsed
    }
  }

  /// The wake-up gesture lasts until all of its touches have ended.
  @Test func wakeUpGestureIsNotDelivered() throws {
    let panel = try Panel()
    panel.idle.sleep()
    try panel.send(.began, 1)
    #expect(panel.idle.state == .active && panel.app.window.isTouched)
    try panel.send(.moved, 1)
    try panel.tap(2)
    try panel.send(.began, 3)
    try panel.send(.ended, 1)
    try panel.tap(4)
    try panel.send(.cancelled, 3)
    #expect(panel.touches.isEmpty && panel.presses == 0 && !panel.app.window.isTouched)
    try panel.tap(1)
    #expect(panel.presses == 1 && panel.touches == ["began1", "ended1"])
  }

  /// A touch that began before the panel slept isn't part of the wake-up gesture.
  @Test func touchFromBeforeSleepIsDeliveredToItsEnd() throws {
    let panel = try Panel()
    try panel.send(.began, 5)
    panel.idle.sleep()
    for (phase, id) in [(.began, 6), (.moved, 5), (.ended, 5), (.ended, 6)] as [(TouchEvent.Phase, Int)] {
      try panel.send(phase, id)
    }
    #expect(panel.touches == ["began5", "moved5", "ended5"])
  }

  /// A touch whose end is lost is forgotten after 60 seconds, even if the panel sleeps meanwhile, or when all touches are
  /// cancelled.
  @Test(arguments: ["time", "sleep", "reload"]) func lostWakeUpTouchIsForgotten(_ cause: String) throws {
    let panel = try Panel()
    panel.idle.sleep()
    try panel.send(.began, 7)
    panel.wait(59)
    try panel.tap(1)
    #expect(panel.touches.isEmpty)
    switch cause {
    case "time": panel.wait(2)
    case "sleep":
      panel.wait(2)
      panel.idle.sleep()
      try panel.tap(2)
      panel.idle.sleep()
      panel.idle.wake()
      #expect(panel.touches.isEmpty)
    default: panel.app.window.cancelInput(at: 61 * Self.second)
    }
    try panel.tap(3)
    #expect(panel.touches == ["began3", "ended3"] && panel.presses == 1)
    // Late events of the forgotten touch aren't delivered.
    try panel.send(.moved, 7)
    try panel.send(.ended, 7)
    #expect(panel.touches.count == 2 && !panel.app.window.isTouched)
  }

  @Test func wakeUpKeyIsNotDelivered() throws {
    let panel = try Panel()
    for key in [.tab, .character("1"), .escape, .f11] as [Key] {
      panel.idle.sleep()
      #expect(panel.press(key) && panel.idle.state == .active)
    }
    #expect(panel.cube.touchFix == .depth && !panel.cube.buttons[0].isFocused)
    panel.press(.tab)
    panel.idle.sleep()
    panel.press(.return)
    #expect(panel.presses == 0)
    panel.press(.return)
    #expect(panel.presses == 1)
  }

  @Test func removedTouchScreenDoesNotWakePanel() throws {
    let panel = try Panel()
    try panel.send(.began, 1)
    panel.idle.sleep()
    try panel.send(.cancelled, 1)
    #expect(panel.idle.state == .dark && panel.touches == ["began1", "cancelled1"])
  }

  @Test func newSettingsApplyAtOnce() throws {
    let panel = try Panel(.init(inhibitsBlanking: true))
    #expect(panel.app.panel.inhibitsIdle)
    panel.idle.sleep()
    #expect(!panel.app.panel.inhibitsIdle)
    panel.idle.wake()
    #expect(panel.app.panel.inhibitsIdle)
    panel.idle.apply(.init(), cube: panel.cube)
    #expect(!panel.app.panel.inhibitsIdle)
  }
}
