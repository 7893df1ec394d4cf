import Geometry
import Testing
import Views

@testable import Kiosk

@Suite struct IdleTests {
  private static let second: UInt64 = 1_000_000_000

  private func machine() -> IdleMachine {
    IdleMachine(.init(dimAfter: 60, attractAfter: 300, sleep: (22 * 60, 6 * 60 + 30)), now: 0)
  }

  private func touch(_ phase: TouchEvent.Phase, _ id: Int = 0) -> TouchEvent { TouchEvent(phase, id: id, at: .zero) }

  @Test(arguments: [
    (59.0, 12 * 60, IdleMachine.State.active), (60, 12 * 60, .dimmed), (299, 12 * 60, .dimmed),
    (300, 12 * 60, .attract),
    (59, 23 * 60, .active), (60, 22 * 60, .dark), (400, 6 * 60 + 29, .dark), (400, 6 * 60 + 30, .attract),
  ])
  func timeGoesBy(_ seconds: Double, _ minute: Int, _ expected: IdleMachine.State) {
    var machine = machine()
    machine.advance(to: UInt64(seconds * 1e9), minute: minute)
    #expect(machine.state == expected)
  }

  @Test func theGestureThatWakesDoesNothingElse() {
    var machine = machine()
    machine.advance(to: 61 * Self.second, minute: 720)
    let now = 62 * Self.second
    // From the first down to the last up, of all its fingers.
    let gesture = [
      touch(.began, 1), touch(.moved, 1), touch(.began, 2), touch(.ended, 1), touch(.moved, 2), touch(.ended, 2),
    ]
    let swallowed = gesture.map { machine.receive($0, now: now) }
    #expect(swallowed == Array(repeating: false, count: 6) && machine.state == .active)
    let next = [touch(.began, 1), touch(.ended, 1)].map { machine.receive($0, now: now) }
    #expect(next == [true, true])
  }

  /// A cancelled gesture wakes as well, and the next one is taken.
  @Test func aLostFingerDoesNotKeepIt() {
    var machine = machine()
    machine.advance(to: 400 * Self.second, minute: 720)
    let delivered = [touch(.began), touch(.cancelled), touch(.began)].map {
      machine.receive($0, now: 401 * Self.second)
    }
    #expect(delivered == [false, false, true])
  }

  /// A finger that was down before it went to sleep isn't part of what wakes it: its view hears of its end.
  @Test func aFingerFromBeforeIsDeliveredToItsEnd() {
    var machine = machine()
    let before = machine.receive(touch(.began, 5), now: 0)
    machine.sleep()
    let events = [touch(.began, 6), touch(.moved, 5), touch(.ended, 5), touch(.ended, 6)]
    let delivered = events.map { machine.receive($0, now: Self.second) }
    #expect(before && delivered == [false, true, true, false])
  }

  @Test func itSleepsAndWakesWhenTold() {
    var machine = machine()
    machine.sleep()
    machine.advance(to: Self.second, minute: 720)
    #expect(machine.state == .dark)
    machine.wake(now: Self.second)
    machine.advance(to: 2 * Self.second, minute: 720)
    #expect(machine.state == .active)
  }

  @Test func withoutSettingsNothingIsAwaited() {
    var machine = IdleMachine(.init(), now: 0)
    machine.advance(to: 1_000_000 * Self.second, minute: 3 * 60)
    #expect(machine.state == .active && machine.deadline(now: 0) == nil)
    // By day the next look is when it dims; with a night, no later than in a minute.
    #expect(IdleMachine(.init(dimAfter: 60), now: 0).deadline(now: 0) == 60 * Self.second)
    #expect(IdleMachine(.init(dimAfter: 60), now: 0).deadline(now: 61 * Self.second) == nil)
    #expect(self.machine().deadline(now: 61 * Self.second) == 121 * Self.second)
  }
}
