import Testing

@testable import MQTTBridge

@Suite struct PendingEventsTests {
  private var events = PendingEvents()

  private func time(_ seconds: Double) -> UInt64 { 1_000_000_000_000 + UInt64(seconds * 1e9) }

  private mutating func append(_ line: String, at seconds: Double) -> Bool { events.append(line, at: time(seconds)) }

  private mutating func removeExpired(at seconds: Double) -> Int { events.removeExpired(at: time(seconds)) }

  /// Publishes the events that wait, and returns their lines. Their numbers are 1, 2, and so on.
  private mutating func publish(firstID: Int32 = 1) -> [String] {
    var lines: [String] = []
    events.publish {
      lines.append($0)
      return firstID + Int32(lines.count) - 1
    }
    return lines
  }

  @Test mutating func unacknowledgedEventsAreRepeatedOnTheNextConnection() {
    for line in ["a", "b", "c"] { #expect(append(line, at: 0)) }
    #expect(publish() == ["a", "b", "c"] && publish() == [])
    events.acknowledge(2)
    events.connectionEnded()
    #expect(publish(firstID: 8) == ["a", "c"])
    for id in [8, 9] as [Int32] { events.acknowledge(id) }
    #expect(events.isEmpty)
  }

  /// A doorbell of the night doesn't ring in the morning.
  @Test mutating func eventIsPublishedForAMinute() {
    for (index, line) in ["a", "b"].enumerated() { #expect(append(line, at: Double(index))) }
    #expect(removeExpired(at: 60) == 0)
    #expect(removeExpired(at: 60.5) == 1)
    #expect(publish() == ["b"])
    // The broker may have it already.
    #expect(removeExpired(at: 100) == 0)
    events.connectionEnded()
    #expect(removeExpired(at: 100) == 1 && events.isEmpty)
  }

  @Test mutating func eventThatIsNotPublishedWaits() {
    #expect(append("a", at: 0))
    events.publish { _ in nil }
    #expect(!events.isEmpty && publish() == ["a"])
  }

  @Test mutating func numberIsBounded() {
    for _ in 1...1000 { #expect(append("a", at: 0)) }
    #expect(!append("b", at: 1) && publish().count == 1000)
  }
}
