import JSON
import Testing

@testable import MQTTBridge

@Suite struct WarningLimitTests {
  private let limit: WarningLimit

  init() throws { limit = try WarningLimit() }

  /// - Parameter seconds: the time.
  private func line(_ topic: String, _ reason: String = "wrong", at seconds: Double) -> String? {
    limit.line(for: Diagnostic(topic, reason), at: 1_000_000_000_000 + UInt64(seconds * 1e9))
  }

  @Test func topicHasOneWarningInTenSeconds() {
    #expect(line("a", at: 0) == "a: wrong")
    for time in [0.0, 1, 9.9] { #expect(line("a", "other", at: time) == nil) }
    #expect(line("a", at: 10) == "a: wrong (3 similar warnings before)")
    #expect(line("a", at: 20) == "a: wrong")
  }

  /// The last of a client's mistakes is logged, too, although no other follows.
  @Test func suppressedWarningIsLoggedLater() {
    #expect(limit.nextLineTime == nil)
    for time in [0.0, 1, 2, 3] { _ = line("a", "wrong \(time)", at: time) }
    _ = line("b", at: 5)
    #expect(limit.nextLineTime == 1_010_000_000_000)
    #expect(limit.suppressedLines(at: 1_009_000_000_000) == [])
    #expect(limit.suppressedLines(at: 1_010_000_000_000) == ["a: wrong 3.0 (2 similar warnings before)"])
    #expect(limit.nextLineTime == nil)
    #expect(line("a", at: 19) == nil && limit.nextLineTime == 1_020_000_000_000)
    #expect(limit.suppressedLines(at: 1_020_000_000_000) == ["a: wrong"])
  }

  /// A client that sends invalid messages all the time doesn't hide a mistake on another topic.
  @Test func otherTopicsAreNotDelayed() {
    for time in 0..<100 { _ = line("a", at: 0.1 * Double(time)) }
    #expect(line("b", at: 9.9) == "b: wrong")
    #expect(line("b", at: 9.9) == nil)
    #expect(line("a", at: 10) == "a: wrong (99 similar warnings before)")
  }

  /// A client can invent any number of topics.
  @Test func numberOfTopicsIsBounded() {
    let lines = (0..<10_000).compactMap { line("topic \($0)", at: 9e-4 * Double($0)) }
    #expect(lines.count == 11, "\(lines)")
    // A topic that was among the first is still limited by itself; ten seconds later, others take the places.
    #expect(line("topic 0", at: 9.5) == nil)
    #expect(line("topic 1", at: 10.5) == "topic 1: wrong")
    #expect(line("new", at: 10.5) == "new: wrong")
    #expect(line("new", at: 11) == nil)
  }

  @Test func suppressedWarningsOfManyTopicsAreCounted() {
    for number in 0..<30 { _ = line("topic \(number)", at: 0.1 * Double(number)) }
    // The places of the first ten topics are taken again before their common limit ends.
    for number in 0..<10 { #expect(line("later \(number)", at: 10.95) != nil) }
    #expect(line("one more", at: 11.1) == "one more: wrong (19 similar warnings before)")
  }

  @Test func longTopicIsShortened() {
    #expect(line(String(repeating: "x", count: 65_535), at: 0)?.utf8.count == 503)
  }
}
