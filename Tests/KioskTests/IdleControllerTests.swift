import EventLoop
import Geometry
import Scenes
import Testing
import Views

@testable import Kiosk

/// Fingers and keys on a panel that sleeps, with a clock that is moved by hand.
@Suite struct IdleControllerTests {
  private static let second: UInt64 = 1_000_000_000

  private final class Panel {
    let cube = CubeScene(touchFix: .depth)
    let stage: Stage
    let window: Window
    let loop: EventLoop
    let idle: IdleController
    private var time = IdleControllerTests.second
    private(set) var presses = 0
    private(set) var touches: [String] = []

    init(_ settings: IdleMachine.Settings = .init()) throws {
      stage = Stage(cube)
      window = Window(stage, size: Size(1280, 800), scale: 1, threads: 1)
      window.reducesMotion = true
      window.layoutIfNeeded()
      loop = try EventLoop()
      idle = try IdleController(
        window: window, stage: stage, home: cube, cube: cube, loop: loop, clock: { IdleControllerTests.second },
        log: Log(level: .error))
      idle.follow(settings, home: cube, cube: cube)
      cube.onPress = { [unowned self] _ in presses += 1 }
      window.onTouch = { [unowned self] event, _ in touches.append("\(event.phase.rawValue)\(event.id)") }
      window.onKey = { [stage] in stage.press($0) }
    }

    func wait(_ seconds: Double) { time += UInt64(seconds * 1e9) }

    func send(_ phase: TouchEvent.Phase, _ id: Int) throws {
      let button = try #require(cube.buttons.first)
      let place = try #require(button.convert(button.bounds.center, to: stage))
      window.send([TouchEvent(phase, id: id, at: place)], at: time)
      wait(0.01)
    }

    func tap(_ id: Int) throws {
      try send(.began, id)
      try send(.ended, id)
    }

    @discardableResult func press(_ key: Key) -> Bool {
      let isUsed = window.press(key, at: time)
      window.release(key, at: time)
      return isUsed
    }
  }

  /// From the first finger's down to the last one's up, and no longer.
  @Test func theGestureThatWakesDoesNothingElse() throws {
    let panel = try Panel()
    panel.idle.sleep()
    try panel.send(.began, 1)
    #expect(panel.idle.state == .active && panel.window.isTouched)
    try panel.send(.moved, 1)
    try panel.tap(2)
    try panel.send(.began, 3)
    try panel.send(.ended, 1)
    try panel.tap(4)
    try panel.send(.cancelled, 3)
    #expect(panel.touches.isEmpty && panel.presses == 0 && !panel.window.isTouched)
    try panel.tap(1)
    #expect(panel.presses == 1 && panel.touches == ["began1", "ended1"])
  }

  /// A finger that was down before it went to sleep isn't part of what wakes it: its view hears of its end.
  @Test func aFingerFromBeforeIsDeliveredToItsEnd() throws {
    let panel = try Panel()
    try panel.send(.began, 5)
    panel.idle.sleep()
    for (phase, id) in [(.began, 6), (.moved, 5), (.ended, 5), (.ended, 6)] as [(TouchEvent.Phase, Int)] {
      try panel.send(phase, id)
    }
    #expect(panel.touches == ["began5", "moved5", "ended5"])
  }

  /// Its up was lost: after sixty seconds it is forgotten as any other finger, whether the panel went to sleep meanwhile or
  /// not, and at once by who lifts all fingers.
  @Test(arguments: ["time", "sleep", "reload"]) func aWakingFingerThatNeverGoes(_ what: String) throws {
    let panel = try Panel()
    panel.idle.sleep()
    try panel.send(.began, 7)
    panel.wait(59)
    try panel.tap(1)
    #expect(panel.touches.isEmpty)
    switch what {
    case "time": panel.wait(2)
    case "sleep":
      panel.wait(2)
      panel.idle.sleep()
      try panel.tap(2)
      panel.idle.sleep()
      panel.idle.wake()
      #expect(panel.touches.isEmpty)
    default: panel.window.cancelTouches(at: 61 * Self.second)
    }
    try panel.tap(3)
    #expect(panel.touches == ["began3", "ended3"] && panel.presses == 1)
    // What it does after all is nobody's.
    try panel.send(.moved, 7)
    try panel.send(.ended, 7)
    #expect(panel.touches.count == 2 && !panel.window.isTouched)
  }

  @Test func theKeyThatWakesDoesNothingElse() throws {
    let panel = try Panel()
    for key in [.tab, .character("1"), .escape, .f11] as [Key] {
      panel.idle.sleep()
      #expect(panel.press(key) && panel.idle.state == .active, "and nobody else gets it")
    }
    #expect(panel.cube.touchFix == .depth && !panel.cube.buttons[0].isFocused)
    panel.press(.tab)
    panel.idle.sleep()
    panel.press(.return)
    #expect(panel.presses == 0)
    panel.press(.return)
    #expect(panel.presses == 1)
  }

  /// A device that goes away wakes nobody.
  @Test func aTouchScreenThatGoes() throws {
    let panel = try Panel()
    try panel.send(.began, 1)
    panel.idle.sleep()
    try panel.send(.cancelled, 1)
    #expect(panel.idle.state == .dark && panel.touches == ["began1", "cancelled1"])
  }

  @Test func theSettingsAreFollowed() throws {
    let panel = try Panel(.init(inhibits: true))
    var inhibits: [Bool] = []
    panel.idle.onInhibit = { inhibits.append($0) }
    panel.idle.sleep()
    panel.idle.wake()
    panel.idle.follow(.init(), home: panel.cube, cube: panel.cube)
    #expect(inhibits == [false, true, false])
  }
}
