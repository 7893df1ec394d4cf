import PanelEvents
import Testing

@testable import HomeAssistant

/// The calls that `EntityRequests` makes, and their completions.
private final class Recorder {
  var calls: [(service: String, complete: EntityRequests.Completion)] = []
  var answers: [String] = []
  var resent: [String] = []
}

@Suite struct EntityRequestsTests {
  private static let settlingTime: UInt64 = 200_000_000

  private let loop: EventLoop
  private let recorder = Recorder()
  private let requests: EntityRequests

  init() throws {
    loop = try EventLoop()
    let recorder = recorder
    requests = try EntityRequests(
      loop: loop, settlingTime: Self.settlingTime, perform: { recorder.calls.append(($0.service, $1)) },
      resend: { recorder.resent.append($0) })
  }

  private func change(_ service: String, member: String = "") {
    let call = ServiceCall(domain: "light", service: service, entity: "light.x")
    requests.change("light.x", member, by: call) { [recorder] error in
      recorder.answers.append("\(service) \(error ?? "ok")")
    }
  }

  /// Handles events for a while.
  private func run(for time: UInt64 = 2 * settlingTime) throws {
    let end = EventLoop.now + time
    while EventLoop.now < end { try loop.runOnce(timeout: end - EventLoop.now) }
  }

  private var services: [String] { recorder.calls.map(\.service) }

  @Test func lastOfQuickChangesWins() {
    for service in ["a", "b", "c", "d"] { change(service) }
    #expect(services == ["a"] && recorder.answers == ["b ok", "c ok"])
    recorder.calls[0].complete(nil)
    #expect(services == ["a", "d"] && recorder.answers == ["b ok", "c ok", "a ok"])
    recorder.calls[1].complete("too hot")
    #expect(recorder.answers.last == "d too hot")
    change("e")
    #expect(services == ["a", "d", "e"])
  }

  @Test func changesOfOtherMembersWait() {
    change("a")
    change("b", member: "/attributes/brightness")
    change("c")
    for index in 0..<3 { recorder.calls[index].complete(nil) }
    #expect(services == ["a", "b", "c"])
  }

  @Test func slowCallDelaysOthersForAWhile() throws {
    change("a")
    change("b")
    try run()
    #expect(services == ["a", "b"])
    change("c")
    // The end of the first call isn't that of the second one.
    recorder.calls[0].complete(nil)
    #expect(services == ["a", "b"] && recorder.answers == ["a ok"])
    recorder.calls[1].complete(nil)
    #expect(services == ["a", "b", "c"])
  }

  @Test func stateThatDoesNotFollowIsSentAgain() throws {
    change("a")
    recorder.calls[0].complete(nil)
    try run()
    #expect(recorder.resent == ["light.x"])
    change("b")
    recorder.calls[1].complete(nil)
    requests.stateChanged("light.x")
    change("c")
    recorder.calls[2].complete("failed")
    try run()
    #expect(recorder.resent == ["light.x"])
  }
}
