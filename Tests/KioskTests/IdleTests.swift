import Testing

@testable import Configuration
@testable import Kiosk

@Suite struct IdleTests {
  private static let second: UInt64 = 1_000_000_000
  /// In minutes since midnight.
  private static let noon = 12 * 60

  private func machine() -> IdleMachine {
    IdleMachine(.init(dimAfter: 60, attractAfter: 300, sleepHours: .init(from: 22 * 60, to: 6 * 60 + 30)), now: 0)
  }

  @Test(arguments: [
    (59.0, 12 * 60, IdleState.active), (60, 12 * 60, .dimmed), (299, 12 * 60, .dimmed),
    (300, 12 * 60, .attract),
    (59, 23 * 60, .active), (60, 22 * 60, .dark), (400, 6 * 60 + 29, .dark), (400, 6 * 60 + 30, .attract),
  ])
  func stateFollowsIdleTime(_ seconds: Double, _ minute: Int, _ expected: IdleState) {
    var machine = machine()
    machine.advance(to: UInt64(clamping: seconds * 1e9), minute: minute)
    #expect(machine.state == expected)
  }

  /// In minutes since midnight: the panel dims from 22:00 to 06:00, and only then.
  @Test(arguments: [
    (61.0, 12 * 60, IdleState.active), (299, 21 * 60 + 59, .active), (300, 12 * 60, .attract),
    (59, 22 * 60, .active), (60, 22 * 60, .dimmed), (400, 5 * 60 + 59, .dimmed), (400, 6 * 60, .attract),
  ])
  func dimHoursLimitDimming(_ seconds: Double, _ minute: Int, _ expected: IdleState) {
    let night = IdleSettings.DailyHours(from: 22 * 60, to: 6 * 60)
    for dimAfter in [nil, 60] as [Double?] {
      var machine = IdleMachine(.init(dimAfter: dimAfter, dimHours: night, attractAfter: 300), now: 0)
      machine.advance(to: UInt64(clamping: seconds * 1e9), minute: minute)
      #expect(machine.state == expected)
    }
    var machine = IdleMachine(.init(dimHours: night), now: 0)
    #expect(machine.deadline(now: 0) == 60 * Self.second && machine.deadline(now: 61 * Self.second) != nil)
    machine.settings.sleepHours = .init(from: minute, to: minute + 1)
    machine.advance(to: 60 * Self.second, minute: minute)
    #expect(machine.state == .dark)
  }

  @Test func wakingTouchIsNotDelivered() {
    var machine = machine()
    for time in [61, 400] as [UInt64] {
      machine.advance(to: time * Self.second, minute: Self.noon)
      let delivered = [time, time + 1].map { machine.recordInput(now: $0 * Self.second) }
      #expect(delivered == [false, true] && machine.state == .active)
    }
    machine.sleep()
    let delivered = [401, 402].map { machine.recordInput(now: $0 * Self.second) }
    #expect(delivered == [false, true])
    // The idle time starts with the last input, at 402 s.
    machine.advance(to: 461 * Self.second, minute: Self.noon)
    #expect(machine.state == .active)
    machine.advance(to: 462 * Self.second, minute: Self.noon)
    #expect(machine.state == .dimmed)
  }

  @Test func requestsDarkenAndWakeThePanel() {
    var machine = machine()
    machine.sleep()
    machine.advance(to: Self.second, minute: Self.noon)
    #expect(machine.state == .dark)
    machine.wake(now: Self.second)
    machine.advance(to: 2 * Self.second, minute: Self.noon)
    #expect(machine.state == .active)
  }

  @Test func panelInUseStaysActiveUntilItIsSentToSleep() {
    var machine = machine()
    machine.staysActive = true
    machine.advance(to: 1000 * Self.second, minute: 23 * 60)
    #expect(machine.state == .active && machine.deadline(now: 0) == nil)
    machine.sleep()
    #expect(machine.state == .dark)
    machine.wake(now: 1000 * Self.second)
    machine.staysActive = false
    machine.advance(to: 1060 * Self.second, minute: Self.noon)
    #expect(machine.state == .dimmed)
  }

  @Test func defaultSettingsHaveNoDeadline() {
    var machine = IdleMachine(.init(), now: 0)
    machine.advance(to: 1_000_000 * Self.second, minute: 3 * 60)
    #expect(machine.state == .active && machine.deadline(now: 0) == nil)
    // The next deadline is the time at which the panel dims. With sleep hours, it is at most a minute away.
    #expect(IdleMachine(.init(dimAfter: 60), now: 0).deadline(now: 0) == 60 * Self.second)
    #expect(IdleMachine(.init(dimAfter: 60), now: 0).deadline(now: 61 * Self.second) == nil)
    #expect(self.machine().deadline(now: 61 * Self.second) == 121 * Self.second)
  }
}
