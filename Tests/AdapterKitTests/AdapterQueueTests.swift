import JSON
import Testing

@testable import AdapterKit

@Suite struct AdapterQueueTests {
  private var queue = AdapterQueue()

  private mutating func lines() -> [String] {
    var lines: [String] = []
    while let line = queue.next() { lines.append(line.text) }
    return lines
  }

  @Test mutating func aValueHasOneEntry() {
    for number in 1...1000 {
      queue.set(.integer(number), for: "a")
      queue.set(.integer(-number), for: "b")
    }
    queue.markStale("b", because: "unavailable")
    queue.markStale("c", because: "unknown")
    queue.markStale("d", because: "unavailable")
    queue.append(["id": .integer(7)])
    queue.describe(["unit": "W"], for: "a")
    let lines = lines()
    #expect(lines.prefix(3) == [#"{"id":7}"#, #"{"describe":{"a":{"unit":"W"}}}"#, #"{"values":{"a":1000}}"#])
    #expect(
      Set(lines.dropFirst(3)) == [
        #"{"stale":["b","d"],"because":"unavailable"}"#, #"{"stale":["c"],"because":"unknown"}"#,
      ])
    #expect(queue.isEmpty)
  }

  @Test mutating func noLineIsTooLong() {
    let text = String(repeating: "x", count: 20000)
    for name in ["a", "b", "c", "d", "e"] { queue.set(.string(text), for: name) }
    let lines = lines()
    #expect(lines.count == 3 && lines.allSatisfy { $0.utf8.count < 65536 })
  }
}
