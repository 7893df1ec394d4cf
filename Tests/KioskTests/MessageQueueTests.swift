import ControlProtocol
import Scenes
import SeededRandom
import Testing

@testable import Kiosk

@Suite struct MessageQueueTests {
  private func entry(
    _ title: String, id: String = "", _ urgency: Message.Urgency = .normal, isFromAdapter: Bool = false
  ) -> MessageQueue.Entry {
    var message = Message(title: LiveText(title))
    (message.id, message.urgency) = (id, urgency)
    return MessageQueue.Entry(
      message: message, title: title, publicTitle: title, text: "", isFromAdapter: isFromAdapter)
  }

  private func titles(_ queue: MessageQueue) -> String { queue.entries.map(\.title).joined(separator: " ") }

  @Test func criticalMessagesComeFirst() throws {
    var queue = MessageQueue()
    for title in ["a", "b"] { #expect(try queue.add(entry(title)) == nil) }
    for title in ["C", "D"] { #expect(try queue.add(entry(title, .critical)) == nil) }
    #expect(titles(queue) == "C D a b")
    queue.remove(try #require(queue.current?.number))
    #expect(titles(queue) == "D a b")
  }

  @Test func messageTakesThePlaceOfOneWithItsID() throws {
    var queue = MessageQueue()
    for title in ["a", "b", "c"] { _ = try queue.add(entry(title, id: title)) }
    #expect(try queue.add(entry("B", id: "b"))?.title == "b")
    #expect(titles(queue) == "a B c")
    #expect(try queue.add(entry("C", id: "c", .critical))?.title == "c")
    #expect(titles(queue) == "C a B")
    // The shown one stays the first.
    #expect(try queue.add(entry("c", id: "c"))?.title == "C")
    #expect(titles(queue) == "c a B")
  }

  @Test func adapterReachesOnlyMessagesOfAdapters() throws {
    var queue = MessageQueue()
    _ = try queue.add(entry("owner's", id: "x"))
    #expect(try queue.add(entry("adapter's", id: "x", isFromAdapter: true)) == nil)
    #expect(queue.entries(withID: "x", onlyFromAdapters: true).map(\.title) == ["adapter's"])
    #expect(queue.entries(withID: "x", onlyFromAdapters: false).count == 2)
  }

  /// At random: one is shown, at most eight wait, and messages of one urgency are shown in their order.
  @Test func queueIsBoundedAndFair() {
    var random = SeededRandom()
    var queue = MessageQueue()
    for step in 0..<5000 {
      let before = queue.entries
      if Bool.random(using: &random) {
        let new = entry("\(step)", Bool.random(using: &random) ? .critical : .normal)
        let isFull = before.count == 1 + MessageQueue.maximumWaitingCount
        do throws(Refusal) {
          _ = try queue.add(new)
          #expect(!isFull && queue.entries.count == before.count + 1)
        } catch {
          #expect(isFull && queue.entries == before)
        }
      } else if let number = before.randomElement(using: &random)?.number {
        queue.remove(number)
      }
      let urgencies = queue.entries.map { $0.message.urgency == .critical }
      #expect(!zip(urgencies, urgencies.dropFirst()).contains { !$0 && $1 })
      for isCritical in [true, false] {
        let numbers = zip(queue.entries, urgencies).filter { $0.1 == isCritical }.map(\.0.number)
        #expect(numbers == numbers.sorted())
      }
    }
  }
}
